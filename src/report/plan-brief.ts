import type { Change, Waiting } from '../core/plan.ts';
import type { LeftBlocked, LeftWaiting, Receipt } from '../core/receipt.ts';
import { withNaming } from './command.ts';
import { foldSimilar, moreWaiting } from './fold.ts';
import { type DrawnLine, indented, span, wrapHanging } from './line.ts';
import { addressSpans, markSpan, section } from './part.ts';
import { briefly } from './plan-change.ts';
import type { Style } from './style.ts';
import { ACTION_WORDS, BLOCKED, counted, type Mark, WAITING, waitsWord } from './words.ts';

/** A plan in one line for each address: for the log of a run, where long texts would hide the rest. */

export function briefChanges(changes: readonly Change[]): DrawnLine[] {
  return changes.map((change) => changeLine(change));
}

export function briefWaiting(waiting: readonly Waiting[]): DrawnLine[] {
  const resources = waiting.filter(({ held }) => held === undefined);
  const changes = waiting.flatMap(({ waitsFor, held }) =>
    held ? [changeLine(held.change, `, after ${held.by}, which waits for ${waitsWord(waitsFor)}`)] : [],
  );
  return headed(section('Waiting', ''), [...waitingLines(resources, false), ...changes]);
}

export function briefBlocked(blocked: readonly LeftBlocked[], style: Style): DrawnLine[] {
  return headed(section('Blocked', ''), blockedLines(blocked, style));
}

/**
 * The resources that a run leaves blocked, with the reason and what would allow it, and those that wait.
 * @param whole true shows every resource that waits
 */
export function briefLeft(
  { blocked, waiting }: Pick<Receipt, 'blocked' | 'waiting'>,
  style: Style,
  whole: boolean,
): DrawnLine[] {
  return [
    ...headed(section(`${blocked.length} blocked:`, ''), blockedLines(blocked, style)),
    // No number: the receipt counts these together with its own changes that wait.
    ...headed(section('Not changed, waiting:', ''), waitingLines(waiting, whole)),
  ];
}

/** The last line of a plan and of a receipt that leave blocked resources: the run itself may succeed. */
export function blockedNotice(count: number, style: Style): DrawnLine[] {
  if (count === 0) return [];
  const [are, stay] = count === 1 ? ['is', 'stays as it is'] : ['are', 'stay as they are'];
  const text = `${counted(count, 'resource')} ${are} blocked and ${stay}. Only \`--detailed-exitcode\` shows this in the exit code.`;
  return wrapHanging([span('! ', 'yellow', 'bold'), span(text, 'yellow')], style.width, 2);
}

function headed(heading: DrawnLine, rows: readonly DrawnLine[]): DrawnLine[] {
  return rows.length === 0 ? [] : [heading, ...indented(rows, 2)];
}

function blockedLines(blocked: readonly LeftBlocked[], { naming }: Style): DrawnLine[] {
  return blocked.map(({ address, state, reason, opens }) => {
    const way = opens === null ? '' : `; to allow it: ${withNaming(opens, naming)}`;
    return line(BLOCKED, address, `blocked in ${state}: ${reason}${way}`);
  });
}

function waitingLines(waiting: readonly LeftWaiting[], whole: boolean): DrawnLine[] {
  const likeness = ({ state, waitsFor, by = '' }: LeftWaiting): string => `${state} ${waitsFor} ${by}`;
  return foldSimilar(waiting, likeness, whole).flatMap(({ shown, rest }) => [
    ...shown.map(({ address, waitsFor, by }) => line(WAITING, address, waitsText(waitsFor, by))),
    ...shown.slice(0, 1).flatMap(({ waitsFor, by }) => moreWaiting(rest, waitsFor, by)),
  ]);
}

function waitsText(waitsFor: string, by: string | undefined): string {
  const what = waitsWord(waitsFor);
  return by === undefined ? `waits for ${what}` : `after ${by}, which waits for ${what}`;
}

function changeLine(change: Change, more = ''): DrawnLine {
  // A plain creation needs no reason.
  const [reason, another] = change.reasons;
  const isPlain = change.action === 'create' && reason === 'not-there' && another === undefined;
  return line(ACTION_WORDS[change.action], change.address, `${isPlain ? 'create' : briefly(change)}${more}`);
}

/** Never broken over two rows, because a log is searched by line. */
function line(mark: Mark, address: string, about: string): DrawnLine {
  return [markSpan(mark), ...addressSpans(address), span('  '), span(about)];
}
