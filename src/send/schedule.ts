import type { Clock } from '../core/ports.ts';
import type { TestSend } from '../core/test-send.ts';
import { KOREAN_OFFSET_MS } from '../core/zone.ts';
import { isGiven, type SendMistake, sendMistake } from './about.ts';

/** The service reserves a message for at most 30 days (message API 2.4). */
export const LONGEST_AHEAD = 30 * 24 * 3_600_000;

const TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * Reads when a send is to be delivered, in milliseconds since the epoch; undefined for immediately. A time without an offset is
 * Korean time, as the service's own times are (message API 2.4, sendtime).
 */
export function readSchedule(test: TestSend): number | undefined | SendMistake {
  if (test.at === undefined) return undefined;
  return parseTime(test.at) ?? wrong(`${givenTime(test)} is not a time`, 'Write it as `2026-12-01T09:00+09:00`');
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
export function givenTime(test: Pick<TestSend, 'at' | 'given'>): string {
  return isGiven(test, ['at']) ? `\`--at ${test.at}\`` : `\`at: ${test.at}\``;
}

/** Returns the last whole minute before a moment in the form of a manifest: `2026-12-20T09:00+09:00`. */
export function manifestTime(time: number): string {
  return `${new Date(time + KOREAN_OFFSET_MS).toISOString().slice(0, 16)}+09:00`;
}

/** Returns the Korean time of day: `21:00:05`. */
export function clockTime(time: number): string {
  return new Date(time + KOREAN_OFFSET_MS).toISOString().slice(11, 19);
}

/** Returns the time as the message API takes it: unix time in whole seconds, as text (assumption 76). */
export function sendtimeOf(at: number): string {
  return String(Math.floor(at / 1000));
}

function parseTime(text: string): number | undefined {
  const [, day = '', time = '', seconds = ':00', offset = '+09:00'] = TIME.exec(text) ?? [];
  const at = Date.parse(`${day}T${time}${seconds}${offset}`);
  // Date.parse reads 30 February as 2 March.
  return Number.isNaN(at) || !new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) ? undefined : at;
}

function wrong(message: string, hint: string): SendMistake {
  return sendMistake(['at'], 'send-time', message, { hint });
}
