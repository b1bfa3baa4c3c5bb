import { CLICK_COUNTS } from '../../account/statistics/endpoints.ts';
import type { ShownStat } from '../../account/statistics/rows.ts';
import type { Json } from '../../core/json.ts';

/** A count of reads or clicks, over the rows that have one. */
interface ProvidedCount {
  count: number;
  /** The successes of these rows. */
  of: number;
}

/** The numbers of a whole answer. */
export interface StatTotals {
  delivered: number;
  failed: number;
  unknown: number;
  /** Null if the service provides no read counts of these rows. Undefined if there are no rows, or no counts yet. */
  read: ProvidedCount | null | undefined;
  clicks: ProvidedCount | null | undefined;
}

export function totalsOf(rows: readonly ShownStat[]): StatTotals {
  const sum = (...names: string[]): number =>
    rows.reduce((all, row) => all + names.reduce((some, name) => some + numberOf(row[name]), 0), 0);
  return {
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
  const counts = CLICK_COUNTS.flatMap((name) => (row[name] === undefined ? [] : [row[name]]));
  if (counts.length === 0) return undefined;
  return counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + numberOf(count), 0);
}

/** The number; 0 if there is none. */
export function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}

/** `45.6%` */
export function shareOf({ count, of }: ProvidedCount): string {
  return of === 0 ? '' : `${((count / of) * 100).toFixed(1)}%`;
}
