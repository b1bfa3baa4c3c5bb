import { instantOf } from '../core/instant.ts';
import type { JsonObject } from '../core/json.ts';
import type { Clock } from '../core/ports.ts';
import type { ProofFailure } from '../core/send-result.ts';
import type { TestSend } from '../core/test-send.ts';
import { KOREAN_OFFSET_MS } from '../core/zone.ts';
import { isGiven, type SendMistake, sendMistake } from './about.ts';
import type { SendingHours } from './channel.ts';
import { channelOfType } from './channels/registry.ts';
import { fallbacksOf } from './fallback.ts';
import { textAt } from './members.ts';
import { isExpected } from './report.ts';
import { assumed, wrongValue } from './shape.ts';

/** The result of a message outside its hours (message API 2.10). */
const OUTSIDE = '7322';

/** Country codes of Korea without leading zeros. No code means Korea too. */
const KOREAN_CODES = ['82', 'KR', ''];

const DAY = 24 * 3_600_000;

/** A time at which a message would not be delivered. */
interface Closed extends SendingHours {
  /** The type that has these hours: of the message, or of a fallback. */
  type: string;
  /** The place of the fallback in `fallback`, from 0; undefined if the message itself has these hours. */
  fallback: number | undefined;
  /** The next opening, as a time of a manifest. */
  next: string;
  /** True for the very end, which may belong to the hours (assumption 108). */
  isEdge: boolean;
}

/**
 * Returns the sending hours that a payload misses at a time, its own or those of a fallback; undefined if it would be delivered.
 * Numbers of other countries have no limit (assumption 108).
 */
function closedAt(payload: JsonObject, time: number): Closed | undefined {
  const country = (textAt(payload, 'country') ?? '').toUpperCase().replace(/^[+0]+/, '');
  if (!KOREAN_CODES.includes(country)) return undefined;
  const clock = clockTime(time);
  const types = [textAt(payload, 'type') ?? '', ...fallbacksOf(payload).map(({ type }) => type)];
  for (const [place, type] of types.entries()) {
    const hours = channelOfType(type)?.hours;
    if (hours === undefined || (clock >= hours.opens && clock < hours.closes)) continue;
    const day = manifestTime(clock < hours.opens ? time : time + DAY).slice(0, 'yyyy-mm-dd'.length);
    const fallback = place === 0 ? undefined : place - 1;
    return { ...hours, type, fallback, next: `${day}T${hours.opens}+09:00`, isEdge: clock === `${hours.closes}:00` };
  }
  return undefined;
}

interface TimedSend {
  /** Its `at` is the time as the test send or the command line has it. */
  test: Pick<TestSend, 'at' | 'given' | 'expect'>;
  payload: JsonObject;
  /** Milliseconds since the epoch; undefined for at once. */
  at: number | undefined;
}

/**
 * Checks that a message is delivered within its sending hours, at its time or now. A test send that expects exactly this failure
 * may be sent at any time.
 * @param now by the clock of the service; undefined if the time of the call is not known yet
 */
export function checkHours({ test, payload, at }: TimedSend, now: number | undefined): SendMistake[] {
  const time = at ?? now;
  if (time === undefined || isExpected(test, OUTSIDE)) return [];
  const closed = closedAt(payload, time);
  if (!closed) return [];
  const { next, fallback, isEdge } = closed;
  const isNow = at === undefined;
  const message = `${isNow ? 'It' : givenTime(test)} is ${clockTime(time)} in Korea, and ${deliveredWhen(closed)}`;
  const hint = isNow ? `Pass \`--at ${next}\`, or send it then` : `Write a time in these hours, as \`${next}\``;
  const place = isNow && fallback !== undefined ? ['fallback', fallback] : ['at'];
  return [sendMistake(place, 'send-hours', message, { hint, severity: !isNow && isEdge ? 'warning' : 'error' })];
}

/** Checks the reserved time of another program's payload. The service delivers a payload with a past time at once. */
export function checkReservedHours(payload: JsonObject, now: number): ProofFailure[] {
  const time = Number(textAt(payload, 'sendtime') ?? 0) * 1000;
  const closed = time > now ? closedAt(payload, time) : undefined;
  if (!closed) return [];
  const message = `It is ${clockTime(time)} in Korea, and ${deliveredWhen(closed)}`;
  const hint = `The next opening is ${Date.parse(closed.next) / 1000}, ${closed.next}`;
  const failures = [wrongValue('sendtime', message, hint)];
  return closed.isEdge ? assumed(failures) : failures;
}

function deliveredWhen({ type, fallback, opens, closes }: Closed): string {
  const what =
    fallback === undefined ? `brand messages (${type}) are` : `the brand message (${type}) of the fallback is`;
  return `${what} delivered from ${opens} until before ${closes}`;
}

/** The service reserves a message for at most 30 days (message API 2.4). */
export const LONGEST_AHEAD = 30 * DAY;

/**
 * Reads when a send is to be delivered, in milliseconds since the epoch; undefined for immediately. A time without an offset is
 * Korean time, as the service's own times are (message API 2.4, sendtime).
 */
export function readSchedule(test: TestSend): number | undefined | SendMistake {
  if (test.at === undefined) return undefined;
  // A date alone is no time of delivery.
  const time = /[T ]/.test(test.at) ? instantOf(test.at) : undefined;
  return time ?? wrong(`${givenTime(test)} is not a time`, 'Write it as `2026-12-01T09:00+09:00`');
}

/** Returns the service's clock if its time is known; otherwise the clock of this machine. */
export function serviceClock(service: { now(): number | undefined }, clock: Pick<Clock, 'now'>): Pick<Clock, 'now'> {
  return { now: () => service.now() ?? clock.now() };
}

/** Checks that a time is in the next 30 days. For a past time the service would send at once. */
export function checkSchedule(test: TestSend, time: number | undefined, now: number): SendMistake[] {
  if (time === undefined) return [];
  if (time <= now)
    return [{ ...wrong(`${givenTime(test)} is in the past`, 'Leave it out to send at once'), later: true }];
  if (time - now <= LONGEST_AHEAD) return [];
  const hint = `Write a time up to \`${manifestTime(now + LONGEST_AHEAD)}\`, or send it later`;
  return [{ ...wrong(`${givenTime(test)} is more than 30 days ahead`, hint), later: true }];
}

/** Quotes the time as the user wrote it: as an option, or as a field of a manifest. */
function givenTime(test: Pick<TestSend, 'at' | 'given'>): string {
  return isGiven(test, ['at']) ? `\`--at ${test.at}\`` : `\`at: ${test.at}\``;
}

/** Returns the last whole minute before a moment in the form of a manifest: `2026-12-20T09:00+09:00`. */
function manifestTime(time: number): string {
  return `${new Date(time + KOREAN_OFFSET_MS).toISOString().slice(0, 16)}+09:00`;
}

/** Returns the Korean time of day: `21:00:05`. */
function clockTime(time: number): string {
  return new Date(time + KOREAN_OFFSET_MS).toISOString().slice(11, 19);
}

/** Returns the time as the message API takes it: unix time in whole seconds, as text (assumption 76). */
export function sendtimeOf(at: number): string {
  return String(Math.floor(at / 1000));
}

function wrong(message: string, hint: string): SendMistake {
  return sendMistake(['at'], 'send-time', message, { hint });
}
