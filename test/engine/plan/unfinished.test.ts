import { expect, it } from 'vitest';
import type { Resource } from '../../../src/core/resource.ts';
import { failure, picture, thing, World } from '../support.ts';

/** A first apply that was stopped goes on: its own guard does not refuse what is left of it. */

const SHARE = { maxUpdates: { percent: 30 } };
const wanted = Array.from({ length: 12 }, (_, index) => thing(`t${index}`));

/** Twelve things were created, and none of them could be handed in. */
async function stopped(): Promise<World> {
  const world = new World();
  world.service.fault = (call, when) => {
    if (call.startsWith('file ') && when === 'before') throw failure('refused', 'busy');
  };
  const outcomes = await world.run(wanted);
  expect(new Set(Object.values(outcomes))).toEqual(new Set(['refused']));
  world.service.fault = undefined;
  return world;
}

async function guardsOf(world: World, resources: readonly Resource[]): Promise<string[]> {
  return (await world.plan(resources, SHARE)).guards.map(({ message }) => message);
}

it('hands in what it created', async () => {
  const world = await stopped();
  const { plan, guards } = await world.plan(wanted, SHARE);
  expect(guards).toEqual([]);
  expect(plan.changes).toHaveLength(12);
  expect(plan.changes[0]).toMatchObject({ action: 'lifecycle', reasons: ['state-differs', 'unfinished'] });
  await world.run(wanted, SHARE);
  expect(world.state()?.entries['Thing/shop/t0']).not.toHaveProperty('unfinished');
  expect(await world.actions(wanted, SHARE)).toEqual({});
});

it('hands them in with a text that was changed meanwhile, once: what is finished counts again', async () => {
  const world = await stopped();
  const edited = wanted.map((one) => ({ ...one, content: { text: 'anew' } }));
  const { plan, guards } = await world.plan(edited, SHARE);
  expect([guards, plan.changes[0]?.action]).toEqual([[], 'update']);
  await world.run(edited, SHARE);
  for (const one of world.service.of('shop').values()) one.state = 'draft';
  expect(await guardsOf(world, wanted)).toEqual(['The plan has 12 updates; the limit is 30 % of 12']);
});

it('goes on after what it found as wanted, which is finished then', async () => {
  const world = await stopped();
  for (const one of world.service.of('shop').values()) one.state = 'approved';
  await world.run([...wanted, thing('more')]);
  expect(world.state()?.entries['Thing/shop/t0']).not.toHaveProperty('unfinished');
});

it('does not take what somebody else made for its own: that counts', async () => {
  const world = new World();
  for (const { id } of wanted) world.put(id, 'draft');
  const { guards } = await world.plan(wanted, { ...SHARE, allow: ['takes-over'] });
  expect(guards.map(({ message }) => message)).toEqual(['The plan has 12 updates; the limit is 30 % of 12']);
});

it('counts what somebody else moved', async () => {
  const world = await stopped();
  await world.run(wanted);
  for (const one of world.service.of('shop').values()) one.state = 'approved';
  await world.run([...wanted, thing('more')]);
  world.service.of('shop').delete('more');
  for (const { id } of wanted) world.put(id, 'halted');
  const { plan, guards } = await world.plan([...wanted, thing('more')], { ...SHARE, allow: ['reverses'] });
  expect(plan.changes[1]).toMatchObject({ action: 'lifecycle', reasons: ['state-differs', 'drifted'] });
  expect(guards).toHaveLength(1);
});

it('knows the file that an upload of other bytes replaced while a live resource shows it', async () => {
  const world = new World();
  const [before, after] = [world.file('p.png', 'one'), world.file('q.png', 'two')];
  const shows = (file: typeof before) =>
    thing('a', { picture: file }, { goal: 'draft', dependsOn: ['Picture/shop/p'] });
  await world.run([picture('p', before), shows(before)]);
  await world.run([picture('p', after), shows(before)]);
  expect(Object.values(world.uploads())).toEqual(['p.png', 'q.png']);
  const { plan } = await world.plan([picture('p', after), shows(after)]);
  expect(plan.changes).toMatchObject([
    { reasons: ['content-differs', 'edited'], before: { picture: { sha256: before.sha256 } } },
  ]);
});
