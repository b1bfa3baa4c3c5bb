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
  return Number.isNaN(at) ? undefined : at;
}
