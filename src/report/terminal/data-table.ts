import type { Json, JsonObject } from '../../core/json.ts';
import type { Style } from '../style.ts';
import { span, whole } from '../text.ts';
import { codePoint, visible } from '../visible.ts';
import { render } from './line.ts';
import { drawGrid } from './table.ts';

export interface DataColumn {
  /** The member of each row, and the name of the column in CSV. */
  key: string;
  /** The heading of the table. */
  title: string;
  right?: boolean;
  /** Set for names that are copied: a terminal never cuts them. */
  whole?: boolean;
  /** How the table shows a value. CSV and JSON have the value itself. */
  show?: (value: Json, style: Style, row: JsonObject) => string;
}

/** Rows of data with a description of their columns. A row may have more members than columns. */
export interface DataTable {
  columns: readonly DataColumn[];
  rows: readonly JsonObject[];
}

/** The forms of a table of data beside `--json`. */
export type TableFormat = 'table' | 'csv';

/** Draws a table of data: an aligned table, or CSV with the columns. */
export function dataTableText(table: DataTable, format: TableFormat, style: Style): string {
  return format === 'csv' ? csvText(table, style) : drawDataTable(table, style);
}

/** Draws the rows below headings. A terminal cuts long cells; a pipe or a file gets them whole. */
export function drawDataTable({ columns, rows }: DataTable, style: Style): string {
  const cells = rows.map((row) =>
    columns.map(({ key, show, whole: isWhole }) => {
      const value = row[key] ?? null;
      const text = show ? show(value, style, row) : cellText(value);
      return [isWhole ? whole(text) : span(text)];
    }),
  );
  return render(drawGrid(columns, cells, style.terminal ? style.width : undefined), style);
}

/** A table as RFC 4180 describes it, with a line feed after each row. A terminal gets line breaks and hidden characters as signs. */
function csvText({ columns, rows }: DataTable, { terminal }: Style): string {
  const heads = columns.map(({ key }) => key);
  const cells = rows.map((row) => columns.map(({ key }) => inert(row[key] ?? null)));
  const shown = terminal ? cells.map((row) => row.map(visible)) : cells;
  return [heads, ...shown].map((row) => `${row.map(quoted).join(',')}\n`).join('');
}

/**
 * The text of a cell for CSV. Control characters other than tabs and line breaks, which RFC 4180 does not allow, are shown by
 * their code. A text that a spreadsheet would calculate (`=…`, `+…`, `-…`, `@…`, also in full width) begins with `'`.
 */
function inert(value: Json): string {
  const text = cellText(value).replace(/(?![\t\n\r])\p{Cc}/gu, codePoint);
  return typeof value !== 'number' && /^[=+\-@＝＋－＠\t\n\r]/.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A value as the text of a cell. Nothing is an empty cell. */
export function cellText(value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(cellText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
