import type { Problem } from '../core/problem.ts';
import type { TestSend } from '../core/test-send.ts';
import { about } from './about.ts';

const LONGEST_AHEAD = 30 * 24 * 3_600_000;
const TIME = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2})?(Z|[+-]\d{2}:\d{2})?$/;

/**
 * When a send is to be delivered, in milliseconds since the epoch; undefined for at once. A time without an offset is
 * Korean time, the service's own (message API 2.4, sendtime). At most 30 days ahead; the service would take a past time
 * for "at once", which nobody means who writes one.
 */
export function readSchedule(test: TestSend, now: number): number | undefined | Problem {
  if (test.at === undefined) return undefined;
  const at = parseTime(test.at);
  if (at === undefined) return problem(test, 'is not a time', 'Write it as `2026-12-01T09:00+09:00`');
  if (at <= now) return problem(test, 'is past', 'Leave `at` out to send at once');
  if (at - now > LONGEST_AHEAD) return problem(test, 'is more than 30 days ahead');
  return at;
}

/** The wire's form: unix time in whole seconds, as text (assumption 76). */
export function sendtimeOf(at: number): string {
  return String(Math.floor(at / 1000));
}

function parseTime(text: string): number | undefined {
  const [, day = '', time = '', seconds = ':00', offset = '+09:00'] = TIME.exec(text) ?? [];
  const at = Date.parse(`${day}T${time}${seconds}${offset}`);
  return Number.isNaN(at) || !isRealDay(day) ? undefined : at;
}

/** Date.parse takes 30 February for 2 March. */
function isRealDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function problem(test: TestSend, what: string, hint?: string): Problem {
  return {
    code: 'send-time',
    severity: 'error',
    message: `\`at: ${test.at}\` ${what}`,
    ...(hint === undefined ? {} : { hint }),
    ...about(test),
    path: 'at',
  };
}
