/** The service's own time zone, and the one that times are shown in if `notiform.yaml` names no other (assumption 215). */
export const KOREA = 'Asia/Seoul';

/** Formats a moment in a time zone: `2026-11-20 09:00:00 KST`, without the seconds if `exact` is `minute`. */
export function zonedTime(at: number, timezone: string, exact: 'minute' | 'second'): string {
  return koreanTime(at, timezone, exact) ?? formattedTime(at, timezone, exact);
}

export const KOREAN_OFFSET_MS = 9 * 3_600_000;
/** Korea had summer time until 1988. */
const SUMMER_TIME_ENDED = Date.UTC(1989, 0);
const YEAR_10000 = Date.UTC(10_000, 0);

/** Formats a moment in Korea without `Intl`, which takes as long for its first format as a small command. */
function koreanTime(at: number, timezone: string, exact: 'minute' | 'second'): string | undefined {
  const local = at + KOREAN_OFFSET_MS;
  if (timezone !== KOREA || at < SUMMER_TIME_ENDED || local >= YEAR_10000) return undefined;
  return `${new Date(local)
    .toISOString()
    .slice(0, exact === 'second' ? 19 : 16)
    .replace('T', ' ')} KST`;
}

function formattedTime(at: number, timezone: string, exact: 'minute' | 'second'): string {
  const format = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
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
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second, timeZoneName } = parts;
  const time = `${hour}:${minute}${exact === 'second' ? `:${second}` : ''}`;
  const zone = timezone === KOREA ? 'KST' : String(timeZoneName).replace(/^GMT(?:\+0$)?/, 'UTC');
  return `${year}-${month}-${day} ${time} ${zone}`;
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
