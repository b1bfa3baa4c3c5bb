/**
 * A time as the service writes it, `2026-11-20 09:00:12`, to the minute and with its zone (assumption 215): `2026-11-20 09:00
 * KST`. Any other text stays as it is.
 */
export function serviceTime(text: string): string {
  const [, minute] = /^(\d{4}-\d{2}-\d{2} \d{2}:\d{2})(?::\d{2})?$/.exec(text) ?? [];
  return minute === undefined ? text : `${minute} KST`;
}

/** A time of ours, ISO 8601 in UTC, as a person reads it: `2026-11-20 00:00:00 UTC`. Any other text stays as it is. */
export function ourTime(text: string): string {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?Z$/.exec(text) ?? [];
  return day === undefined ? text : `${day} ${time} UTC`;
}
