import type { StatusReport, StatusRow } from '../../core/status.ts';
import { inert } from '../markdown.ts';
import { presentComments } from '../part.ts';
import { isOutOfUse, stateName, waitsWord } from '../words.ts';
import { fitReview, type ReviewItem } from './fit.ts';
import {
  alert,
  COMMENT_LIMIT,
  code,
  details,
  foldedList,
  nameOf,
  paragraphs,
  type ReviewOptions,
  ReviewWriter,
  small,
} from './parts.ts';
import { problemLines } from './problems.ts';
import { MOVED_CELLS, PLAN_WORDS, STATUS_WORDS, VERDICT_CELLS } from './words.ts';

/** The groups of resources that a person has to know of, the most urgent first. */
const GROUPS = ['rejected', 'unread', 'unusable', 'drifted', 'differs', 'waiting'] as const;

type StatusGroup = (typeof GROUPS)[number] | 'done';

/**
 * Draws the state of every address as Markdown for reviewers: how many are rejected, wait or differ, a table of these, and the
 * inspector's words. Resources that are as declared are only counted. Ends with a line break.
 */
export function drawStatusMarkdown(report: StatusReport, options: ReviewOptions = {}): string {
  const writer = new ReviewWriter(options);
  const { language } = writer;
  const rowsIn = (group: StatusGroup): StatusRow[] => report.rows.filter((row) => groupOf(row) === group);
  const head = [
    `### ${writer.say(STATUS_WORDS.title, { environment: report.environment })}`,
    '',
    ...leadOf(report, rowsIn, writer),
    '',
    ...(report.complete ? [] : alert('WARNING', writer.say(STATUS_WORDS.incomplete))),
    ...problemLines(report.problems, writer),
  ];
  const rest = foldedList(writer, report.unmanaged, PLAN_WORDS.unmanaged, ({ name, title, state }) =>
    [title === '' ? name : title, name, stateName(state, language)].map(inert).join(' · '),
  );
  const columns = [PLAN_WORDS.resource, STATUS_WORDS.state, STATUS_WORDS.situation].map((word) => word[language]);
  const items = GROUPS.flatMap(rowsIn).map((row) => statusItem(row, writer));
  return fitReview(items, { head, rest, columns, limit: options.limit ?? COMMENT_LIMIT, language });
}

function groupOf({ state, verdict, moved }: StatusRow): StatusGroup {
  if (verdict === 'done' || verdict === 'kept') return 'done';
  if (verdict === 'unread') return 'unread';
  if (state === 'REJ') return 'rejected';
  if (verdict === 'waiting') return 'waiting';
  if (state !== null && isOutOfUse(state)) return 'unusable';
  return moved.includes('drifted') || moved.includes('vanished') ? 'drifted' : 'differs';
}

function leadOf(report: StatusReport, rowsIn: (group: StatusGroup) => StatusRow[], writer: ReviewWriter): string[] {
  const sentences = [...GROUPS, 'done' as const].flatMap((group) => {
    const rows = rowsIn(group);
    const values = { what: writer.what(rows.map(({ kind }) => kind)), count: rows.length };
    return rows.length === 0 ? [] : [writer.say(STATUS_WORDS[group], values)];
  });
  const [first = writer.say(STATUS_WORDS.none), ...more] = sentences;
  const isFine = report.rows.length > 0 && rowsIn('done').length === report.rows.length;
  return isFine ? [`**${writer.say(STATUS_WORDS.fine)}** ${first}`] : paragraphs([`**${first}**`], more);
}

function statusItem(row: StatusRow, writer: ReviewWriter): ReviewItem {
  const { address, kind, title, state, reason, comments, source = null } = row;
  const name = inert(nameOf(address, { name: title }));
  const shown = state === null ? '-' : inert(stateName(state, writer.language));
  const words = situationOf(row, writer);
  const said = writer.comments(presentComments(comments, state ?? ''));
  const body = [
    ...said,
    small([code(address), writer.source(source), inert(row.name ?? ''), inert(state ?? '')]),
    ...(reason === undefined ? [] : ['', small([inert(reason)])]),
  ];
  return {
    row: [
      `${writer.linked(`**${name}**`, source)}<br><sub>${inert(writer.nounOf(kind))}</sub>`,
      shown,
      words.join('<br>'),
    ],
    ...(said.length > 0 || reason !== undefined
      ? { whole: (isOpen: boolean) => details(`<b>${name}</b>: ${shown}`, body, isOpen) }
      : {}),
  };
}

/** Returns the decision that a resource waits for and since when, or its difference. */
function situationOf(row: StatusRow, writer: ReviewWriter): string[] {
  const { verdict, waitsFor, moved, modifiedAt, reason } = row;
  const decision = waitsWord(waitsFor ?? '', writer.language);
  const time = modifiedAt === null ? '' : writer.time(modifiedAt);
  return [
    groupOf(row) === 'rejected'
      ? STATUS_WORDS.correct[writer.language]
      : writer.say(VERDICT_CELLS[verdict], { decision }),
    ...(verdict === 'waiting' && time !== '' ? [writer.say(STATUS_WORDS.since, { time })] : []),
    ...moved.map((one) => writer.say(MOVED_CELLS[one])),
    ...(reason === undefined ? [] : [STATUS_WORDS.stuck[writer.language]]),
  ];
}
