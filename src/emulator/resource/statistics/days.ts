import { formatDay, parseStamp } from '../../dates.ts';

/** When statistics exist (resource API 4.9). Days are Korean, `yyyyMMdd`; months are `yyyyMM`. */

const DAY_MS = 86_400_000;
const BATCH_MS = 7 * 3_600_000;

/** Reads and clicks are counted on the day of the send and the two days after it (resource API 8). */
export const LAST_ELAPSED = 2;

/** Read and click counts exist for sends from this day on (resource API 8). */
const FIRST_WITH_READS = '20240401';

/** Rows with this many successes or fewer have no read and click counts (resource API 8). */
const TOO_FEW = 10;

export function isDay(text: string): boolean {
  return parseStamp(`${text}000000`) !== undefined;
}

export function isMonth(text: string): boolean {
  return isDay(`${text}01`);
}

export function dayAfter(day: string, days: number): string {
  return formatDay(startOf(day) + days * DAY_MS);
}

/** The number of days from one day to another: 0 for the same day. */
export function daysBetween(from: string, to: string): number {
  return Math.round((startOf(to) - startOf(from)) / DAY_MS);
}

/** The number of months from one month to another: 0 for the same month. */
export function monthsBetween(from: string, to: string): number {
  return (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(4)) - Number(from.slice(4));
}

function startOf(day: string): number {
  return parseStamp(`${day}000000`) ?? Number.NaN;
}

/** The last day whose numbers exist: the batch of a day runs at 7 a.m. of the next day. */
export function lastBatched(now: number): string {
  return dayAfter(formatDay(now - BATCH_MS), -1);
}

/** Charges of a day are confirmed by the batch of the day after it (resource API 4.9; assumption 371). */
export function modeOf(day: string, now: number): 'CHARGE_PENDING' | 'FINAL' {
  return dayAfter(day, 1) <= lastBatched(now) ? 'FINAL' : 'CHARGE_PENDING';
}

/** True if the reads and clicks of an elapsed day were batched (assumption 371). */
export function isElapsed(day: string, elapsedDay: number, now: number): boolean {
  return dayAfter(day, elapsedDay) <= lastBatched(now);
}

/** True if a row has read and click counts. `day` is the last day that it counts. */
export function hasReads(day: string, successes: number): boolean {
  return day >= FIRST_WITH_READS && successes > TOO_FEW;
}
