import type { Listing } from './views.ts';

/**
 * True if one of the texts holds what is searched for, in any case of letters; nothing is held by all. `-` and `_` are equal:
 * the id `order-paid` of a manifest finds its code `order_paid`.
 */
export function includes(texts: readonly string[], search: string): boolean {
  if (search === '') return true;
  const wanted = folded(search);
  return texts.some((text) => folded(text).includes(wanted));
}

function folded(text: string): string {
  return text.toLowerCase().replaceAll('_', '-');
}

/** The first `count` of what was found, as rows. */
export function listing<T, Row>(found: readonly T[], count: number, rowOf: (one: T) => Row): Listing<Row> {
  return { total: found.length, rows: found.slice(0, count).map(rowOf) };
}
