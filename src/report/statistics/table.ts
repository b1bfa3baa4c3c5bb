import type { Statistics } from '../../account/statistics/read.ts';
import type { Json } from '../../core/json.ts';
import { fill, type Language, type Phrase } from '../../core/language.ts';
import { columns } from '../../text/columns.ts';
import { type DataTable, dataTableText, drawDataTable, type TableFormat } from '../data-table.ts';
import { render, span, wrapHanging } from '../line.ts';
import type { Style } from '../style.ts';
import { largest } from '../table.ts';
import { csvColumns, tableColumns } from './columns.ts';
import { numberOf, type StatTotals, shareOf, totalsByUnit, totalsOf } from './totals.ts';
import { headingOf, notesOf, scopeOf, statWords } from './words.ts';

/** Rows of a table for people. */
const LONGEST_BAR = 24;
const SHORTEST_BAR = 6;

/** Draws statistics as a table with a total, or as YAML or CSV. A terminal also gets bars and a sparkline. */
export async function statisticsText(statistics: Statistics, format: TableFormat, style: Style): Promise<string> {
  const { question, rows, mode } = statistics;
  const { language = 'en' } = style;
  if (format !== 'table') {
    const marked = mode === null ? rows : rows.map((row) => ({ ...row, mode }));
    return dataTableText({ columns: csvColumns(question), rows: marked }, format, style);
  }
  const heading = [span(headingOf(question, language), 'bold'), span(`, ${scopeOf(question, language)}`)];
  const notes = notesOf(statistics, language).flatMap((note) => wrapHanging([span(note, 'yellow')], style.width, 2));
  const table: DataTable = { columns: tableColumns(statistics, language), rows };
  const body = rows.length === 0 ? `${statWords.nothing[language]}\n` : withBars(table, style);
  const total = rows.length === 0 ? [] : wrapHanging([span(totalText(totalsOf(rows), language))], style.width, 2);
  const spark = style.terminal && rows.length > 0 ? sparkText(totalsByUnit(statistics), style.width, language) : '';
  return [
    render([heading], style),
    spark === '' ? '' : `${spark}\n`,
    '\n',
    body,
    total.length === 0 ? '' : `\n${render(total, style)}`,
    notes.length === 0 ? '' : `\n${render(notes, style)}`,
  ].join('');
}

function totalText({ delivered, failed, unknown, read, clicks }: StatTotals, language: Language): string {
  const say = (phrase: Phrase, number: number): string => fill(phrase, language, { number });
  const ofAll = read && fill(TOTALS.read, language, { read: read.count, all: read.of });
  const parts = [
    say(TOTALS.delivered, delivered),
    say(TOTALS.failed, failed),
    ...(unknown === 0 ? [] : [say(TOTALS.unknown, unknown)]),
    ...(read ? [`${ofAll}${read.of === 0 ? '' : ` (${shareOf(read)})`}`] : []),
    ...(clicks ? [say(TOTALS.clicks, clicks.count)] : []),
  ];
  return `${fill(statWords.total, language)}: ${parts.join(', ')}`;
}

const TOTALS = {
  delivered: { en: '{number} delivered', ko: '성공 {number}건' },
  failed: { en: '{number} failed', ko: '실패 {number}건' },
  unknown: { en: '{number} unknown', ko: '결과 미확인 {number}건' },
  read: { en: '{read} of {all} read', ko: '{all}건 중 열람 {read}건' },
  clicks: { en: '{number} clicks', ko: '클릭 {number}회' },
} satisfies Record<string, Phrase>;

/** The table; in a terminal with a bar behind each row, if the width has room for it. */
function withBars(table: DataTable, style: Style): string {
  if (!style.terminal) return drawDataTable(table, style);
  const whole = drawDataTable(table, { ...style, color: false, terminal: false });
  const room = Math.min(LONGEST_BAR, style.width - largest(whole.split('\n').map(columns)) - 2);
  if (room < SHORTEST_BAR) return drawDataTable(table, style);
  const most = largest(table.rows.map(({ successCount }) => numberOf(successCount)));
  const column = { key: 'successCount', title: '', show: (value: Json) => barText(numberOf(value), most, room) };
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
export function sparkText(totals: readonly StatTotals[], width: number, language: Language = 'en'): string {
  if (totals.length < 2) return '';
  const room = Math.max(10, width - 45);
  const share = Math.ceil(totals.length / room);
  const counts = Array.from({ length: Math.ceil(totals.length / share) }, (_, index) =>
    totals.slice(index * share, (index + 1) * share).reduce((sum, { delivered }) => sum + delivered, 0),
  );
  // The last sign may stand for fewer days than the others, which is no low number.
  const least = Math.min(...counts.slice(0, Math.floor(totals.length / share)));
  const most = Math.max(...counts);
  const line = counts.map((count) => (count === 0 ? ' ' : (LEVELS[levelOf(count, most)] ?? ''))).join('');
  const unit = totals[0]?.when.length === 6 ? 'month' : 'day';
  const phrase = SPARK[share === 1 ? unit : (`${unit}s` as const)];
  return `${line}  ${fill(phrase, language, { least, most, share })}`;
}

const SPARK = {
  day: { en: '{least} to {most} a day', ko: '하루 {least}~{most}건' },
  month: { en: '{least} to {most} a month', ko: '한 달 {least}~{most}건' },
  days: { en: '{least} to {most} in {share} days', ko: '{share}일마다 {least}~{most}건' },
  months: { en: '{least} to {most} in {share} months', ko: '{share}개월마다 {least}~{most}건' },
} satisfies Record<string, Phrase>;

function levelOf(count: number, most: number): number {
  return Math.min(LEVELS.length - 1, Math.ceil((count / most) * LEVELS.length) - 1);
}
