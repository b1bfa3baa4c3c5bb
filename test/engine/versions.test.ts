import { beforeEach, describe, expect, it } from 'vitest';
import type { Kind, Risk, RowPage } from '../../src/core/kind.ts';
import type { Resource } from '../../src/core/resource.ts';
import { planApproved } from '../../src/engine/approval/approval.ts';
import { bindOne } from '../../src/engine/binding/state-bind.ts';
import { currentVersions } from '../../src/engine/snapshot/current.ts';
import { observeStatus } from '../../src/engine/status/status.ts';
import { type FakeService, failure, thing, thingKind, World } from './support.ts';
import { versioned, versionedKind } from './versions.ts';

let world: World;

beforeEach(() => {
  world = new World();
  world.kinds = [versionedKind, ...world.kinds.slice(1)];
});

/** Two versions that are approved: `one` and `two`. */
async function two(): Promise<void> {
  await world.run([versioned('one')]);
  world.put('a', 'approved', { text: 'one' });
  await world.run([versioned('two')]);
  world.put('a_v2', 'approved', { text: 'two' });
  expect(await world.actions([versioned('two')])).toEqual({});
}

function loseState(): void {
  world.files.all.delete('/project/state/test/shop.json');
}

/** The service refuses this detail in a way that says nothing. */
function unreadable(name: string): void {
  world.service.fault = (call, when) => {
    if (call === `read ${name}` && when === 'before') throw failure('unfit', `no sense in ${name}`);
  };
}

describe('a version', () => {
  it('that cannot be read blocks its manifest, and nothing is done about the others', async () => {
    await two();
    world.put('a_v2', 'draft', { text: 'two' });
    unreadable('a');
    expect(await world.actions([versioned('one')])).toEqual({ 'Thing/shop/a': 'blocked: no sense in a' });
    const { plan } = await world.plan([versioned('three')]);
    expect([plan.complete, plan.changes]).toEqual([false, []]);
    loseState();
    unreadable('a_v2');
    expect(await world.actions([versioned('three')])).toMatchObject({
      'Thing/shop/a@v2': 'blocked: no sense in a_v2',
    });
  });

  it('that a person stopped is unapplied after a return to its text, until that was applied', async () => {
    world.service.clock = world.clock;
    await two();
    world.clock.time += 3_600_000;
    await world.run([versioned('three')]);
    world.put('a_v3', 'approved', { text: 'three' });
    for (const isReturn of [true, undefined]) {
      world.put('a_v2', 'halted', { text: 'two' });
      const { plan } = await world.plan([versioned('two')]);
      expect(plan.blocked.map(({ risk, unapplied }) => [risk, unapplied])).toEqual([['reverses', isReturn]]);
      await world.run([versioned('two')], { allow: ['reverses'] });
    }
  });

  it('that is edited before its approval says whether the former text stays in use', async () => {
    await world.run([versioned('one')]);
    world.put('a', 'approved', { text: 'one' });
    await world.run([versioned('two')]);
    world.put('a_v2', 'rejected', { text: 'two' });
    const reasons = async (): Promise<unknown> =>
      (await world.plan([versioned('three')])).plan.changes.map((one) => one.reasons);
    expect(await reasons()).toEqual([['content-differs', 'in-use', 'edited']]);
    world.put('a', 'halted', { text: 'one' });
    expect(await reasons()).toEqual([['content-differs', 'edited']]);
  });

  it('does not replace a text that was changed and approved outside notiform, if the manifest did not change', async () => {
    await world.run([versioned('one')]);
    world.put('a', 'approved', { text: 'one' });
    const reasons = async (text: string, allow: readonly Risk[] = []): Promise<unknown> =>
      (await world.plan([versioned(text)], { allow })).plan.changes.map((one) => one.reasons);
    expect(await reasons('two')).toEqual([['in-use']]);
    world.put('a', 'approved', { text: 'other' });
    expect((await world.plan([versioned('one')])).plan.blocked).toMatchObject([
      {
        address: 'Thing/shop/a@v2',
        risk: 'reverses',
        before: { text: 'other' },
        fields: [{ path: 'text', before: 'other', after: 'one' }],
        opens: expect.stringContaining('notiform import Thing/shop/a --update'),
      },
    ]);
    await world.run([versioned('one')]);
    expect(await reasons('one')).toEqual([]);
    expect(await reasons('one', ['reverses'])).toEqual([['in-use', 'drifted']]);
    expect(await reasons('two')).toEqual([['in-use', 'drifted', 'edited']]);
    loseState();
    expect(await reasons('one')).toEqual([['not-bound']]);
  });

  it('is made only where the list proves that its name is free', async () => {
    await world.run([versioned('one')]);
    world.put('a', 'approved', { text: 'one' });
    const { discovery } = versionedKind;
    const page = async (...args: Parameters<Extract<typeof discovery, { by: 'list' }>['page']>): Promise<RowPage> => {
      if (discovery.by !== 'list') throw new Error('no list');
      return { ...(await discovery.page(...args)), total: 7 };
    };
    const restless = { ...versionedKind, discovery: { ...discovery, by: 'list', page } } as Kind<FakeService>;
    world.kinds = [restless, ...world.kinds.slice(1)];
    const { plan } = await world.plan([versioned('two')]);
    expect(plan.complete).toBe(false);
    expect(plan.blocked).toMatchObject([
      { address: 'Thing/shop/a@v2', reason: expect.stringContaining('kept changing while it was read') },
    ]);
  });

  it('is not made under a code that changed with the text: the approved one is shown as what it is', async () => {
    await world.run([versioned('one')]);
    world.put('a', 'approved', { text: 'one' });
    expect(await world.actions([versioned('two', { name: 'b' })])).toEqual({
      'Thing/shop/a': expect.stringContaining('blocked: unapprove'),
    });
  });

  it('has no room for its name', async () => {
    await world.run([versioned('one', { name: 'a2345678' })]);
    world.put('a2345678', 'approved', { text: 'one' });
    const { plan } = await world.plan([versioned('two', { name: 'a2345678' })]);
    expect(plan.blocked).toMatchObject([
      { reason: 'The next version would be a2345678_v2, and the service has no room for its code or its name' },
    ]);
    expect(plan.problems).toMatchObject([{ code: 'no-room-for-version', place: { file: 'manifests/a.yaml' } }]);
  });

  it('goes on where the first one is gone', async () => {
    await two();
    world.service.of('shop').delete('a');
    expect(await world.actions([versioned('two')])).toEqual({ 'Thing/shop/a': 'forget' });
    await world.run([versioned('two')]);
    expect(await world.actions([versioned('two')])).toEqual({});
    expect(await world.actions([versioned('three')])).toEqual({ 'Thing/shop/a@v3': 'version: add, file' });
    // The first name is known from a later one, where the manifest writes none.
    const byDefault = {
      options: { versions: { keep: 1 }, byDefault: true },
      id: 'b',
      address: 'Thing/shop/b',
      name: 'b',
    };
    const renamed = versioned('two', { ...byDefault, renamedFrom: 'Thing/shop/a' });
    expect(await world.actions([renamed])).toEqual({ 'Thing/shop/b@v2': 'move' });
    const { keepName: _none, ...nameless } = versionedKind;
    world.kinds = [nameless, ...world.kinds.slice(1)];
    expect(Object.keys(await world.actions([renamed]))).toEqual(['Thing/shop/b@v2']);
  });

  it('that is given up under way leaves nothing in the state, also if the id changes with it', async () => {
    await world.run([versioned('one')]);
    world.put('a', 'approved', { text: 'one' });
    await world.run([versioned('two')]);
    const renamed = versioned('one', { id: 'b', address: 'Thing/shop/b', renamedFrom: 'Thing/shop/a' });
    await world.run([renamed], { allow: ['destroys'] });
    expect(world.live()).toEqual({ a: 'approved' });
    expect(Object.keys(world.state()?.entries ?? {})).toEqual(['Thing/shop/b']);
    expect(await world.actions([renamed])).toEqual({});
  });

  it('is protected by what the state remembers of any other, also one that is made since, and without a manifest', async () => {
    await world.run([versioned('one', { protect: true })]);
    world.put('a', 'approved', { text: 'one' });
    await world.run([versioned('two')]);
    const protectedIn = (): string[] =>
      Object.entries(world.state()?.entries ?? {}).flatMap(([address, { protect }]) => (protect ? [address] : []));
    expect(protectedIn()).toEqual(['Thing/shop/a', 'Thing/shop/a@v2']);
    // A state that an earlier version wrote knows it of the first alone.
    const state = world.state();
    const later = state?.entries['Thing/shop/a@v2'];
    if (!state || !later) throw new Error('no state');
    const entries = { ...state.entries, 'Thing/shop/a@v2': { ...later, protect: false } };
    world.files.all.set('/project/state/test/shop.json', Buffer.from(JSON.stringify({ ...state, entries })));
    const { plan } = await world.plan([thing('b')]);
    expect(plan.blocked.map(({ address, opens }) => [address, opens])).toEqual([
      ['Thing/shop/a', '--allow loses-approval=Thing/shop/a'],
      ['Thing/shop/a@v2', '--unprotect Thing/shop/a@v2'],
    ]);
    expect(await world.actions([versioned('one')])).toMatchObject({
      'Thing/shop/a@v2': expect.stringContaining('blocked: it is protected'),
    });
    // Another id takes it over with all its versions.
    const renamed = versioned('two', { id: 'b', address: 'Thing/shop/b', name: 'a' });
    await world.run([renamed]);
    expect(protectedIn()).toEqual(['Thing/shop/b', 'Thing/shop/b@v2']);
    const told = { unprotect: ['Thing/shop/b'] };
    await world.run([renamed], told);
    expect(protectedIn()).toEqual([]);
  });
});

it('is counted once with all others where a limit is a share', async () => {
  const wanted = (text: string) =>
    Array.from({ length: 10 }, (_, index) =>
      versioned(text, { id: `t${index}`, address: `Thing/shop/t${index}`, name: `t${index}` }),
    );
  await world.run(wanted('one'));
  for (let index = 0; index < 10; index += 1) world.put(`t${index}`, 'approved', { text: 'one' });
  await world.run(wanted('two'));
  for (let index = 0; index < 10; index += 1) world.put(`t${index}_v2`, 'approved', { text: 'two' });
  const { guards } = await world.plan([...wanted('three').slice(0, 4), ...wanted('two').slice(4)], {
    maxUpdates: { percent: 30 },
  });
  expect(guards.map(({ message }) => message)).toEqual(['The plan has 4 updates; the limit is 30 % of 10']);
});

describe('what bears the name of a version', () => {
  it('is nobody’s where it says something else, or is known to show another picture', async () => {
    const file = world.file('a.png');
    const other = world.file('b.png');
    const address = 'Picture/shop/a';
    const shown = (picture: typeof file): Resource[] =>
      [
        versioned('two', { content: { text: 'two', picture }, dependsOn: [address] }),
        { ...thing('a'), address, kind: 'Picture', goal: 'present', content: { use: 'thing', file: picture } },
      ].map(({ ...resource }) => {
        if (resource.kind === 'Picture') delete (resource as Partial<Resource>).name;
        return resource;
      });
    await world.run([versioned('one'), ...shown(file).slice(1)]);
    world.put('a', 'approved', { text: 'one' });
    world.service.pictures.set('https://img.example/7', Buffer.from('b.png'));
    world.put('a_v2', 'approved', { text: 'two', picture: { url: 'https://img.example/7' } });
    world.put('a_v3', 'draft', { text: 'else' });
    const { plan } = await world.plan(shown(file));
    expect(plan.unmanaged.map(({ name }) => name)).toEqual(['a_v2', 'a_v3']);
    expect(plan.changes.map(({ address: one }) => one)).toEqual(['Thing/shop/a@v4']);
    // With a picture that the state does not know it is fetched, and proves that the version is ours.
    loseState();
    const found = await world.plan(shown(other));
    expect(found.plan.changes.map(({ address: one, action }) => [one, action])).toEqual([
      ['Thing/shop/a', 'adopt'],
      ['Thing/shop/a@v2', 'adopt'],
    ]);
  });

  it('and is under way is touched only where it is the one that is wanted', async () => {
    world.put('a', 'draft', { text: 'old' });
    world.put('a_v2', 'approved', { text: 'two' });
    world.put('a_v3', 'draft', { text: 'two' });
    // Two say it, the approved one is taken, and the others belong to nobody.
    const { plan } = await world.plan([versioned('two')]);
    expect(plan.changes.map(({ address, action }) => [address, action])).toEqual([['Thing/shop/a@v2', 'adopt']]);
    expect(plan.unmanaged.map(({ name }) => name)).toEqual(['a', 'a_v3']);
  });

  it('is not looked for where nobody asks for versions', async () => {
    world.put('a', 'approved', { text: 'two' });
    world.put('a_v2', 'approved', { text: 'two' });
    const { plan } = await world.plan([thing('a', { text: 'two' })]);
    expect(plan.unmanaged.map(({ name }) => name)).toEqual(['a_v2']);
  });
});

describe('a binding by hand', () => {
  const bind = (address: string, name: string) =>
    bindOne({
      ...world.input,
      holder: { pid: world.pid, host: 'here', command: 'state bind' },
      resources: [versioned('two'), thing('other')],
      address,
      name,
      acceptAccount: false,
      agree: async () => {},
    });

  it('makes a version ours that says something else than the manifest', async () => {
    await two();
    loseState();
    world.put('a_v3', 'approved', { text: 'three' });
    await bind('Thing/shop/a@v2', 'a_v2');
    expect(world.bindings()).toEqual({ 'Thing/shop/a@v2': 'a_v2' });
    expect(Object.values(await world.actions([versioned('three')]))).toEqual(['adopt', 'adopt', 'adopt']);
    await expect(bind('Thing/shop/c@v2', 'a_v2')).rejects.toMatchObject({ problems: [{ code: 'selection-empty' }] });
    world.kinds = [thingKind];
    await expect(bind('Thing/shop/a@v2', 'a_v2')).rejects.toMatchObject({ problems: [{ code: 'selection-empty' }] });
  });
});

it('a version is not made by the apply that adopts the text in use', async () => {
  world.put('a', 'approved', { text: 'by a colleague' });
  expect(await world.run([versioned('two')])).toEqual({ 'Thing/shop/a': 'done' });
  expect(world.live()).toEqual({ a: 'approved' });
  expect(await world.actions([versioned('two')])).toEqual({ 'Thing/shop/a@v2': 'version: add, file' });
});

describe('an id that changed without a word', () => {
  it('takes nothing from a resource that only looks like a version', async () => {
    await world.run([thing('a_v2', { text: 'x' }, { goal: 'draft' }), versioned('one')]);
    expect(await world.actions([versioned('one')])).toEqual({ 'Thing/shop/a_v2': 'delete: drop' });
  });
});

describe('the status', () => {
  it('shows every version, and which is kept', async () => {
    await two();
    const input = { ...world.input, resources: [versioned('two')] };
    const rows = async (addresses: string[] = []) =>
      (await observeStatus({ ...input, addresses })).rows.map(({ address, name, state, verdict, goal }) =>
        [address, name, state, goal, verdict].join(' '),
      );
    const all = ['Thing/shop/a a approved approved kept', 'Thing/shop/a@v2 a_v2 approved approved done'];
    expect(await rows()).toEqual(all);
    expect(await rows(['a'])).toEqual(all);
    expect(await rows(['a@v2'])).toEqual(all.slice(1));
    const current = async () =>
      (await observeStatus({ ...input, addresses: [] })).rows.flatMap((row) => (row.current ? row.address : []));
    expect(await current()).toEqual(['Thing/shop/a@v2']);
    input.resources = [versioned('one')];
    expect(await current()).toEqual(['Thing/shop/a']);
    expect((await rows()).at(-1)).toEqual('Thing/shop/a@v2 a_v2 approved approved kept');
    input.resources = [versioned('three')];
    expect((await rows()).at(-1)).toEqual('Thing/shop/a@v3  absent approved missing');
  });
});

describe('an older version', () => {
  it('is retired with its own reason', async () => {
    await two();
    const retiring = versioned('two', { options: { versions: { keep: 1, stop: true } } });
    const { plan } = await world.plan([retiring], { allow: ['interrupts-sending'] });
    expect(plan.changes).toMatchObject([
      { address: 'Thing/shop/a', action: 'lifecycle', risks: ['interrupts-sending'] },
    ]);
    expect(plan.changes[0]?.reasons[0]).toBe('superseded');
    await world.run([retiring], { allow: ['interrupts-sending'] });
    expect(world.live()).toEqual({ a: 'halted', a_v2: 'approved' });
    expect(await world.actions([retiring])).toEqual({});
    const stopped = versioned('two', { goal: 'stopped' });
    const whole = await world.plan([stopped], { allow: ['interrupts-sending'] });
    expect(whole.plan.changes.map(({ address, reasons }) => [address, reasons[0]])).toEqual([
      ['Thing/shop/a@v2', 'state-differs'],
    ]);
  });
});

describe('a retirement', () => {
  it.each(['stopped', 'deleted'])('stops nothing if a person has %s the newer version since the plan', async (how) => {
    await two();
    const retiring = versioned('two', { options: { versions: { keep: 1, stop: true } } });
    const planned = await world.plan([retiring], { allow: ['interrupts-sending'] });
    if (how === 'stopped') world.put('a_v2', 'halted', { text: 'two' });
    else world.service.of('shop').delete('a_v2');
    expect((await world.apply(planned)).changes).toMatchObject([{ outcome: 'stale', problem: { code: 'run-stale' } }]);
    expect(world.live()).toMatchObject({ a: 'approved' });
    expect(world.state()?.entries['Thing/shop/a']).not.toHaveProperty('intent');
  });

  it('stops the first one although the third is under way, which is deleted only after a return to the first', async () => {
    await two();
    const third = (stop: boolean) => versioned('three', { options: { versions: { keep: 1, ...(stop && { stop }) } } });
    await world.run([third(false)]);
    const { changes } = await world.apply(await world.plan([third(true)], { allow: ['interrupts-sending'] }));
    expect(changes).toMatchObject([{ address: 'Thing/shop/a', outcome: 'done' }]);
    expect(world.live()).toMatchObject({ a: 'halted', a_v2: 'approved', a_v3: 'filed' });
    const { plan } = await world.plan([versioned('one')], { allow: ['destroys'] });
    const deletes = { address: 'Thing/shop/a@v3', action: 'delete', dependsOn: ['Thing/shop/a'] };
    expect(plan.changes).toMatchObject([{ address: 'Thing/shop/a' }, deletes]);
  });

  it('is not repeated if a person released the stop', async () => {
    await two();
    const retiring = versioned('two', { options: { versions: { keep: 1, stop: true } } });
    await world.run([retiring], { allow: ['interrupts-sending'] });
    world.put('a', 'approved', { text: 'one' });
    for (const _ of ['next', 'later']) await world.run([retiring], { allow: ['interrupts-sending'] });
    expect(world.live()).toEqual({ a: 'approved', a_v2: 'approved' });
  });

  it('is due by the clock of the service, which told when it approved', async () => {
    await two();
    const now = world.clock.now();
    const retiring = versioned('two', { options: { versions: { keep: 1, stop: now } } });
    const due = async (serviceTime: number): Promise<boolean> => {
      world.service.clock = { ...world.clock, now: () => serviceTime, sleep: async () => {} };
      const { plan } = await world.plan([retiring], { allow: ['interrupts-sending'] });
      return plan.changes.length > 0;
    };
    expect([await due(now - 1000), await due(now)]).toEqual([false, true]);
  });

  it.each([
    ['the manifest no longer asks for versions', {}, 0],
    ['nobody knows when the newer one was approved', { versions: { keep: 1, stop: true } }, undefined],
  ])('is not due if %s', async (_, options, approvedAt) => {
    await two();
    const { versions } = versionedKind;
    if (!versions) throw new Error('no versions');
    world.kinds = [
      { ...versionedKind, versions: { ...versions, approvedAt: () => approvedAt } },
      ...world.kinds.slice(1),
    ];
    const { plan } = await world.plan([versioned('two', { options })], { allow: ['interrupts-sending'] });
    expect([plan.changes, plan.blocked]).toEqual([[], []]);
  });
});

describe('the version that is sent', () => {
  const current = async (want: Resource, kind = versionedKind) => {
    const found = (await currentVersions({ ...world.input, kinds: [kind] }, [want])).get(want.address);
    return found && `${found.live.name} ${found.hasSameText}${found.waiting ? `, ${found.waiting} waits` : ''}`;
  };

  it('says what the manifest says, or is the newest that may be sent', async () => {
    await two();
    for (const state of ['known', 'lost']) {
      if (state === 'lost') loseState();
      expect([state, await current(versioned('one'))]).toEqual([state, 'a true']);
      expect([state, await current(versioned('two'))]).toEqual([state, 'a_v2 true']);
      expect([state, await current(versioned('three'))]).toEqual([state, 'a_v2 false']);
    }
    expect(await current(thing('a', { text: 'one' }))).toBeUndefined();
    world.put('a', 'halted', { text: 'one' });
    world.service.of('shop').delete('a_v2');
    expect(await current(versioned('one'))).toBeUndefined();
  });

  it('comes with the version of the declared text that waits for its verdict', async () => {
    await two();
    await world.run([versioned('three')]);
    expect(await current(versioned('three'))).toBe('a_v2 false, a_v3 waits');
    world.put('a_v3', 'rejected', { text: 'three' });
    expect(await current(versioned('three'))).toBe('a_v2 false');
  });

  it('is read by the names that the state knows; the list is read if it knows none, or if it is of another key', async () => {
    await two();
    const calls = async (): Promise<string[]> => {
      world.service.calls = [];
      await current(versioned('two'));
      return [...world.service.calls].sort();
    };
    expect(await calls()).toEqual(['read a', 'read a_v2']);
    const { profiles } = world.input.environment;
    const rekeyed = new Map([...profiles].map(([alias, one]) => [alias, { ...one, key: 'another key' }]));
    world.service.calls = [];
    const { environment } = world.input;
    await currentVersions(
      { ...world.input, kinds: [versionedKind], environment: { ...environment, profiles: rekeyed } },
      [versioned('two')],
    );
    expect([...world.service.calls].sort()).toEqual(['page shop 1', 'read a', 'read a_v2']);
    loseState();
    expect(await calls()).toEqual(['page shop 1', 'read a', 'read a_v2']);
    world.service.calls = [];
    expect(await current(thing('a', { text: 'one' }))).toBeUndefined();
    expect(world.service.calls).toEqual([]);
  });

  it('is not chosen while a version cannot be read', async () => {
    await two();
    unreadable('a_v2');
    await expect(current(versioned('one'))).rejects.toMatchObject({ problems: [{ message: 'no sense in a_v2' }] });
  });

  it('is read without a list where there is none', async () => {
    world.put('a', 'approved', { text: 'one' });
    world.put('a_v2', 'approved', { text: 'one' });
    const { read } = versionedKind.discovery;
    expect(await current(versioned('one'), { ...versionedKind, discovery: { by: 'name', read } })).toBe('a true');
  });
});

describe('a name that the state knows as a version', () => {
  it('is told as such where a manifest of its own declares it, and the hint is the way', async () => {
    await two();
    const wanted = [versioned('two'), thing('b', { text: 'two' }, { name: 'a_v2' })];
    const { plan } = await world.plan(wanted);
    const hint =
      'Give the manifest another name, or run `notiform state forget Thing/shop/a@v2`, which deletes nothing.';
    expect(plan.problems.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'name-twice', hint, address: 'Thing/shop/a@v2', related: [{ place: wanted[1]?.source }] },
      { code: 'name-twice', hint, address: 'Thing/shop/b' },
    ]);
    const { 'Thing/shop/a@v2': _forgotten, ...entries } = world.state()?.entries ?? {};
    const text = JSON.stringify({ ...world.state(), entries });
    world.files.all.set('/project/state/test/shop.json', Buffer.from(text));
    const actions = await world.actions(wanted);
    expect(actions['Thing/shop/b']).toBe('adopt');
  });
});

describe('a plan file about a version that was to go', () => {
  const retiring = versioned('two', { options: { versions: { keep: 1, stop: true } } });
  const allow = { allow: ['interrupts-sending' as const] };

  /** What an apply of a plan says of a version after something happened. */
  async function appliedAfter(wanted: Resource, happens: () => void, then: Resource = wanted): Promise<unknown[]> {
    const { plan } = await world.plan([wanted], allow);
    happens();
    const { policy: _policy, targets: _targets, excludes: _excludes, ...input } = world.planInput([then]);
    const receipt = await world.apply(await planApproved({ ...input, approved: plan }));
    return receipt.changes.map(({ address, outcome, problem }) => [address, outcome, problem?.message]);
  }

  it('says that it is gone, or that its manifest has changed, where that is so', async () => {
    await two();
    expect(await appliedAfter(retiring, () => world.service.of('shop').delete('a'))).toEqual([
      ['Thing/shop/a', 'stale', 'Thing/shop/a is not what the plan saw: it was approved and is absent'],
    ]);
    world.put('a', 'approved', { text: 'one' });
    const commented = { ...retiring, inputs: { comment: 'new' } };
    expect(await appliedAfter(retiring, () => undefined, commented)).toEqual([
      ['Thing/shop/a', 'stale', expect.stringContaining(' changed since, or the plan file was edited')],
    ]);
    const plain = thing('a', { text: 'two' }, { name: 'a_v2', id: 'c', address: 'Thing/shop/c' });
    expect(await appliedAfter(retiring, () => undefined, plain)).toEqual([
      ['Thing/shop/a', 'stale', expect.stringContaining('no longer declared')],
    ]);
  });
});
