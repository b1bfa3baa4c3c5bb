import { columns } from '../../text/columns.ts';
import { graphemes } from '../../text/graphemes.ts';
import { trimEndOf } from '../../text/trim.ts';
import { paint, type Style } from '../style.ts';
import { type Span, span, type Text } from '../text.ts';

export const EMPTY: Text = [];

/** Columns that a line takes. */
export function lineWidth(line: Text): number {
  return line.reduce((sum, { text }) => sum + columns(text), 0);
}

export function indent(line: Text, by: number): Text {
  return line.length === 0 || by === 0 ? line : [span(' '.repeat(by)), ...line];
}

/** The rows, each indented. */
export function indented(rows: readonly Text[], by: number): Text[] {
  return rows.map((row) => indent(row, by));
}

/** Blocks of rows with an empty line between them. Blocks without a row are left out. */
export function separated(blocks: readonly (readonly Text[])[]): Text[] {
  return blocks.filter((rows) => rows.length > 0).flatMap((rows, index) => (index === 0 ? rows : [EMPTY, ...rows]));
}

/** The line with spaces up to `width` columns. */
export function padLine(line: Text, width: number): Text {
  const missing = width - lineWidth(line);
  return missing > 0 ? [...line, span(' '.repeat(missing))] : line;
}

/** The line within `width` columns. A longer one ends with `…`. */
export function cutLine(line: Text, width: number): Text {
  if (lineWidth(line) <= width) return line;
  const kept: Span[] = [];
  let room = width - 1;
  for (const piece of line) {
    let text = '';
    for (const grapheme of graphemes(piece.text)) {
      room -= columns(grapheme);
      if (room < 0) return [...kept, { ...piece, text }, span('…', 'dim')];
      text += grapheme;
    }
    kept.push(piece);
  }
  return kept;
}

/** The lines as text: one line break after each, no spaces at an end. */
export function render(lines: readonly Text[], style: Style): string {
  return lines.map((line) => `${renderLine(line, style)}\n`).join('');
}

/** As `separated`, as text. Each block is drawn after the one before it is text. */
export function renderBlocks(blocks: Iterable<readonly Text[]>, style: Style): string {
  let text = '';
  for (const lines of blocks) if (lines.length > 0) text += `${text === '' ? '' : '\n'}${render(lines, style)}`;
  return text;
}

/** One line as text, without a line break. */
export function renderLine(line: Text, style: Style): string {
  return joinTones(trimmed(line))
    .map(({ text, tones }) => paint(style, text, ...tones))
    .join('');
}

/** Neighbours of the same tones as one. */
function joinTones(line: Text): Text {
  const joined: Span[] = [];
  for (const piece of line) {
    const last = joined.at(-1);
    if (last && last.tones.join() === piece.tones.join()) {
      joined[joined.length - 1] = { ...last, text: last.text + piece.text };
    } else joined.push(piece);
  }
  return joined;
}

function trimmed(line: Text): Text {
  const end = line.findLastIndex(({ text }) => trimEndOf(text, ' ') !== '') + 1;
  const last = line[end - 1];
  return last ? [...line.slice(0, end - 1), { ...last, text: trimEndOf(last.text, ' ') }] : [];
}

interface LineCell {
  text: string;
  width: number;
  from: Span;
}

/**
 * The line in rows of at most `width` columns, `hang` fewer after the first; broken after spaces, or inside a word that is
 * longer than a row. Nothing is lost: the rows put together are the line. At least one row.
 */
export function wrap(line: Text, width: number, hang = 0): Text[] {
  const rows: LineCell[][] = [];
  let row: LineCell[] = [];
  let used = 0;
  for (const cell of cellsOf(line)) {
    while (row.length > 0 && !isSpace(cell) && used + cell.width > (rows.length === 0 ? width : width - hang)) {
      const cut = row.findLastIndex(isSpace) + 1 || row.length;
      rows.push(row.slice(0, cut));
      row = row.slice(cut);
      used = row.reduce((sum, { width: wide }) => sum + wide, 0);
    }
    row.push(cell);
    used += cell.width;
  }
  return [...rows, row].map(joinCells);
}

function isSpace({ text, from }: LineCell): boolean {
  return text === ' ' && !from.whole;
}

/** As `wrap`, with rows after the first one indented. */
export function wrapHanging(line: Text, width: number, hang: number): Text[] {
  return wrap(line, width, hang).map((row, index) => (index === 0 ? row : indent(row, hang)));
}

/** A line in indented rows of `width` columns; rows after the first are indented by two more. */
export function wrapped(line: Text, { width }: Pick<Style, 'width'>, by = 0): Text[] {
  return indented(wrapHanging(line, Math.max(16, width - by), 2), by);
}

function cellsOf(line: Text): LineCell[] {
  return line.flatMap((from) =>
    (from.whole ? [from.text] : graphemes(from.text)).map((text) => ({ text, width: columns(text), from })),
  );
}

function joinCells(cells: readonly LineCell[]): Text {
  const spans: Span[] = [];
  let from: Span | undefined;
  for (const cell of cells) {
    const last = spans.at(-1);
    if (last && cell.from === from) spans[spans.length - 1] = { ...last, text: last.text + cell.text };
    else spans.push({ ...cell.from, text: cell.text });
    from = cell.from;
  }
  return spans;
}
