import { beforeEach, describe, expect, it } from 'vitest';
import type { Limit, Policy } from '../../src/core/plan.ts';
import { guardProblems } from '../../src/engine/plan/guard.ts';
import { policyOf } from '../../src/engine/route/policy.ts';
import type { PolicyFlags } from '../../src/engine/types.ts';
import { thing, World } from './support.ts';

/** Every guard alone and with every other one: each flag opens exactly its own. */

function subsetsOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_one, index) => (bits >> index) % 2 === 1));
}

describe('the guards of a whole plan', () => {
  const step = { operation: 'o', title: 'o', from: { state: 'a', basis: 'a' }, to: [] };
  const change = (action: 'delete' | 'update') => ({
    address: `Thing/shop/${action}`,
    action,
    reasons: [],
    steps: [step],
  });
  type Guard = 'account-changed' | 'profile-changed' | 'empty-input' | 'deletes-over-limit' | 'updates-over-limit';
  const GUARDS: readonly Guard[] = ['empty-input', 'deletes-over-limit', 'updates-over-limit'];
  const FOREIGN: readonly Guard[] = ['account-changed', 'profile-changed'];
  const OPENS: Record<Guard, Partial<Policy>> = {
    'account-changed': { acceptAccount: true },
    'profile-changed': { acceptAccount: true },
    'empty-input': { allowEmpty: true },
    'deletes-over-limit': { maxDeletes: null },
    'updates-over-limit': { maxUpdates: null },
  };
  const FLAGS: Record<Guard, string> = {
    'account-changed': '`--accept-account`',
    'profile-changed': '`--accept-account`',
    'empty-input': '`--allow-empty`',
    'deletes-over-limit': '`guard.deletes` of the environment in notiform.yaml, or pass `--max-deletes 1`',
    'updates-over-limit': '`guard.updates` of the environment in notiform.yaml, or pass `--max-updates 1`',
  };

  it.each<[string, Limit]>([
    ['a number', { count: 0 }],
    ['a share', { percent: 0 }],
  ])('are each opened by their own flag, where a limit is %s', (_, limit) => {
    for (const triggered of subsetsOf([...FOREIGN, ...GUARDS])) {
      for (const opened of [...subsetsOf(GUARDS), ...subsetsOf(GUARDS).map((some) => [...FOREIGN, ...some])]) {
        const base = { ...policyOf({ deletes: null, updates: null, allow: [] }), maxDeletes: limit, maxUpdates: limit };
        const problems = guardProblems({
          changes: [
            ...(triggered.includes('deletes-over-limit') ? [change('delete')] : []),
            ...(triggered.includes('updates-over-limit') ? [change('update')] : []),
          ],
          existing: 10,
          declared: triggered.includes('empty-input') ? 0 : 1,
          owned: 1,
          foreign: [
            ...(triggered.includes('account-changed') ? [{ profile: 'shop', by: 'account' as const }] : []),
            ...(triggered.includes('profile-changed') ? [{ profile: 'shop', by: 'key' as const }] : []),
          ],
          policy: Object.assign(base, ...opened.map((guard) => OPENS[guard])),
        });
        expect(problems.map(({ code }) => code)).toEqual(triggered.filter((guard) => !opened.includes(guard)));
        for (const { code, hint } of problems) expect(hint).toContain(FLAGS[code as Guard]);
      }
    }
  });
});

describe('the guards of a plan and of its addresses', () => {
  let world: World;
  const risky = thing('risky');
  const guarded = thing('guarded', {}, { protect: true, goal: 'draft' });
  const dropped = thing('dropped', {}, { goal: 'draft' });
  const edited = thing('edited', {}, { goal: 'draft' });
  const STRICT: PolicyFlags = { maxDeletes: { count: 0 }, maxUpdates: { count: 0 } };
  const OPENS = {
    account: { acceptAccount: true },
    deletes: { maxDeletes: null },
    updates: { maxUpdates: null },
    risk: { allow: ['loses-approval'] },
    protection: { unprotect: [guarded.address] },
  } satisfies Record<string, PolicyFlags>;
  const GUARDS = ['account', 'deletes', 'updates', 'risk', 'protection'] as const;
  const WORDS = { account: 'account-changed', deletes: 'deletes-over-limit', updates: 'updates-over-limit' };

  beforeEach(async () => {
    world = new World();
    await world.run([risky, guarded, dropped, edited]);
    world.put('risky', 'approved', { text: 'risky' });
    world.account = 'account-2';
  });

  it.each(subsetsOf(GUARDS))('are each opened by their own flag: %s %s %s %s %s', async (...opened) => {
    const flags: PolicyFlags = Object.assign({}, STRICT, ...opened.map((guard) => guard && OPENS[guard]));
    const wanted = [thing('risky', { text: 'new' }), thing('edited', { text: 'new' }, { goal: 'draft' })];
    const { plan, guards } = await world.plan(wanted, flags);
    const closed = GUARDS.filter((guard) => !opened.includes(guard));
    expect(guards.map(({ code }) => code)).toEqual(
      closed.flatMap((guard) => (guard in WORDS ? WORDS[guard as keyof typeof WORDS] : [])),
    );
    expect(plan.blocked.map(({ address, opens }) => [address, opens])).toEqual([
      ...(closed.includes('protection') ? [[guarded.address, `--unprotect ${guarded.address}`]] : []),
      ...(closed.includes('risk') ? [[risky.address, `--allow loses-approval=${risky.address}`]] : []),
    ]);
  });
});
