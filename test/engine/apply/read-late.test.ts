import { describe, expect, it } from 'vitest';
import type { Discovery, Kind } from '../../../src/core/kind.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { type FakeService, thing, thingKind, World } from '../support.ts';

/** Things whose add is answered with the thing, as the service answers for templates. */
const answering: Kind<FakeService> = {
  ...thingKind,
  discovery: { ...(thingKind.discovery as Extract<Discovery<FakeService>, { by: 'list' }>), provesAbsence: true },
  operations: thingKind.operations.map((row) => ({
    ...row,
    run: async (context) => {
      const binding = await row.run(context);
      const { name = '', content } = context.desired;
      const modifiedAt = context.service.of('shop').get(name)?.modifiedAt ?? '';
      if (row.name === 'thing.add')
        context.answered({ name, content, status: { state: 'draft', word: 'draft' }, modifiedAt });
      return binding;
    },
  })),
};

function things(count: number): Resource[] {
  return Array.from({ length: count }, (_, index) => thing(`t${index}`, { name: `The thing t${index}` }));
}

function dated(): World {
  const world = new World();
  world.service.clock = world.clock;
  world.kinds = [answering];
  return world;
}

/** How many details are read by the next plan. */
async function detailsOf(world: World, wanted: readonly Resource[]): Promise<number> {
  world.service.calls = [];
  expect((await world.plan(wanted)).plan.counts).toMatchObject({ waiting: wanted.length });
  return world.service.calls.filter((call) => call.startsWith('read')).length;
}

describe('a run that requests many inspections', () => {
  it('makes three calls for each, and the next run reads only the list', async () => {
    const world = dated();
    const wanted = things(100);
    expect((await world.apply(await world.plan(wanted))).counts).toMatchObject({ done: 100 });
    expect(world.service.calls.length).toBeLessThanOrEqual(320);
    expect(await detailsOf(world, wanted)).toBe(0);
    expect(world.service.calls.length).toBeLessThanOrEqual(10);
  });

  it('sees what a person did while it waited', async () => {
    const world = dated();
    const wanted = things(20);
    const { sleep } = world.clock;
    world.clock.sleep = async (ms, signal) => {
      const one = world.service.of('shop').get('t7');
      if (one?.state === 'filed') Object.assign(one, { content: { text: 'by hand' } });
      world.service.stamp();
      await sleep.call(world.clock, ms, signal);
    };
    const receipt = await world.apply(await world.plan(wanted));
    expect(receipt.changes.filter(({ outcome }) => outcome !== 'done')).toMatchObject([
      { address: 'Thing/shop/t7', outcome: 'stale' },
    ]);
  });

  it('proves nothing about what is edited in the second in which it is read', async () => {
    const world = dated();
    const wanted = things(20);
    world.service.lagMs = 1500;
    await world.apply(await world.plan(wanted));
    const edited = world.service.of('shop').get('t7');
    if (edited) edited.content = { text: 'by hand' };
    world.service.stamp();
    expect(Object.keys(await world.actions(wanted))).toEqual(['Thing/shop/t7']);
  });

  it.each<[string, Partial<FakeService>]>([
    ['the dates lag too much', { lagMs: 60_000 }],
    ['the service tells no time', { clock: undefined }],
  ])('does not wait if %s, and proves no row', async (_why, service) => {
    const world = dated();
    Object.assign(world.service, service);
    const begun = world.clock.now();
    await world.apply(await world.plan(things(20)));
    expect(world.clock.now()).toBe(begun);
    expect(await detailsOf(world, things(20))).toBe(20);
  });

  it('waits no longer if it is stopped: what it requested is read at once, and its row is not proved', async () => {
    const world = dated();
    const planned = await world.plan(things(20));
    world.clock.sleep = async () => world.controller.abort();
    const { changes } = await world.apply(planned);
    world.controller = new AbortController();
    const rows = Object.values(world.state()?.entries ?? {}).map(({ row }) => row);
    expect(changes.filter(({ outcome }) => outcome === 'done').length).toBeGreaterThan(0);
    expect(rows.filter((row) => row !== null)).toEqual([]);
  });
});

it('a run that deletes does not wait', async () => {
  const world = dated();
  const drafts = things(20).map((one) => ({ ...one, goal: 'draft' }));
  await world.run(drafts);
  const begun = world.clock.now();
  await world.run([], { maxDeletes: null, allowEmpty: true });
  expect(world.live()).toEqual({});
  expect(world.clock.now()).toBe(begun);
});

it('a short run does not wait', async () => {
  const world = dated();
  const begun = world.clock.now();
  await world.run(things(9));
  expect(world.clock.now()).toBe(begun);
});
