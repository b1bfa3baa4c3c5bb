import type { Range } from 'vscode-languageserver/node.js';
import type { Place } from '../core/problem.ts';

/**
 * The range of a place. A place counts lines from 1 and columns in code points; the protocol counts from 0, in units of
 * UTF-16. A place without an end ends with its word.
 */
export function rangeOf(place: Place, lines: readonly string[]): Range {
  const { line, column, endLine = line, endColumn } = place;
  const start = { line: line - 1, character: unitsBefore(lines[line - 1], column) };
  if (endColumn !== undefined)
    return { start, end: { line: endLine - 1, character: unitsBefore(lines[endLine - 1], endColumn) } };
  const word = /^\S*/.exec((lines[line - 1] ?? '').slice(start.character))?.[0] ?? '';
  return { start, end: { line: line - 1, character: start.character + word.length } };
}

/** How many units of UTF-16 are before a column. */
function unitsBefore(line = '', column: number): number {
  return [...line].slice(0, column - 1).join('').length;
}
