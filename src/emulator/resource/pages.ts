import type { JsonObject } from '../../core/json.ts';
import { type Refused, refuse, result } from '../answers.ts';
import { parseStamp } from '../dates.ts';
import type { Read, Shape } from '../shape.ts';

/** Paging and periods of template lists (assumptions 24 and 127). */

export const MAX_COUNT = 100;

/** Returns one page, newest first, and the totals of the answer. `found` is oldest first. */
export function pageOf<T>(found: readonly T[], page: number, count: number): { rows: T[]; totals: JsonObject } {
  const end = Math.max(found.length - (page - 1) * count, 0);
  return {
    rows: found.slice(Math.max(end - count, 0), end).reverse(),
    totals: { totalCount: found.length, totalPage: Math.ceil(found.length / count), currentPage: page },
  };
}

export const stamp = {
  is: 'text',
  fits: (text: string) => parseStamp(text) !== undefined,
  hint: 'must be a date in the form yyyyMMddHHmmss',
} as const satisfies Shape[string];

export const periodShape = { startDate: stamp, endDate: stamp } as const satisfies Shape;

/** Milliseconds since the epoch, both inclusive. An open end is infinite. */
export interface Period {
  from: number;
  to: number;
}

export function periodOf({ startDate, endDate }: Read<typeof periodShape>): Period | Refused {
  const from = parseStamp(startDate ?? '') ?? Number.NEGATIVE_INFINITY;
  const to = (parseStamp(endDate ?? '') ?? Number.POSITIVE_INFINITY) + 999;
  return from > to ? refuse(result.parameters, 'startDate is after endDate') : { from, to };
}

export function isWithin(moment: number, { from, to }: Period): boolean {
  return moment >= from && moment <= to;
}
