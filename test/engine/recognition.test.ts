import { beforeEach, describe, expect, it } from 'vitest';
import type { RowPage } from '../../src/core/kind.ts';
import { observeStatus } from '../../src/engine/status/status.ts';
import { badge, badgeKind } from './badges.ts';
import { faultAt, World } from './support.ts';

let world: World;

beforeEach(() => {
  world = new World();
  world.kinds = [badgeKind()];
});

function keys(): Record<string, unknown> {
  const entries = Object.entries(world.state()?.entries ?? {});
  return Object.fromEntries(entries.map(([address, { binding }]) => [address, binding['key']]));
}

function titles(): Record<string, unknown> {
  return Object.fromEntries([...world.service.of('shop')].map(([key, { content }]) => [key, content['title']]));
}

describe('what the service gives a name to', () => {
  it('is made, bound to the name that the answer tells, and left alone afterwards', async () => {
    expect(await world.actions([badge('a')])).toEqual({ 'Badge/shop/a': 'create: add' });
    expect(await world.run([badge('a')])).toEqual({ 'Badge/shop/a': 'done' });
    expect(keys()).toEqual({ 'Badge/shop/a': 'badge:1' });
    const { plan } = await world.plan([badge('a')]);
    expect(plan.changes).toEqual([]);
    expect(plan.unmanaged).toEqual([]);
  });

  it('is in the receipt where it was made and the state could not be written, and is found by the next run', async () => {
    const planned = await world.plan([badge('a')]);
    let writes = 0;
    world.files.onWrite = (path) => {
      if (!path.endsWith('.json')) return;
      writes += 1;
      // The first one says that it is being made.
      if (writes > 1) throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
    };
    const { changes } = await world.apply(planned);
    expect(
      changes.map(({ outcome, problem, steps }) => [outcome, problem?.code, steps.map((one) => one.outcome)]),
    ).toEqual([['failed', 'state-unwritable', ['done']]]);
    world.files.onWrite = () => {};
    expect(await world.actions([badge('a')])).toEqual({ 'Badge/shop/a': 'adopt' });
  });

  it('keeps its binding when its title changes, and goes when its manifest goes', async () => {
    await world.run([badge('a')]);
    expect(await world.actions([badge('a', { title: 'b' })])).toEqual({ 'Badge/shop/a': 'update: edit' });
    await world.run([badge('a', { title: 'b' })]);
    expect(titles()).toEqual({ 'badge:1': 'b' });
    expect(await world.actions([badge('other')], { allowEmpty: true })).toEqual({
      'Badge/shop/a': 'delete: drop',
      'Badge/shop/other': 'create: add',
    });
    await world.run([badge('other')]);
    expect(keys()).toEqual({ 'Badge/shop/other': 'badge:2' });
  });

  it.each([
    ['as it is declared', 'a', 'already-so', undefined],
    ['under another title', 'b', undefined, 'stale'],
  ])('is not made twice where the plan missed it and the apply lists it %s', async (_, title, step, outcome) => {
    await world.run([badge('a')]);
    const things = world.service.of('shop');
    things.delete('badge:1');
    const planned = await world.plan([badge('a')]);
    expect(planned.plan.changes).toMatchObject([{ action: 'create' }]);
    world.put('badge:1', 'present', { ...badge('a').content, title });
    const { changes } = await world.apply(planned);
    expect(changes).toMatchObject([{ ...(outcome && { outcome }), steps: step ? [{ outcome: step }] : [] }]);
    expect(titles()).toEqual({ 'badge:1': title });
  });

  it('is not made again where the list has it and its detail is refused', async () => {
    await world.run([badge('a')]);
    const things = world.service.of('shop');
    const found = things.get('badge:1');
    things.delete('badge:1');
    const planned = await world.plan([badge('a')]);
    world.service.fault = (call, at) => {
      if (!call.startsWith('page')) return;
      if (at === 'before' && found) things.set('badge:1', found);
      else things.delete('badge:1');
    };
    const { changes } = await world.apply(planned);
    expect(changes).toMatchObject([{ outcome: 'failed', problem: { code: 'listed-without-detail' } }]);
    expect(titles()).toEqual({});
  });
});

describe('what a run that died was making', () => {
  const DIED = new Error('killed');
  const SECOND = 1_000;

  /** Begins to make it and dies; the service is at it until somebody waits. */
  async function dies(): Promise<void> {
    world.service.fault = (call, at) => {
      if (call.startsWith('add') && at === 'before') throw DIED;
    };
    const { changes } = await world.apply(await world.plan([badge('a')]));
    expect(changes).toMatchObject([{ steps: [{ outcome: 'unknown' }] }]);
    world.service.fault = undefined;
  }

  it('is waited for as long as the service may be at it, and not made twice', async () => {
    await dies();
    expect(world.state()?.underWay).toEqual({ 'Badge/shop/a': '2026-11-20T00:00:00.000Z' });
    world.clock.time += 2 * SECOND;
    const planned = await world.plan([badge('a')]);
    world.clock.onSleep = () => world.put('badge:7', 'present', badge('a').content);
    const { changes } = await world.apply(planned);
    expect(changes).toMatchObject([{ action: 'create', steps: [{ outcome: 'already-so' }] }]);
    expect(world.clock.slept).toEqual([43 * SECOND]);
    expect(keys()).toEqual({ 'Badge/shop/a': 'badge:7' });
    expect(world.state()).not.toHaveProperty('underWay');
    expect((await world.plan([badge('a')])).plan).toMatchObject({ changes: [], unmanaged: [] });
  });

  it('is waited for under another id', async () => {
    await world.run([badge('a')]);
    world.service.of('shop').clear();
    await dies();
    const renamed = { ...badge('a'), renamedFrom: 'Badge/shop/a', address: 'Badge/shop/b', id: 'b' };
    const planned = await world.plan([renamed]);
    world.clock.onSleep = () => world.put('badge:7', 'present', badge('a').content);
    await world.apply(planned);
    expect(world.clock.slept).toEqual([45 * SECOND]);
    expect(titles()).toEqual({ 'badge:7': 'a' });
  });

  it('is announced again by a run that slept before its call: others wait from then on', async () => {
    const calls: unknown[] = [];
    world.clock.onNow = () => {
      // It sleeps as soon as the create is announced.
      if (calls.length > 0 || !world.state()?.underWay) return;
      calls.push('slept');
      world.clock.time += 6 * SECOND;
    };
    world.service.fault = (call, at) => {
      if (call.startsWith('add') && at === 'before') calls.push(world.state()?.underWay?.['Badge/shop/a']);
    };
    await world.run([badge('a')]);
    expect(calls).toEqual(['slept', '2026-11-20T00:00:06.000Z']);
  });

  it('is made where it did not come to be, however wrong the other clock was', async () => {
    await dies();
    world.clock.time -= 3600 * SECOND;
    expect(await world.run([badge('a')])).toEqual({ 'Badge/shop/a': 'done' });
    expect(world.clock.slept).toEqual([45 * SECOND]);
    expect(titles()).toEqual({ 'badge:1': 'a' });
  });

  it('is not waited for when that time is over', async () => {
    await dies();
    world.clock.time += 45 * SECOND;
    expect(await world.run([badge('a')])).toEqual({ 'Badge/shop/a': 'done' });
    expect(world.clock.slept).toEqual([]);
  });

  it('stays announced where the wait is broken off, and nothing is made', async () => {
    await dies();
    const planned = await world.plan([badge('a')]);
    world.clock.onSleep = () => world.controller.abort();
    expect((await world.apply(planned)).changes).toMatchObject([{ outcome: 'not-run', steps: [] }]);
    expect(titles()).toEqual({});
    expect(world.state()?.underWay).toBeDefined();
  });

  it('is announced no more where the service refuses it', async () => {
    world.service.fault = faultAt('add', 'before', 'refused');
    await world.apply(await world.plan([badge('a')]));
    expect(world.state()).not.toHaveProperty('underWay');
    expect(world.state()?.entries).toEqual({});
  });

  it('was begun on another channel, and is none of this one', async () => {
    await dies();
    world.profiles.set('shop', { alias: 'shop', key: 'n'.repeat(40), type: 'S' });
    expect(await world.run([badge('a')], { acceptAccount: true })).toEqual({ 'Badge/shop/a': 'done' });
    expect(world.clock.slept).toEqual([]);
  });
});

describe('one that is there and not bound', () => {
  it('is adopted by its title, as it is, and changed by the next plan alone', async () => {
    world.put('badge:7', 'present', { title: 'a', text: 'old' });
    const { plan } = await world.plan([badge('a')]);
    expect(plan.changes).toMatchObject([
      {
        action: 'adopt',
        reasons: ['not-bound'],
        steps: [],
        fields: [],
        before: { text: 'old' },
        after: { text: 'old' },
      },
    ]);
    expect(plan.unmanaged).toEqual([]);
    expect(await world.run([badge('a')])).toEqual({ 'Badge/shop/a': 'done' });
    expect(keys()).toEqual({ 'Badge/shop/a': 'badge:7' });
    expect(await world.actions([badge('a')])).toEqual({ 'Badge/shop/a': 'update: edit' });
  });

  it('is not the one that is meant where more than the title tells them apart', async () => {
    world.put('badge:7', 'present', { title: 'a', shape: 'round' });
    const { plan } = await world.plan([badge('a')]);
    expect(plan.changes.map(({ action }) => action)).toEqual(['create']);
    expect(plan.unmanaged.map(({ name }) => name)).toEqual(['badge:7']);
  });

  it('is not one that another address has', async () => {
    await world.run([badge('a')]);
    expect(await world.actions([badge('a'), badge('b', { title: 'a' })])).toEqual({
      'Badge/shop/b': 'blocked: the name "a" belongs to Badge/shop/a, which keeps it',
    });
  });

  it('blocks where two bear the title, naming both: it alone, in a plan that is complete', async () => {
    world.put('badge:7', 'present', { title: 'a' });
    world.put('badge:8', 'present', { title: 'a' });
    const { plan } = await world.plan([badge('a'), badge('b')]);
    expect(plan).toMatchObject({
      complete: true,
      applyable: true,
      changes: [{ address: 'Badge/shop/b', action: 'create' }],
      blocked: [
        {
          address: 'Badge/shop/a',
          reason: 'shop has 2 of this name (badge:7, badge:8), and none is bound to Badge/shop/a',
          opens: 'Rename one of them, or bind the right one: `notiform state bind Badge/shop/a badge:7`.',
        },
      ],
      problems: [{ code: 'name-ambiguous' }],
    });
  });

  it('is not as declared where two bear the title, and that is no gap in the status', async () => {
    world.put('badge:7', 'present', { title: 'a' });
    world.put('badge:8', 'present', { title: 'a' });
    const report = await observeStatus({ ...world.input, resources: [badge('a')], addresses: [] });
    expect(report).toMatchObject({
      complete: true,
      rows: [
        {
          state: null,
          verdict: 'differs',
          reason: 'shop has 2 of this name (badge:7, badge:8), and none is bound to Badge/shop/a',
        },
      ],
      problems: [{ code: 'name-ambiguous' }],
    });
  });

  it('blocks where it cannot be read', async () => {
    world.put('badge:7', 'present', { title: 'a' });
    world.put('badge:8', 'present', { title: 'a' });
    world.service.fault = faultAt('read badge:8', 'before', 'unfit');
    expect((await world.plan([badge('a')])).plan).toMatchObject({
      complete: false,
      blocked: [{ reason: 'unfit by the test' }],
    });
  });
});

describe('an add whose fate is unclear', () => {
  it.each(['before', 'after'] as const)('is looked for by its title and never done twice (%s)', async (when) => {
    world.service.fault = faultAt('add badge', when, 'unclear');
    expect(await world.run([badge('a')])).toEqual({ 'Badge/shop/a': 'done' });
    expect(Object.values(titles())).toEqual(['a']);
    expect(Object.values(keys())).toEqual(Object.keys(titles()));
  });

  it('is found by the next run of the same plan, whose list is taken once', async () => {
    const resources = [badge('a'), badge('b'), badge('c')];
    const planned = await world.plan(resources);
    world.put('badge:70', 'present', { title: 'a', text: 'a' });
    world.service.calls = [];
    const receipt = await world.apply(planned);
    expect(receipt.changes.map(({ outcome, steps }) => [outcome, steps.map((step) => step.outcome)])).toEqual([
      ['done', ['already-so']],
      ['done', ['done']],
      ['done', ['done']],
    ]);
    expect(titles()).toEqual({ 'badge:70': 'a', 'badge:1': 'b', 'badge:2': 'c' });
    expect(world.service.calls.filter((call) => call.startsWith('page'))).toHaveLength(1);
    expect(keys()).toEqual({ 'Badge/shop/a': 'badge:70', 'Badge/shop/b': 'badge:1', 'Badge/shop/c': 'badge:2' });
  });

  it('is made after another one whose list could not be read: the list is asked for again', async () => {
    world.inFlight = 1;
    const planned = await world.plan([badge('a'), badge('b')]);
    world.service.fault = faultAt('page', 'before', 'unreachable');
    const { changes } = await world.apply(planned);
    expect(changes.map(({ outcome }) => outcome)).toEqual(['failed', 'done']);
    expect(titles()).toEqual({ 'badge:1': 'b' });
  });

  it('is told by the row alone where the list tells all, and is not taken for what is not meant', async () => {
    world.kinds = [badgeKind({ rowsTellAll: true })];
    const resources = [badge('a'), badge('b')];
    const planned = await world.plan(resources);
    world.put('badge:70', 'present', { title: 'a', text: 'a' });
    world.put('badge:80', 'present', { title: 'b', text: 'b', shape: 'round' });
    await world.apply(planned);
    expect(keys()).toEqual({ 'Badge/shop/a': 'badge:70', 'Badge/shop/b': 'badge:1' });
  });

  it('is not done where two came meanwhile, or the list cannot be read whole', async () => {
    const planned = await world.plan([badge('a')]);
    world.put('badge:1', 'present', { title: 'a', text: 'a' });
    world.put('badge:2', 'present', { title: 'a', text: 'a' });
    expect((await world.apply(planned)).changes).toMatchObject([
      { outcome: 'failed', problem: { code: 'name-ambiguous' } },
    ]);
    const [kind] = world.kinds;
    if (kind?.discovery.by !== 'list') throw new Error('no list');
    const { page } = kind.discovery;
    world.service.of('shop').clear();
    const again = await world.plan([badge('a')]);
    kind.discovery.page = async (...args) => ({ ...(await page(...args)), total: 5 });
    expect((await world.apply(again)).changes).toMatchObject([
      { outcome: 'failed', problem: { code: 'list-unsettled' } },
    ]);
    kind.discovery.page = async (...args) => ({
      ...(await page(...args)),
      total: 1,
      unreadable: [{ problem: { code: 'service-unfit', severity: 'error', message: 'a row that does not fit' } }],
    });
    expect((await world.apply(again)).changes).toMatchObject([
      { outcome: 'failed', problem: { message: 'a row that does not fit' } },
    ]);
  });
});

describe('a listed row that cannot be read', () => {
  const problem = { code: 'service-unfit', severity: 'error', message: 'a row that does not fit' } as const;
  const listedBeside = (unreadable: RowPage['unreadable']): void => {
    const kind = badgeKind();
    if (kind.discovery.by !== 'list') throw new Error('no list');
    const { page } = kind.discovery;
    kind.discovery.page = async (...args) => {
      const read = await page(...args);
      return { ...read, unreadable, total: read.total + unreadable.length };
    };
    world.kinds = [kind];
  };

  it.each([
    ['without a name, of the same title', { title: 'a' }],
    ['with nothing that can be read', {}],
    ['under a name that no address has', { name: 'badge:9', title: 'a' }],
  ])('may be what would be made: %s', async (_, row) => {
    listedBeside([{ ...row, problem }]);
    const { plan } = await world.plan([badge('a')]);
    expect(plan).toMatchObject({ changes: [], blocked: [{ address: 'Badge/shop/a', reason: problem.message }] });
  });

  it('is nothing to others, in the plan and in the apply', async () => {
    await world.run([badge('c')]);
    listedBeside([
      { title: 'b', problem },
      { name: 'badge:1', title: 'a', problem },
    ]);
    world.service.of('shop').clear();
    expect(await world.run([badge('a')])).toEqual({ 'Badge/shop/a': 'done' });
  });
});

describe('what the service keeps no list of', () => {
  it('is read by its name, and believed to be gone where the service says so', async () => {
    const kind = badgeKind();
    if (kind.discovery.by !== 'list') throw new Error('no list');
    const { recognition: _recognition, ...rest } = kind;
    world.kinds = [{ ...rest, discovery: { by: 'name', read: kind.discovery.read } }];
    await world.run([badge('a')]);
    world.service.calls = [];
    expect((await world.plan([badge('a')])).plan.changes).toEqual([]);
    expect(world.service.calls).toEqual(['profiles', 'read badge:1']);
    world.service.of('shop').clear();
    expect(await world.actions([badge('a')])).toEqual({ 'Badge/shop/a': 'create: add' });
    await world.run([badge('a'), badge('b')]);
    expect(await world.run([badge('b')])).toEqual({ 'Badge/shop/a': 'done' });
    expect(Object.keys(keys())).toEqual(['Badge/shop/b']);
  });
});
