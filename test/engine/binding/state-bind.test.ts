import { beforeEach, describe, expect, it } from 'vitest';
import { type BindOneInput, bindOne } from '../../../src/engine/binding/state-bind.ts';
import { badge, badgeKind } from '../badges.ts';
import { type FakeService, failure, fileNode, picture, pictureKind, thing, thingKind, World } from '../support.ts';
import { versioned, versionedKind } from '../versions.ts';

let world: World;

beforeEach(() => {
  world = new World();
  world.kinds = [badgeKind(), thingKind, pictureKind];
});

function bind(address: string, name: string, more: Partial<BindOneInput<FakeService>> = {}) {
  const holder = { pid: world.pid, host: 'here', command: 'state bind' };
  const resources = [badge('a'), thing('a'), thing('b'), picture('p', fileNode('p.png'))];
  return bindOne({
    ...world.input,
    holder,
    resources,
    address,
    name,
    acceptAccount: false,
    agree: async () => {},
    ...more,
  });
}

function bindings(): Record<string, unknown> {
  const entries = Object.entries(world.state()?.entries ?? {});
  return Object.fromEntries(entries.map(([address, { binding }]) => [address, binding]));
}

describe('binding by hand', () => {
  it('settles which of two of one name is meant; the next plan has nothing to do', async () => {
    world.put('badge:7', 'present', { title: 'a', text: 'a' });
    world.put('badge:8', 'present', { title: 'a', text: 'a' });
    expect((await world.plan([badge('a')])).plan.counts).toMatchObject({ blocked: 1 });
    expect(await bind('Badge/shop/a', 'badge:8')).toMatchObject({ outcome: 'done', profile: 'shop', former: null });
    expect(bindings()).toEqual({ 'Badge/shop/a': { key: 'badge:8' } });
    const { plan } = await world.plan([badge('a')]);
    expect([plan.changes, plan.blocked]).toEqual([[], []]);
    expect(plan.unmanaged.flatMap(({ kind, name }) => (kind === 'Badge' ? name : []))).toEqual(['badge:7']);
  });

  it('writes nothing where it is so already', async () => {
    world.put('badge:7', 'present', { title: 'a' });
    await bind('Badge/shop/a', 'badge:7');
    expect(world.service.calls).toEqual(['read badge:7']);
    expect(await bind('Badge/shop/a', 'badge:7')).toMatchObject({ outcome: 'already-so', former: 'badge:7' });
    expect(world.state()?.serial).toBe(1);
  });

  it('takes the place of another binding, and keeps what is protected so', async () => {
    world.put('one', 'draft', { text: 'a' });
    world.put('two', 'draft', { text: 'a' });
    await bind('Thing/shop/a', 'one', { resources: [thing('a', {}, { protect: true })] });
    expect(await bind('Thing/shop/a', 'two')).toMatchObject({ outcome: 'done', former: 'one' });
    expect(world.state()?.entries).toEqual({
      'Thing/shop/a': { binding: { code: 'two' }, protect: true, applied: null, row: null },
    });
  });

  it('asks before it takes the place of another binding, and only then', async () => {
    world.put('one', 'draft', { text: 'a' });
    world.put('two', 'draft', { text: 'a' });
    const asked: unknown[] = [];
    const agree: BindOneInput<FakeService>['agree'] = async ({ former, live }) => {
      asked.push([former, live.name]);
      throw new Error('no');
    };
    await bind('Thing/shop/a', 'one', { agree });
    await bind('Thing/shop/a', 'one', { agree });
    await expect(bind('Thing/shop/a', 'two', { agree })).rejects.toThrow('no');
    expect(asked).toEqual([['one', 'two']]);
    expect(bindings()).toEqual({ 'Thing/shop/a': { code: 'one' } });
  });

  it('refuses what no manifest declares, and what is bound by its bytes', async () => {
    await expect(bind('Thing/shop/c', 'c')).rejects.toMatchObject({
      exit: 64,
      problems: [{ code: 'selection-empty', message: 'No manifest declares `Thing/shop/c`' }],
    });
    await expect(bind('Picture/shop/p', 'x')).rejects.toMatchObject({ exit: 64, problems: [{ code: 'usage' }] });
    await expect(bind('Thing/shop/a', 'a', { kinds: [] })).rejects.toMatchObject({ exit: 64 });
    const elsewhere = { ...world.input.environment, profiles: new Map() };
    await expect(bind('Thing/shop/a', 'a', { environment: elsewhere })).rejects.toMatchObject({ exit: 64 });
    expect(world.service.calls).toEqual([]);
  });

  it('refuses what is not there, and what is of another sort', async () => {
    await expect(bind('Badge/shop/a', 'badge:9')).rejects.toMatchObject({
      exit: 1,
      problems: [{ code: 'bind-missing', message: 'shop has no Badge `badge:9`' }],
    });
    world.put('badge:7', 'present', { title: 'a', shape: 'round' });
    await expect(bind('Badge/shop/a', 'badge:7')).rejects.toMatchObject({
      exit: 1,
      problems: [{ code: 'bind-unlike' }],
    });
    expect(world.state()).toBeUndefined();
  });

  it('refuses one that another address has, naming it', async () => {
    world.put('x', 'draft', { text: 'a' });
    await bind('Thing/shop/a', 'x');
    await expect(bind('Thing/shop/b', 'x')).rejects.toMatchObject({
      problems: [
        {
          code: 'bind-taken',
          message: '`x` is bound to Thing/shop/a',
          hint: 'Forget it first: `notiform state forget Thing/shop/a`',
        },
      ],
    });
    await expect(bind('Thing/shop/a', 'b')).rejects.toMatchObject({
      problems: [{ code: 'bind-taken', message: '`b` is declared by Thing/shop/b' }],
    });
  });

  it('asks to forget the address that a version is bound to: none moves to a version', async () => {
    world.kinds = [versionedKind];
    world.put('a', 'approved', { text: 'one' });
    world.put('a_v2', 'approved', { text: 'two' });
    const resources = [versioned('one'), versioned('two', { id: 'b', address: 'Thing/shop/b', name: 'a_v2' })];
    await world.run(resources);
    await expect(bind('Thing/shop/a@v2', 'a_v2', { resources: [versioned('one')] })).rejects.toMatchObject({
      problems: [{ code: 'bind-taken', hint: 'Forget it first: `notiform state forget Thing/shop/b`' }],
    });
  });

  it('refuses the state of another account, unless that is meant', async () => {
    world.put('x', 'draft', { text: 'a' });
    await bind('Thing/shop/a', 'x');
    world.account = 'account-2';
    world.put('y', 'draft', { text: 'a' });
    await expect(bind('Thing/shop/a', 'y')).rejects.toMatchObject({ exit: 7, problems: [{ code: 'account-changed' }] });
    await bind('Thing/shop/a', 'y', { acceptAccount: true });
    expect(world.state()).toMatchObject({ account: 'account-2' });
  });

  it('ends where the service cannot be asked', async () => {
    world.service.fault = () => {
      throw failure('unreachable');
    };
    await expect(bind('Thing/shop/a', 'x')).rejects.toMatchObject({ exit: 1, problems: [{ code: 'service-unfit' }] });
  });
});
