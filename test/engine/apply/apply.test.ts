import { describe, expect, it } from 'vitest';
import type { ServiceFailure } from '../../../src/core/failure.ts';
import { NotiformError } from '../../../src/core/problem.ts';
import type { History } from '../../../src/engine/types.ts';
import { profileDigest } from '../../../src/state/account.ts';
import { badge, badgeKind } from '../badges.ts';
import { faultAt, picture, thing, thingKind, World } from '../support.ts';

async function refusal(work: Promise<unknown>): Promise<{ codes: string[]; exit: number }> {
  try {
    await work;
  } catch (error) {
    if (error instanceof NotiformError) return { codes: error.problems.map(({ code }) => code), exit: error.exit };
    throw error;
  }
  throw new Error('it should have failed');
}

/** A change's steps as they ended. */
async function stepsOf(world: World, ...args: Parameters<World['plan']>): Promise<string[]> {
  const receipt = await world.apply(await world.plan(...args));
  return receipt.changes.flatMap((change) => change.steps.map((step) => `${step.title} ${step.outcome}`));
}

describe('an apply', () => {
  describe('with more than a thousand changes', () => {
    const all = Array.from({ length: 1010 }, (_, index) => thing(`t${index}`, {}, { goal: 'draft' }));
    const count = (world: World, type: string) => world.events.filter((event) => event.type === type).length;

    /** Keeps some calls under way until `isOver`, which every call asks. */
    function hold(world: World, isHeld: (call: string) => boolean, isOver: () => boolean): void {
      const call = world.service.call.bind(world.service);
      let open = (): void => undefined;
      const gate = new Promise<void>((resolve) => {
        open = resolve;
      });
      world.service.call = async (name, effect) => {
        if (isOver()) setImmediate(open);
        if (isHeld(name)) await gate;
        return call(name, effect);
      };
    }

    it('has at most a thousand under way, because each takes memory, and a slow one holds up no other', async () => {
      const world = new World();
      world.inFlight = 2000;
      const planned = await world.plan(all);
      hold(
        world,
        (call) => call.startsWith('add'),
        () => count(world, 'step-started') >= 1000,
      );
      hold(
        world,
        (call) => call === 'add t0',
        () => count(world, 'step-started') === all.length,
      );
      expect((await world.apply(planned)).counts.done).toBe(all.length);
      const startedBefore = (isIt: (event: World['events'][number]) => boolean): number =>
        world.events.slice(0, world.events.findIndex(isIt)).filter(({ type }) => type === 'step-started').length;
      expect(startedBefore(({ type }) => type === 'change-ended')).toBe(1000);
      expect(startedBefore((event) => event.type === 'change-ended' && event.address === 'Thing/shop/t0')).toBe(1010);
    });

    it('begins none of the rest after an interruption', async () => {
      const world = new World();
      const planned = await world.plan(all);
      world.service.fault = (call) => {
        if (call === 'add t10') world.controller.abort();
      };
      const { counts, changes } = await world.apply(planned);
      expect(changes).toHaveLength(1010);
      expect(counts['not-run']).toBeGreaterThan(1000);
      expect(world.events.at(-1)).toEqual({ type: 'interrupted' });
    });
  });

  it('tells step by step what it did', async () => {
    const world = new World();
    const receipt = await world.apply(await world.plan([thing('a')]));
    expect(receipt).toEqual({
      environment: 'test',
      blocked: [],
      waiting: [],
      startedAt: '2026-11-20T00:00:00.000Z',
      finishedAt: '2026-11-20T00:00:00.000Z',
      interrupted: false,
      changes: [
        {
          address: 'Thing/shop/a',
          action: 'create',
          outcome: 'done',
          steps: [
            { operation: 'thing.add', title: 'add', outcome: 'done', state: 'draft' },
            { operation: 'thing.file', title: 'file', outcome: 'done', state: 'filed' },
          ],
        },
      ],
      counts: { done: 1, 'already-so': 0, refused: 0, stale: 0, skipped: 0, unknown: 0, failed: 0, 'not-run': 0 },
    });
    expect(world.events.map((event) => event.type)).toEqual([
      'observing',
      'page-read',
      'detail-read',
      'applying',
      'step-started',
      'step-ended',
      'step-started',
      'step-ended',
      'change-ended',
    ]);
  });

  it('never has more steps under way than calls in flight, however many changes wait for the state', async () => {
    const world = new World();
    await world.run(Array.from({ length: 20 }, (_, id) => picture(`p${id}`, world.file(`${id}.png`))));
    const underWay = new Set<string>();
    const counts = world.events.map((event) => {
      if (event.type === 'step-started') underWay.add(event.address);
      if (event.type === 'step-ended') underWay.delete(event.address);
      return underWay.size;
    });
    expect(Math.max(...counts)).toBe(world.inFlight);
  });

  it('remembers what it made, with its serial, and gives the lock back', async () => {
    const world = new World();
    await world.run([thing('a', {}, { protect: true })]);
    expect(world.state()).toEqual({
      formatVersion: 3,
      environment: 'test',
      keyDigest: profileDigest('k'.repeat(40)),
      profile: 'shop',
      account: 'account-1',
      serial: 2,
      entries: {
        'Thing/shop/a': {
          binding: { code: 'a' },
          protect: true,
          applied: expect.stringMatching(/^[0-9a-f]{64}$/),
          left: expect.stringMatching(/^[0-9a-f]{64}$/),
          row: null,
        },
      },
    });
    expect([...world.files.all.keys()]).toEqual(['/project/state/test/shop.json']);
  });

  it('takes no lock and writes nothing where there is nothing to do', async () => {
    const world = new World();
    const receipt = await world.apply(await world.plan([]));
    expect(receipt.changes).toEqual([]);
    expect(world.files.all.size).toBe(0);
  });

  it('is ours from before the call that makes it', async () => {
    const world = new World();
    const planned = await world.plan([thing('a')]);
    world.service.fault = (call, when) => {
      if (call === 'add a' && when === 'before') expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a' });
    };
    expect((await world.apply(planned)).counts.done).toBe(1);
  });

  it('takes what a change needs and the plan does not touch for done', async () => {
    const world = new World();
    const planned = await world.plan([thing('a')]);
    const work = planned.work.map((one) => ({ ...one, change: { ...one.change, dependsOn: ['Thing/shop/settled'] } }));
    expect((await world.apply({ ...planned, work })).counts.done).toBe(1);
  });

  it('runs independent changes at once, as many as may be in progress', async () => {
    const world = new World();
    world.inFlight = 3;
    const planned = await world.plan(Array.from({ length: 12 }, (_, index) => thing(`t${index}`)));
    world.service.mostInFlight = 0;
    expect((await world.apply(planned)).counts.done).toBe(12);
    expect(world.service.mostInFlight).toBe(3);
  });

  it('goes on with the rest where one fails, and leaves out what needs it', async () => {
    const world = new World();
    const wanted = [
      thing('a', {}, { goal: 'draft' }),
      thing('b', {}, { goal: 'draft', dependsOn: ['Thing/shop/a'] }),
      thing('c', {}, { goal: 'draft', dependsOn: ['Thing/shop/b'] }),
      thing('d', {}, { goal: 'draft' }),
    ];
    const planned = await world.plan(wanted);
    world.service.fault = faultAt('add a', 'before', 'refused');
    const receipt = await world.apply(planned);
    expect(receipt.changes.map(({ outcome, problem }) => [outcome, problem?.message])).toEqual([
      ['refused', 'refused by the test'],
      ['skipped', 'Skipped because Thing/shop/a was not done (refused)'],
      ['skipped', 'Skipped because Thing/shop/b was not done (skipped)'],
      ['done', undefined],
    ]);
    expect(world.bindings()).toEqual({ 'Thing/shop/d': 'd' });
    world.service.fault = undefined;
    await world.run(wanted);
    expect(await world.actions(wanted)).toEqual({});
  });

  it('reads the files again, and refuses those that changed or went', async () => {
    const world = new World();
    const [gone, changed] = [world.file('gone.png'), world.file('changed.png')];
    const planned = await world.plan([picture('g', gone), picture('c', changed)]);
    world.files.all.delete('/project/gone.png');
    world.file('changed.png', 'other bytes');
    const receipt = await world.apply(planned);
    expect(receipt.changes.map(({ outcome, problem }) => [outcome, problem?.message])).toEqual([
      ['failed', 'changed.png changed since the plan was made'],
      ['failed', 'gone.png no longer exists'],
    ]);
    expect(world.state()).toBeUndefined();
  });

  it('gives back what it claimed where it could not even begin', async () => {
    const world = new World();
    const planned = await world.plan([thing('a', {}, { inputs: { attachment: world.file('a.pdf') } })]);
    world.file('a.pdf', 'other bytes');
    expect((await world.apply(planned)).changes).toMatchObject([
      { outcome: 'failed', problem: { code: 'file-changed' } },
    ]);
    expect(world.bindings()).toEqual({});
  });

  it('takes an edited picture up again in the place of the old one', async () => {
    const world = new World();
    const [old, fresh] = [world.file('old.png'), world.file('new.png')];
    const shows = (file: ReturnType<World['file']>) => [
      thing('a', { picture: file }, { dependsOn: ['Picture/shop/p'], goal: 'draft' }),
      picture('p', file),
    ];
    await world.run(shows(old));
    await world.run(shows(fresh));
    expect(world.uploads()).toEqual({ 'https://img.example/2': 'new.png' });
    expect(world.service.of('shop').get('a')?.content).toMatchObject({ picture: { url: 'https://img.example/2' } });
    expect(await world.actions(shows(fresh))).toEqual({});
  });

  it('ends a route whose outcome is open, whichever came', async () => {
    const world = new World();
    await world.run([thing('a')]);
    for (const one of world.service.of('shop').values()) one.state = 'halted';
    expect(await stepsOf(world, [thing('a')], { allow: ['reverses'] })).toEqual(['wake done']);
    expect(await world.actions([thing('a')])).toEqual({});
  });
});

describe('an apply that meets something else than was planned', () => {
  it('ends the change as stale before its first step, and no other', async () => {
    const world = new World();
    await world.run([thing('a', {}, { goal: 'draft' }), thing('b', {}, { goal: 'draft' })]);
    const planned = await world.plan([
      thing('a', { text: 'x' }, { goal: 'draft' }),
      thing('b', { text: 'x' }, { goal: 'draft' }),
    ]);
    world.put('a', 'draft', { text: 'from the console' });
    const receipt = await world.apply(planned);
    expect(receipt.changes.map(({ outcome, steps, problem }) => [outcome, steps.length, problem?.message])).toEqual([
      ['stale', 0, 'Thing/shop/a is not what the plan saw: its content changed'],
      ['done', 1, undefined],
    ]);
    expect(world.service.of('shop').get('a')?.content).toEqual({ text: 'from the console' });
  });

  it('overwrites no text that is saved while it writes its intent into the state', async () => {
    const world = new World();
    const draft = (text: string) => [thing('a', { text }, { goal: 'draft' })];
    await world.run(draft('old'));
    const history: History = { commit: 'c2', contains: async () => 'yes' };
    const planned = await world.plan(draft('new'), {}, { history });
    const before = world.state();
    world.files.onWrite = (path) => {
      if (path.endsWith('shop.json')) world.put('a', 'draft', { text: 'from the console' });
    };
    expect((await world.apply(planned, { history })).changes[0]?.outcome).toBe('stale');
    expect(world.service.of('shop').get('a')?.content).toEqual({ text: 'from the console' });
    expect(world.state()?.entries).toEqual(before?.entries);
  });

  it.each([
    [
      'was made meanwhile',
      (world: World) => world.put('a', 'approved', { text: 'theirs' }),
      'it was absent and is approved',
    ],
  ])('says what %s', async (_what, edit, message) => {
    const world = new World();
    const planned = await world.plan([thing('a')]);
    edit(world);
    const receipt = await world.apply(planned);
    expect(receipt.changes[0]?.problem?.message).toContain(message);
  });

  it('stops in the middle where somebody edits between two steps', async () => {
    const world = new World();
    const planned = await world.plan([thing('a'), thing('b')]);
    world.service.fault = (call, when) => {
      if (call === 'add a' && when === 'after') world.put('a', 'draft', { text: 'from the console' });
    };
    const receipt = await world.apply(planned);
    expect(receipt.changes.map(({ outcome, steps }) => [outcome, steps.map((step) => step.outcome)])).toEqual([
      ['stale', ['stale', 'skipped']],
      ['done', ['done', 'done']],
    ]);
    expect(receipt.changes[0]?.problem?.message).toBe(
      'After "add" Thing/shop/a is draft, with another content or other facts than planned',
    );
    // It was made by us all the same: the next plan puts it right.
    expect(await world.actions([thing('a'), thing('b')])).toEqual({ 'Thing/shop/a': 'update: edit, file' });
  });

  it.each<[ServiceFailure['kind'], string]>([
    ['refused', 'failed'],
    ['interrupted', 'not-run'],
  ])('changes nothing that it cannot read before its first step: %s', async (kind, outcome) => {
    const world = new World();
    await world.run([thing('a'), thing('b', {}, { goal: 'draft' })]);
    const planned = await world.plan([thing('a', { text: 'new' }), thing('b', { text: 'new' }, { goal: 'draft' })]);
    const before = world.state()?.entries['Thing/shop/a'];
    world.service.fault = faultAt('read a', 'before', kind);
    const receipt = await world.apply(planned);
    expect(receipt.changes.map((one) => one.outcome)).toEqual([outcome, 'done']);
    expect(world.service.of('shop').get('a')?.content).toEqual({ text: 'a' });
    expect(world.state()?.entries['Thing/shop/a']).toEqual(before);
  });

  it('says where it stands instead of where the step led', async () => {
    const world = new World();
    await world.run([thing('a', {}, { goal: 'draft' })]);
    for (const one of world.service.of('shop').values()) one.state = 'halted';
    const planned = await world.plan([thing('a')]);
    world.service.fault = (call, when) => {
      if (call === 'wake a' && when === 'after') world.put('a', 'rejected', { text: 'a' });
    };
    const receipt = await world.apply(planned);
    expect(receipt.changes[0]?.problem?.message).toBe(
      'After "wake" Thing/shop/a is rejected, not approved or sleeping',
    );
  });

  it('does nothing where all is so already', async () => {
    const world = new World();
    const planned = await world.plan([thing('a')]);
    world.put('a', 'approved', { text: 'a' });
    world.service.calls = [];
    const receipt = await world.apply(planned);
    expect(receipt.changes[0]).toMatchObject({
      outcome: 'done',
      steps: [{ outcome: 'already-so' }, { outcome: 'already-so' }],
    });
    expect(world.service.writes).toEqual([]);
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a' });
  });

  it('forgets nothing that came back', async () => {
    const world = new World();
    await world.run([thing('a', {}, { goal: 'draft' }), thing('b', {}, { goal: 'draft' })]);
    world.service.of('shop').delete('a');
    const planned = await world.plan([thing('b', {}, { goal: 'draft' })]);
    world.put('a', 'draft');
    expect((await world.apply(planned)).changes).toMatchObject([{ action: 'forget', outcome: 'stale' }]);
    expect(world.bindings()).toMatchObject({ 'Thing/shop/a': 'a' });
  });

  it('refuses to start where the state was written since the plan', async () => {
    const world = new World();
    const planned = await world.plan([thing('a')]);
    await world.run([thing('b')]);
    expect(await refusal(world.apply(planned))).toEqual({ codes: ['state-moved'], exit: 6 });
    expect(world.live()).toEqual({ b: 'filed' });
    expect([...world.files.all.keys()]).toEqual(['/project/state/test/shop.json']);
  });

  it('refuses to start where somebody holds a lock, and gives back those that it got', async () => {
    const world = new World();
    world.profiles.set('mall', { alias: 'mall', key: 'm', type: 'G' });
    const planned = await world.plan([thing('a', {}, { profile: 'mall' }), thing('b')]);
    const theirs = await world.input.store.lock('shop', { pid: 7, host: 'there', command: 'apply' });
    expect(await refusal(world.apply(planned))).toEqual({ codes: ['lock-held'], exit: 6 });
    await theirs.release();
    expect([...world.files.all.keys()]).toEqual([]);
  });

  it('takes over the lock of a dead run, and says so', async () => {
    const world = new World();
    const planned = await world.plan([thing('a')]);
    await world.input.store.lock('shop', { pid: 7, host: 'here', command: 'apply' });
    world.dead.add(7);
    expect((await world.apply(planned)).counts.done).toBe(1);
    expect(world.events).toContainEqual({
      type: 'warning',
      problem: expect.objectContaining({ code: 'lock-taken-over' }),
    });
  });
});

describe('an interruption', () => {
  it('begins nothing new, settles what is under way, and remembers it', async () => {
    const world = new World();
    world.inFlight = 1;
    const wanted = [thing('a'), thing('b'), thing('c', {}, { dependsOn: ['Thing/shop/b'] })];
    for (const one of wanted) one.goal = one.id === 'a' ? 'approved' : 'draft';
    const planned = await world.plan(wanted);
    world.service.fault = (call) => {
      if (call === 'add a') world.controller.abort();
    };
    const receipt = await world.apply(planned);
    expect(receipt.interrupted).toBe(true);
    expect(receipt.changes.map(({ outcome, steps }) => [outcome, steps.map((step) => step.outcome)])).toEqual([
      ['not-run', ['done', 'not-run']],
      ['not-run', []],
      ['not-run', []],
    ]);
    expect(world.events.at(-1)).toEqual({ type: 'interrupted' });
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a' });
    world.controller = new AbortController();
    await world.run(wanted);
    expect(await world.actions(wanted)).toEqual({});
  });

  it('the second ends what is under way too', async () => {
    const world = new World();
    const planned = await world.plan([thing('a')]);
    world.service.fault = faultAt('add a', 'after', 'interrupted');
    const receipt = await world.apply(planned);
    expect(receipt.changes).toMatchObject([
      { outcome: 'unknown', steps: [{ outcome: 'unknown' }, { outcome: 'skipped' }] },
    ]);
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a' });
  });
});

/** A disk that takes so many documents, and no more. */
function fullAfter(world: World, most: number): void {
  let writes = 0;
  world.files.onWrite = (path) => {
    if (path.endsWith('.json')) writes += 1;
    if (path.endsWith('.json') && writes > most)
      throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
  };
}

describe('a disk or a bug in the way', () => {
  it('stops the run where the state cannot be written, and says what was done', async () => {
    const world = new World();
    const planned = await world.plan([thing('a')]);
    fullAfter(world, 1);
    const receipt = await world.apply(planned);
    expect(receipt.changes.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([
      ['failed', 'state-unwritable'],
    ]);
    expect(receipt.changes[0]?.steps.map(({ outcome }) => outcome)).toEqual(['done', 'done']);
    expect(world.live()).toEqual({ a: 'filed' });
  });

  it('tells of those that waited for the same write one as failed, and what had been done; the others were not run', async () => {
    const world = new World();
    world.inFlight = 1;
    const wanted = ['a', 'b', 'c', 'd'].map((id) => thing(id));
    const planned = await world.plan(wanted);
    fullAfter(world, 1);
    const receipt = await world.apply(planned);
    expect(receipt.changes.map(({ outcome, problem }) => [outcome, problem?.code])).toEqual([
      ['failed', 'state-unwritable'],
      ['failed', 'state-unwritable'],
      ['not-run', 'state-unwritable'],
      ['not-run', 'state-unwritable'],
    ]);
    expect(receipt.changes.map(({ steps }) => steps.length)).toEqual([2, 0, 0, 0]);
    expect(world.live()).toEqual({ a: 'filed' });
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a' });
    world.files.onWrite = undefined;
    await world.run(wanted);
    expect(await world.actions(wanted)).toEqual({});
  });

  it('gives back what it claimed and then did not begin', async () => {
    const world = new World();
    world.inFlight = 1;
    const planned = await world.plan([thing('a'), thing('b'), thing('c')]);
    world.service.fault = (call) => {
      if (call === 'add a') world.controller.abort();
    };
    let mostClaimed = 0;
    world.files.onWrite = () => {
      mostClaimed = Math.max(mostClaimed, Object.keys(world.bindings()).length);
    };
    const receipt = await world.apply(planned);
    expect(receipt.changes.map(({ outcome, steps }) => [outcome, steps.length])).toEqual([
      ['not-run', 2],
      ['not-run', 0],
      ['not-run', 0],
    ]);
    expect(mostClaimed).toBeGreaterThan(1);
    expect(world.bindings()).toEqual({ 'Thing/shop/a': 'a' });
  });

  it('tells a bug in its receipt, begins nothing after it, and still gives the lock back', async () => {
    const world = new World();
    world.inFlight = 1;
    const planned = await world.plan([thing('a'), thing('b')]);
    world.service.fault = (call) => {
      if (call === 'add a') throw new TypeError('a bug');
    };
    const receipt = await world.apply(planned);
    expect(receipt.changes.map(({ outcome, problem }) => [outcome, problem?.code, problem?.message])).toEqual([
      ['unknown', 'bug', 'This is a bug in notiform: a bug'],
      ['not-run', 'bug', 'This is a bug in notiform: a bug'],
    ]);
    expect(world.live()).toEqual({});
    expect([...world.files.all.keys()]).toEqual(['/project/state/test/shop.json']);
  });

  it('adopts what a list shows whole without a reading of each, and reads what the list no longer has', async () => {
    const world = new World();
    world.kinds = [badgeKind({ rowsTellAll: true })];
    const wanted = ['a', 'b', 'c'].map((id) => badge(id));
    const badges = world.service.of('shop');
    for (const { id, content } of wanted) badges.set(`badge:${id}`, { content, state: 'present' });
    const planned = await world.plan(wanted);
    badges.delete('badge:c');
    world.service.calls = [];
    const receipt = await world.apply(planned);
    expect(receipt.changes.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'adopt done',
      'adopt done',
      'adopt stale',
    ]);
    expect([...new Set(world.service.calls)]).toEqual(['page badges shop 1', 'read badge:c']);
  });

  it('does not run a step that its kind does not have', async () => {
    const world = new World();
    const planned = await world.plan([thing('a', {}, { goal: 'draft' })]);
    const [work] = planned.work;
    if (!work) throw new Error('no work');
    const kind = { ...thingKind, operations: [] };
    const receipt = await world.apply({ ...planned, work: [{ ...work, kind }] });
    expect(receipt.changes).toMatchObject([{ outcome: 'failed', problem: { code: 'bug' } }]);
    expect(world.bindings()).toEqual({});
  });
});
