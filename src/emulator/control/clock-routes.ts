import type { JsonObject } from '../../core/json.ts';
import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { count, EARLIEST_MS, MOMENTS, matching, momentOf } from '../members.ts';
import { purge } from '../message/retention.ts';
import { get, post, type Route, reject } from '../route.ts';

/** A token that is issued now and expires a day later still has a year of four digits. */
const LATEST = Date.UTC(9999, 11, 30);

export const clockRoutes: readonly Route[] = [
  get('/clock', 'Shows the time: now, korean, offsetMs', clockOf, {}),
  post(
    '/clock',
    'Moves the clock: one of the three members. Everything that becomes due happens: expiredMessages',
    {
      advance: count,
      set: matching(
        (value): value is number | string => typeof value === 'string' || momentOf(value) !== undefined,
        MOMENTS,
        { type: ['number', 'string'], minimum: EARLIEST_MS, maximum: LATEST },
      ),
      real: matching((value) => value === true, 'true', { const: true }),
    },
    (machine, given) => {
      const { advance, set } = given;
      if (Object.keys(given).length !== 1)
        return reject(
          400,
          'only one of advance (milliseconds), set (a time) and real (true) is allowed, and one is required',
        );
      const at = momentOf(set);
      if (set !== undefined && (at === undefined || (at >= 0 && at < EARLIEST_MS)))
        return reject(400, `set must be ${MOMENTS}; not seconds, and of a day and an hour that exist`);
      const now = machine.clock.now();
      const ms = at === undefined ? (advance ?? -machine.clock.offset) : at - now;
      if (now + ms < 0 || now + ms > LATEST) return reject(400, 'the clock must be between 1970 and 9999');
      const messages = machine.store.messages.size;
      machine.clock.advance(ms);
      purge(machine);
      if (advance === undefined) {
        // A test may set the same moment again and again: its requests would count together.
        machine.limits.clear();
        machine.requestCounts.clear();
      }
      return { ...clockOf(machine), expiredMessages: messages - machine.store.messages.size };
    },
  ),
];

function clockOf(machine: Machine): JsonObject {
  const now = machine.clock.now();
  return { now, korean: formatDateTime(now), offsetMs: machine.clock.offset };
}
