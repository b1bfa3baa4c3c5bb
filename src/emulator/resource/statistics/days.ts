import { formatDay, parseStamp } from '../../dates.ts';

/** When statistics exist (resource API 4.9). Days are Korean, `yyyyMMdd`; months are `yyyyMM`. */

const DAY_MS = 86_400_000;
const BATCH_MS = 7 * 3_600_000;

/** Reads and clicks are counted on the day of the send and the two days after it (resource API 8). */
export const LAST_ELAPSED = 2;

export function isDay(text: string): boolean {
  return parseStamp(`${text}000000`) !== undefined;
}

export function isMonth(text: string): boolean {
  return isDay(`${text}01`);
}

/** The number of days from one day to another: 0 for the same day. */
export function daysBetween(from: string, to: string): number {
  const startOf = (day: string): number => parseStamp(`${day}000000`) ?? Number.NaN;
  return (startOf(to) - startOf(from)) / DAY_MS;
}

/** The number of months from one month to another: 0 for the same month. */
export function monthsBetween(from: string, to: string): number {
  return (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(4)) - Number(from.slice(4));
}

/** The last day whose numbers exist: the batch of a day runs at 7 a.m. of the next day. */
export function lastBatched(now: number): string {
  return formatDay(now - BATCH_MS - DAY_MS);
}
