import type { JsonObject } from '../../core/json.ts';
import { count, flag, integer, listOf, matching, members, oneOf, type Rules, read, text } from '../members.ts';
import { FAULT_KINDS, type FaultRule } from './faults.ts';
import { type Given, plain, type Route, reject } from './route.ts';

/** The rules under which requests fail. */
export const faultRoutes: readonly Route[] = [
  { method: 'GET', path: '/faults', handle: (machine) => ({ rules: plain(machine.faults.rules()) }) },
  {
    method: 'POST',
    path: '/faults',
    handle: (machine, { body }): Given => {
      const given = readFaults(body);
      if (typeof given === 'string') return reject(400, given);
      machine.faults.set(given.rules, given.seed ?? 0);
      return {};
    },
  },
  {
    method: 'DELETE',
    path: '/faults',
    handle: (machine) => {
      machine.faults.clear();
      return {};
    },
  },
];

const ruleRules: Rules<FaultRule> = {
  path: text,
  nth: integer(1, Number.MAX_SAFE_INTEGER),
  times: count,
  chance: matching((value) => typeof value === 'number' && value >= 0 && value <= 1, 'a number from 0 to 1'),
  kind: oneOf(...FAULT_KINDS),
  status: matching(isStatusWithBody, 'an HTTP status from 200 to 599 whose answer has a body'),
  code: matching((value) => typeof value === 'string' && /^\d{1,9}$/.test(value), 'a string of digits'),
  delayMs: count,
  resetSeconds: count,
  acts: flag,
};

/** 204, 205 and 304 have no body that a fault could be told in. */
function isStatusWithBody(value: unknown): boolean {
  return (
    Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599 && ![204, 205, 304].includes(Number(value))
  );
}

interface FaultRequest {
  rules: FaultRule[];
  seed?: number;
}

function readFaults(body: JsonObject): FaultRequest | string {
  const seed = matching(Number.isSafeInteger, 'an integer');
  return read<FaultRequest>(body, { rules: listOf(members(ruleRules, ['kind'])), seed }, ['rules']);
}
