/** The service's own time zone, and the one that times are shown in if `notiform.yaml` names no other (assumption 215). */
export const KOREA = 'Asia/Seoul';

export const KOREAN_OFFSET_MS = 9 * 3_600_000;

/** By time zone. Making one takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a moment in a time zone: `2026-11-20 09:00:00 KST`, without the seconds if `exact` is `minute`. */
export function zonedTime(at: number, timezone: string, exact: 'minute' | 'second'): string {
  const format = formats.get(timezone) ?? formatIn(timezone);
  formats.set(timezone, format);
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second, timeZoneName } = parts;
  const time = `${hour}:${minute}${exact === 'second' ? `:${second}` : ''}`;
  const zone = timezone === KOREA ? 'KST' : String(timeZoneName).replace(/^GMT(?:\+0$)?/, 'UTC');
  return `${year}-${month}-${day} ${time} ${zone}`;
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'shortOffset',
  });
}

/**
 * A time as the service writes it (`2026-11-20 09:00:12`, Korean time), to the minute, in a time zone:
 * `2026-11-20 09:00 KST`. Any other text is returned unchanged.
 */
export function serviceTime(text: string, { timezone = KOREA }: { timezone?: string | undefined }): string {
  const [, day, minute] = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})(?::\d{2})?$/.exec(text) ?? [];
  if (day === undefined) return text;
  if (timezone === KOREA) return `${day} ${minute} KST`;
  const at = Date.parse(`${day}T${minute}:00+09:00`);
  return Number.isNaN(at) ? text : zonedTime(at, timezone, 'minute');
}
