import { beforeEach, describe, expect, it } from 'vitest';
import { moveProfile } from '../../../src/engine/binding/state-edit.ts';
import { thing, World } from '../support.ts';

let world: World;

beforeEach(() => {
  world = new World();
});

const KEY = 'k'.repeat(40);
const holder = { pid: 1, host: 'here', command: 'state move' };
const OPEN = { allow: ['loses-approval' as const, 'interrupts-sending' as const, 'destroys' as const] };

/** A project whose alias `shop` became `store`. */
async function renamedProject(): Promise<void> {
  await world.run([thing('a', {}, { protect: true }), thing('b')]);
  world.profiles.clear();
  world.profiles.set('store', { alias: 'store', key: KEY, type: 'S' });
  world.service.things.set('store', world.service.of('shop'));
}

const inStore = (id: string) => thing(id, {}, { profile: 'store' });

describe('a profile whose alias was renamed', () => {
  it('is refused until its state is moved, which keeps bindings and protections', async () => {
    await renamedProject();
    const { plan, guards } = await world.plan([inStore('a'), inStore('b')], OPEN);
    expect(guards).toMatchObject([
      {
        code: 'profile-renamed',
        message: 'The state has no document for store, and one for shop, which has the same key',
        hint: expect.stringContaining('run `notiform state move shop store`'),
      },
    ]);
    expect(plan.applyable).toBe(false);
    const before = world.state('shop')?.entries ?? {};
    await moveProfile({ ...world.input, holder }, 'shop', { alias: 'store', key: KEY });
    expect(world.state('store')?.entries).toEqual({
      'Thing/store/a': before['Thing/shop/a'],
      'Thing/store/b': before['Thing/shop/b'],
    });
    expect(world.state('shop')?.entries).toEqual({});
    expect(await world.actions([inStore('a'), inStore('b')], OPEN)).toEqual({});
    // The protection is not lost with the manifest.
    expect(await world.actions([inStore('b')], OPEN)).toMatchObject({
      'Thing/store/a': expect.stringContaining('blocked: it is protected'),
    });
    expect((await world.plan([inStore('b')], OPEN)).guards).toEqual([]);
  });

  it('is moved again after a move that was interrupted', async () => {
    await renamedProject();
    const before = world.files.text('/project/state/test/shop.json') ?? '';
    await moveProfile({ ...world.input, holder }, 'shop', { alias: 'store', key: KEY });
    world.files.all.set('/project/state/test/shop.json', Buffer.from(before));
    await moveProfile({ ...world.input, holder }, 'shop', { alias: 'store', key: KEY });
    expect(world.state('shop')?.entries).toEqual({});
  });

  it('is refused under the former alias after a move, by a checkout of before', async () => {
    await renamedProject();
    await moveProfile({ ...world.input, holder }, 'shop', { alias: 'store', key: KEY });
    world.profiles.clear();
    world.profiles.set('shop', { alias: 'shop', key: KEY, type: 'S' });
    const { plan, guards } = await world.plan([thing('a'), thing('b')], OPEN);
    expect(guards).toMatchObject([{ code: 'profile-renamed' }]);
    expect(plan.problems.map(({ code }) => code)).toEqual(['profile-renamed', 'state-missing']);
  });

  it('keeps under its new addresses the commits that deleted some', async () => {
    await renamedProject();
    const path = '/project/state/test/shop.json';
    const deleted = { ...world.state('shop'), deletedIn: { 'Thing/shop/c': 'c2' } };
    world.files.all.set(path, Buffer.from(JSON.stringify(deleted)));
    await moveProfile({ ...world.input, holder }, 'shop', { alias: 'store', key: KEY });
    expect(world.state('store')).toMatchObject({ deletedIn: { 'Thing/store/c': 'c2' } });
    expect(world.state('shop')).not.toHaveProperty('deletedIn');
  });

  it('is not moved to another key, nor over other state', async () => {
    await renamedProject();
    const to = (alias: string, key = KEY) => moveProfile({ ...world.input, holder }, 'shop', { alias, key });
    await expect(to('store', 'n'.repeat(40))).rejects.toMatchObject({
      exit: 64,
      problems: [{ code: 'selection-empty' }],
    });
    world.profiles.clear();
    world.profiles.set('mall', { alias: 'mall', key: 'm'.repeat(40), type: 'S' });
    await world.run([thing('c', {}, { profile: 'mall' })]);
    await expect(to('mall')).rejects.toMatchObject({ exit: 64, problems: [{ code: 'usage' }] });
    expect(Object.keys(world.state('shop')?.entries ?? {})).toHaveLength(2);
  });

  it('is no other profile: its key counts, and a document in use', async () => {
    await renamedProject();
    world.profiles.set('store', { alias: 'store', key: 'n'.repeat(40), type: 'S' });
    expect((await world.plan([], OPEN)).guards).toEqual([]);
    world.profiles.set('shop', { alias: 'shop', key: KEY, type: 'S' });
    expect((await world.plan([thing('a'), thing('b')], OPEN)).guards).toEqual([]);
  });
});

describe('a project without state', () => {
  it('says so in one line if resources are live that it declares', async () => {
    const declared = [thing('a'), thing('b'), thing('c')];
    expect((await world.plan(declared)).plan.problems).toEqual([]);
    world.put('a', 'approved');
    world.put('b', 'approved');
    const missing = {
      code: 'state-missing',
      severity: 'warning',
      message: 'No state: 2 live resources would be adopted',
    };
    expect((await world.plan(declared)).plan.problems).toMatchObject([missing]);
    await world.run(declared);
    expect((await world.plan(declared)).plan.problems).toEqual([]);
  });
});
