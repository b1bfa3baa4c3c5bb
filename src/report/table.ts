import { EMPTY, indent, type Line, lineWidth, padLine, span, wrap } from './line.ts';

/** Fewer columns than this are no room for the last cell: it goes below the others. */
const NARROWEST = 24;
const BETWEEN = 2;

/**
 * Rows in aligned columns within `width`. The last cell takes what is left and goes on in rows of its own; where that is
 * too narrow for it, or for a piece of it that is not broken, it stands below the others. `after` rows follow a row, indented by the caller.
 */
export function drawTable(rows: readonly { cells: readonly Line[]; after?: readonly Line[] }[], width: number): Line[] {
  const count = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const widths = Array.from({ length: Math.max(0, count - 1) }, (_, column) =>
    Math.max(0, ...rows.map(({ cells }) => lineWidth(cells[column] ?? EMPTY))),
  );
  const taken = widths.reduce((sum, columns) => sum + columns + BETWEEN, 0);
  const room = width - taken;
  const longest = Math.max(0, ...rows.map(({ cells }) => longestWhole(cells[count - 1] ?? EMPTY)));
  const stacked = room < Math.max(NARROWEST, longest);
  return rows.flatMap(({ cells, after = [] }) => [
    ...(stacked ? stack(cells, width) : beside(cells, widths, room)),
    ...after,
  ]);
}

/** Columns of the longest piece that is never broken. */
function longestWhole(line: Line): number {
  return Math.max(0, ...line.filter(({ whole }) => whole).map((piece) => lineWidth([piece])));
}

function beside(cells: readonly Line[], widths: readonly number[], room: number): Line[] {
  const head = widths.flatMap((columns, column) => [
    ...padLine(cells[column] ?? EMPTY, columns),
    span(' '.repeat(BETWEEN)),
  ]);
  const [first = EMPTY, ...rest] = wrap(cells[widths.length] ?? EMPTY, room);
  return [[...head, ...first], ...rest.map((row) => indent(row, lineWidth(head)))];
}

function stack(cells: readonly Line[], width: number): Line[] {
  const head = cells.slice(0, -1).flatMap((cell, index) => [...(index === 0 ? [] : [span('  ')]), ...cell]);
  return [...wrap(head, width), ...wrap(cells.at(-1) ?? EMPTY, width - 4).map((row) => indent(row, 4))];
}
