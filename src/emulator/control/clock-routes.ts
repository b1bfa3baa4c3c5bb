import type { JsonObject } from '../../core/json.ts';
import { formatDateTime, parseDateTime, parseZoned } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { count, flag, matching, type Rules, read } from '../members.ts';
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
    'milliseconds since the epoch, a Korean time in the form yyyy-MM-dd HH:mm:ss, or an ISO time with its zone',
  ),
  real: flag,
};

function turn(machine: Machine, body: JsonObject): Given {
  const given = read<Turn>(body, rules);
  if (typeof given === 'string') return reject(400, given);
  const { advance, set, real } = given;
  if (Object.keys(given).length !== 1 || real === false)
    return reject(400, 'one of advance (milliseconds), set (a time) and real (true) is required');
  const now = machine.clock.now();
  const at = momentOf(set);
  const ms = at === undefined ? (advance ?? -machine.clock.offset) : at - now;
  if (!isDated(now + ms)) return reject(400, 'the clock goes from 1970 to 9999');
  machine.clock.advance(ms);
  return clockOf(machine);
}

/** Its last day but one is the latest: a token that is issued then has an expiry of four digits for the year. */
const LATEST = Date.UTC(9999, 11, 30);

/** Whether the formats of the service have a date for a moment. */
function isDated(moment: number): boolean {
  return moment >= 0 && moment <= LATEST;
}

function momentOf(value: unknown): number | undefined {
  if (typeof value === 'string') return parseDateTime(value) ?? parseZoned(value);
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}
