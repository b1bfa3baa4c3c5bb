import type { Blocked, Change, Waiting } from '../core/plan.ts';
import type { LeftBlocked, LeftWaiting, Receipt } from '../core/receipt.ts';
import { foldAlike, moreWaiting } from './alike.ts';
import { withNaming } from './command.ts';
import { type DrawnLine, indent, span } from './line.ts';
import { addressSpans, section } from './part.ts';
import { briefly } from './plan-change.ts';
import type { Style, Tone } from './style.ts';
import { ACTION_WORDS, waitsWord } from './words.ts';

/** A plan's parts in a line for each address: for the log of a run that nobody asks, where a text of hundreds of lines hides what matters. */

export function briefChanges(changes: readonly Change[]): DrawnLine[] {
  return changes.map((change) => changeLine(change));
}

export function briefWaiting(waiting: readonly Waiting[]): DrawnLine[] {
  if (waiting.length === 0) return [];
  const own = waiting.flatMap(({ address, state, waitsFor, held }) => (held ? [] : [{ address, state, waitsFor }]));
  const later = waiting.flatMap(({ waitsFor, held }) =>
    held ? [changeLine(held.change, `, after ${held.by}, which waits for ${waitsWord(waitsFor)}`)] : [],
  );
  return [section('Waiting', ''), ...[...waitingLines(own, false), ...later].map((row) => indent(row, 2))];
}

export function briefBlocked(blocked: readonly Blocked[], style: Style): DrawnLine[] {
  if (blocked.length === 0) return [];
  return [section('Blocked', ''), ...blocked.map((one) => indent(blockedLine(one, style), 2))];
}

/**
 * What a run leaves blocked, with the reason and the way out, and what it leaves waiting.
 * @param whole true shows all that waits, however alike
 */
export function briefLeft(
  { blocked, waiting }: Pick<Receipt, 'blocked' | 'waiting'>,
  style: Style,
  whole: boolean,
): DrawnLine[] {
  return [
    ...headed(
      `${blocked.length} blocked:`,
      blocked.map((one) => blockedLine(one, style)),
    ),
    // Not counted here: the receipt counts them together with its own changes that wait.
    ...headed('Not changed, waiting:', waitingLines(waiting, whole)),
  ];
}

function headed(heading: string, rows: readonly DrawnLine[]): DrawnLine[] {
  return rows.length === 0 ? [] : [[span(heading, 'bold')], ...rows.map((row) => indent(row, 2))];
}

function blockedLine({ address, state, reason, opens }: LeftBlocked, style: Style): DrawnLine {
  const way = opens === null ? '' : `; what opens a way: ${withNaming(opens, style.naming)}`;
  return line('✗', 'red', address, `blocked in ${state}: ${reason}${way}`);
}

function waitingLines(waiting: readonly LeftWaiting[], whole: boolean): DrawnLine[] {
  const alike = ({ state, waitsFor, by = '' }: LeftWaiting): string => `${state} ${waitsFor} ${by}`;
  return foldAlike(waiting, alike, whole).flatMap(({ shown, rest }) => {
    const [first] = shown;
    return [...shown.map(leftWaitingLine), ...(first ? moreWaiting(rest, first.waitsFor, first.by) : [])];
  });
}

function leftWaitingLine({ address, waitsFor, by }: LeftWaiting): DrawnLine {
  const what = waitsWord(waitsFor);
  return line('⧖', 'yellow', address, by === undefined ? `waits for ${what}` : `after ${by}, which waits for ${what}`);
}

function changeLine(change: Change, more = ''): DrawnLine {
  const { symbol, tone } = ACTION_WORDS[change.action];
  // That something is made because it is not there is no news.
  const [reason, another] = change.reasons;
  const isPlain = change.action === 'create' && reason === 'not-there' && another === undefined;
  return line(symbol, tone, change.address, `${isPlain ? 'create' : briefly(change)}${more}`);
}

/** Never broken: a log is searched by line. */
function line(symbol: string, tone: Tone, address: string, about: string): DrawnLine {
  return [span(`${symbol} `, tone, 'bold'), ...addressSpans(address), span('  '), span(about)];
}
