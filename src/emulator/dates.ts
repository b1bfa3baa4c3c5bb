/** Dates as the service writes them: Korean time (GMT+9), the "service server time" of message API 2.4. */

const KST_MS = 9 * 3_600_000;

const DAY_MS = 86_400_000;

/** 0 to 99 in two digits. */
const TWO = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

function two(number: number): string {
  return TWO[number] ?? '';
}

interface Moment {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
}

/**
 * The parts of a moment in Korea. By arithmetic, since a list answers with two hundred dates: the days are counted in
 * years that begin with March, so that a leap day is the last of its year.
 */
function parts(ms: number): Moment {
  const korean = ms + KST_MS;
  const days = Math.floor(korean / DAY_MS) + 719_468; // since 0000-03-01
  const era = Math.floor(days / 146_097); // of 400 years
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153); // 0 is March
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const seconds = Math.floor((((korean % DAY_MS) + DAY_MS) % DAY_MS) / 1000);
  return {
    year: two(Math.floor(year / 100)) + two(year % 100),
    month: two(month),
    day: two(dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1),
    hour: two(Math.floor(seconds / 3600)),
    minute: two(Math.floor(seconds / 60) % 60),
    second: two(seconds % 60),
  };
}

/** `yyyy-MM-dd HH:mm:ss` (resource API 2.2). */
export function formatDateTime(ms: number): string {
  const { year, month, day, hour, minute, second } = parts(ms);
  return `${year}-${month}-${day} ${hour}:${minute}:${second}`;
}

/** `yyyyMMddHHmmss` (message API 2.3). */
export function formatStamp(ms: number): string {
  const { year, month, day, hour, minute, second } = parts(ms);
  return year + month + day + hour + minute + second;
}

/** `yyyyMMdd` (resource API 4.1, `releaseDate`). */
export function formatDay(ms: number): string {
  const { year, month, day } = parts(ms);
  return year + month + day;
}

/** Milliseconds of a `yyyyMMddHHmmss`; undefined where the text is no such moment (a 31 February is none). */
export function parseStamp(text: string): number | undefined {
  const match = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second] = match.map(Number);
  const ms = Date.UTC(year ?? 0, (month ?? 0) - 1, day, hour, minute, second) - KST_MS;
  return formatStamp(ms) === text ? ms : undefined;
}

/** Milliseconds of a `yyyy-MM-dd HH:mm:ss` in Korean time; undefined where the text is no such moment. */
export function parseDateTime(text: string): number | undefined {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? parseStamp(text.replace(/\D/g, '')) : undefined;
}
