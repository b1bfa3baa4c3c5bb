import { expect, it } from 'vitest';
import type { Resource } from '../../../src/core/resource.ts';
import { heldIn, releasedBy } from '../../../src/engine/plan/held.ts';
import { thing, World } from '../support.ts';

const SECOND = 'Thing/shop/second';
const THIRD = 'Thing/shop/third';

const first = thing('first');
const second = thing('second', {}, { goal: 'draft', dependsOn: ['Thing/shop/first'] });
const third = thing('third', {}, { goal: 'draft', dependsOn: [SECOND] });

/** The first one was handed in; what needs it was shown as held back. */
async function shown(wanted: readonly Resource[]) {
  const world = new World();
  const { plan } = await world.plan(wanted);
  await world.run(wanted);
  return { world, held: heldIn(plan) };
}

function approve(world: World): void {
  for (const one of world.service.of('shop').values()) if (one.state === 'filed') one.state = 'approved';
}

async function release(world: World, wanted: readonly Resource[], held: ReturnType<typeof heldIn>) {
  const { planned, left, ended } = releasedBy(await world.plan(wanted), held);
  return {
    goes: planned.work.map(({ change }) => change.address),
    left: left.map(({ address }) => address),
    ended: ended.map(({ address, outcome }) => [address, outcome]),
    planned,
  };
}

it('goes on when the word is in: what was shown, and nothing else', async () => {
  const { world, held } = await shown([first, second, third]);
  expect(held.map(({ address }) => address)).toEqual([SECOND, THIRD]);
  expect(await release(world, [first, second, third], held)).toMatchObject({
    goes: [],
    left: [SECOND, THIRD],
    ended: [],
  });
  approve(world);
  const { planned, ...rest } = await release(world, [first, second, third, thing('unseen')], held);
  expect(rest).toEqual({ goes: [SECOND, THIRD], left: [], ended: [] });
  expect((await world.apply(planned)).counts).toMatchObject({ done: 2 });
  expect(world.live()).toEqual({ first: 'approved', second: 'draft', third: 'draft' });
});

it('goes on without those that changed since, which are stale, and all that needs them', async () => {
  const { world, held } = await shown([first, second, third]);
  approve(world);
  world.put('second', 'draft', { text: 'by somebody' });
  expect(await release(world, [first, second, third], held)).toMatchObject({
    goes: [],
    left: [],
    ended: [
      [SECOND, 'stale'],
      [THIRD, 'stale'],
    ],
  });
});

it('leaves alone what became so by itself, and what was turned down is no way on', async () => {
  const { world, held } = await shown([first, second]);
  approve(world);
  world.service.of('shop').set('second', { content: { text: 'second' }, state: 'draft' });
  await world.run([first, second]);
  expect(await release(world, [first, second], held)).toMatchObject({ goes: [], ended: [[SECOND, 'already-so']] });
  world.put('first', 'rejected', { text: 'first' });
  world.service.of('shop').delete('second');
  expect(await release(world, [first, second], held)).toMatchObject({ goes: [], ended: [[SECOND, 'stale']] });
});
