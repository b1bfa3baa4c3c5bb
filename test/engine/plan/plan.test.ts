import { describe, expect, it } from 'vitest';
import { NotiformError } from '../../../src/core/problem.ts';
import { deferredIn } from '../../../src/engine/plan/work.ts';
import { policyOf } from '../../../src/engine/route/policy.ts';
import { faultAt, picture, thing, thingKind, World } from '../support.ts';

/** A world where these were applied and approved. */
async function settled(...wanted: Parameters<World['run']>[0]): Promise<World> {
  const world = new World();
  await world.run(wanted);
  for (const one of world.service.of('shop').values()) if (one.state === 'filed') one.state = 'approved';
  world.service.calls = [];
  return world;
}

async function problemsOf(work: Promise<unknown>): Promise<{ codes: string[]; exit: number }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof NotiformError) return { codes: error.problems.map(({ code }) => code), exit: error.exit };
    throw error;
  }
  throw new Error('it should have failed');
}

describe('a plan', () => {
  it('makes what is declared and not there, and a second run finds nothing to do', async () => {
    const world = new World();
    const wanted = [thing('a'), thing('b', {}, { goal: 'draft' })];
    expect(await world.actions(wanted)).toEqual({ 'Thing/shop/a': 'create: add, file', 'Thing/shop/b': 'create: add' });
    expect(await world.run(wanted)).toEqual({ 'Thing/shop/a': 'done', 'Thing/shop/b': 'done' });
    expect(world.live()).toEqual({ a: 'filed', b: 'draft' });
    const { plan } = await world.plan(wanted);
    expect(plan.changes).toEqual([]);
    expect(plan.waiting).toEqual([
      { address: 'Thing/shop/a', state: 'filed', waitsFor: 'verdict', since: '2026-11-20 09:00:00' },
    ]);
    expect(plan.counts).toMatchObject({ unchanged: 1, waiting: 1 });
  });

  it('shows the whole change as data', async () => {
    const world = await settled(thing('a', { link: { pc: 'https://x' } }));
    const { plan } = await world.plan(
      [
        thing(
          'a',
          { text: 'hello world', link: { pc: 'https://y' } },
          { samples: [{ name: 's', values: { n: '1' } }] },
        ),
      ],
      { allow: ['loses-approval'] },
    );
    const [change] = plan.changes;
    expect(plan).toMatchObject({
      formatVersion: '1',
      tool: 'notiform test',
      environment: 'test',
      account: 'account-1',
      createdAt: '2026-11-20T00:00:00.000Z',
      git: null,
      complete: true,
      applyable: true,
    });
    expect(change).toMatchObject({
      address: 'Thing/shop/a',
      kind: 'Thing',
      source: { file: 'manifests/a.yaml', line: 1 },
      action: 'update',
      reasons: ['content-differs', 'edited'],
      risks: ['loses-approval'],
      live: { state: 'approved', word: 'approved' },
      before: { text: 'a', link: { pc: 'https://x' } },
      after: { text: 'hello world', link: { pc: 'https://y' } },
      fields: [
        { path: 'link.pc', before: 'https://x', after: 'https://y', format: 'value' },
        { path: 'text', before: 'a', after: 'hello world', format: 'text' },
      ],
      dependsOn: [],
      samples: [{ name: 's', values: { n: '1' } }],
    });
    expect(change?.steps.map((step) => [step.title, step.from.state, step.to.map((point) => point.state)])).toEqual([
      ['unapprove', 'approved', ['draft']],
      ['edit', 'draft', ['draft']],
      ['file', 'draft', ['filed']],
    ]);
  });

  it('keeps the digest of a change where only wording, place or dependencies differ', async () => {
    const digestOf = async (...wanted: Parameters<World['plan']>[0]) => {
      const { plan } = await new World().plan(wanted);
      return plan.changes.find(({ address }) => address === 'Thing/shop/a')?.digest;
    };
    const first = await digestOf(thing('a'));
    const elsewhere = {
      source: { file: 'x.yaml', line: 9, column: 1 },
      dependsOn: ['Thing/shop/b'],
      samples: [{ name: 's', values: {} }],
    };
    const asDraft = thing('b', {}, { goal: 'draft' });
    expect(await digestOf(thing('a', {}, elsewhere), asDraft)).toBe(first);
    expect(await digestOf(thing('a', { text: 'other' }))).not.toBe(first);
    expect(await digestOf(thing('a', {}, { goal: 'draft' }))).not.toBe(first);
    expect(await digestOf(thing('a', {}, { inputs: { comment: 'please' } }))).not.toBe(first);
  });
});

describe('what is ours', () => {
  it('is deleted when its manifest goes, and what was never ours is left alone', async () => {
    const world = await settled(thing('a', {}, { goal: 'draft' }), thing('b'));
    world.put('stray', 'approved');
    expect(await world.actions([thing('b')])).toEqual({ 'Thing/shop/a': 'delete: drop' });
    expect((await world.plan([thing('b')])).plan.changes[0]).toMatchObject({
      source: null,
      reasons: ['removed-from-manifests'],
      risks: ['destroys'],
      after: null,
      before: { text: 'a' },
    });
    await world.run([thing('b')]);
    const { plan } = await world.plan([thing('b')]);
    expect(plan.unmanaged).toEqual([
      { kind: 'Thing', profile: 'shop', name: 'stray', title: 'The thing stray', state: 'approved' },
    ]);
    expect(plan.changes).toEqual([]);
    expect(world.bindings()).toEqual({ 'Thing/shop/b': 'b' });
  });

  it('is taken as ours where a manifest declares a live one, by itself where nothing differs', async () => {
    const world = new World();
    world.put('a', 'approved');
    world.put('b', 'draft', { text: 'old' });
    const wanted = [thing('a'), thing('b')];
    const { plan } = await world.plan(wanted);
    expect(plan.changes.map(({ address, action, reasons }) => [address, action, reasons])).toEqual([
      ['Thing/shop/a', 'adopt', ['not-bound']],
      ['Thing/shop/b', 'adopt', ['not-bound']],
    ]);
    expect(plan.unmanaged).toEqual([]);
    await world.run(wanted);
    expect(world.state()?.entries['Thing/shop/a']?.row).toMatchObject({ name: 'a', state: 'approved' });
    expect(await world.actions(wanted)).toEqual({ 'Thing/shop/b': 'update: edit, file' });
  });

  it('is forgotten where it is gone, and where it can only be retired', async () => {
    const world = await settled(thing('a'), thing('b', {}, { goal: 'draft' }));
    world.service.of('shop').delete('b');
    for (const one of world.service.of('shop').values()) one.state = 'halted';
    const { plan } = await world.plan([], { allowEmpty: true });
    expect(plan.changes.map(({ address, action, reasons, fields }) => [address, action, reasons, fields])).toEqual([
      ['Thing/shop/a', 'forget', ['removed-from-manifests'], []],
      ['Thing/shop/b', 'forget', ['gone'], []],
    ]);
    await world.run([], { allowEmpty: true });
    expect(world.bindings()).toEqual({});
    expect(world.live()).toEqual({ a: 'halted' });
  });

  it('moves with its id, code included, and nothing is deleted', async () => {
    const world = await settled(thing('a'));
    const renamed = thing('b', { text: 'a' }, { name: 'a', renamedFrom: 'Thing/shop/a' });
    expect((await world.plan([renamed])).plan.changes).toMatchObject([
      { address: 'Thing/shop/b', action: 'move', reasons: ['renamed'], steps: [], fields: [] },
    ]);
    await world.run([renamed]);
    expect(world.bindings()).toEqual({ 'Thing/shop/b': 'a' });
    expect(await world.actions([renamed])).toEqual({});
  });

  it('moves and changes in one, where both are wanted', async () => {
    const world = await settled(thing('a', {}, { goal: 'draft' }));
    const renamed = thing('b', {}, { name: 'a', renamedFrom: 'Thing/shop/a', goal: 'draft' });
    expect((await world.plan([renamed])).plan.changes).toMatchObject([
      { address: 'Thing/shop/b', action: 'update', reasons: ['content-differs', 'renamed', 'edited'] },
    ]);
    await world.run([renamed]);
    expect(world.bindings()).toEqual({ 'Thing/shop/b': 'a' });
    expect(await world.actions([renamed])).toEqual({});
  });

  it('is not moved from an address that is declared too', async () => {
    const world = await settled(thing('a'));
    const { plan } = await world.plan([thing('a'), thing('b', {}, { renamedFrom: 'Thing/shop/a' })]);
    expect(plan.changes).toEqual([]);
    expect(plan.problems).toMatchObject([
      { code: 'renamed-from-declared', address: 'Thing/shop/b', path: 'renamedFrom' },
    ]);
    expect(plan.blocked).toMatchObject([{ address: 'Thing/shop/b', state: 'absent' }]);
  });

  it('is taken over, never deleted, where the id changed without a word and the code stayed', async () => {
    const world = await settled(thing('a', {}, { goal: 'draft' }));
    const renamed = thing('b', { text: 'a' }, { name: 'a', goal: 'draft' });
    const { plan } = await world.plan([renamed]);
    expect(plan.changes.map(({ address, action, dependsOn }) => [address, action, dependsOn])).toEqual([
      ['Thing/shop/a', 'forget', ['Thing/shop/b']],
      ['Thing/shop/b', 'adopt', []],
    ]);
    const { plan: beside } = await world.plan([renamed, thing('new', {}, { goal: 'draft' })]);
    expect(beside.changes.map(({ address, action }) => [address, action])).toEqual([
      ['Thing/shop/a', 'forget'],
      ['Thing/shop/b', 'adopt'],
      ['Thing/shop/new', 'create'],
    ]);
    await world.run([renamed]);
    expect(world.live()).toEqual({ a: 'draft' });
    expect(world.bindings()).toEqual({ 'Thing/shop/b': 'a' });
  });

  it('is found under its new name where a run died between a rename and its note', async () => {
    const world = await settled(thing('a', { text: 'x' }, { goal: 'draft' }));
    world.service.of('shop').delete('a');
    world.put('a2', 'draft', { text: 'x' });
    const wanted = [thing('a', { text: 'x' }, { name: 'a2', goal: 'draft' })];
    expect(await world.actions(wanted)).toEqual({ 'Thing/shop/a': 'adopt' });
    await world.run(wanted);
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a2' });
  });
});

describe('names', () => {
  it('that two manifests declare are a problem for both', async () => {
    const world = new World();
    const { plan } = await world.plan([thing('a', {}, { name: 'same' }), thing('b', {}, { name: 'same' })]);
    expect(plan.changes).toEqual([]);
    expect(plan.problems.map(({ code, address }) => [code, address])).toEqual([
      ['name-twice', 'Thing/shop/a'],
      ['name-twice', 'Thing/shop/b'],
    ]);
    expect(plan.problems[0]?.related).toEqual([
      { message: 'declared here too', place: { file: 'manifests/b.yaml', line: 1, column: 1 } },
    ]);
  });

  it('that two addresses are bound to are a problem', async () => {
    const world = await settled(thing('a'), thing('b'));
    const state = world.state();
    if (state?.entries['Thing/shop/b']) state.entries['Thing/shop/b'].binding['code'] = 'a';
    world.files.all.set('/project/state/test/shop.json', Buffer.from(JSON.stringify(state)));
    const both = await world.plan([thing('a'), thing('b')]);
    expect(both.plan.problems.map(({ code, address }) => [code, address])).toEqual([
      ['state-binding-twice', 'Thing/shop/a'],
      ['state-binding-twice', 'Thing/shop/b'],
    ]);
    expect(await world.actions([thing('a')])).toEqual({ 'Thing/shop/b': 'forget' });
    expect(await world.actions([], { allowEmpty: true, allow: ['loses-approval'] })).toEqual({
      'Thing/shop/a': 'delete: unapprove, drop',
      'Thing/shop/b': 'forget',
    });
  });

  it('are freed by a rename before they are taken', async () => {
    const world = await settled(thing('a', {}, { goal: 'draft' }));
    const wanted = [thing('a', {}, { name: 'a2', goal: 'draft' }), thing('b', {}, { name: 'a', goal: 'draft' })];
    const { plan } = await world.plan(wanted);
    expect(plan.changes.map(({ address, action, dependsOn }) => [address, action, dependsOn])).toEqual([
      ['Thing/shop/a', 'update', []],
      ['Thing/shop/b', 'create', ['Thing/shop/a']],
    ]);
    await world.run(wanted);
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a2', 'Thing/shop/b': 'a' });
    expect(await world.actions(wanted)).toEqual({});
  });
});

describe('what is read for a target', () => {
  it('is no list that could hold nothing of ours', async () => {
    const world = new World();
    world.profiles.set('mall', { alias: 'mall', key: 'm'.repeat(40), type: 'G' });
    world.put('stray', 'approved');
    await world.run([thing('a')]);
    const pages = async (targets: string[]) => {
      world.service.calls = [];
      const { plan } = await world.plan([thing('a')], {}, { targets });
      return [world.service.calls.filter((call) => call.startsWith('page')), plan.unmanaged.map(({ name }) => name)];
    };
    expect(await pages([])).toEqual([['page mall 1', 'page shop 1'], ['stray']]);
    expect(await pages(['**/a'])).toEqual([['page shop 1'], ['stray']]);
  });
});

describe('dependencies', () => {
  it('come first', async () => {
    const world = new World();
    const file = world.file('a.png');
    const wanted = [thing('a', { picture: file }, { dependsOn: ['Picture/shop/p'] }), picture('p', file)];
    expect((await world.plan(wanted)).plan.changes.map(({ dependsOn }) => dependsOn)).toEqual([[], ['Picture/shop/p']]);
    expect(await world.run(wanted)).toEqual({ 'Picture/shop/p': 'done', 'Thing/shop/a': 'done' });
    expect(world.service.writes).toEqual(['upload a.png', 'add a', 'file a']);
    expect(await world.actions(wanted)).toEqual({});
  });

  it('that nobody declares block', async () => {
    expect(await new World().actions([thing('a', {}, { dependsOn: ['Thing/shop/x'] })])).toEqual({
      'Thing/shop/a': 'blocked: it needs Thing/shop/x, which no manifest declares',
    });
  });

  it('that wait hold back, now and when they will, and all that needs what is held back', async () => {
    const world = new World();
    const wanted = [
      thing('a', {}, { dependsOn: ['Thing/shop/b'] }),
      thing('b'),
      thing('c', {}, { dependsOn: ['Thing/shop/a'] }),
    ];
    const held = (id: string) => ({
      address: `Thing/shop/${id}`,
      state: 'absent',
      waitsFor: 'verdict',
      since: null,
      held: { by: 'Thing/shop/b', change: { action: 'create', steps: [{ title: 'add' }, { title: 'file' }] } },
    });
    const { plan } = await world.plan(wanted);
    expect(plan.changes.map(({ address }) => address)).toEqual(['Thing/shop/b']);
    expect(plan).toMatchObject({ waiting: [held('a'), held('c')], blocked: [], counts: { waiting: 2, blocked: 0 } });
    expect(deferredIn(plan).map(({ dependsOn }) => dependsOn)).toEqual([['Thing/shop/b'], ['Thing/shop/a']]);
    await world.run(wanted);
    expect((await world.plan(wanted)).plan).toMatchObject({
      applyable: false,
      changes: [],
      waiting: [held('a'), { address: 'Thing/shop/b' }, held('c')],
    });
    for (const one of world.service.of('shop').values()) one.state = 'approved';
    expect(await world.actions(wanted)).toEqual({ 'Thing/shop/a': 'create: add, file' });
  });

  it('that are blocked or left out block, whatever else is waited for', async () => {
    const world = new World();
    world.put('z', 'approved', { text: 'old' });
    const needy = thing('a', {}, { dependsOn: ['Thing/shop/b', 'Thing/shop/c'] });
    const wanted = [needy, thing('b'), thing('c', {}, { dependsOn: ['Thing/shop/z'] }), thing('z')];
    const reasons = async (excludes: string[]) =>
      (await world.plan(wanted, {}, { excludes })).plan.blocked.map(({ address, reason }) => [address, reason]);
    expect(await reasons([])).toEqual([
      ['Thing/shop/a', 'it needs Thing/shop/c, which is blocked'],
      ['Thing/shop/c', 'it needs Thing/shop/z, which is blocked'],
      ['Thing/shop/z', expect.any(String)],
    ]);
    world.put('z', 'filed', { text: 'z' });
    expect(await reasons([])).toEqual([]);
    expect(await reasons(['**/c'])).toEqual([['Thing/shop/a', 'it needs Thing/shop/c, which is left out']]);
  });

  it('that are held back count for the guards, which know what a plan leads to', async () => {
    const world = await settled(thing('b'), thing('a', {}, { goal: 'draft' }));
    world.put('b', 'filed', { text: 'b' });
    const wanted = [thing('a', { text: 'new' }, { goal: 'draft', dependsOn: ['Thing/shop/b'] }), thing('b')];
    const { plan } = await world.plan(wanted, { maxUpdates: { count: 0 } });
    expect(plan.changes).toEqual([]);
    expect(plan.problems.map(({ code }) => code)).toEqual(['updates-over-limit']);
  });
});

describe('what is blocked', () => {
  it('says why, and what would open a way', async () => {
    const world = await settled(thing('a'));
    const { plan } = await world.plan([thing('a', { text: 'new' })]);
    expect(plan.blocked).toEqual([
      {
        address: 'Thing/shop/a',
        source: { file: 'manifests/a.yaml', line: 1 },
        state: 'approved',
        reason: 'unapprove: loses its approval and cannot be sent until the new text is approved (loses-approval)',
        riskySteps: [{ operation: 'thing.unapprove', title: 'unapprove', risk: 'loses-approval' }],
        opens: '--allow loses-approval=Thing/shop/a',
        ways: [{ flags: ['--allow', 'loses-approval=Thing/shop/a'] }],
        risk: 'loses-approval',
        unapplied: true,
        fields: [{ path: 'text', before: 'a', after: 'new', format: 'value' }],
        before: { text: 'a' },
        after: { text: 'new' },
        comments: [],
        moved: ['edited'],
      },
    ]);
    expect(plan.applyable).toBe(false);
    expect(plan.counts.blocked).toBe(1);
  });

  it('says that it would be deleted, and names every risk that is not allowed', async () => {
    const world = await settled(thing('a'));
    const deleted = {
      address: 'Thing/shop/a',
      reason: 'unapprove: loses its approval (loses-approval); then drop: deletes it permanently (destroys)',
      deletes: true,
      before: { text: 'a' },
      after: null,
    };
    const { plan } = await world.plan([]);
    expect(plan.blocked).toMatchObject([{ ...deleted, opens: '--allow loses-approval=Thing/shop/a' }]);
    const policy = policyOf({ deletes: null, updates: null, allow: [] });
    const blocked = await world.plan([], {}, { policy });
    expect(blocked.plan.blocked).toMatchObject([
      { ...deleted, opens: '--allow loses-approval=Thing/shop/a --allow destroys=Thing/shop/a' },
    ]);
    const receipt = await world.apply(await world.plan([], { allowEmpty: true }));
    expect(receipt.blocked).toMatchObject([{ risk: 'loses-approval', deletes: true }]);
  });

  it('repeats what the inspector said', async () => {
    const world = await settled(thing('a'));
    const comment = { content: 'no advertising', createdAt: '2026-11-20', status: 'REJ', userName: 'inspector' };
    world.service.of('shop').set('a', { content: { text: 'a' }, state: 'rejected', comments: [comment] });
    const { plan } = await world.plan([thing('a')]);
    expect(plan.blocked).toMatchObject([{ opens: '--resubmit Thing/shop/a', comments: [comment] }]);
    expect(plan.blocked[0]).toMatchObject({ rejected: true });
    expect(plan.blocked[0]).not.toHaveProperty('comment');
    const answer = thing('a', {}, { inputs: { comment: 'it is none' } });
    const answered = await world.plan([answer]);
    expect(answered.plan.blocked).toMatchObject([{ risk: 'resubmits', comment: 'it is none' }]);
    const resubmitted = await world.plan([answer], { resubmit: ['a'] });
    expect(resubmitted.plan.changes).toMatchObject([
      { action: 'lifecycle', reasons: ['state-differs', 'resubmitted'], comments: [comment], comment: 'it is none' },
    ]);
    await world.apply(resubmitted);
    expect(world.live()).toEqual({ a: 'filed' });
    const sent = { ...comment, content: 'it is none', status: 'REQ' };
    world.service.of('shop').set('a', { content: { text: 'a' }, state: 'rejected', comments: [sent, comment] });
    const again = await world.plan([answer]);
    expect(again.plan.blocked[0]).toMatchObject({ risk: 'resubmits' });
    expect(again.plan.blocked[0]).not.toHaveProperty('comment');
  });

  it('protects what is protected, now and after its manifest is gone', async () => {
    const world = await settled(thing('a', {}, { protect: true }), thing('b', {}, { goal: 'draft' }));
    expect(world.state()?.entries['Thing/shop/a']?.protect).toBe(true);
    expect(
      await world.actions([thing('a', {}, { goal: 'stopped' }), thing('b', {}, { goal: 'draft' })], {
        allow: ['interrupts-sending'],
      }),
    ).toEqual({
      'Thing/shop/a': 'blocked: it is protected; halt: messages with it can no longer be sent (interrupts-sending)',
    });
    const removed = await world.plan([thing('b', {}, { goal: 'draft' })], { allow: ['loses-approval'] });
    expect(removed.plan.blocked).toMatchObject([
      { address: 'Thing/shop/a', source: null, opens: '--unprotect Thing/shop/a', fields: [], after: null },
    ]);
    expect(
      await world.actions([thing('b', {}, { goal: 'draft' })], {
        allow: ['loses-approval'],
        unprotect: ['Thing/shop/a'],
      }),
    ).toEqual({ 'Thing/shop/a': 'delete: unapprove, drop' });
  });

  it('keeps in mind what is protected and would only be forgotten, until a plan is told so, also when it is gone', async () => {
    const world = new World();
    await world.run([thing('a', {}, { protect: true }), thing('b')]);
    world.put('a', 'halted', { text: 'a' });
    const { plan } = await world.plan([thing('b')]);
    const reason = 'it is protected; forgetting it would lose the protection';
    expect(plan.changes).toEqual([]);
    expect(plan.blocked.map((one) => [one.address, one.reason, one.opens])).toEqual([
      ['Thing/shop/a', reason, '--unprotect Thing/shop/a'],
    ]);
    expect(plan.blocked.filter(({ deletes }) => deletes)).toEqual([]);
    const unprotect = ['Thing/shop/a'];
    const forgotten = { 'Thing/shop/a': 'forget' };
    expect(await world.actions([thing('b')], { unprotect })).toEqual(forgotten);
    world.service.of('shop').delete('a');
    expect(await world.actions([thing('b')])).toEqual({
      'Thing/shop/a': 'blocked: it is protected and gone from the service; forgetting it would lose the protection',
    });
    expect(await world.actions([thing('b')], { unprotect })).toEqual(forgotten);
  });

  it('lets a protected one be edited as long as it loses nothing', async () => {
    const world = await settled(thing('a', {}, { protect: true, goal: 'draft' }));
    expect(await world.actions([thing('a', { text: 'new' }, { protect: true, goal: 'draft' })])).toEqual({
      'Thing/shop/a': 'update: edit',
    });
  });

  it('takes another way where protection leaves one', async () => {
    const world = await settled(thing('a', {}, { protect: true }));
    const detour = { ...thingKind.operations[2], name: 'thing.detour', title: 'detour', price: 1e7 };
    const first = thingKind.operations[0];
    if (!first) throw new Error('no operation');
    world.kinds = [
      {
        ...thingKind,
        operations: [
          ...thingKind.operations,
          {
            ...first,
            ...detour,
            idempotence: 'observable',
            requires: (at) => (at?.status.state === 'approved' ? undefined : { reason: 'no' }),
            predicts: (at) => (at ? [{ ...at, status: { state: 'draft', word: 'draft' } }] : []),
          },
        ],
      },
    ];
    expect(
      await world.actions([thing('a', { text: 'new' }, { protect: true })], { allow: ['loses-approval'] }),
    ).toEqual({
      'Thing/shop/a': 'update: detour, edit, file',
    });
  });

  it('remembers protection that came after the last change, and forgets it when it is told to', async () => {
    const world = await settled(thing('a'));
    const guarded = await world.plan([thing('a', {}, { protect: true })]);
    expect(guarded.plan).toMatchObject({ changes: [], applyable: true });
    await world.apply(guarded);
    expect(world.state()?.entries['Thing/shop/a']?.protect).toBe(true);
    expect((await world.plan([thing('a', {}, { protect: true })])).plan.applyable).toBe(false);
    // Without its line the manifest alone does not lift it.
    expect((await world.plan([thing('a')])).plan.applyable).toBe(false);
    await world.apply(await world.plan([thing('a')], { unprotect: ['Thing/shop/a'] }));
    expect(world.state()?.entries['Thing/shop/a']?.protect).toBe(false);
  });

  it('is said of what differs where the wanted state leaves it as it is', async () => {
    const world = await settled(thing('a'));
    for (const one of world.service.of('shop').values()) one.state = 'halted';
    const { plan } = await world.plan([thing('a', { text: 'new' }, { goal: 'stopped' })]);
    expect(plan).toMatchObject({ changes: [], blocked: [], counts: { unchanged: 1 } });
    expect(plan.problems).toMatchObject([{ code: 'difference-not-planned', severity: 'warning' }]);
  });
});

describe('a selection', () => {
  const wanted = (world: World) => {
    const file = world.file('a.png');
    return [thing('a', { picture: file }, { dependsOn: ['Picture/shop/p'] }), thing('b'), picture('p', file)];
  };

  it('takes targets with what they need', async () => {
    const world = new World();
    const { plan } = await world.plan(wanted(world), {}, { targets: ['Thing/shop/a'] });
    expect(plan.changes.map(({ address }) => address)).toEqual(['Picture/shop/p', 'Thing/shop/a']);
  });

  it('leaves out what is excluded, and blocks what needs it', async () => {
    const world = new World();
    const { plan } = await world.plan(wanted(world), {}, { excludes: ['Picture/**'] });
    expect(plan.changes.map(({ address }) => address)).toEqual(['Thing/shop/b']);
    expect(plan.blocked.map(({ address, reason }) => [address, reason])).toEqual([
      ['Thing/shop/a', 'it needs Picture/shop/p, which is left out'],
    ]);
  });

  it('does not take a slip of the pen for nothing to do', async () => {
    const target = (pattern: string) => new World().plan([thing('order')], {}, { targets: [pattern] });
    await expect(target('nope')).rejects.toMatchObject({
      exit: 64,
      problems: [
        {
          code: 'selection-empty',
          severity: 'error',
          message: '`--target nope` matches no address',
          hint: 'Addresses are `Kind/profile/id`; `*` matches inside one part, `**` across parts: `*/shop/**`. `notiform status` shows all addresses with their names. Unmanaged and removed resources have none: `notiform import` gives one',
        },
      ],
    });
    await expect(target('Thing/*/nope')).rejects.toMatchObject({ problems: [{ code: 'selection-empty' }] });
    await expect(target('odrer')).rejects.toMatchObject({ problems: [{ hint: 'Did you mean `order`?' }] });
  });

  it('takes no flag that names addresses for said where it meets none, and tells of all of them', async () => {
    const flags = { resubmit: ['nope'], reupload: ['nope'] };
    const plan = new World().plan([thing('order')], flags, { targets: ['*/order'], excludes: ['nope'] });
    await expect(plan).rejects.toMatchObject({
      exit: 64,
      problems: [
        { message: '`--exclude nope` matches no address' },
        { message: '`--resubmit nope` matches no address' },
        { message: '`--reupload nope` matches no address' },
      ],
    });
  });

  it('only warns of what an earlier run of the same command may have removed, where something is left', async () => {
    const unprotect = ['nope', 'odrer', 'order', 'Thing/shop/order'];
    const { plan } = await new World().plan([thing('order')], { unprotect }, { targets: ['gone', '*/order'] });
    expect(plan.changes.map(({ address }) => address)).toEqual(['Thing/shop/order']);
    expect(plan.problems.map(({ message, severity, hint }) => [message, severity, hint])).toEqual([
      ['`--target gone` matches no address', 'warning', expect.any(String)],
      ['`--unprotect nope` matches no address', 'warning', expect.any(String)],
      ['`--unprotect odrer` matches no address', 'warning', 'Did you mean `Thing/shop/order`?'],
      // It takes off a protection: what it means is said in full.
      ['`--unprotect order` matches no address', 'warning', 'Did you mean `Thing/shop/order`?'],
    ]);
  });

  it('only warns of them in a shard, since what they mean may be in another one', async () => {
    const shard = { index: 1, of: 2 };
    const { plan } = await new World().plan([thing('order')], { resubmit: ['nope'] }, { targets: ['other'], shard });
    expect(plan.problems.map(({ message, severity }) => [message, severity])).toEqual([
      ['`--target other` matches no address', 'warning'],
      ['`--resubmit nope` matches no address', 'warning'],
    ]);
    expect(plan.changes).toEqual([]);
  });

  it('says nothing of them where a run plans again, since it may have removed what they meant', async () => {
    const { plan } = await new World().plan(
      [thing('order')],
      { unprotect: ['Thing/shop/gone'] },
      { targets: ['gone'], again: true },
    );
    expect(plan.problems).toEqual([]);
  });
});

describe('guards', () => {
  it('take a shard that has no manifests left for empty only where the whole project has none', async () => {
    const world = await settled(thing('a', {}, { goal: 'draft' }));
    const shard = { index: 1, of: 2 };
    expect((await world.plan([], {}, { shard, declared: 1 })).guards).toEqual([]);
    expect((await world.plan([], {}, { shard, declared: 0 })).guards).toMatchObject([{ code: 'empty-input' }]);
  });
});

describe('looking', () => {
  it('stops where a profile is missing that is used, naming its alias and not its key', async () => {
    const world = new World();
    world.missing.set('shop', { code: 'profile-unknown', severity: 'error', message: 'no shop' });
    expect(await problemsOf(world.plan([thing('a')]))).toEqual({ codes: ['profile-unknown'], exit: 3 });
    const unused = await world.plan([]);
    expect(unused.plan.problems).toMatchObject([{ code: 'profile-unknown', severity: 'warning' }]);
    expect(world.service.calls.filter((call) => call.startsWith('page'))).toEqual([]);
  });

  it.each(['unreachable', 'refused', 'unclear'] as const)('stops at a list that is %s', async (kind) => {
    const world = new World();
    world.service.fault = faultAt('page', 'before', kind);
    expect(await problemsOf(world.plan([thing('a')]))).toEqual({ codes: ['service-unfit'], exit: 1 });
  });

  it('asks the detail before a missing row counts as absent, and the detail wins', async () => {
    const world = await settled(thing('a'));
    world.kinds = [
      {
        ...thingKind,
        discovery: {
          ...thingKind.discovery,
          by: 'list',
          page: async () => ({ rows: [], unreadable: [], total: 0, pages: 1 }),
          read: thingKind.discovery.by === 'list' ? thingKind.discovery.read : async () => undefined,
        },
      },
    ];
    expect(await world.actions([thing('a')])).toEqual({});
  });

  it('reports a mistake of a manifest that blocks a change, at its field', async () => {
    const world = new World();
    const [first, ...others] = thingKind.operations;
    if (!first) throw new Error('an operation');
    const mistake = { reason: 'a link is missing', code: 'tell-link', at: ['buttons', 0, 'link'] } as const;
    world.kinds = [{ ...thingKind, operations: [{ ...first, requires: () => mistake }, ...others] }];
    const { plan } = await world.plan([thing('a')]);
    expect(plan.blocked).toMatchObject([{ address: 'Thing/shop/a', reason: 'a link is missing' }]);
    expect(plan.problems).toMatchObject([
      { code: 'tell-link', severity: 'error', place: { file: 'manifests/a.yaml' }, path: 'buttons[0].link' },
    ]);
  });
});
