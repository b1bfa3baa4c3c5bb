import { describe, expect, it } from 'vitest';
import type { Change, Plan } from '../../../src/core/plan.ts';
import type { Receipt } from '../../../src/core/receipt.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { planApproved } from '../../../src/engine/approval/approval.ts';
import { digestOf } from '../../../src/engine/plan/work.ts';
import type { History, PlanInput, PolicyFlags } from '../../../src/engine/types.ts';
import { badge, badgeKind } from '../badges.ts';
import { type FakeService, faultAt, picture, pictureKind, thing, thingKind, World } from '../support.ts';

/** The plan as a file holds it. */
async function fileOf(
  world: World,
  resources: readonly Resource[],
  flags: PolicyFlags = {},
  more: Partial<PlanInput<FakeService>> = {},
): Promise<Plan> {
  const { plan } = await world.plan(resources, flags, more);
  return JSON.parse(JSON.stringify(plan)) as Plan;
}

async function approved(world: World, file: Plan, resources: readonly Resource[], history?: History) {
  const {
    policy: _policy,
    targets: _targets,
    excludes: _excludes,
    ...input
  } = world.planInput(resources, {}, { history });
  return planApproved({ ...input, approved: file });
}

async function applyFile(world: World, file: Plan, resources: readonly Resource[]): Promise<Receipt> {
  return world.apply(await approved(world, file, resources));
}

/** `Thing/shop/a: done (add done, file done)` */
function told({ changes }: Receipt): string[] {
  return changes.map(({ address, outcome, steps, problem }) => {
    const each = steps.map((step) => `${step.title} ${step.outcome}`).join(', ');
    return `${address}: ${outcome}${each === '' ? '' : ` (${each})`}${problem ? ` – ${problem.code}: ${problem.message}` : ''}`;
  });
}

function edited(file: Plan, edit: (change: Change) => Partial<Change>): Plan {
  return { ...file, changes: file.changes.map((change) => ({ ...change, ...edit(change) })) };
}

describe('a plan file', () => {
  it('is so already when it is applied again, and nothing is called', async () => {
    const world = new World();
    await world.run([
      thing('gone', {}, { goal: 'draft' }),
      thing('edited', {}, { goal: 'draft' }),
      thing('was', {}, { goal: 'draft' }),
    ]);
    world.put('found', 'draft');
    const wanted = [
      thing('made'),
      thing('edited', { text: 'new' }, { goal: 'draft' }),
      thing('is', { text: 'was' }, { goal: 'draft', name: 'was', renamedFrom: 'Thing/shop/was' }),
      thing('found', {}, { goal: 'draft' }),
    ];
    const file = await fileOf(world, wanted);
    expect(file.changes.map(({ action }) => action)).toEqual(['update', 'adopt', 'delete', 'move', 'create']);
    expect((await applyFile(world, file, wanted)).counts.done).toBe(5);
    world.service.calls = [];
    expect(told(await applyFile(world, file, wanted))).toEqual([
      'Thing/shop/edited: already-so (edit already-so)',
      'Thing/shop/found: already-so',
      'Thing/shop/gone: already-so (drop already-so)',
      'Thing/shop/is: already-so',
      'Thing/shop/made: already-so (add already-so, file already-so)',
    ]);
    expect(world.service.writes).toEqual([]);
  });

  it('forgets what is gone, once', async () => {
    const world = new World();
    await world.run([thing('a', {}, { goal: 'draft' }), thing('b', {}, { goal: 'draft' })]);
    world.service.of('shop').delete('a');
    const wanted = [thing('b', {}, { goal: 'draft' })];
    const file = await fileOf(world, wanted);
    expect(file.changes.map(({ action }) => action)).toEqual(['forget']);
    expect(told(await applyFile(world, file, wanted))).toEqual(['Thing/shop/a: done']);
    expect(told(await applyFile(world, file, wanted))).toEqual(['Thing/shop/a: already-so']);
  });

  it('keeps its policy: what it allows, and what it limits', async () => {
    const world = new World();
    await world.run([thing('a')]);
    for (const one of world.service.of('shop').values()) one.state = 'approved';
    const wanted = [thing('a', { text: 'new' })];
    const file = await fileOf(world, wanted, { allow: ['loses-approval'] });
    expect(told(await applyFile(world, file, wanted))).toEqual([
      'Thing/shop/a: done (unapprove done, edit done, file done)',
    ]);
    const none = await fileOf(world, [], { allowEmpty: true, maxDeletes: { count: 0 } });
    expect((await approved(world, none, [])).guards).toMatchObject([{ code: 'deletes-over-limit' }]);
  });

  it('is finished though what is left is over the limit of what exists by now; refused once, it stays so', async () => {
    const world = new World();
    const ids = Array.from({ length: 20 }, (_, index) => `t${String(index).padStart(2, '0')}`);
    const draft: Partial<Resource> = { goal: 'draft' };
    await world.run(ids.map((id) => thing(id, {}, draft)));
    const wanted = ids.slice(10).map((id, index) => thing(id, index < 6 ? { text: 'new' } : {}, draft));
    const flags = { maxDeletes: { count: 10 }, maxUpdates: { percent: 30 } };
    const file = await fileOf(world, wanted, flags);
    expect(file.counts).toMatchObject({ delete: 10, update: 6 });
    world.service.fault = (call, when) => {
      if (call.startsWith('edit')) faultAt(call, 'before', 'refused')(call, when);
    };
    await applyFile(world, file, wanted);
    world.service.fault = undefined;
    const again = await applyFile(world, file, wanted);
    expect(again.counts).toMatchObject({ done: 6, 'already-so': 10 });
    const over = await fileOf(world, wanted.slice(4), { ...flags, maxDeletes: { count: 3 } });
    expect(over.applyable).toBe(false);
    world.service.of('shop').clear();
    expect((await approved(world, over, wanted.slice(4))).guards).toMatchObject([{ code: 'deletes-over-limit' }]);
  });

  it('is refused by what is wrong now, whatever it was when it was made', async () => {
    const world = new World();
    await world.run([thing('a', {}, { goal: 'draft' })]);
    const file = await fileOf(world, [thing('a', { text: 'new' }, { goal: 'draft' })]);
    expect((await approved(world, file, [])).guards).toMatchObject([{ code: 'empty-input' }]);
    const empty = await fileOf(world, []);
    expect((await approved(world, empty, [])).guards).toMatchObject([{ code: 'empty-input' }]);
  });

  describe('whose removal is not seen in the state', () => {
    const draft: Partial<Resource> = { goal: 'draft' };

    function forget(world: World, address: string): void {
      const state = world.state();
      const path = [...world.files.all.keys()].find((one) => one.endsWith('shop.json'));
      const entries = Object.fromEntries(Object.entries(state?.entries ?? {}).filter(([one]) => one !== address));
      world.files.all.set(String(path), new TextEncoder().encode(JSON.stringify({ ...state, entries })));
    }

    async function removal() {
      const world = new World();
      await world.run([thing('a', {}, draft), thing('b', {}, draft)]);
      const wanted = [thing('b', {}, draft)];
      return { world, wanted, file: await fileOf(world, wanted) };
    }

    it('says that the resource lives where its binding was forgotten', async () => {
      const { world, wanted, file } = await removal();
      forget(world, 'Thing/shop/a');
      expect(told(await applyFile(world, file, wanted))).toEqual([
        'Thing/shop/a: stale – run-stale: Thing/shop/a is live and no longer managed: the state does not bind it to a (The thing a), which is draft',
      ]);
      world.service.of('shop').delete('a');
      expect(told(await applyFile(world, file, wanted))).toEqual(['Thing/shop/a: already-so (drop already-so)']);
    });

    it('proves nothing where the file does not say what was meant', async () => {
      const { world, wanted, file } = await removal();
      forget(world, 'Thing/shop/a');
      const unnamed = edited(file, () => ({ live: {} }));
      expect(told(await applyFile(world, unnamed, wanted))).toEqual([
        expect.stringContaining('Thing/shop/a: stale – run-stale: Thing/shop/a is no longer in the state'),
      ]);
    });
  });

  it('has the state remember the protection that it shows, and no other', async () => {
    const world = new World();
    const draft: Partial<Resource> = { goal: 'draft' };
    await world.run([thing('a', {}, draft), thing('b', {}, draft), thing('c', {}, draft)]);
    const [protectedA, protectedB] = [
      thing('a', {}, { ...draft, protect: true }),
      thing('b', {}, { ...draft, protect: true }),
    ];
    const edit = thing('c', { text: 'new' }, draft);
    const file = await fileOf(world, [protectedA, thing('b', {}, draft), edit]);
    expect(file.remembers).toEqual([{ address: 'Thing/shop/a', protect: true }]);
    await applyFile(world, file, [protectedA, protectedB, edit]);
    const kept = Object.entries(world.state()?.entries ?? {}).map(([address, { protect }]) => [address, protect]);
    expect(kept).toEqual([
      ['Thing/shop/a', true],
      ['Thing/shop/b', false],
      ['Thing/shop/c', false],
    ]);
    await applyFile(world, { ...file, remembers: [{ address: 'Thing/shop/b', protect: false }] }, [
      protectedA,
      protectedB,
      edit,
    ]);
    expect(world.state()?.entries['Thing/shop/b']?.protect).toBe(false);
  });

  it('guards only what it holds', async () => {
    const world = new World();
    const all = [
      thing('a', {}, { goal: 'draft' }),
      thing('b', {}, { goal: 'draft' }),
      thing('c', {}, { goal: 'draft' }),
    ];
    await world.run(all);
    const file = await fileOf(world, all.slice(1), { maxDeletes: { count: 1 } });
    const planned = await approved(world, file, all.slice(2));
    expect(planned.guards).toEqual([]);
    const receipt = await world.apply(planned);
    expect(told(receipt)).toEqual(['Thing/shop/a: done (drop done)']);
    expect(receipt.unapproved).toMatchObject([{ address: 'Thing/shop/b', action: 'delete' }]);
  });
});

describe('what is new', () => {
  it('is listed and not run', async () => {
    const world = new World();
    const file = await fileOf(world, [thing('a', {}, { goal: 'draft' })]);
    const receipt = await applyFile(world, file, [
      thing('a', {}, { goal: 'draft' }),
      thing('b', {}, { goal: 'draft' }),
    ]);
    expect(told(receipt)).toEqual(['Thing/shop/a: done (add done)']);
    expect(receipt.unapproved).toMatchObject([{ address: 'Thing/shop/b', action: 'create' }]);
    expect(world.live()).toEqual({ a: 'draft' });
  });

  it('is listed only as far as the plan went: what it left out by --target or --exclude is not new', async () => {
    const world = new World();
    const all = ['a', 'b', 'c'].map((id) => thing(id, {}, { goal: 'draft' }));
    const some = await fileOf(world, all, {}, { targets: ['b', 'a'], excludes: ['a'] });
    expect(some.policy).toMatchObject({ targets: ['a', 'b'], excludes: ['a'] });
    const receipt = await applyFile(world, some, all);
    expect(told(receipt)).toEqual(['Thing/shop/b: done (add done)']);
    expect(receipt.unapproved).toEqual([]);
  });

  it('is an edit after what was only to be taken over', async () => {
    const world = new World();
    world.kinds = [badgeKind()];
    world.service.of('shop').set('badge:9', { content: { title: 'sale', text: 'old' }, state: 'present' });
    const wanted = [badge('sale', { text: 'new' })];
    const file = await fileOf(world, wanted);
    expect(file.changes.map(({ action, steps }) => [action, steps.length])).toEqual([['adopt', 0]]);
    expect(told(await applyFile(world, file, wanted))).toEqual(['Badge/shop/sale: done']);
    const again = await applyFile(world, file, wanted);
    expect(told(again)).toEqual(['Badge/shop/sale: already-so']);
    expect(again.unapproved).toMatchObject([{ address: 'Badge/shop/sale', action: 'update' }]);
    expect(world.service.writes).toEqual([]);
  });
});

describe('a change that is stale', () => {
  it('is so where the console changed it, and no other is', async () => {
    const world = new World();
    const both = (text: string) => ['a', 'b'].map((id) => thing(id, { text }, { goal: 'draft' }));
    await world.run(both('old'));
    const file = await fileOf(world, both('new'));
    world.put('a', 'draft', { text: 'from the console' });
    expect(told(await applyFile(world, file, both('new')))).toEqual([
      'Thing/shop/a: stale – run-stale: Thing/shop/a is not what the plan saw: its content changed',
      'Thing/shop/b: done (edit done)',
    ]);
    expect(world.service.of('shop').get('a')?.content).toEqual({ text: 'from the console' });
  });

  it('is so where its manifest says something else by now', async () => {
    const world = new World();
    const file = await fileOf(world, [thing('a'), thing('b')]);
    const receipt = await applyFile(world, file, [thing('a', { text: 'other' })]);
    expect(told(receipt)).toEqual([
      'Thing/shop/a: stale – not-approved: The plan file approves something else for Thing/shop/a: manifests/a.yaml changed since, or the plan file was edited',
      'Thing/shop/b: stale – not-approved: Thing/shop/b is no longer declared, and the plan file does not approve its removal, or was edited',
    ]);
    expect(receipt.changes[0]?.problem?.place).toEqual({ file: 'manifests/a.yaml', line: 1, column: 1 });
    expect(receipt.changes[0]?.problem?.hint).toBe(
      'Check out the commit that was planned, without other changes in this folder, or run `notiform plan` again and check the new plan.',
    );
    const commit = '0123456789abcdef';
    const named = await applyFile(world, { ...file, git: commit }, [thing('a', { text: 'other' })]);
    expect(named.changes.map(({ problem }) => problem?.hint)).toEqual(
      ['a', 'b'].map(
        () =>
          `Check out the commit that was planned, ${commit}, or run \`notiform plan\` again and check the new plan.`,
      ),
    );
    const here = await world.apply(
      await approved(world, { ...file, git: commit }, [], { commit, contains: async () => 'yes' }),
    );
    expect(here.changes[0]?.problem?.hint).toBe(
      'Check out the commit that was planned, without other changes in this folder, or run `notiform plan` again and check the new plan.',
    );
    expect(world.service.writes).toEqual([]);
  });

  it('is so where what was to be removed is declared again', async () => {
    const world = new World();
    const all = [thing('a', {}, { goal: 'draft' }), thing('b', {}, { goal: 'draft' })];
    await world.run(all);
    const file = await fileOf(world, all.slice(1));
    expect(told(await applyFile(world, file, all))).toEqual([
      expect.stringContaining('Thing/shop/a: stale – not-approved'),
    ]);
    expect(world.live()).toEqual({ a: 'draft', b: 'draft' });
  });

  it('is so where nothing leads to it any more, and says what would', async () => {
    const world = new World();
    const wanted = [thing('a'), thing('b', {}, { dependsOn: ['Thing/shop/a'], goal: 'draft' })];
    const [first] = wanted;
    const file = await fileOf(world, wanted.slice(0, 1));
    await world.run(wanted.slice(0, 1));
    world.put('a', 'rejected', { text: 'a' });
    const receipt = await applyFile(world, file, wanted.slice(0, 1));
    expect(told(receipt)).toEqual([
      'Thing/shop/a: stale – blocked-since: Thing/shop/a is rejected and blocked now: edit: requests inspection of the same rejected content again (resubmits)',
    ]);
    expect(receipt.changes[0]?.problem).toMatchObject({
      hint: 'Run `notiform plan` again and check the new plan. To allow it: `notiform plan --resubmit Thing/shop/a`',
      place: { file: first?.source.file, line: 1, column: 1 },
    });
  });

  it('skips what needs it, and runs the rest', async () => {
    const world = new World();
    const wanted = (text: string) => [
      thing('a', { text }, { goal: 'draft' }),
      thing('b', { text }, { goal: 'draft', dependsOn: ['Thing/shop/a'] }),
      thing('c', { text }, { goal: 'draft', dependsOn: ['Thing/shop/b'] }),
      thing('d', { text }, { goal: 'draft' }),
    ];
    await world.run(wanted('old'));
    const file = await fileOf(world, wanted('new'));
    world.put('a', 'draft', { text: 'from the console' });
    expect(told(await applyFile(world, file, wanted('new')))).toEqual([
      'Thing/shop/a: stale – run-stale: Thing/shop/a is not what the plan saw: its content changed',
      'Thing/shop/b: skipped – dependency-failed: Skipped because Thing/shop/a was not done (stale)',
      'Thing/shop/c: skipped – dependency-failed: Skipped because Thing/shop/b was not done (skipped)',
      'Thing/shop/d: done (edit done)',
    ]);
    world.put('a', 'halted', { text: 'a' });
    expect(told(await applyFile(world, file, wanted('new')))).toEqual([
      expect.stringContaining('Thing/shop/a: stale – blocked-since'),
      'Thing/shop/b: skipped – dependency-failed: Skipped because Thing/shop/a was not done (stale)',
      'Thing/shop/c: skipped – dependency-failed: Skipped because Thing/shop/b was not done (skipped)',
      'Thing/shop/d: already-so (edit already-so)',
    ]);
  });

  it('and what needs a change that the file does not hold is skipped as well', async () => {
    const world = new World();
    const wanted = (text: string) => [
      thing('a', { text: 'a' }, { goal: 'draft' }),
      thing('b', { text }, { goal: 'draft', dependsOn: ['Thing/shop/a'] }),
    ];
    await world.run(wanted('old'));
    const file = await fileOf(world, wanted('new'));
    world.put('a', 'draft', { text: 'from the console' });
    const receipt = await applyFile(world, file, wanted('new'));
    expect(told(receipt)).toEqual([
      'Thing/shop/b: skipped – need-unapproved: It needs Thing/shop/a, which has a change that the plan file does not contain',
    ]);
    expect(receipt.unapproved).toMatchObject([{ address: 'Thing/shop/a', action: 'update' }]);
  });
});

describe('an edited file approves nothing', () => {
  const cases: [string, (change: Change, want: Resource) => Partial<Change>][] = [
    ['a step taken out', ({ steps }) => ({ steps: steps.slice(0, 1) })],
    [
      'a digest that fits a step taken out',
      (change, want) => signed(want, { ...change, steps: change.steps.slice(0, 1) }),
    ],
    ['another action', (change, want) => signed(want, { ...change, action: 'lifecycle' })],
    ['a risk hidden', (change, want) => signed(want, { ...change, risks: [] })],
    ['another content shown', () => ({ after: { text: 'harmless' } })],
    ['no content shown', () => ({ after: null })],
    ['another content shown as the live one', () => ({ before: { text: 'harmless' } })],
    ['another basis', () => ({ basis: 'f'.repeat(64) })],
    ['another address', () => ({ address: 'Thing/shop/b' })],
    ['no address', () => ({ address: 'nonsense' })],
  ];
  const signed = (want: Resource, change: Change): Change => ({ ...change, digest: digestOf(want, change) });

  it.each(cases)('with %s', async (_, edit) => {
    const world = new World();
    await world.run([thing('a')]);
    const want = thing('a', { text: 'new' });
    const file = await fileOf(world, [want]);
    expect(file.changes.map(({ risks, steps }) => [risks, steps.length])).toEqual([[['queues-again'], 3]]);
    world.service.calls = [];
    const receipt = await applyFile(
      world,
      edited(file, (change) => edit(change, want)),
      [want],
    );
    expect(receipt.changes.map(({ outcome }) => outcome)).toEqual(['stale']);
    expect(world.service.writes).toEqual([]);
  });

  it('and says what would be done instead', async () => {
    const world = new World();
    const [want] = [thing('a')];
    const file = await fileOf(world, [want]);
    const cut = edited(file, (change) => ({ ...signed(want, { ...change, steps: change.steps.slice(0, 1) }) }));
    expect((await applyFile(world, cut, [want])).changes[0]?.problem?.message).toBe(
      'The remaining steps of Thing/shop/a are not those that the plan file approves: create (add, file)',
    );
    world.put('b', 'draft');
    const found = thing('b', {}, { goal: 'draft' });
    const other = await fileOf(world, [found]);
    const moved = edited(other, (change) => ({ ...signed(found, { ...change, action: 'move' }) }));
    expect((await applyFile(world, moved, [found])).changes[0]?.problem?.message).toBe(
      'The remaining steps of Thing/shop/b are not those that the plan file approves: adopt',
    );
  });
});

describe('a run of a plan file that is killed', () => {
  /** One of each kind of change, in the middle of a project's life. */
  async function prepare(): Promise<{ world: World; wanted: Resource[]; file: Plan }> {
    const world = new World();
    world.kinds = [thingKind, pictureKind, badgeKind()];
    world.inFlight = 1;
    const old = world.file('old.png');
    const draft = { goal: 'draft' };
    const shows = (id: string, file: ReturnType<World['file']>, address: string) =>
      thing(id, { picture: file }, { ...draft, dependsOn: [address] });
    await world.run([
      thing('gone', {}, draft),
      thing('lost', {}, draft),
      thing('spurned', { text: 'old' }),
      thing('waits'),
      thing('was', {}, draft),
      thing('shown', {}, draft),
      shows('pictured', old, 'Picture/shop/p'),
      picture('p', old),
      badge('edited', { text: 'old' }),
      badge('dropped'),
    ]);
    world.service.of('shop').delete('lost');
    world.put('found', 'draft');
    world.put('spurned', 'rejected', { text: 'old' });
    const fresh = world.file('new.png');
    const wanted = [
      thing('made'),
      thing('waits', { text: 'new' }),
      thing('spurned', { text: 'new' }),
      thing('is', { text: 'was' }, { ...draft, name: 'was', renamedFrom: 'Thing/shop/was' }),
      thing('named', { text: 'shown' }, { name: 'other', renamedFrom: 'Thing/shop/shown' }),
      thing('found', {}, draft),
      shows('pictured', fresh, 'Picture/shop/q'),
      picture('q', fresh),
      badge('edited', { text: 'new' }),
      badge('minted'),
    ];
    return { world, wanted, file: await fileOf(world, wanted) };
  }

  const ONCE = [
    'add badge minted',
    'add made',
    'drop badge:1',
    'drop gone',
    'edit badge:2',
    'edit pictured',
    'edit shown',
    'edit spurned',
    'edit waits',
    'file made',
    'file other',
    'file spurned',
    'file waits',
    'withdraw waits',
  ];

  it('holds one of each action', async () => {
    const { file } = await prepare();
    expect([...new Set(file.changes.map(({ action }) => action))].sort()).toEqual([
      'adopt',
      'create',
      'delete',
      'forget',
      'move',
      'update',
    ]);
  });

  /** @returns whether the run died */
  async function killedAt(last: number): Promise<boolean> {
    const { world, wanted, file } = await prepare();
    const effects: string[] = [];
    const record = (call: string, when: 'before' | 'after'): void => {
      if (when === 'after' && !/^(page|read|profiles|fetch|check|upload)\b/.test(call)) effects.push(call);
    };
    let events = 0;
    const dead = (): void => {
      events += 1;
      if (events > last) throw new TypeError('killed');
    };
    world.service.fault = (call, when) => {
      record(call, when);
      // A death around a read, or before a change, leaves what the event before left.
      if (when === 'after' && !/^(page|read|profiles|fetch|check)\b/.test(call)) dead();
    };
    world.files.onWrite = dead;
    await applyFile(world, file, wanted).catch(() => undefined);
    const died = events > last;
    world.service.fault = record;
    world.files.onWrite = undefined;
    world.dead.add(world.pid);
    world.pid += 1;
    const receipt = await applyFile(world, file, wanted);
    const undone = receipt.changes.filter(({ outcome }) => outcome !== 'done' && outcome !== 'already-so');
    expect(undone, `killed at event ${last}`).toEqual([]);
    expect(receipt.changes.map(({ address, steps }) => [address, steps.length])).toEqual(
      file.changes.map(({ address, steps }) => [address, steps.length]),
    );
    expect(effects.sort(), `killed at event ${last}`).toEqual(ONCE);
    expect(await world.actions(wanted), `killed at event ${last}`).toEqual({});
    return died;
  }

  it('is finished with the same file, at every third event: nothing is lost, nothing is done twice', async () => {
    let last = 0;
    while (await killedAt(last)) last += 3;
    expect(last).toBeGreaterThan(50);
  });

  it('goes on after a verdict that came in meanwhile', async () => {
    const world = new World();
    const wanted = [thing('a'), thing('b'), thing('c')];
    const file = await fileOf(world, wanted);
    world.service.fault = faultAt('add c', 'before', 'unreachable');
    await applyFile(world, file, wanted);
    world.service.fault = undefined;
    world.put('a', 'approved', { text: 'a' });
    world.put('b', 'rejected', { text: 'b' });
    expect(told(await applyFile(world, file, wanted))).toEqual([
      'Thing/shop/a: already-so (add already-so, file already-so)',
      expect.stringContaining('Thing/shop/b: stale – blocked-since: Thing/shop/b is rejected and blocked now'),
      'Thing/shop/c: done (add done, file done)',
    ]);
    expect(world.service.writes.filter((call) => call !== 'add c')).toEqual([
      'add a',
      'add b',
      'file a',
      'file b',
      'file c',
    ]);
  });
});

describe('a change that a plan holds back', () => {
  const wanted = [thing('a'), thing('b', {}, { goal: 'draft', dependsOn: ['Thing/shop/a'] })];

  it('is done with the same file as soon as it can go, and is no failure before', async () => {
    const world = new World();
    const file = await fileOf(world, wanted);
    expect(file.waiting.map(({ address }) => address)).toEqual(['Thing/shop/b']);
    const first = await approved(world, file, wanted);
    expect(first.plan.waiting).toEqual(file.waiting);
    expect(told(await world.apply(first))).toEqual(['Thing/shop/a: done (add done, file done)']);
    expect(told(await applyFile(world, file, wanted))).toEqual([
      'Thing/shop/a: already-so (add already-so, file already-so)',
    ]);
    world.put('a', 'approved', { text: 'a' });
    const last = await approved(world, file, wanted);
    expect(last.plan.waiting).toEqual([]);
    expect(told(await world.apply(last))).toEqual([
      'Thing/shop/a: already-so (add already-so, file already-so)',
      'Thing/shop/b: done (add done)',
    ]);
  });

  it('is skipped where the plan had it go at once', async () => {
    const world = new World();
    await world.run(wanted.slice(0, 1));
    world.put('a', 'approved', { text: 'a' });
    const more = [
      ...wanted,
      thing('c', {}, { goal: 'draft', dependsOn: ['Thing/shop/b'] }),
      thing('d', {}, { goal: 'draft' }),
    ];
    const file = await fileOf(world, more);
    world.put('a', 'filed', { text: 'a' });
    expect(told(await applyFile(world, file, more))).toEqual([
      'Thing/shop/b: skipped – dependency-failed: Skipped because Thing/shop/a waits for an external decision',
      'Thing/shop/c: skipped – dependency-failed: Skipped because Thing/shop/a waits for an external decision',
      'Thing/shop/d: done (add done)',
    ]);
  });

  it('skips what was to come after it', async () => {
    const world = new World();
    const settled = [thing('a'), thing('b', {}, { goal: 'draft', name: 'old' })];
    await world.run(settled);
    world.put('a', 'approved', { text: 'a' });
    const swap = [
      thing('a'),
      thing('b', { text: 'b' }, { goal: 'draft', name: 'new', dependsOn: ['Thing/shop/a'] }),
      thing('c', {}, { goal: 'draft', name: 'old' }),
    ];
    const file = await fileOf(world, swap);
    expect(file.changes.map(({ address, dependsOn }) => [address, dependsOn])).toEqual([
      ['Thing/shop/b', []],
      ['Thing/shop/c', ['Thing/shop/b']],
    ]);
    world.put('a', 'filed', { text: 'a' });
    expect((await applyFile(world, file, swap)).counts).toMatchObject({ skipped: 2 });
    expect(world.live()).toEqual({ a: 'filed', old: 'draft' });
  });
});

it('an approved plan uploads nothing again that a run uploaded for it', async () => {
  const world = new World();
  const wanted = [picture('p', world.file('a.png'))];
  await world.run(wanted);
  const planFile = await fileOf(world, wanted, { reupload: ['**/p'] });
  expect(planFile.changes.map(({ address, action }) => [address, action])).toEqual([['Picture/shop/p', 'create']]);
  expect(told(await applyFile(world, planFile, wanted))).toEqual(['Picture/shop/p: already-so (upload already-so)']);
});

describe('a change that answers what somebody did', () => {
  const no = (day: number) => ({ content: 'no', createdAt: `2026-11-2${day}`, status: 'REJ', userName: 'i' });
  const again = (state: string) =>
    `Thing/shop/a: stale – run-stale: Thing/shop/a is not what the plan saw: it is ${state} again, because of a later event`;

  /** A rejected thing, and the plan that hands it in again. */
  async function resubmission(comments = [no(0)]) {
    const world = new World();
    const wanted = [thing('a')];
    await world.run(wanted);
    const reject = (words = comments) =>
      world.service.of('shop').set('a', { content: { text: 'a' }, state: 'rejected', comments: words });
    reject();
    return { world, wanted, reject, file: await fileOf(world, wanted, { resubmit: ['Thing/shop/a'] }) };
  }

  it('hands in again what was rejected, once for each rejection', async () => {
    const { world, wanted, reject, file } = await resubmission();
    expect(told(await applyFile(world, file, wanted))).toEqual(['Thing/shop/a: done (edit done, file done)']);
    reject([no(0), no(1)]);
    expect(told(await applyFile(world, file, wanted))).toEqual([again('rejected')]);
    expect(world.live()).toEqual({ a: 'rejected' });
    const next = await fileOf(world, wanted, { resubmit: ['Thing/shop/a'] });
    expect(next.changes[0]?.basis).toBe(file.changes[0]?.basis);
    expect(told(await applyFile(world, next, wanted))).toEqual(['Thing/shop/a: done (edit done, file done)']);
  });

  it('is finished with the same file where a run was killed before or after its first step', async () => {
    for (const step of ['edit', 'file']) {
      const { world, wanted, file } = await resubmission();
      world.service.fault = faultAt(`${step} a`, 'before', 'unreachable');
      expect((await applyFile(world, file, wanted)).counts).toMatchObject({ failed: 1 });
      world.service.fault = undefined;
      expect((await applyFile(world, file, wanted)).counts).toMatchObject({ done: 1 });
      expect(world.live()).toEqual({ a: 'filed' });
    }
  });

  it('does not run where the next rejection comes between planning and its turn', async () => {
    const { world, wanted, reject, file } = await resubmission();
    const planned = await approved(world, file, wanted);
    reject([no(0), no(1)]);
    expect(told(await world.apply(planned))).toEqual([again('rejected')]);
  });

  it('is the same to a service that tells no date and no words', async () => {
    const { world, wanted, file } = await resubmission([]);
    Object.assign(world.service.of('shop').get('a') ?? {}, { undated: true });
    const undated = await fileOf(world, wanted, { resubmit: ['Thing/shop/a'] });
    expect(undated.changes[0]?.live).toEqual({ state: 'rejected', word: 'rejected' });
    expect(file.changes[0]?.live).toEqual({ state: 'rejected', word: 'rejected', occasion: expect.any(String) });
    expect(told(await applyFile(world, undated, wanted))).toEqual(['Thing/shop/a: done (edit done, file done)']);
  });

  it('releases a stop once, where the dates tell the next one apart', async () => {
    const world = new World();
    const wanted = [thing('a')];
    const halt = (modifiedAt: string) =>
      world.service.of('shop').set('a', { content: { text: 'a' }, state: 'halted', modifiedAt });
    halt('2026-11-20 09:00:00');
    await world.run([thing('a', {}, { goal: 'stopped' })]);
    const file = await fileOf(world, wanted);
    expect(told(await applyFile(world, file, wanted))).toEqual(['Thing/shop/a: done (wake done)']);
    halt('2026-11-20 10:00:00');
    expect(told(await applyFile(world, file, wanted))).toEqual([
      expect.stringContaining('Thing/shop/a: stale – blocked-since: Thing/shop/a is halted and blocked now'),
    ]);
  });
});

it('takes no change whose differences in the file are not those that it makes', async () => {
  const world = new World();
  await world.run([thing('a', {}, { goal: 'draft' })]);
  const wanted = [thing('a', { text: 'new' }, { goal: 'draft' })];
  const { plan } = await world.plan(wanted);
  const edited = { ...plan, changes: plan.changes.map((one) => ({ ...one, fields: [] })) };
  const { work, approval } = await world.planAgain(edited, wanted);
  expect([work, approval?.ended]).toMatchObject([[], [{ outcome: 'stale', problem: { code: 'not-approved' } }]]);
  expect((await world.planAgain(plan, wanted)).work).toHaveLength(1);
});
