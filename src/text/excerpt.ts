import type { Place } from '../core/problem.ts';
import { columns } from './columns.ts';
import { graphemes } from './graphemes.ts';
import { normaliseSource } from './source-text.ts';

/** A line of a code frame; `line` is 0 where lines were left out. */
export interface ExcerptRow {
  line: number;
  /** The text, with hidden characters made visible. */
  text: string;
  /** The marked terminal columns, from the first column of the row. Both are 0 on a row for context. */
  markFrom: number;
  markWidth: number;
}

export interface ExcerptOptions {
  /** Terminal columns that a row may take; East Asian wide characters take two. */
  width: number;
  /** Makes characters visible that a terminal would execute or not show (tabs, control characters). */
  show(text: string): string;
}

export type SourceLines = readonly string[];

const MOST_LINES = 3;
/** How many characters around the mark are read. One line may be a whole file. */
const REACH = 200;
const ELLIPSIS = '…';
const UNMARKED: [number, number] = [1, 1];

/**
 * Returns the lines around a place, with the place marked. A place counts code points, and the marks count terminal columns, so the
 * marks are correct under Korean text, emoji and tabs. Of a line that is too long, only the part around the mark is shown. Empty if
 * the text has no such line.
 */
export function excerpt(text: string | SourceLines, place: Place, options: ExcerptOptions): ExcerptRow[] {
  const lines = typeof text === 'string' ? linesOf(text) : text;
  if (lines[place.line - 1] === undefined) return [];
  const last = lastLine(place);
  const shown = Math.min(last, place.line + MOST_LINES - 1);
  const rows: ExcerptRow[] = [];
  const before = lines[place.line - 2];
  if (before?.trim()) rows.push(row(before, place.line - 1, UNMARKED, options));
  for (const [index, text] of lines.slice(place.line - 1, shown).entries()) {
    const line = place.line + index;
    rows.push(row(text, line, marked(place, line, text), options));
  }
  if (shown < last) rows.push({ line: 0, text: ELLIPSIS, markFrom: 0, markWidth: 0 });
  else if (lines[last]?.trim()) rows.push(row(String(lines[last]), last + 1, UNMARKED, options));
  return rows;
}

/** Splits a text into lines once, for callers that show many places of it. */
export function linesOf(text: string): SourceLines {
  return normaliseSource(text).split('\n');
}

/** Returns the last line that a place covers. If the end is at the first column of a line, that line is not covered. */
function lastLine(place: Place): number {
  const { line, endLine = line, endColumn = 1 } = place;
  return endLine > line && endColumn === 1 ? endLine - 1 : Math.max(line, endLine);
}

/** Returns the covered columns of a line, in code points, end exclusive. Indentation is not marked. */
function marked(place: Place, line: number, text: string): [number, number] {
  const from = line === place.line ? place.column : text.search(/\S|$/) + 1;
  if (place.endColumn === undefined) return [from, from + 1];
  const to = line === (place.endLine ?? place.line) ? place.endColumn : Number.POSITIVE_INFINITY;
  return [from, Math.max(to, from + 1)];
}

interface ExcerptCell {
  text: string;
  width: number;
  marked: boolean;
}

function row(text: string, line: number, [from, to]: [number, number], options: ExcerptOptions): ExcerptRow {
  const cells = window(cellsOf(text, from, to, options.show), options.width);
  const first = cells.findIndex((cell) => cell.marked);
  const before = first === -1 ? cells : cells.slice(0, first);
  const under = cells.filter((cell) => cell.marked);
  return {
    line,
    text: cells.map((cell) => cell.text).join(''),
    markFrom: to > from ? widthOf(before) : 0,
    markWidth: to > from ? Math.max(1, widthOf(under)) : 0,
  };
}

/** Returns the graphemes near the mark. A grapheme is marked if one of its code points is marked. */
function cellsOf(text: string, from: number, to: number, show: (text: string) => string): ExcerptCell[] {
  const start = Math.max(0, from - 1 - REACH);
  const { points, more } = pointsOf(text, start, from - 1 + REACH);
  const cells: ExcerptCell[] = [];
  if (start > 0) cells.push({ text: ELLIPSIS, width: 1, marked: false });
  let column = start + 1;
  for (const grapheme of graphemes(points)) {
    const next = column + [...grapheme].length;
    const shown = show(grapheme);
    cells.push({ text: shown, width: columns(shown), marked: next > from && column < to });
    column = next;
  }
  if (more) cells.push({ text: ELLIPSIS, width: 1, marked: false });
  return cells;
}

/** The code points of a text from one number to another, and whether there are more. */
function pointsOf(text: string, start: number, end: number): { points: string; more: boolean } {
  // Usually a code point is one unit. A line with a million of them is then not split for each mark.
  if (!/[\ud800-\udfff]/.test(text)) return { points: text.slice(start, end), more: end < text.length };
  const points = [...text];
  return { points: points.slice(start, end).join(''), more: end < points.length };
}

/** Returns the cells that fit around the first marked one. At most a third of the width is before it. */
function window(cells: readonly ExcerptCell[], width: number): ExcerptCell[] {
  if (widthOf(cells) <= width) return [...cells];
  const mark = Math.max(
    0,
    cells.findIndex((cell) => cell.marked),
  );
  let first = mark;
  let used = 0;
  while (first > 0 && used + widthAt(cells, first - 1) <= width / 3) {
    first -= 1;
    used += widthAt(cells, first);
  }
  const kept: ExcerptCell[] = first > 0 ? [{ text: ELLIPSIS, width: 1, marked: false }] : [];
  let room = width - kept.length;
  for (let at = first; at < cells.length; at += 1) {
    const cell = cells[at] as ExcerptCell;
    if (cell.width > room - 1) return [...kept, { text: ELLIPSIS, width: 1, marked: cell.marked }];
    kept.push(cell);
    room -= cell.width;
  }
  return kept;
}

function widthAt(cells: readonly ExcerptCell[], at: number): number {
  return (cells[at] as ExcerptCell).width;
}

function widthOf(cells: readonly ExcerptCell[]): number {
  return cells.reduce((sum, cell) => sum + cell.width, 0);
}
