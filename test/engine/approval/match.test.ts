import { expect, it } from 'vitest';
import type { Blocked, Change, Way } from '../../../src/core/plan.ts';
import { blockedProblem } from '../../../src/engine/approval/match.ts';

const change = { address: 'Thing/shop/a' } as Change;
const blocked = { state: 'BLK', reason: 'the service has blocked it', source: null } as Blocked;

it.each([
  [[], 'Run `notiform plan` again and check the new plan.'],
  [
    [{ todo: ['see Thing/shop/b'] }, { flags: ['--allow', 'destroys'] }],
    'Run `notiform plan` again and check the new plan. To allow it: see Thing/shop/b, or `notiform plan --allow destroys`',
  ],
])('a change that is blocked now names what opens a way, if anything does: %j', (ways: Way[], hint: string) => {
  expect(blockedProblem(change, { ...blocked, ways })).toMatchObject({
    code: 'blocked-since',
    severity: 'error',
    message: 'Thing/shop/a is BLK and blocked now: the service has blocked it',
    hint,
    address: 'Thing/shop/a',
  });
});
