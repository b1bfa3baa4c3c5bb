import { KOREAN_OFFSET_MS } from '../../core/zone.ts';

/**
 * Korean days and months as the statistics write them: `yyyyMMdd` and `yyyyMM`. Both sort as text.
 */

const DAY_MS = 86_400_000;
const BATCH_MS = 7 * 3_600_000;

/** A period whose first and last day (or month) are included. */
export interface StatSpan {
  from: string;
  to: string;
}

export type StatUnit = 'day' | 'month';

/** The Korean day of a moment, in milliseconds since the epoch. */
export function dayOf(at: number): string {
  return new Date(at + KOREAN_OFFSET_MS).toISOString().slice(0, 10).replaceAll('-', '');
}

/** The last day whose numbers exist: the batch of a day runs at about 7 a.m. of the next day (resource API 4.9). */
export function lastDayAt(now: number): string {
  return later(dayOf(now - BATCH_MS), -1, 'day');
}

const WRITTEN: Readonly<Record<StatUnit, RegExp>> = {
  day: /^2\d{3}-\d\d-\d\d$|^2\d{7}$/,
  month: /^2\d{3}-\d\d$|^2\d{5}$/,
};

/** Reads `2026-11-01` or `20261101`, and for months `2026-11` or `202611`. Returns undefined for any other text. */
export function parseUnit(text: string, unit: StatUnit): string | undefined {
  const found = text.replaceAll('-', '');
  const day = unit === 'day' ? found : `${found}01`;
  return WRITTEN[unit].test(text) && later(day, 0, 'day') === day ? found : undefined;
}

/** So many days or months later; earlier for a negative number. */
export function later(at: string, count: number, unit: StatUnit): string {
  const [year, month, day] = [Number(at.slice(0, 4)), Number(at.slice(4, 6)) - 1, Number(at.slice(6) || 1)];
  if (unit === 'month') {
    const months = year * 12 + month + count;
    return `${Math.floor(months / 12)}${String((months % 12) + 1).padStart(2, '0')}`;
  }
  return new Date(Date.UTC(year, month, day + count)).toISOString().slice(0, 10).replaceAll('-', '');
}

/** The number of days or months of a period; 1 if it begins and ends with the same one. */
export function lengthOf({ from, to }: StatSpan, unit: StatUnit): number {
  if (unit === 'month')
    return (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(4)) - Number(from.slice(4)) + 1;
  const ms = (day: string): number => Date.parse(`${written(day)}T00:00:00Z`);
  return Math.round((ms(to) - ms(from)) / DAY_MS) + 1;
}

/** Cuts a period into pieces of at most `most` days or months. */
export function cut({ from, to }: StatSpan, most: number, unit: StatUnit): StatSpan[] {
  const pieces: StatSpan[] = [];
  for (let begin = from; begin <= to; begin = later(begin, most, unit)) {
    const end = later(begin, most - 1, unit);
    pieces.push({ from: begin, to: end < to ? end : to });
  }
  return pieces;
}

/** Every day or month of a period, in order. */
export function unitsOf(span: StatSpan, unit: StatUnit): string[] {
  return cut(span, 1, unit).map(({ from }) => from);
}

/** `2026-11-01`, or `2026-11` for a month. */
export function written(at: string): string {
  return [at.slice(0, 4), at.slice(4, 6), at.slice(6)].filter((part) => part !== '').join('-');
}
