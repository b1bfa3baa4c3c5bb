import type { Listing } from './views.ts';

/** Whether one of the texts holds what is searched for, in any case of letters. Nothing is held by all. */
export function includes(texts: readonly string[], search: string): boolean {
  if (search === '') return true;
  const wanted = search.toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

/** The first `count` of what was found, as rows. */
export function listing<T, Row>(found: readonly T[], count: number, rowOf: (one: T) => Row): Listing<Row> {
  return { total: found.length, rows: found.slice(0, count).map(rowOf) };
}
