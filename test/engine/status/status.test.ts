import { describe, expect, it } from 'vitest';
import type { Live, Resource } from '../../../src/core/resource.ts';
import { observeStatus } from '../../../src/engine/status/status.ts';
import { waitForVerdicts } from '../../../src/engine/status/wait.ts';
import type { StatusInput, WaitInput } from '../../../src/engine/types.ts';
import { badge, badgeKind } from '../badges.ts';
import { type FakeService, failure, fileNode, picture, thing, thingKind, World } from '../support.ts';

function status(
  world: World,
  resources: readonly Resource[],
  addresses: readonly string[] = [],
  more: Partial<StatusInput<FakeService>> = {},
) {
  const input: StatusInput<FakeService> = { ...world.input, resources, addresses, ...more };
  return observeStatus(input);
}

function wait(world: World, resources: readonly Resource[], more: Partial<WaitInput<FakeService>> = {}) {
  return waitForVerdicts({ ...world.input, resources, addresses: [], timeoutMs: 30 * 60_000, ...more });
}

describe('a status', () => {
  it('tells of what is declared, ours, and neither', async () => {
    const world = new World();
    await world.run([thing('a'), thing('d', {}, { goal: 'draft' }), thing('o', {}, { goal: 'draft' })]);
    world.put('stray', 'approved');
    world.service.fault = (call) => {
      if (call === 'read u') throw failure('unfit', 'no shape');
    };
    const wanted = [
      thing('a'),
      thing('d', { text: 'new' }, { goal: 'draft' }),
      thing('m'),
      thing('u'),
      picture('p', fileNode('p.png')),
    ];
    const report = await status(world, wanted);
    expect(report.environment).toBe('test');
    expect(report.complete).toBe(false);
    expect(
      report.rows.map(({ address, name, goal, state, verdict, waitsFor }) => [
        address,
        name,
        goal,
        state,
        verdict,
        waitsFor,
      ]),
    ).toEqual([
      ['Picture/shop/p', null, 'present', 'absent', 'missing', null],
      ['Thing/shop/a', 'a', 'approved', 'filed', 'waiting', 'verdict'],
      ['Thing/shop/d', 'd', 'draft', 'draft', 'differs', null],
      ['Thing/shop/m', null, 'approved', 'absent', 'missing', null],
      ['Thing/shop/o', 'o', null, 'draft', 'orphan', null],
      ['Thing/shop/u', null, 'approved', null, 'unread', null],
    ]);
    expect(report.unmanaged.map(({ name }) => name)).toEqual(['stray']);
    expect(report.problems).toMatchObject([{ message: 'no shape', address: 'Thing/shop/u' }]);
  });

  it('says when a resource becomes dormant, unless that time has passed', async () => {
    const world = new World();
    await world.run([thing('a'), thing('b')]);
    const now = world.clock.now();
    const dormantAt = (live: Live): number | undefined => (live.name === 'a' ? now + 1000 : now);
    world.kinds = [{ ...thingKind, dormantAt }];
    const { rows } = await status(world, [thing('a'), thing('b'), thing('c')]);
    expect(rows.map(({ name, dormantAt: at }) => [name, at])).toEqual([
      ['a', new Date(now + 1000).toISOString()],
      ['b', undefined],
      [null, undefined],
    ]);
  });

  it('names how a resource differs from its manifest, as the reason of its change does', async () => {
    const world = new World();
    const known = ['text', 'state', 'fixed', 'leaves', 'stuck'];
    await world.run(known.map((id) => thing(id, {}, { goal: 'draft' })));
    world.put('fixed', 'approved');
    world.put('leaves', 'approved', { text: 'live' });
    world.put('stuck', 'frozen', { text: 'live' });
    const wanted = [
      thing('text', { text: 'new' }),
      thing('state'),
      thing('fixed', { text: 'new' }, { goal: 'draft' }),
      thing('leaves', { text: 'new' }, { goal: 'removed' }),
      thing('stuck', { text: 'new' }, { goal: 'removed' }),
      thing('missing'),
    ];
    const { rows } = await status(world, wanted);
    expect(rows.map(({ address, difference }) => [address, difference])).toEqual([
      ['Thing/shop/fixed', 'content-differs'],
      ['Thing/shop/leaves', 'state-differs'],
      ['Thing/shop/missing', undefined],
      ['Thing/shop/state', 'state-differs'],
      ['Thing/shop/stuck', 'state-differs'],
      ['Thing/shop/text', 'content-differs'],
    ]);
    const { plan } = await world.plan(wanted);
    for (const { address, difference } of rows.filter((row) => row.difference)) {
      const change = plan.changes.find((one) => one.address === address);
      expect(change?.reasons[0] ?? difference).toBe(difference);
    }
  });

  it('is refused if an address is unknown', async () => {
    const world = new World();
    await expect(status(world, [thing('order')], ['order', 'odrer'])).rejects.toMatchObject({ exit: 64 });
    await expect(wait(world, [thing('order')], { addresses: ['odrer'] })).rejects.toMatchObject({ exit: 64 });
  });

  it('shows the whole of one', async () => {
    const world = new World();
    const comment = { content: 'fine', createdAt: '2026', status: 'APR', userName: 'i' };
    world.service.of('shop').set('a', { content: { text: 'a' }, state: 'approved', comments: [comment] });
    const report = await status(world, [thing('a'), thing('b')], ['Thing/shop/a'], { comments: true });
    expect(report.rows).toEqual([
      {
        address: 'Thing/shop/a',
        kind: 'Thing',
        source: { file: 'manifests/a.yaml', line: 1 },
        name: 'a',
        title: 'The thing a',
        goal: 'approved',
        state: 'approved',
        verdict: 'done',
        waitsFor: null,
        moved: [],
        comments: [comment],
        modifiedAt: '2026-11-20 09:00:00',
      },
    ]);
    expect(report.unmanaged).toEqual([]);
  });

  it('names what is not on the service yet as its manifest does', async () => {
    const named = thing('b', { name: 'A thing' });
    const { rows } = await status(new World(), [thing('a'), named]);
    expect(rows.map(({ title, verdict }) => [title, verdict])).toEqual([
      [null, 'missing'],
      ['A thing', 'missing'],
    ]);
  });

  it('reads nothing but what is asked for: its list, and its detail', async () => {
    const world = new World();
    world.kinds = [thingKind, badgeKind()];
    world.profiles.set('mall', { alias: 'mall', key: 'm'.repeat(40), type: 'G' });
    const wanted = [thing('a'), thing('b'), thing('c', {}, { profile: 'mall' }), badge('d')];
    await world.run(wanted);
    world.service.calls = [];
    const report = await status(world, wanted, ['Thing/shop/a']);
    expect(world.service.calls).toEqual(['profiles', 'page shop 1', 'read a']);
    expect(report).toMatchObject({ complete: true, rows: [{ address: 'Thing/shop/a' }], unmanaged: [] });
    world.service.calls = [];
    await waitForVerdicts({ ...world.input, resources: wanted, addresses: ['Badge/shop/d'], timeoutMs: 0 });
    expect(world.service.calls).toEqual(['profiles', 'page badges shop 1', 'read badge:1']);
  });
});

/** Two things that were handed in. */
async function filed(): Promise<{ world: World; wanted: Resource[] }> {
  const world = new World();
  const wanted = [thing('a'), thing('b')];
  await world.run(wanted);
  world.service.calls = [];
  world.events.length = 0;
  return { world, wanted };
}

describe('waiting', () => {
  it('says with a policy what that blocks, and what opens a way; a rejected one has its own word', async () => {
    const world = new World();
    const before = [thing('a'), thing('b', {}, { goal: 'draft' }), thing('r')];
    await world.run(before);
    Object.assign(world.service.of('shop').get('a') ?? {}, { state: 'approved' });
    Object.assign(world.service.of('shop').get('r') ?? {}, { state: 'rejected' });
    const wanted = [thing('a', { text: 'new' }), thing('b', { text: 'new' }, { goal: 'draft' }), thing('r')];
    const { status: report } = await wait(world, wanted, { policy: world.planInput([]).policy });
    expect(report.rows.map(({ reason, ways }) => [reason, ways])).toEqual([
      [
        'unapprove: loses its approval and cannot be sent until the new text is approved (loses-approval)',
        [{ flags: ['--allow', 'loses-approval=Thing/shop/a'] }],
      ],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  it('does not wait for a decision on other content than that of the manifest, and names that decision', async () => {
    const { world } = await filed();
    const wanted = [thing('a', { text: 'new' }), thing('b')];
    world.clock.onSleep = () => world.put('b', 'approved');
    const { end, outstanding, status: report } = await wait(world, wanted);
    expect([end, outstanding, world.clock.slept]).toEqual(['settled', [], [30_000]]);
    expect(report.rows).toMatchObject([
      { verdict: 'differs', waitsFor: null, otherWaitsFor: 'verdict' },
      { verdict: 'done' },
    ]);
    expect(report.rows[1]).not.toHaveProperty('otherWaitsFor');
  });

  it('looks at list pages alone, and at the detail of what left its waiting state', async () => {
    const { world, wanted } = await filed();
    world.clock.onSleep = () => {
      if (world.clock.slept.length === 2) world.put('a', 'approved');
      if (world.clock.slept.length === 3) world.put('b', 'approved');
    };
    const waited = await wait(world, wanted);
    expect(waited).toMatchObject({ end: 'settled', outstanding: [], rejected: [] });
    expect(waited.status.rows.map(({ verdict }) => verdict)).toEqual(['done', 'done']);
    expect(world.clock.slept).toEqual([30_000, 60_000, 120_000]);
    expect(world.service.calls).toEqual([
      ...['profiles', 'page shop 1', 'read a', 'read b'],
      'page shop 1',
      ...['page shop 1', 'read a'],
      ...['page shop 1', 'read b'],
      ...['profiles', 'page shop 1', 'read a', 'read b'],
    ]);
    const verdictOf = (id: string) => ({ address: `Thing/shop/${id}`, waitsFor: 'verdict' });
    const told = world.events.filter(({ type }) => type === 'waiting' || type === 'verdict');
    expect(told).toMatchObject([
      { type: 'waiting', outstanding: [verdictOf('a'), verdictOf('b')], nextLookMs: 30_000, elapsedMs: 0 },
      { type: 'waiting', outstanding: [verdictOf('a'), verdictOf('b')], nextLookMs: 60_000, elapsedMs: 30_000 },
      { type: 'verdict', address: 'Thing/shop/a', state: 'approved', verdict: 'done' },
      { type: 'waiting', outstanding: [verdictOf('b')], nextLookMs: 120_000, elapsedMs: 90_000 },
      { type: 'verdict', address: 'Thing/shop/b', state: 'approved', verdict: 'done' },
    ]);
  });

  it('ends at the first verdict if asked to, and lists the resources that still wait', async () => {
    const { world, wanted } = await filed();
    world.clock.onSleep = () => world.put('a', 'approved');
    const { outstanding } = await wait(world, wanted, { until: 'first' });
    expect([outstanding, world.clock.slept]).toEqual([['Thing/shop/b'], [30_000]]);
  });

  it('ends as rejected where one is turned down, after all have come', async () => {
    const { world, wanted } = await filed();
    world.clock.onSleep = () => {
      if (world.clock.slept.length === 1) world.put('a', 'rejected');
      if (world.clock.slept.length === 2) world.put('b', 'approved');
    };
    expect(await wait(world, wanted)).toMatchObject({ end: 'rejected', outstanding: [], rejected: ['Thing/shop/a'] });
  });

  it('is rejected from the start where the last verdict was', async () => {
    const world = new World();
    world.put('a', 'rejected');
    world.put('b', 'rejected', { text: 'an older text' });
    expect(await wait(world, [thing('a'), thing('b')])).toMatchObject({ end: 'rejected', rejected: ['Thing/shop/a'] });
  });

  it('takes no orphan for a rejected one', async () => {
    const world = new World();
    await world.run([thing('a')]);
    world.put('a', 'rejected');
    expect(await wait(world, [])).toMatchObject({ end: 'settled', rejected: [] });
  });

  it('counts what vanished as turned down', async () => {
    const { world, wanted } = await filed();
    world.clock.onSleep = () => {
      world.service.of('shop').clear();
    };
    expect(await wait(world, wanted)).toMatchObject({ end: 'rejected', rejected: ['Thing/shop/a', 'Thing/shop/b'] });
    expect(world.events).toContainEqual({
      type: 'verdict',
      address: 'Thing/shop/a',
      state: 'absent',
      verdict: 'rejected',
      live: undefined,
    });
  });

  it('takes a refused detail for no verdict while the list does not prove that it is gone', async () => {
    const { world, wanted } = await filed();
    const { discovery } = thingKind;
    if (discovery.by !== 'list') throw new Error('a list');
    const isOdd = () => world.clock.slept.length === 1;
    const page: typeof discovery.page = async (...args) => {
      const found = await discovery.page(...args);
      return isOdd() ? { ...found, rows: [] } : found;
    };
    const read: typeof discovery.read = async (...args) => (isOdd() ? undefined : discovery.read(...args));
    world.kinds = [{ ...thingKind, discovery: { ...discovery, page, read } }];
    world.clock.onSleep = () => {
      if (world.clock.slept.length === 2) for (const name of ['a', 'b']) world.put(name, 'approved');
    };
    expect(await wait(world, wanted)).toMatchObject({ end: 'settled', rejected: [] });
  });

  it('ends in time: the intervals grow to the longest, and the last is what is left', async () => {
    const { world, wanted } = await filed();
    const waited = await wait(world, wanted, { timeoutMs: 1_000_000 });
    expect(waited).toMatchObject({ end: 'time-out', outstanding: ['Thing/shop/a', 'Thing/shop/b'] });
    expect(world.clock.slept).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 250_000]);
  });

  it('waits for the addresses that are asked for alone', async () => {
    const { world, wanted } = await filed();
    world.put('a', 'approved');
    expect(await wait(world, wanted, { addresses: ['a'] })).toMatchObject({ end: 'settled' });
  });

  it('goes on where a row moved and it still waits', async () => {
    const { world, wanted } = await filed();
    world.kinds = [
      {
        ...thingKind,
        meets: (at, want) =>
          at && ['filed', 'reading'].includes(at.status.state)
            ? { meets: 'waiting', waitsFor: 'verdict' }
            : thingKind.meets(at, want),
      },
    ];
    world.clock.onSleep = () => {
      const state = world.clock.slept.length === 1 ? 'reading' : 'approved';
      for (const name of ['a', 'b']) world.put(name, state);
    };
    expect(await wait(world, wanted)).toMatchObject({ end: 'settled' });
    expect(world.clock.slept).toEqual([30_000, 60_000]);
  });

  it('finds what the list lacks by its detail', async () => {
    const { world, wanted } = await filed();
    const { discovery } = thingKind;
    if (discovery.by !== 'list') throw new Error('a list');
    const page = async () => ({ rows: [], unreadable: [], total: 0, pages: 1 });
    world.kinds = [{ ...thingKind, discovery: { ...discovery, page } }];
    world.clock.onSleep = () => {
      for (const name of ['a', 'b']) if (world.clock.slept.length === 2) world.put(name, 'approved');
    };
    expect(await wait(world, wanted)).toMatchObject({ end: 'settled' });
    expect(world.clock.slept).toEqual([30_000, 60_000]);
  });

  it.each(['unreachable', 'unclear', 'unfit'] as const)('looks again after a look that was %s', async (kind) => {
    const { world, wanted } = await filed();
    world.clock.onSleep = () => {
      if (world.clock.slept.length === 2) for (const name of ['a', 'b']) world.put(name, 'approved');
    };
    world.service.fault = (call) => {
      if (call.startsWith('page') && world.clock.slept.length === 1) throw failure(kind);
    };
    expect(await wait(world, wanted)).toMatchObject({ end: 'settled' });
    expect(world.events).toContainEqual({
      type: 'look-failed',
      problem: expect.objectContaining({ code: 'service-unfit' }),
    });
  });

  it('ends where the service refuses to be asked, and where there is a bug', async () => {
    const { world, wanted } = await filed();
    world.service.fault = (call) => {
      if (call.startsWith('page') && world.clock.slept.length === 1) throw failure('refused');
    };
    await expect(wait(world, wanted)).rejects.toMatchObject({ exit: 1 });
    world.service.fault = (call) => {
      if (call.startsWith('page') && world.clock.slept.length === 2) throw new TypeError('a bug');
    };
    await expect(wait(world, wanted)).rejects.toThrow('a bug');
  });

  it('ends where it is interrupted', async () => {
    const { world, wanted } = await filed();
    world.clock.onSleep = () => world.controller.abort();
    await expect(wait(world, wanted)).rejects.toMatchObject({ exit: 130, problems: [{ code: 'interrupted' }] });
    const other = await filed();
    other.world.clock.onSleep = () => {
      throw new TypeError('a broken clock');
    };
    await expect(wait(other.world, other.wanted)).rejects.toThrow('a broken clock');
  });

  it('leaves out what no list tells of', async () => {
    const world = new World();
    const [, pictures] = world.kinds;
    if (!pictures) throw new Error('no pictures');
    const file = world.file('p.png');
    await world.run([picture('p', file)]);
    world.kinds = [{ ...pictures, meets: () => ({ meets: 'waiting', waitsFor: 'encoding' }) }];
    expect(await wait(world, [picture('p', file)])).toMatchObject({ end: 'settled' });
    expect(world.clock.slept).toEqual([]);
  });
});

describe('waiting in two profiles', () => {
  it('looks at the list of each that holds something outstanding', async () => {
    const world = new World();
    world.profiles.set('mall', { alias: 'mall', key: 'm', type: 'G' });
    const wanted = [thing('a'), thing('a', {}, { profile: 'mall' })];
    await world.run(wanted);
    world.service.calls = [];
    world.clock.onSleep = () => {
      const profile = world.clock.slept.length === 1 ? 'shop' : 'mall';
      world.service.of(profile).set('a', { content: { text: 'a' }, state: 'approved' });
    };
    expect(await wait(world, wanted)).toMatchObject({ end: 'settled' });
    expect(world.service.calls.filter((call) => call.startsWith('page'))).toEqual([
      ...['page mall 1', 'page shop 1'],
      ...['page mall 1', 'page shop 1'],
      'page mall 1',
      ...['page mall 1', 'page shop 1'],
    ]);
  });
});

describe('why something is not as wanted', () => {
  it('is said where no plan would make it so, of what needs it too, and of nothing else', async () => {
    const world = new World();
    await world.run([thing('a', {}, { goal: 'draft' }), thing('b', {}, { goal: 'draft' })]);
    world.put('a', 'shaken and stirred');
    const resources = [
      thing('a', { text: 'new' }, { goal: 'draft' }),
      thing('b', { text: 'new' }, { goal: 'draft' }),
      thing('c', {}, { dependsOn: ['Thing/shop/b', 'Thing/shop/a'] }),
      thing('d', {}, { name: 'e' }),
      thing('e'),
    ];
    const { rows } = await observeStatus({ ...world.input, resources, addresses: [] });
    expect(rows.map(({ address, verdict, reason }) => [address, verdict, reason])).toEqual([
      ['Thing/shop/a', 'differs', 'shaken and stirred cannot be edited'],
      ['Thing/shop/b', 'differs', undefined],
      ['Thing/shop/c', 'missing', 'it needs Thing/shop/a, which is blocked'],
      ['Thing/shop/d', 'missing', 'e is declared by Thing/shop/d and by Thing/shop/e'],
      ['Thing/shop/e', 'missing', 'e is declared by Thing/shop/e and by Thing/shop/d'],
    ]);
  });
});
