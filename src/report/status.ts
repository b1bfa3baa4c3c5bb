import { fill } from '../core/language.ts';
import type { Comment } from '../core/resource.ts';
import type { StatusReport, StatusRow, StoppedProfile } from '../core/status.ts';
import { serviceTime } from '../core/zone.ts';
import { counted, numbered } from '../text/counted.ts';
import { withNaming } from './command.ts';
import { isOfPerson, presentComments } from './dialogue.ts';
import { TAKE_OVER } from './import.ts';
import { VERDICT_WORDS } from './outcome-words.ts';
import { drawUnmanaged } from './plan-rest.ts';
import { whyIn } from './review/reasons.ts';
import { STATUS_WORDS } from './review/words.ts';
import {
  groupCounts,
  STATUS_GROUPS,
  type StatusGroup,
  statusGroupOf,
  stoppedWords,
  waitingSince,
} from './status-groups.ts';
import type { Style } from './style.ts';
import {
  cutLine,
  type DrawnLine,
  indented,
  joined,
  renderBlocks,
  type Span,
  sentenceSpans,
  span,
  whole,
} from './terminal/line.ts';
import {
  addressSpans,
  drawComments,
  foldSimilar,
  listed,
  markSpan,
  moreWaiting,
  problemSection,
  sourceSpan,
  warned,
  wrapped,
} from './terminal/part.ts';
import { drawTable } from './terminal/table.ts';
import { ourTime } from './time.ts';
import { BLOCKED, REASON_WORDS, stateSpans, unreportedNote, waitsWord } from './words.ts';

/** A title is the name that people know, so only a longer one is cut. A long address gets a line of its own instead. */
const LONGEST_TITLE = 32;

interface StatusView {
  /** Every unmanaged resource, and `history`. */
  verbose?: boolean;
  /** Every comment, also of earlier rounds and of resources that are as declared. */
  history?: boolean;
  /** True if the report has only resources that were modified in a period. */
  recent?: boolean;
}

/**
 * Draws the state of every address: what it waits for, the inspectors' comments on resources that differ from their manifests, and
 * unmanaged resources. Ends with a line break.
 */
export function drawStatus(report: StatusReport, style: Style, view: StatusView = {}): string {
  const verbose = view.verbose === true;
  const blocks = [
    heading(report, style),
    needsOf(report, style),
    drawProfiles(report.profiles ?? [], style),
    drawRows(report.rows, style, verbose || view.history === true),
    drawUnmanaged(report.unmanaged, style, verbose),
    problemSection(report.problems, style),
    ending(report, style, view.recent === true),
  ];
  return renderBlocks(blocks, style);
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

function needsIn(found: Record<StatusGroup, number>): string[] {
  return numbered(Object.entries(NEEDS).map(([group, word]) => [word, found[group as keyof typeof NEEDS]]));
}

/** What a person has to act on, counted: `1 rejected, 2 dormant.` No line if there is nothing. */
function needsOf(report: StatusReport, style: Style): DrawnLine[] {
  const { profiles = [] } = report;
  const needs = [
    ...needsIn(groupCounts(report)),
    ...(profiles.length === 0 ? [] : [`${counted(profiles.length, 'profile')} that cannot send`]),
  ];
  if (needs.length === 0) return [];
  return wrapped(listed('To do: ', needs, 'yellow', 'bold'), style);
}

/** Profiles with which nothing can be sent, and how they are released. */
function drawProfiles(profiles: readonly StoppedProfile[], style: Style): DrawnLine[] {
  return profiles.flatMap((profile) => {
    const words = stoppedWords(profile, 'en', (phrase, values) => fill(phrase, 'en', values));
    return wrapped([markSpan(BLOCKED), ...sentenceSpans(withNaming(words, style.naming))], style);
  });
}

function heading({ environment, complete }: StatusReport, style: Style): DrawnLine[] {
  return [
    [span(fill(STATUS_WORDS.title, 'en', { environment }), 'bold')],
    ...(complete ? [] : warned([span('Not everything could be read: see the problems.')], style)),
  ];
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

/** The rows in the order of their groups. Of many with one key the first are shown; the last of these has the number of the rest. */
function orderedRows(rows: readonly StatusRow[], whole: boolean): { row: StatusRow; rest: number }[] {
  const ordered = STATUS_GROUPS.flatMap((group) => {
    const own = rows.filter((row) => statusGroupOf(row) === group);
    return [...own.filter(isStuck), ...own.filter((row) => !isStuck(row))];
  });
  const shown = new Map<StatusRow, number>();
  for (const group of foldSimilar(ordered, likeness, whole)) {
    for (const row of group.shown) shown.set(row, row === group.shown.at(-1) ? group.rest : 0);
  }
  return ordered.flatMap((row) => {
    const rest = shown.get(row);
    return rest === undefined ? [] : [{ row, rest }];
  });
}

function titleCell({ title }: StatusRow): DrawnLine {
  return title ? cutLine([span(title, 'dim')], LONGEST_TITLE) : [];
}

function addressCell({ verdict, address }: StatusRow): Span[] {
  return [markSpan(VERDICT_WORDS[verdict]), ...addressSpans(address)];
}

function drawRows(rows: readonly StatusRow[], style: Style, history: boolean): DrawnLine[] {
  const ordered = orderedRows(rows, history);
  const hasTitles = ordered.some(({ row }) => row.title);
  const drawn = ordered.map(({ row, rest }) => ({
    cells: [addressCell(row), ...(hasTitles ? [titleCell(row)] : []), stateWords(row, style)],
    after: [
      ...(row.reason === undefined
        ? []
        : wrapped(sentenceSpans(whyIn(row, { naming: style.naming }), 'dim'), style, 4)),
      ...(row.source && isRejected(row) ? indented([sourceSpan(row.source)], 4) : []),
      ...drawComments(commentsOf(row, history), style, 4),
      ...indented(moreLike(row, rest), 2),
    ],
  }));
  return drawTable(drawn, style.width);
}

function isRejected(row: StatusRow): boolean {
  return statusGroupOf(row) === 'rejected';
}

/** `… and 57 more wait for a verdict`, or `… and 57 more`; nothing if there are no more. */
function moreLike({ verdict, waitsFor }: StatusRow, rest: number): DrawnLine[] {
  if (verdict === 'waiting') return moreWaiting(rest, waitsFor ?? '');
  return rest === 0 ? [] : [[span(`… and ${rest} more`, 'dim')]];
}

/** A remark of more columns may be broken: it would leave no room for addresses. */
const LONGEST_WHOLE = 30;

/** `REQ in inspection, waits for a verdict` */
function stateWords(row: StatusRow, style: Style): Span[] {
  const { state, verdict, moved, current } = row;
  const words = state === null || verdict === 'missing' ? [] : stateSpans(state);
  const since = waitingSince(row);
  const day = row.dormantAt && ourTime(row.dormantAt, style).slice(0, 10);
  const remarks = [
    ...(current ? [verdict === 'missing' ? 'a new version' : 'the declared version'] : []),
    ...remark(row),
    ...(since === null ? [] : [fill(STATUS_WORDS.since, 'en', { time: serviceTime(since, style) })]),
    ...(day ? [fill(STATUS_WORDS.ends, 'en', { time: day })] : []),
    ...moved.map((one) => REASON_WORDS[one]),
  ];
  // A comma belongs to its remark: it never begins a row.
  const about = remarks.map((word, index) => {
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

function ending({ rows, unmanaged }: StatusReport, style: Style, recent: boolean): DrawnLine[] {
  if (rows.length === 0 && unmanaged.length === 0)
    return [[span(recent ? STATUS_WORDS.noneSince.en : 'No manifest declares a resource, and the state has none.')]];
  const counts = Object.entries(VERDICT_WORDS).map(
    ([name, { word }]) => [word.en, rows.filter(({ verdict }) => verdict === name).length] as const,
  );
  const all = [...counts, ['not managed', unmanaged.length]] as const;
  const lead = `${counted(rows.length, 'resource')}: `;
  const sentence = (text: string): DrawnLine[] =>
    text === '' ? [] : wrapped(sentenceSpans(withNaming(text, style.naming)), style);
  return [
    ...wrapped(listed(lead, numbered(all), 'bold'), style),
    ...(rows.some((row) => row.source && isRejected(row))
      ? sentence('Next: correct what was rejected, then run `notiform apply`')
      : []),
    ...(rows.some(isTakenOver) ? sentence(TAKE_OVER) : []),
    ...(rows.some(({ verdict }) => verdict === 'orphan')
      ? sentence('Next: run `notiform plan` to see what happens to the resources that are no longer declared')
      : []),
    ...sentence(unreportedNote(rows.filter(({ verdict }) => verdict === 'waiting'))),
  ];
}
