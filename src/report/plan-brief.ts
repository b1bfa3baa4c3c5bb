import type { Blocked, Change, Waiting } from '../core/plan.ts';
import { withNaming } from './command.ts';
import { indent, type Line, span } from './line.ts';
import { addressSpans, section } from './part.ts';
import { briefly } from './plan-change.ts';
import type { Style, Tone } from './style.ts';
import { ACTION_WORDS, waitsWord } from './words.ts';

/** A plan's parts in a line for each address: for the log of a run that nobody asks, where a text of hundreds of lines hides what matters. */

export function briefChanges(changes: readonly Change[]): Line[] {
  return changes.map((change) => changeLine(change));
}

export function briefWaiting(waiting: readonly Waiting[]): Line[] {
  if (waiting.length === 0) return [];
  const lines = waiting.map(({ address, waitsFor, held }) =>
    held
      ? changeLine(held.change, `, after ${held.by}, which waits for ${waitsWord(waitsFor)}`)
      : line('⧖', 'yellow', address, `waits for ${waitsWord(waitsFor)}`),
  );
  return [section('Waiting', ''), ...lines.map((row) => indent(row, 2))];
}

export function briefBlocked(blocked: readonly Blocked[], style: Style): Line[] {
  if (blocked.length === 0) return [];
  const lines = blocked.map(({ address, state, reason, opens }) => {
    const way = opens === null ? '' : `; what opens a way: ${withNaming(opens, style.naming)}`;
    return line('✗', 'red', address, `blocked in ${state}: ${reason}${way}`);
  });
  return [section('Blocked', ''), ...lines.map((row) => indent(row, 2))];
}

function changeLine(change: Change, more = ''): Line {
  const { symbol, tone } = ACTION_WORDS[change.action];
  // That something is made because it is not there is no news.
  const [reason, another] = change.reasons;
  const isPlain = change.action === 'create' && reason === 'not-there' && another === undefined;
  return line(symbol, tone, change.address, `${isPlain ? 'create' : briefly(change)}${more}`);
}

/** Never broken: a log is searched by line. */
function line(symbol: string, tone: Tone, address: string, about: string): Line {
  return [span(`${symbol} `, tone, 'bold'), ...addressSpans(address), span('  '), span(about)];
}
