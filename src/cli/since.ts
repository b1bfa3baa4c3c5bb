import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../core/duration.ts';
import { instantOf } from '../core/instant.ts';
import { KOREAN_OFFSET_MS } from '../core/zone.ts';

/** A moment of the command line: how long ago (`24h`), a Korean day before today (`yesterday`), or ISO 8601 (Korean time without an offset). */
export type Since = { ago: number } | { at: number } | { daysAgo: number; isEnd?: boolean };

/** Days that have a name, with their distance from today. */
const DAYS: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['yesterday', 1],
]);

/** Parses the begin of a period. A day is its first second. */
export function since(text: string): Since {
  const ago = parseDuration(text);
  if (ago !== undefined) return { ago };
  const daysAgo = DAYS.get(text);
  if (daysAgo !== undefined) return { daysAgo };
  const at = instantOf(text);
  if (at === undefined)
    throw new InvalidArgumentError('Expected a time: 24h, 7d, yesterday, 2026-12-01 or 2026-12-01T09:00+09:00.');
  return { at };
}

/** Parses the end of a period. A day is its last second. */
export function until(text: string): Since {
  const given = since(text);
  if ('daysAgo' in given) return { ...given, isEnd: true };
  return 'at' in given && /^\d{4}-\d{2}-\d{2}$/.test(text) ? { at: given.at + DAY_MS - 1000 } : given;
}

const DAY_MS = 86_400_000;

/** Returns the moment in milliseconds since the epoch. */
export function beginOf(given: Since, now: number): number {
  // A `Date` has no time for every duration.
  if ('ago' in given) return Math.max(0, now - given.ago);
  if ('at' in given) return given.at;
  const today = now - ((now + KOREAN_OFFSET_MS) % DAY_MS);
  return today - given.daysAgo * DAY_MS + (given.isEnd ? DAY_MS - 1000 : 0);
}

/** Returns the Korean day of `today`, `yesterday`, `7d` or `24h` as `yyyy-MM-dd`, and any other text unchanged. */
export function dayText(text: string, now: number): string {
  if (parseDuration(text) === undefined && !DAYS.has(text)) return text;
  return new Date(beginOf(since(text), now) + KOREAN_OFFSET_MS).toISOString().slice(0, 10);
}

/** Parses a moment of the past or the future. */
export function instant(text: string): number {
  const at = instantOf(text);
  if (at === undefined)
    throw new InvalidArgumentError('Expected a time: 2030-01-15, "2030-01-15 21:00" or 2030-01-15T21:00+09:00.');
  return at;
}
