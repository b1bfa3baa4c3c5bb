/**
 * Reads a date, a date and time with any number of decimals, or the service's `yyyy-MM-dd HH:mm:ss`, as milliseconds since the epoch. Without an offset it is
 * Korean time. Returns undefined for any other text.
 */
export function instantOf(text: string): number | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?)?(Z|[+-]\d{2}:\d{2})?$/.exec(text);
  if (!match) return undefined;
  const [, day, time = '00:00', seconds = ':00', offset = '+09:00'] = match;
  const at = Date.parse(`${day}T${time}${seconds}${offset}`);
  // Node reads 31 February as a day in March.
  const isDay = new Date(Date.parse(`${day}T00:00Z`) || 0).toISOString().startsWith(`${day}T`);
  return Number.isNaN(at) || !isDay ? undefined : at;
}
