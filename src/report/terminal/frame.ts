import type { Place } from '../../core/problem.ts';
import { columns } from '../../text/columns.ts';
import { graphemes } from '../../text/graphemes.ts';
import { normaliseSource } from '../../text/source-text.ts';
import type { Tone } from '../style.ts';
import { span, type Text } from '../text.ts';
import { visible } from '../visible.ts';
import { cutLine, indent, padLine } from './line.ts';

export type SourceLines = readonly string[];

const MOST_LINES = 3;
/** A wider code frame is not readable. */
const WIDEST = 120;
/** How many characters around the mark are read. One line may be a whole file. */
const REACH = 200;

/** Splits a text into lines once, for callers that show many places of it. */
export function linesOf(text: string): SourceLines {
  return normaliseSource(text).split('\n');
}

/**
 * Draws the lines around a place, with the place marked. A place counts code points, and the marks count terminal columns, so the
 * marks are correct under Korean text, emoji and tabs. Of a line that is too long, only the part around the mark is shown. Empty if
 * the text has no such line.
 */
export function drawFrame(lines: SourceLines, place: Place, terminal: number, tone: Tone): Text[] {
  if (lines[place.line - 1] === undefined) return [];
  const digits = String(place.line + MOST_LINES).length;
  const lead = (label = ''): Text => indent([span(label.padStart(digits), 'dim'), span(' │ ', 'dim')], 2);
  const gutter = digits + 5;
  const width = Math.max(20, Math.min(terminal, WIDEST) - gutter);
  const drawn = (line: number, mark?: [number, number]): Text[] => {
    const { text, before, marked } = cutAround(lines[line - 1] ?? '', mark ?? [1, 1], width);
    const row = [...lead(String(line)), ...cutLine([span(text)], width)];
    if (!mark) return [row];
    const signs = '^'.repeat(Math.max(1, Math.min(marked, width - before)));
    return [row, [...padLine(lead(), gutter + before), span(signs, tone)]];
  };
  const context = (line: number): Text[] => (lines[line - 1]?.trim() ? drawn(line) : []);
  const last = lastLine(place);
  const shown = Math.min(last, place.line + MOST_LINES - 1, lines.length);
  const covered = Array.from({ length: shown - place.line + 1 }, (_, index) => place.line + index);
  return [
    ...context(place.line - 1),
    ...covered.flatMap((line) => drawn(line, markIn(place, line, lines[line - 1] ?? ''))),
    ...(shown < last ? [[...lead(), span('…')]] : context(last + 1)),
  ];
}

/** Returns the last line that a place covers. If the end is at the first column of a line, that line is not covered. */
function lastLine(place: Place): number {
  const { line, endLine = line, endColumn = 1 } = place;
  return endLine > line && endColumn === 1 ? endLine - 1 : Math.max(line, endLine);
}

/** Returns the covered columns of a line, in code points, end exclusive. Indentation is not marked. */
function markIn(place: Place, line: number, text: string): [number, number] {
  const from = line === place.line ? place.column : text.search(/\S|$/) + 1;
  if (place.endColumn === undefined) return [from, from + 1];
  const to = line === (place.endLine ?? place.line) ? place.endColumn : Number.POSITIVE_INFINITY;
  return [from, Math.max(to, from + 1)];
}

/** Returns a line as it is drawn, and the columns before the mark and of it. Of a long line, at most a third of the width is before it. */
function cutAround(line: string, [from, to]: [number, number], width: number) {
  const start = Math.max(0, from - 1 - REACH);
  // Usually a code point is one unit. A line with a million of them is then not split for each mark.
  const points = /[\ud800-\udfff]/.test(line) ? [...line] : line;
  const part = points.slice(start, from - 1 + REACH);
  let [before, under, after, column] = ['', '', '', start + 1];
  // A grapheme is marked if one of its code points is marked.
  for (const grapheme of graphemes(typeof part === 'string' ? part : part.join(''))) {
    const begin = column;
    column += [...grapheme].length;
    if (column <= from) before += visible(grapheme);
    else if (begin < to) under += visible(grapheme);
    else after += visible(grapheme);
  }
  const [text, marked] = [`${before}${under}${after}`, columns(under)];
  if (columns(text) <= width) return { text, before: columns(before), marked };
  const kept = endOf(before, width / 3);
  const lead = kept === before && start === 0 ? kept : `…${kept}`;
  return { text: `${lead}${text.slice(before.length)}`, before: columns(lead), marked };
}

/** Returns the end of a text that fits into some columns. */
function endOf(text: string, room: number): string {
  let kept = '';
  for (const grapheme of graphemes(text).reverse()) {
    if (columns(grapheme + kept) > room) break;
    kept = grapheme + kept;
  }
  return kept;
}
