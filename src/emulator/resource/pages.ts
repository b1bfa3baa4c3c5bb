import { result } from '../answers.ts';
import { parseStamp } from '../dates.ts';
import type { Reading } from './guards/reading.ts';

/** What the lists of templates have in common (assumptions 24 and 127). */

/** The most rows of one page. */
export const MAX_COUNT = 100;

/** One page of what is in order, the oldest first, turned round. */
export function newest<T>(entries: readonly T[], page: number, count: number): T[] {
  const end = Math.max(entries.length - (page - 1) * count, 0);
  return entries.slice(Math.max(end - count, 0), end).reverse();
}

/** Milliseconds since the epoch, both inclusive; `to` is the last of its second. An open end is infinite. */
export interface Period {
  from: number;
  to: number;
}

/** `startDate` and `endDate`. */
export function readPeriod(reading: Reading): Period {
  const from = readMoment(reading, 'startDate') ?? Number.NEGATIVE_INFINITY;
  const to = (readMoment(reading, 'endDate') ?? Number.POSITIVE_INFINITY) + 999;
  if (from > to) reading.fail(result.parameters, 'startDate is after endDate');
  return { from, to };
}

export function isWithin(moment: number, { from, to }: Period): boolean {
  return moment >= from && moment <= to;
}

/** A `yyyyMMddHHmmss` member. */
export function readMoment(reading: Reading, name: string): number | undefined {
  const given = reading.text(name);
  if (given === null) return undefined;
  const moment = parseStamp(given);
  if (moment === undefined) reading.fail(result.parameters, `${name} must be a date in the form yyyyMMddHHmmss`);
  return moment;
}
