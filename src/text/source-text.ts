import type { ProblemCode } from '../core/codes.ts';
import { errorProblem, type Place, type Problem } from '../core/problem.ts';

/** A manifest or configuration file is at most this long, in bytes. */
export const MAX_SOURCE_BYTES = 1024 * 1024;

const BOM = '\uFEFF';

/** The text without a byte-order mark, every line break a line feed. Lines and columns stay what an editor shows. */
export function normaliseSource(text: string): string {
  const bare = text.startsWith(BOM) ? text.slice(1) : text;
  return bare.replace(/\r\n?/g, '\n');
}

export interface Position {
  line: number;
  /** In code points. */
  column: number;
}

/** A character of two units. */
const PAIR = /[\u{10000}-\u{10ffff}]/gu;
/** The first unit of one. Searching for it is much faster, and most texts have none. */
const HALF_PAIR = /[\ud800-\udbff]/;

/**
 * Offsets (UTF-16 units) of a normalised text as line and column, both from 1; columns in code points. Each takes as long
 * wherever it is: one line may be a whole file, and every word of it a mistake.
 */
function positionsOf(text: string): (offset: number) => Position {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  // Offsets after characters of two units: from there on a column counts one less.
  const pairs = HALF_PAIR.test(text) ? Array.from(text.matchAll(PAIR), ({ index }) => index + 2) : [];
  return (offset) => {
    const line = countUpTo(starts, offset);
    const start = starts[line - 1] as number;
    const wide = countUpTo(pairs, offset) - countUpTo(pairs, start);
    return { line, column: offset - start - wide + 1 };
  };
}

/** Returns every offset of a piece in a text, in order. */
export function offsetsIn(text: string, piece: string): number[] {
  const offsets: number[] = [];
  for (let at = text.indexOf(piece); at !== -1 && at < text.length; at = text.indexOf(piece, at + 1)) offsets.push(at);
  return offsets;
}

/** Counts the numbers up to a limit in an ascending list. */
function countUpTo(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((ascending[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface Source {
  file: string;
  text: string;
  place(start: number, end: number): Place;
  problem(code: ProblemCode, range: readonly [number, number], message: string, hint: string): Problem;
}

/** @param text normalised */
export function createSource(file: string, text: string): Source {
  // Most files have no problem, so nobody asks for a place.
  let positionOf: ReturnType<typeof positionsOf> | undefined;
  const place = (start: number, end: number): Place => {
    positionOf ??= positionsOf(text);
    const to = positionOf(end);
    return { file, ...positionOf(start), endLine: to.line, endColumn: to.column };
  };
  return {
    file,
    text,
    place,
    problem: (code, range, message, hint) => ({ ...errorProblem(code, message, hint), place: place(...range) }),
  };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes UTF-8 bytes. A byte-order mark stays, and U+FFFD replaces what is not UTF-8. */
export function decodedText(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
