import { expect, it } from 'vitest';
import { planDigest } from '../../../src/core/plan-digest.ts';
import { plan as planShape } from '../../../src/core/plan-shape.ts';
import { thing, World } from '../support.ts';

const A = 'Thing/shop/a';
/** Two approved things. */
async function approved(): Promise<World> {
  const world = new World();
  await world.run([thing('a'), thing('b')]);
  for (const id of ['a', 'b']) world.put(id, 'approved', { text: id });
  return world;
}

it('a rule for one resource opens the risk for it alone, and is recorded in the plan', async () => {
  const world = await approved();
  const edited = [thing('a', { text: 'new' }), thing('b', { text: 'new' })];
  const { plan } = await world.plan(edited, { allowFor: { [A]: ['loses-approval'] } });
  expect(plan.changes.map(({ address, risks }) => [address, risks])).toEqual([[A, ['loses-approval']]]);
  expect(plan.blocked.map(({ address, opens }) => [address, opens])).toEqual([
    ['Thing/shop/b', '--allow loses-approval=Thing/shop/b'],
  ]);
  expect(plan.policy.allowFor).toEqual({ [A]: ['loses-approval'] });
  expect(plan.problems).toEqual([]);
  const file: unknown = JSON.parse(JSON.stringify(plan));
  expect(planShape.parse(file)).toEqual(plan);
  expect(planDigest({ ...plan, policy: { ...plan.policy, allowFor: { [A]: ['destroys'] } } })).not.toBe(plan.digest);
});

it('a plan without such a rule has the file and the digest of earlier versions', async () => {
  const { plan } = await (await approved()).plan([thing('a'), thing('b')]);
  expect(plan.policy).not.toHaveProperty('allowFor');
});
