import type { Statistics } from '../../account/statistics/read.ts';
import { columns } from '../../core/columns.ts';
import { type DataTable, dataTableText, drawDataTable, type TableFormat } from '../data-table.ts';
import { render, span, wrapHanging } from '../line.ts';
import type { Style } from '../style.ts';
import { type Absent, csvColumns, tableColumns } from './columns.ts';
import { type StatTotals, shareOf, totalsByUnit, totalsOf } from './totals.ts';
import { headingOf, notesOf, scopeOf, statWords } from './words.ts';

const ABSENT: Absent = { notProvided: statWords.notProvided.en, notYet: statWords.notYet.en };

/** Rows of a table for people. */
const LONGEST_BAR = 24;
const SHORTEST_BAR = 6;

/** Draws statistics as a table with a total, or as YAML or CSV. A terminal also gets bars and a sparkline. */
export async function statisticsText(statistics: Statistics, format: TableFormat, style: Style): Promise<string> {
  const { question, rows, mode } = statistics;
  if (format !== 'table') {
    const marked = mode === null ? rows : rows.map((row) => ({ ...row, mode }));
    return dataTableText({ columns: csvColumns(question), rows: marked }, format, style);
  }
  const heading = [span(headingOf(question, 'en'), 'bold'), span(`, ${scopeOf(question, 'en')}`)];
  const notes = notesOf(statistics, 'en').flatMap((note) => wrapHanging([span(note, 'yellow')], style.width, 2));
  const table: DataTable = { columns: tableColumns(statistics, ABSENT), rows };
  const body = rows.length === 0 ? `${statWords.nothing.en}\n` : withBars(table, style);
  const total = rows.length === 0 ? [] : wrapHanging([span(totalText(totalsOf(rows)))], style.width, 2);
  const spark = style.terminal && rows.length > 0 ? sparkText(totalsByUnit(statistics), style.width) : '';
  return [
    render([heading], style),
    spark === '' ? '' : `${spark}\n`,
    '\n',
    body,
    total.length === 0 ? '' : `\n${render(total, style)}`,
    notes.length === 0 ? '' : `\n${render(notes, style)}`,
  ].join('');
}

function totalText({ delivered, failed, unknown, read, clicks }: StatTotals): string {
  const parts = [
    `${shown(delivered)} delivered`,
    `${shown(failed)} failed`,
    ...(unknown === 0 ? [] : [`${shown(unknown)} unknown`]),
    ...(read ? [`${shown(read.count)} of ${shown(read.of)} read${read.of === 0 ? '' : ` (${shareOf(read)})`}`] : []),
    ...(clicks ? [`${shown(clicks.count)} clicks`] : []),
  ];
  return `Total: ${parts.join(', ')}`;
}

function shown(count: number): string {
  return count.toLocaleString('en');
}

/** The table; in a terminal with a bar behind each row, if the width has room for it. */
function withBars(table: DataTable, style: Style): string {
  const plain = drawDataTable(table, style);
  if (!style.terminal) return plain;
  const whole = drawDataTable(table, { ...style, color: false, terminal: false });
  const width = Math.max(...whole.split('\n').map((line) => columns(line)));
  const room = Math.min(LONGEST_BAR, style.width - width - 2);
  if (room < SHORTEST_BAR) return plain;
  const most = Math.max(...table.rows.map(({ successCount }) => Number(successCount ?? 0)));
  const bar = (count: number): string => barText(count, most, room);
  const column = {
    key: 'bar',
    title: '',
    show: (_value: unknown, _style: Style, row: DataTable['rows'][number]) => bar(Number(row['successCount'] ?? 0)),
  };
  return drawDataTable({ ...table, columns: [...table.columns, column] }, style);
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of up to `room` columns, in steps of an eighth. A count above 0 is never empty. */
export function barText(count: number, most: number, room: number): string {
  if (count <= 0 || most <= 0) return '';
  const eighths = Math.max(1, Math.round((count / most) * room * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}

const LEVELS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/**
 * The delivered messages of each day or month as one line, with the lowest and the highest number. Many days share a sign
 * if the line has no room for each.
 */
export function sparkText(totals: readonly StatTotals[], width: number): string {
  if (totals.length < 2) return '';
  const room = Math.max(10, width - 45);
  const share = Math.ceil(totals.length / room);
  const counts = Array.from({ length: Math.ceil(totals.length / share) }, (_, index) =>
    totals.slice(index * share, (index + 1) * share).reduce((sum, { delivered }) => sum + delivered, 0),
  );
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const line = counts.map((count) => (count === 0 ? ' ' : (LEVELS[levelOf(count, most)] ?? ''))).join('');
  const unit = totals[0]?.when.length === 6 ? 'month' : 'day';
  const each = share === 1 ? `a ${unit}` : `in ${share} ${unit}s`;
  return `${line}  ${shown(least)} to ${shown(most)} ${each}`;
}

function levelOf(count: number, most: number): number {
  return Math.min(LEVELS.length - 1, Math.ceil((count / most) * LEVELS.length) - 1);
}
