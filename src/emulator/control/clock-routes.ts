import type { JsonObject } from '../../core/json.ts';
import { formatDateTime, parseDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { count, flag, matching, type Rules, read } from './members.ts';
import { type Given, type Route, reject } from './route.ts';

/** The emulator's time: `GET` tells it, `POST` turns it. All that becomes due on the way happens. */
export const clockRoutes: readonly Route[] = [
  { method: 'GET', path: '/clock', handle: clockOf },
  { method: 'POST', path: '/clock', handle: (machine, { body }) => turn(machine, body) },
];

function clockOf(machine: Machine): JsonObject {
  const now = machine.clock.now();
  return { now, korean: formatDateTime(now), offsetMs: machine.clock.offset };
}

interface Turn {
  advance?: number;
  set?: number | string;
  real?: boolean;
}

const rules: Rules<Turn> = {
  advance: count,
  set: matching(
    (value) => momentOf(value) !== undefined,
    'milliseconds since the epoch, or a Korean time in the form yyyy-MM-dd HH:mm:ss',
  ),
  real: flag,
};

function turn(machine: Machine, body: JsonObject): Given {
  const given = read<Turn>(body, rules);
  if (typeof given === 'string') return reject(400, given);
  const { advance, set, real } = given;
  if (Object.keys(given).length !== 1 || real === false)
    return reject(400, 'one of advance (milliseconds), set (a time) and real (true) is required');
  if (advance !== undefined) machine.clock.advance(advance);
  else if (real) machine.clock.advance(-machine.clock.offset);
  else machine.clock.set(momentOf(set) ?? machine.clock.now());
  return clockOf(machine);
}

function momentOf(value: unknown): number | undefined {
  if (typeof value === 'string') return parseDateTime(value);
  // What lies beyond has no date.
  return typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) < 8e15 ? value : undefined;
}
