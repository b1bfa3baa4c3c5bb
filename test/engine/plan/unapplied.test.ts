import { expect, it } from 'vitest';
import { policyOf } from '../../../src/engine/route/policy.ts';
import { thing, World } from '../support.ts';
import { versioned, versionedKind } from '../versions.ts';

/** The blocked addresses of a plan: true for those whose manifest is not what was last applied or imported. */
async function blockedIn(
  world: World,
  ...[wanted, flags, more]: Parameters<World['plan']>
): Promise<[string, boolean][]> {
  const { plan } = await world.plan(wanted, flags, more);
  return plan.blocked.map(({ address, unapplied }) => [address, unapplied === true]);
}

async function approved(...ids: string[]): Promise<World> {
  const world = new World();
  await world.run(ids.map((id) => thing(id)));
  for (const id of ids) world.put(id, 'approved', { text: id });
  return world;
}

it('a blocked change of a manifest is new, and one of the service alone is not', async () => {
  const world = await approved('a', 'b', 'c');
  world.put('a', 'approved', { text: 'console' });
  world.put('b', 'approved', { text: 'console' });
  const wanted = [thing('a'), thing('b', { text: 'edited' }), thing('c', { text: 'edited' })];
  expect(await blockedIn(world, wanted)).toEqual([
    ['Thing/shop/a', false],
    ['Thing/shop/b', true],
    ['Thing/shop/c', true],
  ]);
});

it('so is the edit of a resource that was blocked before, and of one that no apply knows', async () => {
  const world = await approved('a');
  world.put('a', 'blocked', { text: 'a' });
  world.put('n', 'blocked', { text: 'n' });
  expect(await blockedIn(world, [thing('a'), thing('n')])).toEqual([
    ['Thing/shop/a', false],
    ['Thing/shop/n', true],
  ]);
  expect(await blockedIn(world, [thing('a', { text: 'edited' })])).toEqual([['Thing/shop/a', true]]);
});

it('a manifest that is gone is a change, and a resource that waits is not blocked', async () => {
  const world = await approved('a', 'w');
  world.put('w', 'filed', { text: 'w' });
  expect(await blockedIn(world, [thing('w')], { allowEmpty: true })).toEqual([['Thing/shop/a', true]]);
});

it('what is blocked by the resource that it needs counts by its own manifest', async () => {
  const world = await approved('a');
  const user = thing('u', {}, { dependsOn: ['Thing/shop/a'], goal: 'draft' });
  await world.run([thing('a'), user]);
  const edited = thing('a', { text: 'edited' });
  const changed = { ...user, content: { text: 'edited' } };
  expect(await blockedIn(world, [edited, changed])).toEqual([
    ['Thing/shop/a', true],
    ['Thing/shop/u', true],
  ]);
});

it('an older version that is to be stopped is no change of a manifest', async () => {
  const world = new World();
  world.kinds = [versionedKind, ...world.kinds.slice(1)];
  const stopping = (text: string) => versioned(text, { options: { versions: { keep: 1, stop: true } } });
  await world.run([versioned('one')]);
  world.put('a', 'approved', { text: 'one' });
  await world.run([versioned('two')]);
  world.put('a_v2', 'approved', { text: 'two' });
  expect(await blockedIn(world, [stopping('two')])).toEqual([['Thing/shop/a', false]]);
  // The manifest declares the stop of both.
  const stopped = versioned('two', { goal: 'stopped' });
  expect(await blockedIn(world, [stopped])).toEqual([
    ['Thing/shop/a', true],
    ['Thing/shop/a@v2', true],
  ]);
});

it('a version under way whose text is no longer declared is a change of the manifest', async () => {
  const world = new World();
  world.kinds = [versionedKind, ...world.kinds.slice(1)];
  await world.run([versioned('one')]);
  world.put('a', 'approved', { text: 'one' });
  await world.run([versioned('two')]);
  const policy = policyOf({ deletes: null, updates: null, allow: [] });
  expect(await blockedIn(world, [versioned('one')], {}, { policy })).toEqual([['Thing/shop/a@v2', true]]);
});
