import type { Phrase } from '../../core/language.ts';
import type { StatusReport, StatusRow, StoppedProfile } from '../../core/status.ts';
import { withNaming } from '../command.ts';
import { presentComments } from '../dialogue.ts';
import { fitReview, fitted, type ReviewItem } from '../markdown/fit.ts';
import { inert } from '../markdown/markdown.ts';
import { alert, code, details, MORE, paragraphs, type ReviewOptions, ReviewWriter, small } from '../markdown/parts.ts';
import { VERDICT_WORDS } from '../outcome-words.ts';
import { STATUS_GROUPS, type StatusGroup, statusGroupOf, stoppedWords, waitingSince } from '../status-groups.ts';
import { MOVED_WORDS, stateName } from '../words.ts';
import { unmanagedList } from './named.ts';
import { problemLines } from './problems.ts';
import { whyIn } from './reasons.ts';
import { PLAN_WORDS, STATUS_WORDS } from './words.ts';

/** The groups that are shown row by row. The others are only counted. */
const SHOWN = STATUS_GROUPS.filter((group) => group !== 'unsent' && group !== 'done');

/**
 * Draws the state of every address as Markdown for reviewers: how many are rejected, wait or differ, a table of these, and the
 * inspector's words. Resources that are as declared are only counted. Ends with a line break.
 */
export function drawStatusMarkdown(report: StatusReport, options: ReviewOptions & { recent?: boolean } = {}): string {
  const { environment } = report;
  const writer = new ReviewWriter({ ...options, naming: { ...options.naming, environment } }, report.rows);
  const rowsIn = (group: StatusGroup): StatusRow[] => report.rows.filter((row) => statusGroupOf(row) === group);
  const head = [
    `### ${writer.say(STATUS_WORDS.title, { environment })}`,
    '',
    ...leadOf(report, rowsIn, writer, STATUS_WORDS[options.recent ? 'noneSince' : 'none']),
    '',
    ...(report.complete ? [] : alert('WARNING', writer.say(STATUS_WORDS.incomplete))),
    ...profileLines(report.profiles ?? [], writer),
    ...problemLines(report.problems, writer),
  ];
  const rest = unmanagedList(report.unmanaged, writer);
  const items = SHOWN.flatMap(rowsIn).map((row) => statusItem(row, writer));
  const columns = [PLAN_WORDS.resource, STATUS_WORDS.state, STATUS_WORDS.situation];
  return fitReview(items, { head, rest, columns }, writer);
}

/** Profiles with which nothing can be sent, and how they are released. */
function profileLines(profiles: readonly StoppedProfile[], writer: ReviewWriter): string[] {
  const alerts = profiles.map((profile) => {
    const words = stoppedWords(profile, writer.language, (phrase, values) => writer.say(phrase, values));
    return alert('WARNING', withNaming(words, writer.naming)).join('\n');
  });
  const shown = fitted(alerts, writer.limit / 3);
  const more = alerts.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [writer.say(MORE, { count: more }), ''])];
}

function leadOf(
  report: StatusReport,
  rowsIn: (group: StatusGroup) => StatusRow[],
  writer: ReviewWriter,
  none: Phrase,
): string[] {
  const sentences = STATUS_GROUPS.flatMap((group) => {
    const rows = rowsIn(group);
    const groups = group === 'waiting' ? writer.byDecision(rows) : [{ decision: '', some: rows }];
    return groups.flatMap(({ decision, some }) => writer.about(STATUS_WORDS[group], some, { decision }));
  });
  const [first = writer.say(none), ...more] = sentences;
  const fine = rowsIn('done').length + rowsIn('unsent').length;
  const isFine = report.rows.length > 0 && fine === report.rows.length && !report.profiles?.length;
  return isFine
    ? [[`**${writer.say(STATUS_WORDS.fine)}**`, ...sentences].join(' ')]
    : paragraphs([`**${first}**`], more);
}

function statusItem(row: StatusRow, writer: ReviewWriter): ReviewItem {
  const { address, state, comments, source = null } = row;
  const why = whyIn(row, writer);
  const shown = state === null ? '-' : inert(stateName(state, writer.language));
  const words = situationOf(row, writer);
  const said = writer.comments(presentComments(comments, state ?? ''));
  const body = [
    ...said,
    small([code(address), writer.source(source), inert(row.name ?? '')]),
    ...(why === '' ? [] : ['', small([writer.withCommands(why)])]),
  ];
  return {
    row: [writer.resource(address), shown, words.join('<br>')],
    ...(said.length > 0 || why !== ''
      ? { whole: (isOpen: boolean) => details(`<b>${inert(writer.nameOf(address))}</b>: ${shown}`, body, isOpen) }
      : {}),
  };
}

/** Returns the decision that a resource waits for and since when, or its difference. */
function situationOf(row: StatusRow, writer: ReviewWriter): string[] {
  const { verdict, waitsFor, moved, reason } = row;
  const since = waitingSince(row);
  return [
    statusGroupOf(row) === 'rejected'
      ? STATUS_WORDS.correct[writer.language]
      : verdict === 'waiting'
        ? writer.say(PLAN_WORDS.waitsFor, { decision: writer.decision(waitsFor) })
        : writer.say(VERDICT_WORDS[verdict].word),
    ...(since ? [writer.say(STATUS_WORDS.since, { time: writer.time(since) })] : []),
    ...(row.dormantAt === undefined
      ? []
      : [writer.say(STATUS_WORDS.ends, { time: writer.ourTime(row.dormantAt).slice(0, 10) })]),
    ...moved.map((one) => writer.say(MOVED_WORDS[one])),
    ...(reason === undefined ? [] : [STATUS_WORDS.stuck[writer.language]]),
  ];
}
