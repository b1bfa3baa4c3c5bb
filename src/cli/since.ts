import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../core/duration.ts';

/** Parses the value of `--since`: how long ago (`24h`), or ISO 8601 (Korean time if it has no offset). */
export type Since = { ago: number } | { at: number };

export function since(text: string): Since {
  const ago = parseDuration(text);
  if (ago !== undefined) return { ago };
  const at = instantOf(text);
  if (at === undefined) throw new InvalidArgumentError('Expected a time: 24h, 2026-12-01 or 2026-12-01T09:00+09:00.');
  return { at };
}

/** Parses the end of a period, as milliseconds since the epoch. A date without a time is its last second. */
export function until(text: string): Since {
  const given = since(text);
  return 'at' in given && /^\d{4}-\d{2}-\d{2}$/.test(text) ? { at: given.at + DAY_MS - 1000 } : given;
}

const DAY_MS = 86_400_000;

export function beginOf(given: Since, now: number): number {
  return 'ago' in given ? now - given.ago : given.at;
}

/**
 * Reads a date, a date and time, or the service's `yyyy-MM-dd HH:mm:ss`, as milliseconds since the epoch. Without an offset it is
 * Korean time. Returns undefined for any other text.
 */
export function instantOf(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2})?)?(Z|[+-]\d{2}:\d{2})?$/.exec(text);
  if (!match) return undefined;
  const [, day, time = '00:00', seconds = ':00', offset = '+09:00'] = match;
  const at = Date.parse(`${day}T${time}${seconds}${offset}`);
  // Node reads 31 February as a day in March.
  const isDay = new Date(Date.parse(`${day}T00:00Z`) || 0).toISOString().startsWith(`${day}T`);
  return Number.isNaN(at) || !isDay ? undefined : at;
}
