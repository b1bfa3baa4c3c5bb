import type { IncomingHttpHeaders } from 'node:http';

/**
 * Returns the wait that the server asks for, in milliseconds: `Retry-After` in seconds or as a date, and after too many requests
 * `RateLimit-Reset` in seconds (message API 8) if that is longer. Every answer of the message API may have `RateLimit-Reset`, so
 * it means nothing after another failure. Returns undefined without a readable header.
 */
export function waitOf(headers: IncomingHttpHeaders, now: number, isThrottled: boolean): number | undefined {
  const after = headers['retry-after'];
  const waits = [isThrottled ? resetOf(headers) : undefined, seconds(after), until(after, now)];
  const known = waits.filter((wait) => wait !== undefined);
  return known.length === 0 ? undefined : Math.max(...known);
}

/** When the server's window renews, in milliseconds from now (message API 8). */
export function resetOf(headers: IncomingHttpHeaders): number | undefined {
  return seconds(headers['ratelimit-reset']);
}

/** When the server answered, by its own clock, in milliseconds since the epoch. Undefined without a readable header. */
export function dateOf({ date }: IncomingHttpHeaders): number | undefined {
  const at = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(at) ? undefined : at;
}

function seconds(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string' || !/^\s*\d{1,9}(?:\.\d{1,6})?\s*$/.test(header)) return undefined;
  return Math.ceil(Number(header) * 1000);
}

function until(header: string | string[] | undefined, now: number): number | undefined {
  if (typeof header !== 'string' || !/[a-z]/i.test(header)) return undefined;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
