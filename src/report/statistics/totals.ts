import { lengthOf, unitsOf } from '../../account/statistics/days.ts';
import { CLICK_COUNTS } from '../../account/statistics/endpoints.ts';
import type { Statistics } from '../../account/statistics/read.ts';
import type { ShownStat } from '../../account/statistics/rows.ts';
import { groupBy } from '../../core/grouping.ts';
import { isObject, type Json } from '../../core/json.ts';

/** A count of reads or clicks, over the rows that have one. */
export interface ProvidedCount {
  count: number;
  /** The successes of these rows. */
  of: number;
}

/** The numbers of a day, a month, or a whole answer. */
export interface StatTotals {
  /** The day or month; empty for a whole answer. */
  when: string;
  delivered: number;
  failed: number;
  unknown: number;
  /** Null if the service provides no read counts of these rows. Undefined if there are no rows, or no counts yet. */
  read: ProvidedCount | null | undefined;
  clicks: ProvidedCount | null | undefined;
}

export function totalsOf(rows: readonly ShownStat[], when = ''): StatTotals {
  const sum = (...names: string[]): number =>
    rows.reduce((all, row) => all + names.reduce((some, name) => some + numberOf(row[name]), 0), 0);
  return {
    when,
    delivered: sum('successCount'),
    failed: sum('validFailCount', 'invalidFailCount'),
    unknown: sum('unknownRequestCount'),
    read: provided(rows, (row) => row['readCount']),
    clicks: provided(rows, clicksOf),
  };
}

function provided(
  rows: readonly ShownStat[],
  countOf: (row: ShownStat) => Json | undefined,
): ProvidedCount | null | undefined {
  const counted = rows.filter((row) => typeof countOf(row) === 'number');
  if (counted.length === 0) return rows.some((row) => countOf(row) === null) ? null : undefined;
  return {
    count: counted.reduce((sum, row) => sum + numberOf(countOf(row)), 0),
    of: counted.reduce((sum, row) => sum + numberOf(row['successCount']), 0),
  };
}

/** All clicks of a row; null if the service does not provide them, undefined if the row counts none. */
export function clicksOf(row: ShownStat): number | null | undefined {
  const info = row['clickInfo'];
  if (info === null) return null;
  // The types of buttons count the same clicks again.
  if (isObject(info))
    return ['buttonOrders', 'qrType', 'imageOrders', 'listOrders', 'etc'].reduce(
      (sum, name) => sum + allOf(info[name]),
      0,
    );
  const counts = CLICK_COUNTS.flatMap((name) => (row[name] === undefined ? [] : [row[name]]));
  if (counts.length === 0) return undefined;
  return counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + numberOf(count), 0);
}

function allOf(value: Json | undefined): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + allOf(one), 0);
  return isObject(value) ? Object.values(value).reduce<number>((sum, one) => sum + allOf(one), 0) : numberOf(value);
}

/** The number; 0 if there is none. */
export function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}

/**
 * The totals of each day or month that has numbers, also of those without a row.
 * @param most more days than this are added up by month
 */
export function totalsByUnit({ question, rows, notYet }: Statistics, most = Number.POSITIVE_INFINITY): StatTotals[] {
  if (question.of === 'direct') return [];
  const by = lengthOf(question.span, question.by) > most ? 'month' : question.by;
  const unitOf = (day: string): string => (by === 'month' ? day.slice(0, 6) : day);
  const span = { from: unitOf(question.span.from), to: unitOf(question.span.to) };
  const byUnit = groupBy(rows, (row) => unitOf(String(row['date'] ?? row['month'])));
  return unitsOf(span, by)
    .filter((when) => byUnit.has(when) || notYet === null || when.padEnd(notYet.from.length, '01') < notYet.from)
    .map((when) => totalsOf(byUnit.get(when) ?? [], when));
}

/** `45.6%` */
export function shareOf({ count, of }: ProvidedCount): string {
  return of === 0 ? '' : `${((count / of) * 100).toFixed(1)}%`;
}
