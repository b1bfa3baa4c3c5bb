import type { Change, Waiting } from '../core/plan.ts';
import type { LeftBlocked, LeftWaiting, Receipt } from '../core/receipt.ts';
import { briefly } from './plan-change.ts';
import { BLOCK_WORDS, blockOf } from './review/blocked.ts';
import { reasonIn, wayIn } from './review/reasons.ts';
import type { Style } from './style.ts';
import { type DrawnLine, indented, span } from './terminal/line.ts';
import { addressSpans, foldSimilar, markSpan, moreWaiting, section, warned } from './terminal/part.ts';
import { ACTION_WORDS, BLOCKED, type Mark, WAITING, waitsWord } from './words.ts';

/** A plan in one line for each address: for the log of a run, where long texts would hide the rest. */

export function briefChanges(changes: readonly Change[]): DrawnLine[] {
  return changes.map((change) => changeLine(change));
}

export function briefWaiting(waiting: readonly Waiting[]): DrawnLine[] {
  const resources = waiting.filter(({ held }) => held === undefined);
  const changes = waiting.flatMap(({ waitsFor, held }) =>
    held ? [changeLine(held.change, `, ${waitsText(waitsFor, held.by)}`)] : [],
  );
  return headed(section('Waiting'), [...waitingLines(resources, false), ...changes]);
}

export function briefBlocked(blocked: readonly LeftBlocked[], style: Style, flags?: readonly string[]): DrawnLine[] {
  return headed(section('Blocked'), blockedLines(blocked, style, flags));
}

/**
 * The resources that a run leaves blocked, with the reason and what would allow it, and those that wait.
 * @param whole true shows every resource that waits
 * @param flags those of the plan, which the command that allows a change repeats
 */
export function briefLeft(
  { blocked, waiting }: Pick<Receipt, 'blocked' | 'waiting'>,
  style: Style,
  whole: boolean,
  flags?: readonly string[],
): DrawnLine[] {
  return [
    ...headed(section(`${blocked.length} blocked:`), blockedLines(blocked, style, flags)),
    // No number: the receipt counts these together with its own changes that wait.
    ...headed(section('Not changed, waiting:'), waitingLines(waiting, whole)),
  ];
}

/** The last line of a plan and of an apply that leave blocked resources: the run itself may succeed. */
export function blockedNotice(
  count: number,
  style: Style,
  { detailedExitcode, isApply }: { detailedExitcode?: boolean | undefined; isApply?: boolean },
): DrawnLine[] {
  if (count === 0) return [];
  const exit = detailedExitcode ? '' : ' Only `--detailed-exitcode` shows this in the exit code.';
  const [resources, was, stay] =
    count === 1 ? ['resource', 'is', 'stays as it is'] : ['resources', 'are', 'stay as they are'];
  const text = `${count} ${resources} ${isApply ? `${was === 'is' ? 'was' : 'were'} blocked and not changed` : `${was} blocked and ${stay}`}.${exit}`;
  return warned([span(text, 'yellow')], style);
}

function headed(heading: DrawnLine, rows: readonly DrawnLine[]): DrawnLine[] {
  return rows.length === 0 ? [] : [heading, ...indented(rows, 2)];
}

function blockedLines(blocked: readonly LeftBlocked[], style: Style, flags?: readonly string[]): DrawnLine[] {
  return blocked.map((one) => {
    const { address, state, ways } = one;
    const way = ways.length === 0 ? '' : `; to allow it: ${wayIn(ways, { naming: style.naming }, flags)}`;
    const word = BLOCK_WORDS[blockOf(one)].en;
    const why = `now ${state}: ${reasonIn('en', one)}`;
    return line(BLOCKED, address, `${word} · ${why}${way}`);
  });
}

function waitingLines(waiting: readonly LeftWaiting[], whole: boolean): DrawnLine[] {
  const likeness = ({ state, waitsFor, by = '' }: LeftWaiting): string => `${state} ${waitsFor} ${by}`;
  return foldSimilar(waiting, likeness, whole).flatMap(({ shown, rest }) => [
    ...shown.map(({ address, waitsFor, by }) => line(WAITING, address, waitsText(waitsFor, by))),
    ...shown.slice(0, 1).flatMap(({ waitsFor, by }) => moreWaiting(rest, waitsFor, by)),
  ]);
}

function waitsText(waitsFor: string, by?: string): string {
  const decision = waitsWord(waitsFor);
  return by === undefined ? `waits for ${decision}` : `after ${by}, which waits for ${decision}`;
}

function changeLine(change: Change, more = ''): DrawnLine {
  // A plain creation needs no reason.
  const [reason, another] = change.reasons;
  const isPlain = change.action === 'create' && reason === 'not-there' && another === undefined;
  const words = isPlain ? 'create' : briefly(change);
  return line(ACTION_WORDS[change.action], change.address, `${words}${more}`);
}

/** Never broken over two rows, because a log is searched by line. */
function line(mark: Mark, address: string, about: string): DrawnLine {
  return [markSpan(mark), ...addressSpans(address), span('  '), span(about)];
}
