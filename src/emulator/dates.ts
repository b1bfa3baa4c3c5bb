/** Dates as the service writes them: Korean time (GMT+9), the "service server time" of message API 2.4. */

const KST_MS = 9 * 3_600_000;

/** `yyyy-MM-dd HH:mm:ss` (resource API 2.2). */
export function formatDateTime(ms: number): string {
  return new Date(ms + KST_MS).toISOString().slice(0, 19).replace('T', ' ');
}

/** `yyyyMMddHHmmss` (message API 2.3). */
export function formatStamp(ms: number): string {
  return formatDateTime(ms).replace(/\D/g, '');
}

/** `yyyyMMdd` (resource API 4.1, `releaseDate`). */
export function formatDay(ms: number): string {
  return formatStamp(ms).slice(0, 8);
}

/** Milliseconds of a `yyyyMMddHHmmss`; undefined if the text is not a date (such as 31 February). */
export function parseStamp(text: string): number | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second] = match.map(Number);
  const ms = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second) - KST_MS;
  return formatStamp(ms) === text ? ms : undefined;
}
