import { fill } from '../../core/language.ts';
import type { Comment } from '../../core/resource.ts';
import type { StatusReport, StatusRow } from '../../core/status.ts';
import { counted, numbered } from '../../text/counted.ts';
import { TAKE_OVER } from '../import.ts';
import type { Style } from '../style.ts';
import { joined, listed, markSpan, plainText, sourceText, span, type Text, whole } from '../text.ts';
import { Audience } from './audience.ts';
import { type Entry, type ReportView, type ViewPart, warning } from './blocks.ts';
import { isOfPerson, presentComments } from './dialogue.ts';
import { STATUS_WORDS } from './phrases.ts';
import { problemSection, unmanagedSection } from './plan.ts';
import { whyIn } from './reasons.ts';
import {
  eventsOf,
  groupCounts,
  STATUS_GROUPS,
  type StatusGroup,
  statusGroupOf,
  stoppedWords,
} from './status-groups.ts';
import { foldSimilar, moreOf, moreWaiting } from './waiting.ts';
import { BLOCKED, REASON_WORDS, stateSpans, unreportedNote, VERDICT_WORDS, waitsWord } from './words.ts';

interface StatusOptions {
  /** Every unmanaged resource, and `history`. */
  verbose?: boolean;
  /** Every comment, also of earlier rounds and of resources that are as declared. */
  history?: boolean;
  /** True if the report has only resources that were modified in a period. */
  recent?: boolean;
}

/**
 * The state of every address for engineers: what it waits for, the inspectors' comments on resources that differ from their
 * manifests, and unmanaged resources.
 */
export function statusView(report: StatusReport, style: Style, options: StatusOptions = {}): ReportView {
  const { environment, complete, rows, unmanaged, problems, profiles = [] } = report;
  const { verbose = false, recent = false } = options;
  const history = verbose || options.history === true;
  const audience = new Audience(style);
  const needs = [
    ...needsIn(groupCounts(report)),
    ...(profiles.length === 0 ? [] : [`${counted(profiles.length, 'profile')} that cannot send`]),
  ];
  return {
    title: [span(fill(STATUS_WORDS.title, 'en', { environment }), 'bold')],
    head: complete ? [] : [warning(...audience.say(STATUS_WORDS.incomplete))],
    sections: [
      { parts: needs.length === 0 ? [] : [{ text: listed('To do: ', needs, 'yellow', 'bold') }] },
      { parts: profiles.map((profile) => ({ text: [markSpan(BLOCKED), ...stoppedWords(profile, audience)] })) },
      {
        entries: orderedRows(rows, history).map((one) => rowEntry(one, audience, history)),
        isTable: true,
      },
      unmanagedSection(unmanaged, verbose),
      problemSection(problems),
    ],
    rest: endingOf(report, audience, recent),
  };
}

/** The groups that a person has to act on, as they are counted. */
const NEEDS = {
  rejected: 'rejected',
  blocked: 'blocked',
  unread: 'unreadable',
  dormant: 'dormant',
  stopped: 'stopped',
  drifted: 'changed at the service',
  ending: 'going dormant',
} satisfies Partial<Record<StatusGroup, string>>;

/** True if a person has to act. */
export function needsWork(report: StatusReport): boolean {
  return Boolean(report.profiles?.length) || needsIn(groupCounts(report)).length > 0;
}

/** What a person has to act on, counted: `1 rejected`, `2 dormant` */
function needsIn(found: Record<StatusGroup, number>): string[] {
  return numbered(Object.entries(NEEDS).map(([group, word]) => [word, found[group as keyof typeof NEEDS]]));
}

function commentsOf({ verdict, comments, state }: StatusRow, history: boolean): readonly Comment[] {
  if (history) return comments;
  return verdict === 'done' || state === null ? [] : presentComments(comments, state);
}

/** A row that cannot become as declared is above the others of its group. */
function isStuck({ reason, verdict }: StatusRow): boolean {
  return reason !== undefined || verdict === 'unread';
}

/** The key by which rows that only wait, or are no longer declared, are folded. Any other row has a key of its own. */
function likeness(row: StatusRow): string {
  const { address, verdict, state, waitsFor, moved, current } = row;
  const isLikeOthers = verdict === 'orphan' || (verdict === 'waiting' && waitsFor !== null);
  const isPlain = isLikeOthers && !isStuck(row) && moved.length === 0 && !current;
  return isPlain && commentsOf(row, false).length === 0 ? `${verdict} ${state} ${waitsFor}` : address;
}

interface OrderedRow {
  row: StatusRow;
  /** How many rows like it follow that are not shown. */
  rest: number;
}

/** The rows in the order of their groups. Of many with one key the first are shown; the last of these has the number of the rest. */
function orderedRows(rows: readonly StatusRow[], isWhole: boolean): OrderedRow[] {
  const ordered = STATUS_GROUPS.flatMap((group) => {
    const own = rows.filter((row) => statusGroupOf(row) === group);
    return [...own.filter(isStuck), ...own.filter((row) => !isStuck(row))];
  });
  const shown = new Map<StatusRow, number>();
  for (const group of foldSimilar(ordered, likeness, isWhole)) {
    for (const row of group.shown) shown.set(row, row === group.shown.at(-1) ? group.rest : 0);
  }
  return ordered.flatMap((row) => {
    const rest = shown.get(row);
    return rest === undefined ? [] : [{ row, rest }];
  });
}

function rowEntry({ row, rest }: OrderedRow, audience: Audience, history: boolean): Entry {
  const { address, title, verdict, reason, source, waitsFor } = row;
  const more = verdict === 'waiting' ? moreWaiting(rest, { waitsFor: waitsFor ?? '' }, audience) : moreOf(rest);
  return {
    mark: VERDICT_WORDS[verdict],
    title: audience.title(address),
    noun: title ? [span(title, 'dim')] : [],
    cells: [[situationOf(row, audience)]],
    body: () => [
      ...(reason === undefined ? [] : [{ text: audience.sentence(whyIn(row, audience), 'dim') }]),
      ...(source && isRejected(row) ? [{ text: sourceText(source) }] : []),
      ...audience.comments(commentsOf(row, history)),
      ...more.map((text) => ({ text })),
    ],
  };
}

function isRejected(row: StatusRow): boolean {
  return statusGroupOf(row) === 'rejected';
}

/** A remark of more columns may be broken: it would leave no room for addresses. */
const LONGEST_WHOLE = 30;

/** `REQ in inspection, waits for a verdict` */
function situationOf(row: StatusRow, audience: Audience): Text {
  const { state, verdict, current } = row;
  const words = state === null || verdict === 'missing' ? [] : stateSpans(state);
  const remarks = [
    ...(current ? [verdict === 'missing' ? 'a new version' : 'the declared version'] : []),
    ...remark(row),
    ...eventsOf(row, audience).map(plainText),
  ];
  // A comma belongs to its remark: it never begins a row.
  const about = remarks.map((word, index): Text => {
    const text = index === remarks.length - 1 ? word : `${word},`;
    return [word.length <= LONGEST_WHOLE ? whole(text, 'dim') : span(text, 'dim')];
  });
  return joined([words, joined(about, span(' ', 'dim'))].filter(({ length }) => length > 0));
}

function remark({ verdict, waitsFor, goal, difference }: StatusRow): string[] {
  if (verdict === 'done') return [];
  if (verdict === 'waiting' && waitsFor !== null) return [`waits for ${waitsWord(waitsFor)}`];
  if (difference === 'state-differs') return [`the manifest declares ${goal}`];
  if (difference) return [REASON_WORDS[difference]];
  return [VERDICT_WORDS[verdict].word.en];
}

/** True if `import --update` would take over its live content. */
function isTakenOver({ difference, moved }: StatusRow): boolean {
  return difference === 'content-differs' && isOfPerson(moved);
}

function endingOf({ rows, unmanaged }: StatusReport, audience: Audience, recent: boolean): ViewPart[] {
  if (rows.length === 0 && unmanaged.length === 0)
    return [
      { text: [span(recent ? STATUS_WORDS.noneSince.en : 'No manifest declares a resource, and the state has none.')] },
    ];
  const counts = Object.entries(VERDICT_WORDS).map(
    ([name, { word }]) => [word.en, rows.filter(({ verdict }) => verdict === name).length] as const,
  );
  const all = [...counts, ['not managed', unmanaged.length]] as const;
  const isOrphan = rows.some(({ verdict }) => verdict === 'orphan');
  const sentences = [
    ...(rows.some((row) => row.source && isRejected(row))
      ? ['Next: correct what was rejected, then run `notiform apply`']
      : []),
    ...(rows.some(isTakenOver) ? [TAKE_OVER] : []),
    ...(isOrphan ? ['Next: run `notiform plan` to see what happens to the resources that are no longer declared'] : []),
    unreportedNote(rows.filter(({ verdict }) => verdict === 'waiting')),
  ].filter((text) => text !== '');
  return [
    { text: listed(`${counted(rows.length, 'resource')}: `, numbered(all), 'bold') },
    ...sentences.map((text) => ({ text: audience.sentence(text) })),
  ];
}
