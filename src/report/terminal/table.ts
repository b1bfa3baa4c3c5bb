import { joined, span, type Text } from '../text.ts';
import { cutLine, EMPTY, indent, lineWidth, padLine, wrap } from './line.ts';

/** With fewer columns than this a long last cell is drawn below the others. */
const NARROWEST = 24;
const BETWEEN = 2;
/** A column of a grid is never cut to fewer columns than this. */
const NARROWEST_CUT = 8;

/** The largest of the numbers, or 0. `Math.max` cannot take a hundred thousand arguments. */
export function largest(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => Math.max(a, b), 0);
}

/** `after` rows follow a row, indented by the caller. */
export interface TableRow {
  cells: readonly Text[];
  after?: readonly Text[];
}

/**
 * Draws rows in aligned columns within `width`. The last cell takes the remaining width and continues in rows below. A first
 * cell that is too wide gets a row above the others; if most are too wide, the last cell of each row is drawn below the
 * others. Whole pieces are never broken.
 */
export function drawTable(rows: readonly TableRow[], width: number): Text[] {
  const count = largest(rows.map(({ cells }) => cells.length));
  const lasts = rows.map(({ cells }) => cells[count - 1] ?? EMPTY);
  const needed = largest(lasts.map((last) => Math.max(longestWhole(last), Math.min(NARROWEST, lineWidth(last)))));
  const widths = widthsOf(rows, Math.max(0, count - 1), width - needed);
  return rows.flatMap(({ cells, after = [] }) => [
    ...(widths === undefined ? stack(cells, width) : beside(cells, widths, width)),
    ...after,
  ]);
}

/** A column of a grid. Names that are copied are `whole`: never cut. */
interface GridColumn {
  title: string;
  right?: boolean | undefined;
  whole?: boolean | undefined;
}

/**
 * Draws a heading and rows of one line each in aligned columns.
 * @param most the columns of a terminal, for which long cells are cut; without it every cell is whole
 */
export function drawGrid(columns: readonly GridColumn[], rows: readonly (readonly Text[])[], most?: number): Text[] {
  const head = columns.map(({ title }): Text => [span(title, 'bold')]);
  const widths = columns.map((_, index) => largest([head, ...rows].map((cells) => lineWidth(cells[index] ?? EMPTY))));
  const limit = most === undefined ? Number.POSITIVE_INFINITY : limitOf(columns, widths, most);
  const gap = span(' '.repeat(BETWEEN));
  const fitted = widths.map((wide, index) => (columns[index]?.whole ? wide : Math.min(wide, limit)));
  return [head, ...rows].map((cells) =>
    joined(
      columns.map(({ right }, index) => {
        const width = fitted[index] ?? 0;
        const cell = cutLine(cells[index] ?? EMPTY, width);
        return right ? indent(cell, width - lineWidth(cell)) : padLine(cell, width);
      }),
      gap,
    ),
  );
}

/** The widest that a column may be if all are to fit: the longest columns are cut first. */
function limitOf(columns: readonly GridColumn[], widths: readonly number[], most: number): number {
  const fixed = widths.filter((_, index) => columns[index]?.whole).reduce((sum, wide) => sum + wide, 0);
  let room = most - fixed - BETWEEN * (columns.length - 1);
  const others = widths.filter((_, index) => !columns[index]?.whole).sort((a, b) => a - b);
  for (const [index, wide] of others.entries()) {
    const share = Math.floor(room / (others.length - index));
    if (wide > share) return Math.max(NARROWEST_CUT, share);
    room -= wide;
  }
  return Number.POSITIVE_INFINITY;
}

/** The widths of all columns but the last within `most`; undefined if too few first cells fit. */
function widthsOf(rows: readonly TableRow[], count: number, most: number): number[] | undefined {
  const widest = (column: number, limit: number): number =>
    largest(rows.map(({ cells }) => lineWidth(cells[column] ?? EMPTY)).filter((wide) => wide <= limit));
  const others = Array.from({ length: count }, (_, index) => widest(index, Number.POSITIVE_INFINITY)).slice(1);
  const left = most - others.reduce((sum, wide) => sum + wide + BETWEEN, 0) - BETWEEN;
  const fitting = rows.filter(({ cells }) => lineWidth(cells[0] ?? EMPTY) <= left).length;
  return fitting * 2 <= rows.length ? undefined : [widest(0, left), ...others].slice(0, count);
}

/** Columns of the longest piece that is never broken. */
function longestWhole(line: Text): number {
  return largest(line.filter(({ whole }) => whole).map((piece) => lineWidth([piece])));
}

function beside(cells: readonly Text[], widths: readonly number[], width: number): Text[] {
  const [name = EMPTY, ...others] = cells;
  const [column = 0] = widths;
  if (widths.length > 0 && lineWidth(name) > column) {
    const rest = others.some((cell) => cell.length > 0) ? beside([EMPTY, ...others], widths, width) : [];
    return [name, ...rest];
  }
  const head = widths.flatMap((columns, index) => [
    ...padLine(cells[index] ?? EMPTY, columns),
    span(' '.repeat(BETWEEN)),
  ]);
  const taken = lineWidth(head);
  const [first = EMPTY, ...rest] = wrap(cells[widths.length] ?? EMPTY, width - taken);
  return [[...head, ...first], ...rest.map((row) => indent(row, taken))];
}

function stack(cells: readonly Text[], width: number): Text[] {
  const last = cells.at(-1) ?? EMPTY;
  const head = cells.slice(0, -1).filter((cell) => cell.length > 0);
  const together = joined(head, span(' '.repeat(BETWEEN)));
  const heads =
    lineWidth(together) <= width ? [together] : head.map((cell, index) => indent(cell, index === 0 ? 0 : 4));
  return [...heads, ...(last.length === 0 ? [] : wrap(last, width - 4).map((row) => indent(row, 4)))];
}
