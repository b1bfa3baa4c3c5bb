import { beforeEach, describe, expect, it } from 'vitest';
import type { Kind, RowPage } from '../../../src/core/kind.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { readItems, takeInventory } from '../../../src/engine/snapshot/inventory.ts';
import { badge, badgeKind } from '../badges.ts';
import { type FakeService, failure, faultAt, thing, thingKind, World } from '../support.ts';

let world: World;

beforeEach(() => {
  world = new World();
});

async function stock(resources: readonly Resource[] = [], profiles?: string[]) {
  const environment = { ...world.input.environment, ...(profiles && { shard: new Set(profiles) }) };
  const inventory = await takeInventory({ ...world.input, environment, resources });
  return inventory.items.map(({ kind, profile, name, relation, address }) =>
    [`${kind.name}/${profile.alias}/${name}`, relation, ...(address === undefined ? [] : [address])].join(' '),
  );
}

describe('the inventory', () => {
  it('tells of everything live whether a manifest is about it, without a single detail', async () => {
    world.kinds = [thingKind, badgeKind()];
    await world.run([thing('bound'), thing('lost'), badge('kept')]);
    world.put('new', 'approved');
    world.put('declared', 'draft');
    world.put('badge:7', 'present', { title: 'titled' });
    world.service.calls = [];
    expect(await stock([thing('bound'), thing('declared'), badge('kept'), badge('titled')])).toEqual([
      'Thing/shop/badge:1 new',
      'Thing/shop/badge:7 new',
      'Thing/shop/bound managed Thing/shop/bound',
      'Thing/shop/declared declared Thing/shop/declared',
      'Thing/shop/lost orphan Thing/shop/lost',
      'Thing/shop/new new',
      'Badge/shop/badge:1 managed Badge/shop/kept',
      'Badge/shop/badge:7 declared Badge/shop/titled',
    ]);
    expect(world.service.calls).toEqual(['profiles', 'page shop 1', 'page badges shop 1']);
  });

  it('does not count one that gives its name up to another as its owner', async () => {
    await world.run([thing('former')]);
    expect(await stock([thing('later', {}, { name: 'former' })])).toEqual([
      'Thing/shop/former declared Thing/shop/later',
    ]);
  });

  it('looks into the profiles that were asked for', async () => {
    world.profiles.set('mall', { alias: 'mall', key: 'm', type: 'G' });
    world.put('a', 'draft');
    world.service.of('mall').set('b', { content: {}, state: 'draft' });
    expect(await stock()).toEqual(['Thing/mall/b new', 'Thing/shop/a new']);
    expect(await stock([], ['mall'])).toEqual(['Thing/mall/b new']);
  });

  it('asks for what is known by name alone', async () => {
    const seal = (names?: string[]): Kind<FakeService> => ({
      ...thingKind,
      name: 'Seal',
      discovery: {
        by: 'name',
        read: async (_service, _profile, name) => ({ name, content: {}, status: { state: 'present' } }),
        ...(names && { names: () => names }),
      },
    });
    world.kinds = [seal(['one', 'two'])];
    expect(await stock()).toEqual(['Seal/shop/one new', 'Seal/shop/two new']);
    world.kinds = [seal()];
    expect(await stock()).toEqual([]);
  });

  it('tells what of a list cannot be read, and that it kept moving', async () => {
    const page: RowPage = {
      rows: [],
      unreadable: [{ problem: { code: 'service-unfit', severity: 'error', message: 'a row without a code' } }],
      total: 5,
      pages: 1,
    };
    if (thingKind.discovery.by !== 'list') throw new Error('things have a list');
    world.kinds = [{ ...thingKind, discovery: { ...thingKind.discovery, page: async () => page } }];
    const { problems } = await takeInventory({ ...world.input, resources: [] });
    expect(problems.map(({ code, severity }) => [code, severity])).toEqual([
      ['service-unfit', 'warning'],
      ['list-unsettled', 'error'],
    ]);
  });

  it('ends with the words of a service that cannot be asked', async () => {
    world.service.fault = faultAt('page', 'before', 'unreachable');
    await expect(stock()).rejects.toThrow('unreachable by the test');
  });
});

describe('what is read of it', () => {
  const readings = async () => {
    const { items: all } = await takeInventory({ ...world.input, resources: [] });
    const read = await readItems(world.input, all);
    return read.map((one) => ('live' in one ? one.live.content['text'] : one.problem.code));
  };

  it('is a problem of a name without a list that the service refuses', async () => {
    const discovery = { by: 'name', names: () => ['one'], read: async () => undefined } as const;
    world.kinds = [{ ...thingKind, name: 'Seal', discovery }];
    expect(await readings()).toEqual(['listed-without-detail']);
  });

  it('is a detail for each, at most so many at once, or the row where that tells all', async () => {
    for (let index = 0; index < 19; index += 1) world.put(`a${index}`, 'draft');
    world.put('shown', 'draft', { text: 'as the service tells it', picture: { url: 'https://img.example/1' } });
    const read = await readings();
    expect(read).toHaveLength(20);
    expect(read).toContain('as the service tells it');
    expect(world.service.mostInFlight).toBe(4);
    world.kinds = [badgeKind({ rowsTellAll: true })];
    world.put('badge:1', 'present', { title: 'a', text: 'whole' });
    world.service.calls = [];
    expect(await readings()).toEqual(['whole']);
    expect(world.service.calls).toEqual(['profiles', 'page badges shop 1']);
  });

  it('is a problem of its own where it is gone, or has another shape than it should', async () => {
    world.put('a', 'draft');
    world.put('b', 'draft');
    world.put('c', 'draft');
    world.service.fault = (call, when) => {
      if (when === 'before' && call === 'read a') throw failure('unfit');
      if (when === 'before' && call === 'read b') world.service.of('shop').delete('b');
    };
    expect(await readings()).toEqual(['service-unfit', 'listed-without-detail', 'c']);
  });

  it('ends where the service cannot be asked, or the run is stopped', async () => {
    world.put('a', 'draft');
    world.service.fault = faultAt('read', 'before', 'unreachable');
    await expect(readings()).rejects.toThrow('unreachable by the test');
    world.service.fault = (call) => {
      if (call.startsWith('page')) world.controller.abort();
    };
    await expect(readings()).rejects.toMatchObject({ exit: 130 });
  });
});
