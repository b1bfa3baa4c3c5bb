import { instantOf } from '../../core/instant.ts';
import type { JsonObject } from '../../core/json.ts';
import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { count, EARLIEST_MS, flag, matching } from '../members.ts';
import { post, type Route, reject } from '../route.ts';
import { ref } from '../schemas.ts';

export const clockRoutes: readonly Route[] = [
  { method: 'GET', path: '/clock', does: 'Shows the time', answers: ref('Time'), handle: clockOf },
  post(
    '/clock',
    {
      does: 'Moves the clock: one of the three members. Everything that becomes due happens',
      answers: ref('MovedTime'),
    },
    {
      advance: count,
      set: matching(
        (value): value is number | string => momentOf(value) !== undefined,
        'milliseconds since the epoch, a Korean time such as 2030-01-15 21:00:00, or an ISO time with its zone',
        { type: ['number', 'string'] },
      ),
      real: flag,
    },
    (machine, given) => {
      const { advance, set, real } = given;
      if (Object.keys(given).length !== 1 || real === false)
        return reject(400, 'one of advance (milliseconds), set (a time) and real (true) is required');
      if (typeof set === 'number' && set >= 0 && set < EARLIEST_MS)
        return reject(400, `set is ${set}, which is in 1970 to 1973: milliseconds are required, not seconds`);
      const now = machine.clock.now();
      const at = momentOf(set);
      const ms = at === undefined ? (advance ?? -machine.clock.offset) : at - now;
      if (now + ms < 0 || now + ms > LATEST) return reject(400, 'the clock must be between 1970 and 9999');
      const messages = machine.store.messages.size;
      machine.clock.advance(ms);
      if (advance === undefined) {
        // A test may set the same moment again and again: its requests would count together.
        machine.limits.clear();
        machine.requestCounts.clear();
      }
      return { ...clockOf(machine), expiredMessages: messages - machine.store.messages.size };
    },
  ),
];

/** A token that is issued now and expires a day later still has a year of four digits. */
const LATEST = Date.UTC(9999, 11, 30);

function clockOf(machine: Machine): JsonObject {
  const now = machine.clock.now();
  return { now, korean: formatDateTime(now), offsetMs: machine.clock.offset };
}

function momentOf(value: unknown): number | undefined {
  // Python's `datetime.now().isoformat()` has no zone, and is seldom Korean time.
  if (typeof value === 'string') return /T[^Z+-]*$/.test(value) ? undefined : instantOf(value);
  // Python's `time.time() * 1000` has decimals.
  const ms = typeof value === 'number' ? Math.round(value) : undefined;
  return Number.isSafeInteger(ms) ? ms : undefined;
}
