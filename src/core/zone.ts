/** The service's own time zone, and the one that times are shown in if `notiform.yaml` names no other (assumption 215). */
export const KOREA = 'Asia/Seoul';

/** A moment for a person in a time zone: `2026-11-20 09:00:00 KST`, without the seconds if `exact` is `minute`. */
export function zonedTime(at: number, timezone: string, exact: 'minute' | 'second'): string {
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
