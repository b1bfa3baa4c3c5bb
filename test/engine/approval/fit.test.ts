import { describe, expect, it } from 'vitest';
import type { Change, Plan } from '../../../src/core/plan.ts';
import { misfitOf } from '../../../src/engine/approval/fit.ts';
import { thing, World } from '../support.ts';

/** A plan of an update in three steps, a forgetting, and a change that is held back. */
async function made(): Promise<Plan> {
  const world = new World();
  await world.run([thing('a'), thing('gone', {}, { goal: 'draft' })]);
  world.service.of('shop').delete('gone');
  const wanted = [thing('a', { text: 'new' }), thing('b', {}, { dependsOn: ['Thing/shop/a'] })];
  const { plan } = await world.plan(wanted);
  expect(plan.changes.map(({ action }) => action)).toEqual(['update', 'forget']);
  return JSON.parse(JSON.stringify(plan)) as Plan;
}

function withFirst(plan: Plan, edit: (change: Change) => Partial<Change>): Plan {
  return { ...plan, changes: plan.changes.map((one, index) => (index === 0 ? { ...one, ...edit(one) } : one)) };
}

describe('a plan that notiform wrote', () => {
  it('fits together', async () => {
    expect(misfitOf(await made())).toBeUndefined();
  });

  it('fits together where it is refused for what it holds, and says so', async () => {
    const world = new World();
    await world.run([thing('a', {}, { goal: 'draft' }), thing('b', {}, { goal: 'draft' })]);
    for (const maxDeletes of [{ count: 0 }, { percent: 0 }]) {
      const { plan } = await world.plan([thing('a', {}, { goal: 'draft' })], { maxDeletes });
      expect(plan.problems).toMatchObject([{ code: 'deletes-over-limit' }]);
      expect(misfitOf(plan)).toBeUndefined();
      expect(misfitOf({ ...plan, problems: [], applyable: true })).toContain('it exceeds its own policy');
    }
  });

  it('needs no key of what is no address', async () => {
    const plan = await made();
    expect(misfitOf({ ...plan, remembers: [{ address: 'odd', protect: true }] })).toBeUndefined();
  });

  it('does not hold what a share was of: that is judged when it is made', async () => {
    const plan = await made();
    expect(misfitOf({ ...plan, policy: { ...plan.policy, maxUpdates: { percent: 1 } } })).toBeUndefined();
  });
});

describe('a plan that was edited', () => {
  it.each<[string, (plan: Plan) => Plan, string]>([
    [
      'holds an address twice',
      (plan) => ({ ...plan, changes: [...plan.changes, ...plan.changes] }),
      'Thing/shop/a is in it twice',
    ],
    ['lost a change', (plan) => ({ ...plan, changes: plan.changes.slice(1) }), 'its counts are not those of its lists'],
    ['lost what waits', (plan) => ({ ...plan, waiting: [] }), 'its counts are not those of its lists'],
    [
      'hides what is blocked',
      (plan) => ({ ...plan, counts: { ...plan.counts, blocked: 1 } }),
      'its counts are not those of its lists',
    ],
    [
      'hides what is not managed',
      (plan) => ({ ...plan, counts: { ...plan.counts, unmanaged: 1 } }),
      'its counts are not those of its lists',
    ],
    ['does not say whose key a profile has', (plan) => ({ ...plan, profiles: {} }), 'it has no key digest of shop'],
    [
      'holds more than its own policy allows',
      (plan) => ({ ...plan, policy: { ...plan.policy, maxUpdates: { count: 0 } } }),
      'it exceeds its own policy. The plan has 1 update; the limit is 0',
    ],
    [
      'holds one where it allows no share at all',
      (plan) => ({ ...plan, policy: { ...plan.policy, maxUpdates: { percent: 0 } } }),
      'it exceeds its own policy. The plan has 1 update; the limit is 0 %',
    ],
    ['has another kind', (plan) => withFirst(plan, () => ({ kind: 'Image' })), 'Thing/shop/a: its kind is another'],
    [
      'shows other differences',
      (plan) => withFirst(plan, () => ({ fields: [] })),
      'Thing/shop/a: the differences are not those of `before` and `after`',
    ],
    [
      'begins elsewhere',
      (plan) => withFirst(plan, () => ({ basis: 'x' })),
      'Thing/shop/a: the first step does not begin at the basis',
    ],
    [
      'lost a step',
      (plan) => withFirst(plan, ({ steps }) => ({ steps: steps.filter((_, index) => index !== 1) })),
      'Thing/shop/a: the steps do not follow each other',
    ],
    [
      'goes on after a step that ends open',
      (plan) =>
        withFirst(plan, ({ steps }) => ({
          steps: steps.map((step, index) => (index === 0 ? { ...step, to: [...step.to, ...step.to] } : step)),
        })),
      'Thing/shop/a: the steps do not follow each other',
    ],
  ])('%s', async (_, edit, says) => {
    expect(misfitOf(edit(await made()))).toBe(says);
  });
});
