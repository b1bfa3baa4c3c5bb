import type { Listing } from './views.ts';

/** The first `count` of what was found, as rows. */
export function listing<T, Row>(found: readonly T[], count: number, rowOf: (one: T) => Row): Listing<Row> {
  return { total: found.length, rows: found.slice(0, count).map(rowOf) };
}
