import { expect, it } from 'vitest';
import type { Plan } from '../../../src/core/plan.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { deferredIn } from '../../../src/engine/plan/work.ts';
import { faultAt, picture, thing, World } from '../support.ts';

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
  return { world, plan };
}

function approve(world: World): void {
  for (const one of world.service.of('shop').values()) if (one.state === 'filed') one.state = 'approved';
}

async function release(world: World, wanted: readonly Resource[], plan: Plan) {
  const only = deferredIn(plan).map(({ address }) => address);
  const planned = await world.planAgain(plan, wanted, { only });
  return {
    goes: planned.work.map(({ change }) => change.address),
    left: deferredIn(planned.plan).map(({ address }) => address),
    ended: planned.approval?.ended.map(({ address, outcome }) => [address, outcome]),
    planned,
  };
}

it('goes on when the word is in: what was shown, and nothing else', async () => {
  const { world, plan } = await shown([first, second, third]);
  expect(deferredIn(plan).map(({ address }) => address)).toEqual([SECOND, THIRD]);
  expect(await release(world, [first, second, third], plan)).toMatchObject({
    goes: [],
    left: [SECOND, THIRD],
    ended: [],
  });
  approve(world);
  const { planned, ...rest } = await release(world, [first, second, third, thing('unseen')], plan);
  expect(rest).toEqual({ goes: [SECOND, THIRD], left: [], ended: [] });
  expect((await world.apply(planned)).counts).toMatchObject({ done: 2 });
  expect(world.live()).toEqual({ first: 'approved', second: 'draft', third: 'draft' });
});

it('goes on without those that changed since, which are stale, and all that needs them', async () => {
  const { world, plan } = await shown([first, second, third]);
  approve(world);
  world.put('second', 'draft', { text: 'by somebody' });
  expect(await release(world, [first, second, third], plan)).toMatchObject({
    goes: [],
    left: [],
    ended: [
      [SECOND, 'stale'],
      [THIRD, 'skipped'],
    ],
  });
});

it('does not go on from where somebody brought it on the way that was shown: they made it', async () => {
  const filed = thing('second', {}, { dependsOn: ['Thing/shop/first'] });
  const { world, plan } = await shown([first, filed]);
  approve(world);
  world.put('second', 'draft');
  expect(await release(world, [first, filed], plan)).toMatchObject({ goes: [], ended: [[SECOND, 'stale']] });
});

it('leaves alone what became so by itself, and what was turned down is no way on', async () => {
  const { world, plan } = await shown([first, second]);
  approve(world);
  world.service.of('shop').set('second', { content: { text: 'second' }, state: 'draft' });
  await world.run([first, second]);
  expect(await release(world, [first, second], plan)).toMatchObject({ goes: [], ended: [[SECOND, 'already-so']] });
  world.put('first', 'rejected', { text: 'first' });
  world.service.of('shop').delete('second');
  expect(await release(world, [first, second], plan)).toMatchObject({ goes: [], ended: [[SECOND, 'skipped']] });
});

it('does not go on if a change that it needs was not done', async () => {
  const other = thing('other', {}, { goal: 'draft' });
  const both = thing('both', {}, { goal: 'draft', dependsOn: ['Thing/shop/first', 'Thing/shop/other'] });
  const world = new World();
  const wanted = [first, other, both];
  const planned = await world.plan(wanted);
  world.service.fault = faultAt('add other', 'before', 'refused');
  await world.apply(planned);
  approve(world);
  const found = await release(world, wanted, planned.plan);
  expect(found).toMatchObject({ goes: [], left: [], ended: [['Thing/shop/both', 'skipped']] });
  expect(await world.apply(found.planned)).toMatchObject({ counts: { done: 0, skipped: 1 } });
});

it('does not go on with the change that follows an adoption: it was not shown', async () => {
  const foreign = thing('foreign', { text: 'git' }, { goal: 'draft' });
  const world = new World();
  world.put('foreign', 'draft', { text: 'by a colleague' });
  const wanted = [first, second, third, foreign];
  const { plan } = await world.plan(wanted);
  await world.run(wanted);
  approve(world);
  const { goes, planned } = await release(world, wanted, plan);
  expect(goes).toEqual([SECOND, THIRD]);
  await world.apply(planned);
  expect(world.service.of('shop').get('foreign')?.content).toEqual({ text: 'by a colleague' });
});

it('does not answer another occasion than the one that was shown', async () => {
  const woken = thing('second', {}, { dependsOn: ['Thing/shop/first'] });
  const world = new World();
  await world.run([thing('second')]);
  world.service
    .of('shop')
    .set('second', { content: { text: 'second' }, state: 'halted', modifiedAt: '2026-11-20 10:00:00' });
  const { plan } = await world.plan([first, woken], { allow: ['reverses'] });
  await world.run([first, woken]);
  approve(world);
  expect(deferredIn(plan)).toMatchObject([{ address: SECOND, action: 'lifecycle' }]);
  expect(await release(world, [first, woken], plan)).toMatchObject({ goes: [SECOND] });
  world.service
    .of('shop')
    .set('second', { content: { text: 'second' }, state: 'halted', modifiedAt: '2026-11-20 11:00:00' });
  expect(await release(world, [first, woken], plan)).toMatchObject({ goes: [], ended: [[SECOND, 'stale']] });
});

it('goes on after an upload that was made again, and does not make it once more', async () => {
  const world = new World();
  const file = world.file('p.png');
  const image = picture('p', file);
  const shows = (text: string, dependsOn: string[] = []) =>
    thing('second', { text, picture: file }, { goal: 'draft', dependsOn: ['Picture/shop/p', ...dependsOn] });
  await world.run([image]);
  const wanted = [image, first, shows('new', ['Thing/shop/first'])];
  const { plan, ...planned } = await world.plan(wanted, { reupload: ['Picture/**'] });
  expect(deferredIn(plan).map(({ address }) => address)).toEqual([SECOND]);
  await world.apply({ plan, ...planned });
  approve(world);
  const found = await release(world, wanted, plan);
  expect(found).toMatchObject({ goes: [SECOND], left: [], ended: [] });
  await world.apply(found.planned);
  expect(world.service.pictures.size).toBe(2);
  expect(world.service.of('shop').get('second')?.content).toMatchObject({
    text: 'new',
    picture: { url: 'https://img.example/2' },
  });
  expect(await world.actions(wanted)).toEqual({});
});
