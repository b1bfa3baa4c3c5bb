import { beforeEach, describe, expect, it } from 'vitest';
import type { Resource } from '../../../src/core/resource.ts';
import { confirmAll } from '../../../src/engine/plan/confirmed.ts';
import type { History, PolicyFlags } from '../../../src/engine/types.ts';
import { badge, badgeKind } from '../badges.ts';
import { failure, thing, thingKind, World } from '../support.ts';
import { versioned, versionedKind } from '../versions.ts';

let world: World;

beforeEach(() => {
  world = new World();
  world.resourceUrl = 'https://service.example';
});

/** Commits of a line: each contains those before it. `b…` are commits of a branch from `c1`. */
function history(
  commit: string | null,
  unknown: readonly string[] = [],
  missing: readonly string[] = [],
): History & { asked: string[] } {
  const asked: string[] = [];
  return {
    commit,
    asked,
    contains: async (other) => {
      asked.push(other);
      if (unknown.includes(other) || commit === null) return 'unknown';
      if (missing.includes(other)) return 'missing';
      const head = commit.replace('-dirty', '');
      const isOnLine = other.startsWith(head.charAt(0)) || other === 'c1';
      if (isOnLine && other.slice(1) <= head.slice(1)) return 'yes';
      return isOnLine || head === 'c1' ? 'behind' : 'no';
    },
  };
}

const OPEN: PolicyFlags = { allow: ['loses-approval', 'interrupts-sending', 'destroys'] };

async function applyAt(at: History, resources: readonly Resource[], flags = OPEN) {
  const planned = await world.plan(resources, flags, { history: at });
  const receipt = await world.apply(planned, { history: at });
  if (planned.work.length === 0)
    await confirmAll(planned, {
      ...world.input,
      root: '/project',
      holder: { pid: 1, host: 'here', command: 'apply' },
      history: at,
    });
  return Object.fromEntries(receipt.changes.map(({ address, outcome }) => [address, outcome]));
}

async function planAt(at: History, resources: readonly Resource[], flags = OPEN) {
  const { plan } = await world.plan(resources, flags, { history: at });
  const changes = plan.changes.map(({ address, action }) => `${action} ${address}`);
  const blocked = plan.blocked.map(({ address, risk }) => `${risk} ${address}`);
  return [...changes, ...blocked, ...plan.problems.map(({ code }) => code)];
}

const [old, edited] = [thing('a'), thing('a', { text: 'new' })];

describe('a checkout that is older than the last apply', () => {
  it('takes back nothing until it is pulled or that is allowed', async () => {
    await applyAt(history('c1'), [old]);
    await applyAt(history('c2'), [edited]);
    expect(world.state()?.entries['Thing/shop/a']).toMatchObject({ commit: 'c2' });
    const { plan } = await world.plan([old], OPEN, { history: history('c1') });
    expect(plan.changes).toEqual([]);
    expect(plan.blocked).toMatchObject([
      {
        address: 'Thing/shop/a',
        reason:
          'This checkout does not contain the commit of the last apply (c2): it or a submodule is older, or that commit was squashed or amended',
        opens: 'pull the commits of the branch and update its submodules, or --allow older=Thing/shop/a',
        risk: 'older',
      },
    ]);
    const allowed: PolicyFlags = { ...OPEN, allowFor: { 'Thing/shop/a': ['older'] } };
    expect(await planAt(history('c1'), [old], allowed)).toEqual(['update Thing/shop/a']);
    const taken = await world.plan([old], allowed, { history: history('c1') });
    expect(taken.plan.changes[0]?.risks).toContain('older');
  });

  it('is named also where a risk blocks the change, with the flags of both', async () => {
    await applyAt(history('c2'), [edited]);
    world.put('a', 'approved', { text: 'new' });
    const { plan } = await world.plan([old], {}, { history: history('c1') });
    expect(plan.blocked).toMatchObject([
      {
        risk: 'older',
        ways: [{}, { flags: ['--allow', 'older=Thing/shop/a', '--allow', 'loses-approval=Thing/shop/a'] }],
      },
    ]);
    const allowed: PolicyFlags = { allowFor: { 'Thing/shop/a': ['older'] } };
    expect(await planAt(history('c1'), [old], allowed)).toEqual(['loses-approval Thing/shop/a']);
  });

  it('does not bring back what was reverted before any apply', async () => {
    await applyAt(history('c1'), [old]);
    await applyAt(history('c3'), [old]);
    expect(world.state()).toMatchObject({ commit: 'c3', entries: { 'Thing/shop/a': { commit: 'c1' } } });
    expect(await planAt(history('c2'), [edited])).toEqual(['older Thing/shop/a']);
    expect(await planAt(history('c2'), [])).toContain('older Thing/shop/a');
    expect(await planAt(history('c2'), [edited], { allow: [...(OPEN.allow ?? []), 'older'] })).toEqual([
      'update Thing/shop/a',
    ]);
    // A branch that is not merged is not older.
    expect(await planAt(history('b2'), [edited])).toEqual(['update Thing/shop/a']);
    expect(await planAt(history('c2', ['c3']), [edited])).toEqual(['update Thing/shop/a', 'older-unknown']);
    // An emulator has only what this machine applied.
    world.resourceUrl = undefined;
    expect(await planAt(history('c2', ['c3']), [edited])).toEqual(['update Thing/shop/a']);
    expect(await planAt(history('c2'), [edited])).toEqual(['older Thing/shop/a']);
  });

  it('does not replace the commit of the last apply of everything, and neither does a branch', async () => {
    await applyAt(history('c2'), [old]);
    await applyAt(history('c1'), [old]);
    await applyAt(history('b2'), [old, thing('z')]);
    await applyAt(history('c1', ['c2']), [old, thing('z')]);
    expect(world.state()).toMatchObject({ commit: 'c2', entries: { 'Thing/shop/z': { commit: 'b2' } } });
    await applyAt(history('b2'), [old, thing('z')], { allow: ['older'] });
    expect(world.state()).toMatchObject({ commit: 'b2' });
  });

  it('stands beside that of a branch that is not merged, so that nothing that was reverted comes back', async () => {
    await applyAt(history('c1'), [old]);
    await applyAt(history('b2'), [old, thing('z')]);
    await applyAt(history('c3'), [old]);
    expect(world.state()).toMatchObject({ commit: 'b2', begunIn: 'c3' });
    expect(await planAt(history('c2'), [edited, thing('z')])).toContain('older Thing/shop/a');
    expect(await planAt(history('b3'), [edited, thing('z')])).toEqual(['update Thing/shop/a']);
    // A third branch replaces none of both.
    await applyAt(history('d4'), [old]);
    expect(world.state()).toMatchObject({ commit: 'b2', begunIn: 'c3' });
    await applyAt(history('b3'), [old, thing('z')]);
    expect(world.state()).toMatchObject({ commit: 'b3', begunIn: 'b3' });
  });

  it('replaces one that nobody has any more, if it changes something', async () => {
    await applyAt(history('b2'), [old]);
    await applyAt(history('c2', [], ['b2']), [old]);
    expect(world.state()).toMatchObject({ commit: 'b2' });
    await applyAt(history('c2', [], ['b2']), [old, thing('z')]);
    expect(world.state()).toMatchObject({ commit: 'c2' });
  });

  it('does not count as newer than an apply that did not do everything', async () => {
    await applyAt(history('c1'), [old]);
    world.service.fault = (call, when) => {
      if (call.startsWith('edit ') && when === 'before') throw failure('refused', 'busy');
    };
    await applyAt(history('c2'), [edited]);
    world.service.fault = undefined;
    expect(world.state()).toMatchObject({ commit: 'c1' });
    await applyAt(history('c2'), [edited]);
    expect(world.state()).toMatchObject({ commit: 'c2' });
  });

  it('does not bring back what was reverted before an apply that failed in part', async () => {
    await applyAt(history('c1'), [old, thing('z')]);
    world.service.fault = (call, when) => {
      if (call.startsWith('edit ') && when === 'before') throw failure('refused', 'busy');
    };
    await applyAt(history('c3'), [old, thing('z', { text: 'new' })]);
    world.service.fault = undefined;
    expect(world.state()).toMatchObject({ commit: 'c1', begunIn: 'c3' });
    expect(await planAt(history('c2'), [edited, thing('z')])).toContain('older Thing/shop/a');
  });

  it.each([
    ['blocks a change that was squashed', [old], 'c3'],
    ['holds back a change', [edited, thing('h', {}, { dependsOn: ['Thing/shop/z'] })], 'c1'],
  ])('does not bring back what was reverted before an apply that %s', async (_, declared, commit) => {
    const others = [thing('y'), thing('z')];
    await applyAt(history('c1'), [old, ...others]);
    const part = { history: history('b2'), targets: ['Thing/shop/a'] };
    await world.apply(await world.plan([edited, ...others], OPEN, part), part);
    await applyAt(history('c3'), [...declared, ...others]);
    expect(world.state()).toMatchObject({ commit, begunIn: 'c3' });
    expect(await planAt(history('c2'), [edited, thing('y', { text: 'new' })])).toContain('older Thing/shop/y');
  });

  it('does not bring back what was reverted before an apply that had nothing to do in its profile', async () => {
    world.profiles.set('mall', { alias: 'mall', key: 'm'.repeat(40), type: 'S' });
    const inMall = (text: string): Resource => thing('m', { text }, { profile: 'mall' });
    await applyAt(history('c1'), [old, inMall('old')]);
    await applyAt(history('c3'), [edited, inMall('old')]);
    expect(world.state('mall')).toMatchObject({ commit: 'c1' });
    expect(await planAt(history('c2'), [edited, inMall('new')])).toEqual(['older Thing/mall/m']);
  });

  it('changes nothing after an apply that began and ended in another profile since the plan', async () => {
    world.profiles.set('mall', { alias: 'mall', key: 'm'.repeat(40), type: 'S' });
    const inMall = (text: string): Resource => thing('m', { text }, { profile: 'mall' });
    for (const _ of ['made', 'confirmed']) await applyAt(history('c1'), [old, inMall('old')]);
    const planned = await world.plan([edited, inMall('old')], OPEN, { history: history('c2') });
    await applyAt(history('c3'), [old, inMall('new')]);
    const apply = world.apply(planned, { history: history('c2') });
    await expect(apply).rejects.toMatchObject({ problems: [{ code: 'state-moved' }] });
    expect(world.live()).toMatchObject({ a: 'filed' });
    // An apply that this one contains is no reason to plan again.
    const newest = await world.plan([edited, inMall('new')], OPEN, { history: history('c5') });
    await applyAt(history('c4'), [old, inMall('newer')]);
    expect((await world.apply(newest, { history: history('c5') })).counts.done).toBe(1);
  });

  it('creates nothing under an address that was renamed since', async () => {
    world.kinds = [badgeKind()];
    await applyAt(history('c1'), [badge('a')]);
    await applyAt(history('c2'), [badge('b', { title: 'a' }, { renamedFrom: 'Badge/shop/a' })]);
    expect(world.state()).toMatchObject({ deletedIn: { 'Badge/shop/a': 'c2' } });
    expect(await planAt(history('c1'), [badge('a', { title: 'new' })])).toEqual([
      'older Badge/shop/a',
      'older Badge/shop/b',
    ]);
  });

  it('may be a revert, which is a newer commit', async () => {
    await applyAt(history('c1'), [old]);
    await applyAt(history('c2'), [edited]);
    expect(await planAt(history('c3'), [old])).toEqual(['update Thing/shop/a']);
  });

  it('neither deletes what another one created, nor creates what it deleted', async () => {
    await applyAt(history('c1'), [old, thing('b')]);
    await applyAt(history('c2'), [old, thing('c')]);
    expect(world.state()).toMatchObject({ deletedIn: { 'Thing/shop/b': 'c2' } });
    expect(await planAt(history('c1'), [old, thing('b')])).toEqual(['older Thing/shop/b', 'older Thing/shop/c']);
    expect(await planAt(history('c3'), [old, thing('c'), thing('d')])).toEqual(['create Thing/shop/d']);
  });

  it('makes no version in place of a newer one, and takes over no resource under its former id', async () => {
    world.kinds = [versionedKind];
    await applyAt(history('c1'), [versioned('one')]);
    world.put('a', 'approved', { text: 'one' });
    await applyAt(history('c2'), [versioned('two')]);
    expect(await planAt(history('c1'), [versioned('three')])).toEqual([expect.stringMatching(/^older Thing/)]);
    world = new World();
    await applyAt(history('c1'), [old]);
    await applyAt(history('c2'), [thing('z', { text: 'new' }, { name: 'a' })]);
    expect(await planAt(history('c1'), [old])).toEqual(['older Thing/shop/a']);
  });

  it('makes no version again that a revert removed', async () => {
    world.kinds = [versionedKind];
    await applyAt(history('c1'), [versioned('one')]);
    world.put('a', 'approved', { text: 'one' });
    await applyAt(history('c2'), [versioned('two')]);
    const at = history('c3');
    await world.apply(await world.plan([versioned('one')], OPEN, { history: at, targets: ['**'] }), { history: at });
    expect(world.state()).toMatchObject({ commit: 'c2', deletedIn: { 'Thing/shop/a@v2': 'c3' } });
    expect(await planAt(history('c2'), [versioned('two')])).toEqual(['older Thing/shop/a@v2']);
  });

  it('is asked about once for each commit, and not for what stays', async () => {
    await applyAt(history('c2'), [old, thing('b'), thing('c')]);
    const at = history('c3');
    await planAt(at, [edited, thing('b', { text: 'new' }), thing('c')]);
    expect(at.asked).toEqual(['c2']);
    const same = history('c2');
    await planAt(same, [edited, thing('b'), thing('c')]);
    expect(same.asked).toEqual([]);
  });

  it('that git cannot tell is a warning, one for all changes that are selected', async () => {
    await applyAt(history('c2'), [old, thing('b')]);
    const changed = [edited, thing('b', { text: 'new' })];
    for (const at of [history(null), history('c9', ['c2'])]) {
      const { plan } = await world.plan(changed, OPEN, { history: at });
      expect(plan.problems).toMatchObject([
        { code: 'older-unknown', severity: 'warning', message: expect.stringContaining('2 changes') },
      ]);
      expect(plan.changes).toHaveLength(2);
    }
    const { plan } = await world.plan(changed, OPEN, { history: history(null), targets: ['Thing/shop/a'] });
    expect(plan.problems).toMatchObject([{ message: expect.stringContaining('which 1 change would take back') }]);
    expect((await world.plan(changed, OPEN)).plan.problems).toEqual([]);
  });

  it('that applied uncommitted manifests is a warning too, until the text is applied from a commit', async () => {
    await applyAt(history('c2-dirty'), [old]);
    expect(await planAt(history('c3'), [edited])).toEqual(['update Thing/shop/a', 'older-unknown']);
    expect(await planAt(history('c1'), [edited])).toEqual(['older Thing/shop/a']);
    await applyAt(history('c3'), [old]);
    expect(await planAt(history('c4'), [edited])).toEqual(['update Thing/shop/a']);
  });

  it('does not remove what was applied from uncommitted manifests until that is allowed', async () => {
    await applyAt(history('c2-dirty'), [old, thing('b')]);
    expect(await planAt(history('c2'), [old])).toEqual(['older Thing/shop/b']);
    const allowed: PolicyFlags = { ...OPEN, allowFor: { 'Thing/shop/b': ['older'] } };
    expect(await planAt(history('c2'), [old], allowed)).toEqual(['delete Thing/shop/b']);
    await applyAt(history('c3'), [old, thing('b')]);
    expect(await planAt(history('c4'), [old])).toEqual(['delete Thing/shop/b']);
  });

  it('does not release what uncommitted manifests stopped until that is allowed, except in their working copy', async () => {
    world.kinds = [versionedKind];
    const [used, stopped] = [versioned('one'), versioned('one', { goal: 'stopped' })];
    await applyAt(history('c1'), [used]);
    world.put('a', 'approved', { text: 'one' });
    await applyAt(history('c1-dirty'), [stopped]);
    expect(world.live()).toEqual({ a: 'halted' });
    expect(await planAt(history('c2'), [used])).toEqual(['older Thing/shop/a']);
    const allowed: PolicyFlags = { ...OPEN, allowFor: { 'Thing/shop/a': ['older'] } };
    expect(await planAt(history('c2'), [used], allowed)).toEqual(['lifecycle Thing/shop/a']);
    expect(await planAt(history('c1-dirty'), [used])).toEqual(['lifecycle Thing/shop/a', 'older-unknown']);
    await applyAt(history('c3'), [stopped]);
    expect(await planAt(history('c4'), [used])).toEqual(['lifecycle Thing/shop/a']);
  });

  it('does not delete a version of uncommitted manifests until that is allowed, except in their working copy', async () => {
    world.kinds = [versionedKind];
    const [one, two] = [versioned('one'), versioned('two')];
    await applyAt(history('c1'), [one]);
    world.put('a', 'approved', { text: 'one' });
    await applyAt(history('c1-dirty'), [two]);
    expect(await planAt(history('c2'), [one])).toEqual(['older Thing/shop/a@v2']);
    expect(await planAt(history('c1-dirty'), [one])).toEqual(['delete Thing/shop/a@v2', 'older-unknown']);
    world.resourceUrl = undefined;
    expect(await planAt(history('c2'), [one])).toEqual(['delete Thing/shop/a@v2']);
    world.resourceUrl = 'https://service.example';
    await applyAt(history('c3'), [two]);
    expect(await planAt(history('c4'), [one])).toEqual(['delete Thing/shop/a@v2']);
  });

  it('does not create again what either of two branches deleted', async () => {
    const [b, c] = [thing('b'), thing('c')];
    await applyAt(history('c1'), [old, b, c]);
    await applyAt(history('b2'), [old, c]);
    await applyAt(history('c2'), [old, b]);
    expect(world.state()).toMatchObject({ deletedIn: { [b.address]: 'b2', [c.address]: 'c2' } });
    expect(await planAt(history('c3'), [old, b])).toEqual(['older Thing/shop/b']);
    expect(await planAt(history('b3'), [old, c])).toEqual(['older Thing/shop/c']);
  });
});

describe('a checkout that is older than an apply that was interrupted', () => {
  beforeEach(() => {
    world.kinds = [thingKind, badgeKind()];
  });

  it.each([
    ['a thing that it claimed', thing('n')],
    ['a badge whose key the service told', badge('n')],
  ])('does not delete %s', async (_, made) => {
    await applyAt(history('c1'), [old]);
    world.files.onWrite = (path) => {
      if (path.endsWith('.json') && world.state()?.entries[made.address]) throw new TypeError('killed');
    };
    await applyAt(history('b2'), [old, made]);
    world.files.onWrite = undefined;
    expect(world.state()?.entries[made.address]).toMatchObject({ applied: null, unfinished: true, begunIn: 'b2' });
    expect(await planAt(history('c1'), [old])).toEqual([`older ${made.address}`]);
    await applyAt(history('b2'), [old, made]);
    expect(world.state()?.entries[made.address]).toMatchObject({ commit: 'b2' });
    expect(world.state()?.entries[made.address]).not.toHaveProperty('begunIn');
  });

  it('neither deletes nor reverts what it was taking over', async () => {
    world.put('n', 'draft', { text: 'theirs' });
    const flags: PolicyFlags = { ...OPEN, allowFor: { 'Thing/shop/n': ['takes-over'] } };
    world.service.fault = (call, when) => {
      if (call.startsWith('file ') && when === 'before') throw failure('refused', 'busy');
    };
    await applyAt(history('b2'), [thing('n')], flags);
    world.service.fault = undefined;
    expect(world.state()?.entries['Thing/shop/n']).toMatchObject({ intent: expect.any(Array), begunIn: 'b2' });
    expect(await planAt(history('c1'), [])).toContain('older Thing/shop/n');
  });

  it.each([
    ['of several steps', old, edited],
    ['of one step', badge('a'), badge('a', { shape: 'new' })],
  ])('does not revert an update %s', async (_, before, after) => {
    await applyAt(history('c1'), [before]);
    world.service.fault = (call, when) => {
      if (call.startsWith('edit ') && when === 'after') throw new TypeError('killed');
    };
    await applyAt(history('b2'), [after]);
    world.service.fault = undefined;
    expect(world.state()?.entries[before.address]).toMatchObject({ commit: 'c1', begunIn: 'b2' });
    expect(await planAt(history('c1'), [before])).toEqual([`older ${before.address}`]);
  });

  it('does not revert an update whose next apply was refused at once', async () => {
    await applyAt(history('c1'), [old]);
    world.service.fault = (call, when) => {
      if (call.startsWith('file ') && when === 'before') throw failure('refused', 'busy');
    };
    await applyAt(history('b2'), [edited]);
    const begun = world.state()?.entries['Thing/shop/a'];
    expect(begun).toMatchObject({ begunIn: 'b2', intent: expect.any(Array) });
    await applyAt(history('b3'), [edited]);
    world.service.fault = undefined;
    expect(world.state()?.entries['Thing/shop/a']).toMatchObject({ begunIn: 'b2', intent: begun?.intent });
    expect(await planAt(history('c1'), [old])).toEqual(['older Thing/shop/a']);
  });

  it('does not put back what it was deleting', async () => {
    await applyAt(history('c1'), [old]);
    world.put('a', 'approved', { text: 'a' });
    world.service.fault = (call, when) => {
      if (call.startsWith('drop ') && when === 'before') throw failure('refused', 'busy');
    };
    await applyAt(history('b2-dirty'), [], { ...OPEN, allowEmpty: true });
    world.service.fault = undefined;
    expect(world.live()).toEqual({ a: 'draft' });
    expect(await planAt(history('c1'), [old])).toEqual(['older Thing/shop/a']);
    // The interrupted delete itself goes on, although it was not committed.
    expect(await planAt(history('b2-dirty'), [], { ...OPEN, allowEmpty: true })).toEqual(['delete Thing/shop/a']);
  });

  it('is not blocked if the first step was refused', async () => {
    await applyAt(history('c1'), [badge('a')]);
    const before = world.state()?.entries['Badge/shop/a'];
    world.service.fault = (call, when) => {
      if (call.startsWith('edit ') && when === 'before') throw failure('refused', 'busy');
    };
    await applyAt(history('b2'), [badge('a', { shape: 'new' })]);
    world.service.fault = undefined;
    expect(world.state()?.entries['Badge/shop/a']).toEqual(before);
  });
});

describe('the recorded commit', () => {
  it('is missing without git, and stays where nothing changed', async () => {
    await applyAt(history('c2'), [old, thing('b')]);
    await applyAt(history(null), [edited, thing('b')]);
    expect(world.state()?.entries['Thing/shop/a']).not.toHaveProperty('commit');
    await applyAt(history('c4'), [thing('a', { text: 'newer' }), thing('b')]);
    expect(world.state()?.entries).toMatchObject({
      'Thing/shop/a': { commit: 'c4' },
      'Thing/shop/b': { commit: 'c2' },
    });
  });

  it('is unknown after an apply without git, which is a warning with git', async () => {
    await applyAt(history('c2'), [old, thing('b')]);
    await applyAt(history(null), [edited, thing('b')]);
    expect(await planAt(history('c3'), [old, thing('b')])).toEqual(['update Thing/shop/a', 'older-unknown']);
    expect(await planAt(history(null), [old, thing('b')])).toEqual(['update Thing/shop/a', 'older-unknown']);
    await applyAt(history(null), [edited, thing('b')]);
    expect(world.state()?.entries['Thing/shop/b']).toMatchObject({ commit: 'c2' });
  });

  it('stays if an older checkout, or one beside it, changes nothing', async () => {
    await applyAt(history('c1'), [old]);
    await applyAt(history('c2'), [edited]);
    await applyAt(history('c3'), [old]);
    for (const at of ['c1', 'b2', 'c1-dirty']) await applyAt(history(at), [old]);
    expect(await planAt(history('c2'), [edited])).toEqual(['older Thing/shop/a']);
    expect(await planAt(history('c4'), [edited])).toEqual(['update Thing/shop/a']);
  });

  it('lets no checkout before it record what a person made as its own', async () => {
    const [draft, filed] = [thing('a', {}, { goal: 'draft' }), thing('a')];
    await applyAt(history('c1'), [draft]);
    await applyAt(history('c2'), [filed]);
    world.put('a', 'draft');
    await applyAt(history('c1'), [draft]);
    expect(await planAt(history('c3'), [filed])).toEqual(['reverses Thing/shop/a']);
    // Nor one whose commit was reverted before any apply.
    await applyAt(history('c5'), [draft]);
    world.put('a', 'filed');
    await applyAt(history('c4'), [filed]);
    expect(await planAt(history('c6'), [draft])).toEqual(['reverses Thing/shop/a']);
  });

  it('lets no uncommitted manifests record what a person made, until they are committed', async () => {
    const [draft, filed] = [thing('a', {}, { goal: 'draft' }), thing('a')];
    await applyAt(history('c1'), [draft]);
    world.put('a', 'filed');
    await applyAt(history('c1-dirty'), [filed]);
    expect(await planAt(history('c1'), [draft])).toEqual(['reverses Thing/shop/a']);
    await applyAt(history('c2'), [filed]);
    expect(await planAt(history('c3'), [draft])).toEqual(['lifecycle Thing/shop/a']);
  });

  it('of uncommitted manifests takes back no text that a person wrote since', async () => {
    await applyAt(history('c1'), [old]);
    await applyAt(history('c1-dirty'), [edited]);
    world.put('a', 'filed', { text: 'corrected' });
    expect(await planAt(history('c1'), [old])).toEqual(['reverses Thing/shop/a']);
    world.put('a', 'filed', { text: 'new' });
    expect(await planAt(history('c2'), [thing('a', { text: 'newer' })])).toEqual([
      'update Thing/shop/a',
      'older-unknown',
    ]);
  });

  it('stays after a squash merge of an applied branch, until a change of the main branch is allowed', async () => {
    await applyAt(history('c1'), [old, thing('b')]);
    await applyAt(history('b2'), [edited]);
    await applyAt(history('c3'), [edited]);
    const next = [thing('a', { text: 'newer' })];
    expect(await planAt(history('c4'), next)).toEqual(['older Thing/shop/a']);
    await applyAt(history('c4'), next, { ...OPEN, allowFor: { 'Thing/shop/a': ['older'] } });
    expect(await planAt(history('c5'), [edited, thing('d')])).toEqual(['update Thing/shop/a', 'create Thing/shop/d']);
  });
});
