import { expect, it } from 'vitest';
import type { Blocked, Change } from '../../../src/core/plan.ts';
import { blockedProblem } from '../../../src/engine/approval/words.ts';

const change = { address: 'Thing/shop/a' } as Change;
const blocked = { state: 'BLK', reason: 'the service has blocked it', source: null } as Blocked;

it.each([
  [null, 'Run `notiform plan` again and check the new plan.'],
  [
    '--allow destroys',
    'Run `notiform plan` again and check the new plan. To allow it: `notiform plan --allow destroys`',
  ],
])('a change that is blocked now names what opens a way, if anything does: %s', (opens, hint) => {
  expect(blockedProblem(change, { ...blocked, opens })).toEqual({
    code: 'blocked-since',
    severity: 'error',
    message: 'Thing/shop/a is BLK and blocked now: the service has blocked it',
    hint,
    address: 'Thing/shop/a',
  });
});
