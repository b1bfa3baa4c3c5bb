import { expect, it } from 'vitest';
import { planDigest } from '../../../src/core/plan-digest.ts';
import { plan as planShape } from '../../../src/core/plan-shape.ts';
import type { PolicyFlags } from '../../../src/engine/types.ts';
import { thing, World } from '../support.ts';

const A = 'Thing/shop/a';
const unused = (address: string, risk: string) => ({
  code: 'allow-unused',
  severity: 'warning',
  message: `${address} may take the risk ${risk}, and no change of it needs that`,
});

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

const RULE: PolicyFlags = { allowFor: { [A]: ['loses-approval'] } };

it('a rule that nothing needs is a warning of a whole plan', async () => {
  const world = await approved();
  const both = [thing('a'), thing('b')];
  const flags: PolicyFlags = { allowFor: { [A]: ['loses-approval'], 'Thing/shop/gone': ['destroys'] } };
  expect((await world.plan(both, flags)).plan.problems).toMatchObject([
    unused(A, 'loses-approval'),
    unused('Thing/shop/gone', 'destroys'),
  ]);
  const [changed, other] = [thing('a', { text: 'new' }), thing('b')];
  expect((await world.plan([changed, other], { allowFor: { [A]: ['loses-approval', 'destroys'] } })).plan.problems)
    // The route of an update takes no delete.
    .toMatchObject([unused(A, 'destroys')]);
  expect((await world.plan([changed, other], RULE)).plan.problems).toEqual([]);
  // A plan of a part does not know the rest.
  expect((await world.plan(both, RULE, { targets: ['b'] })).plan.problems).toEqual([]);
  expect((await world.plan(both, RULE, { excludes: ['b'] })).plan.problems).toEqual([]);
  expect((await world.plan(both, RULE, { again: true })).plan.problems).toEqual([]);
});

it('a rule of a resource that something else blocks still has its use', async () => {
  const world = await approved();
  const edited = [thing('a', { text: 'new' }, { protect: true }), thing('b')];
  const { plan } = await world.plan(edited, RULE);
  expect(plan.blocked.map(({ opens }) => opens)).toEqual([`--unprotect ${A}`]);
  expect(plan.problems).toEqual([]);
});
