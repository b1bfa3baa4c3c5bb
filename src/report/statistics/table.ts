import type { Statistics } from '../../account/statistics/read.ts';
import { dataTableText, drawDataTable, type TableFormat } from '../data-table.ts';
import { render, span, wrapHanging } from '../line.ts';
import type { Style } from '../style.ts';
import { csvColumns, tableColumns } from './columns.ts';
import { totalsOf } from './totals.ts';
import { headingOf, notesOf, scopeOf, statWords, totalText } from './words.ts';

/** Draws statistics as a table with a total, or as CSV. */
export function statisticsText(statistics: Statistics, format: TableFormat, style: Style): string {
  const { question, rows, mode } = statistics;
  const { language = 'en' } = style;
  if (format !== 'table') {
    const marked = mode === null ? rows : rows.map((row) => ({ ...row, mode }));
    return dataTableText({ columns: csvColumns(question), rows: marked }, format, style);
  }
  const heading = [span(headingOf(question, language), 'bold'), span(`, ${scopeOf(question, language)}`)];
  const notes = notesOf(statistics, language).flatMap((note) => wrapHanging([span(note, 'yellow')], style.width, 2));
  const body =
    rows.length === 0
      ? `${statWords.nothing[language]}\n`
      : drawDataTable({ columns: tableColumns(statistics, language), rows }, style);
  const total = rows.length === 0 ? [] : wrapHanging([span(totalText(totalsOf(rows), language))], style.width, 2);
  return [
    render([heading], style),
    '\n',
    body,
    total.length === 0 ? '' : `\n${render(total, style)}`,
    notes.length === 0 ? '' : `\n${render(notes, style)}`,
  ].join('');
}
