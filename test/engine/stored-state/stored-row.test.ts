import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical, type JsonObject } from '../../../src/core/json.ts';
import type { Resource } from '../../../src/core/resource.ts';
import { version } from '../../../src/core/version.ts';
import { confirmAll } from '../../../src/engine/plan/confirmed.ts';
import { observeStatus } from '../../../src/engine/status/status.ts';
import { storedRow } from '../../../src/engine/stored-state/stored-row.ts';
import type { Planned } from '../../../src/engine/types.ts';
import type { StateDocument, StateEntry } from '../../../src/state/document.ts';
import { type FakeService, picture, thing, thingKind, World } from '../support.ts';
import { versioned, versionedKind } from '../versions.ts';

const HOUR = 3_600_000;
const STATE = '/project/state/test/shop.json';

/** A world with a service that tells its time. */
function dated(): World {
  const world = new World();
  world.service.clock = world.clock;
  return world;
}

/** An apply of a plan that asks for nothing, as the command line does it. */
async function confirm(world: World, planned: Planned<FakeService>): Promise<void> {
  await confirmAll(planned, {
    ...world.input,
    root: '/project',
    holder: { pid: 100, host: 'here', command: 'apply' },
  });
}

function withVersions(): World {
  const world = dated();
  world.kinds = [versionedKind, ...world.kinds.slice(1)];
  return world;
}

/** Applied and approved for an hour, and seen so by an apply. */
async function settled(wanted: readonly Resource[]): Promise<World> {
  const world = dated();
  await world.run(wanted);
  for (const one of world.service.of('shop').values()) if (one.state === 'filed') one.state = 'approved';
  world.service.stamp();
  world.clock.time += HOUR;
  await confirm(world, await world.plan(wanted));
  world.service.calls = [];
  return world;
}

/** What a plan asks the service for. */
async function asked(world: World, wanted: readonly Resource[], refresh?: 'full' | 'index'): Promise<string[]> {
  world.service.calls = [];
  await world.plan(wanted, {}, { refresh });
  return world.service.calls.sort();
}

/** Its detail is read until it is so old, and not afterwards. */
async function isYoungFor(world: World, ms: number): Promise<void> {
  for (const [more, calls] of [
    [ms - 1, [...LISTED, 'read a']],
    [1, LISTED],
  ] as const) {
    world.clock.time += more;
    await confirm(world, await world.plan([thing('a')]));
    expect(await asked(world, [thing('a')])).toEqual(calls);
  }
}

function edit(world: World, change: (entry: StateEntry) => JsonObject): void {
  const document = world.state() as StateDocument;
  const entries = Object.entries(document.entries).map(([address, entry]) => [address, { ...entry, ...change(entry) }]);
  world.files.all.set(STATE, Buffer.from(JSON.stringify({ ...document, entries: Object.fromEntries(entries) })));
}

const LISTED = ['page shop 1', 'profiles'];

describe('a plan by the index', () => {
  it('reads no detail of what did not move since an apply saw it', async () => {
    const wanted = [thing('a'), thing('b', {}, { goal: 'draft' })];
    const world = await settled(wanted);
    expect(world.state()?.entries['Thing/shop/a']?.row).toEqual({
      name: 'a',
      title: 'The thing a',
      state: 'approved',
      modifiedAt: '2026-11-20 09:00:00',
      detail: { by: version, status: { state: 'approved', word: 'approved' }, content: expect.any(String) },
    });
    expect(await asked(world, wanted)).toEqual(LISTED);
    expect(await asked(world, wanted, 'full')).toEqual([...LISTED, 'read a', 'read b']);
  });

  it('costs the pages of the list and nothing else, however much there is', async () => {
    const world = dated();
    const wanted = Array.from({ length: 1000 }, (_, index) => thing(`t${index}`));
    for (const { id } of wanted) world.put(id, 'approved');
    world.service.stamp();
    const entries = wanted.map(({ address, id, content }) => {
      const row = { name: id, title: `The thing ${id}`, state: 'approved', modifiedAt: '2026-11-20 09:00:00' };
      const live = { name: id, content, status: { state: 'approved' }, modifiedAt: row.modifiedAt };
      const seen = storedRow(thingKind, row, live, {}, { date: world.clock.time + HOUR });
      return [address, { binding: { code: id }, protect: false, applied: null, row: seen }];
    });
    const document = { formatVersion: 1, environment: 'test', profile: 'shop', account: 'account-1', serial: 1 };
    world.files.all.set(STATE, Buffer.from(JSON.stringify({ ...document, entries: Object.fromEntries(entries) })));
    const { plan } = await world.plan(wanted);
    expect(plan.counts).toMatchObject({ unchanged: 1000 });
    expect(world.service.calls.filter((call) => call.startsWith('page')).length).toBe(10);
    expect(world.service.calls.length).toBe(11);
  });

  it.each([
    ['its content was edited', (world: World) => world.put('a', 'approved', { text: 'by hand' })],
    ['its state moved', (world: World) => world.put('a', 'halted')],
    [
      'another notiform saw it',
      (world: World) =>
        edit(world, ({ row }) => ({ row: { ...row, detail: { ...row?.detail, by: 'older' } } as JsonObject })),
    ],
    [
      'its state moved, whatever its time says',
      (world: World) => edit(world, ({ row }) => ({ row: { ...row, state: 'filed' } as JsonObject })),
    ],
    [
      'it bears another title now',
      (world: World) => edit(world, ({ row }) => ({ row: { ...row, title: 'Once' } as JsonObject })),
    ],
    [
      'it was seen under another name',
      (world: World) => edit(world, ({ row }) => ({ row: { ...row, name: 'b' } as JsonObject })),
    ],
    [
      'nothing but its row is remembered',
      (world: World) => edit(world, ({ row }) => ({ row: { ...row, detail: undefined } as unknown as JsonObject })),
    ],
  ])('reads a detail where %s', async (_why, happens) => {
    const world = await settled([thing('a')]);
    happens(world);
    world.service.stamp();
    expect(await asked(world, [thing('a')])).toEqual([...LISTED, 'read a']);
  });

  it('reads a detail again whose row was young when it was seen', async () => {
    const world = dated();
    world.put('a', 'approved');
    world.service.stamp();
    await world.run([thing('a')]);
    expect(world.state()?.lagMs).toBeUndefined();
    await isYoungFor(world, 5 * 60_000);
  });

  it.each([0, 10_000, -10_000])('knows from what it wrote by how much the dates lag (%i ms)', async (lagMs) => {
    const world = dated();
    world.service.lagMs = lagMs;
    await world.run([thing('a')]);
    expect(world.state()?.lagMs).toBe(Math.max(0, lagMs));
    world.put('a', 'approved');
    world.service.stamp();
    await isYoungFor(world, 1000 + Math.max(0, lagMs) - lagMs);
  });

  it('takes the longest lag of a run, and no lag from a change that moved no date', async () => {
    const world = dated();
    world.service.lagMs = 7000;
    await world.run([thing('a', {}, { goal: 'draft' })]);
    world.service.lagMs = 3000;
    world.clock.time += 60_000;
    const quiet = world.service.of('shop').get('a');
    if (quiet) quiet.quiet = true;
    world.service.stamp();
    world.clock.time += 60_000;
    await world.run([thing('a')]);
    expect(world.live()).toEqual({ a: 'filed' });
    expect(world.state()?.lagMs).toBe(7000);
    await world.run([thing('a'), thing('b')]);
    expect(world.state()?.lagMs).toBe(3000);
  });

  it('misses no second edit of a second whose date lags', async () => {
    const world = dated();
    world.service.lagMs = 10_000;
    await world.run([thing('a')]);
    world.put('a', 'approved');
    world.service.stamp();
    await confirm(world, await world.plan([thing('a')]));
    world.put('a', 'approved', { text: 'edited by hand' });
    world.service.stamp();
    const { plan } = await world.plan([thing('a')]);
    expect(plan.blocked).toMatchObject([{ address: 'Thing/shop/a', fields: [{ path: 'text' }] }]);
  });

  it('remembers nothing where the service does not tell its time, or not when something was changed', async () => {
    for (const blind of [{ clock: undefined }, { undated: true }, { modifiedAt: 'today' }]) {
      const world = dated();
      world.put('a', 'approved');
      world.service.stamp();
      world.clock.time += HOUR;
      if ('clock' in blind) world.service.clock = undefined;
      Object.assign(world.service.of('shop').get('a') ?? {}, blind);
      await world.run([thing('a')]);
      expect(world.state()?.entries['Thing/shop/a']?.row).toEqual(
        expect.not.objectContaining({ detail: expect.anything() }),
      );
      expect(await asked(world, [thing('a')])).toEqual([...LISTED, 'read a']);
    }
  });

  it('does not believe a detail that the list contradicts: both may have one date', async () => {
    const wanted = [thing('a')];
    const world = await settled(wanted);
    const a = world.service.of('shop').get('a');
    Object.assign(a ?? {}, { state: 'halted', lags: 'approved', quiet: true });
    expect((await world.plan(wanted)).plan.counts).toMatchObject({ unchanged: 1 });
    await confirm(world, await world.plan(wanted));
    delete a?.lags;
    expect(await asked(world, wanted)).toEqual([...LISTED, 'read a']);
    expect((await world.plan(wanted)).plan.blocked).toMatchObject([{ risk: 'reverses' }]);
  });

  it('plans the same as one that reads all, whatever happened', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...happenings), fc.nat(5)), { maxLength: 20 }),
        async (story) => {
          const world = withVersions();
          const project: Project = { world, texts: ['a', 'b', 'c', 'd'], goals: Array(4).fill('approved') };
          for (const [happening, which] of story) {
            await happening(project, which);
            world.service.stamp();
            const plan = async (refresh: 'full' | 'index') =>
              canonical((await world.plan(manifests(project), POLICY, { refresh })).plan as unknown as JsonObject);
            expect(await plan('index')).toBe(await plan('full'));
          }
        },
      ),
      { numRuns: 8 },
    );
  });
});

const POLICY = { allowEmpty: true, allow: ['interrupts-sending' as const] };

interface Project {
  world: World;
  texts: string[];
  goals: string[];
}

/** Four things, of which two show one picture, and two are replaced by new versions, one of them stopping the older. */
function manifests({ world, texts, goals }: Project): Resource[] {
  const file = world.file('p.png');
  const things = texts.map((text, index) => {
    const shows = index < 2 ? { picture: file } : {};
    const dependsOn = index < 2 ? ['Picture/shop/p'] : [];
    const options = index % 2 === 0 ? {} : { versions: { keep: 1, stop: index === 3 } };
    return thing(`t${index}`, { text, ...shows }, { goal: goals[index] ?? 'approved', dependsOn, options });
  });
  return [picture('p', file), ...things.filter((_, index) => goals[index] !== 'gone')];
}

async function applied({ world, ...project }: Project): Promise<void> {
  const planned = await world.plan(manifests({ world, ...project }), POLICY);
  if (planned.plan.applyable) await world.apply(planned);
  else await confirm(world, planned);
}

/** Something that is there: what a manifest was made first, or a later version. */
function live({ world }: Project, which: number) {
  const all = [...world.service.of('shop').values()];
  return all[which];
}

function cycle(words: readonly string[], word: string | undefined): string {
  return words[(words.indexOf(String(word)) + 1) % words.length] ?? '';
}

const happenings: ((project: Project, which: number) => void | Promise<void>)[] = [
  applied,
  applied,
  async (project) => {
    project.world.clock.time += HOUR;
    await applied(project);
  },
  async (project) => {
    await applied(project);
    for (const one of project.world.service.of('shop').values()) if (one.state === 'filed') one.state = 'approved';
    project.world.service.stamp();
    project.world.clock.time += HOUR;
    await applied(project);
  },
  ({ world }, which) => {
    world.clock.time += which * 700;
  },
  (project, which) => {
    const found = live(project, which);
    if (found) found.content = { ...found.content, text: `by hand ${which}` };
  },
  (project, which) => {
    const found = live(project, which);
    if (found) found.content = { ...found.content, text: project.texts[which] ?? '' };
  },
  (project, which) => {
    const found = live(project, which);
    if (found) found.state = cycle(['draft', 'filed', 'approved', 'halted', 'rejected'], found.state);
    if (found?.state === 'rejected') found.comments = [{ content: 'no', createdAt: '1', status: 'REJ', userName: 'i' }];
  },
  async (project, which) => {
    const found = live(project, which);
    if (!found) return;
    const lags = found.state;
    Object.assign(found, {
      lags,
      quiet: true,
      state: cycle(['draft', 'filed', 'approved', 'halted', 'rejected'], lags),
    });
    project.world.service.stamp();
    project.world.clock.time += HOUR;
    await applied(project);
    delete found.lags;
  },
  ({ world }, which) => {
    const things = world.service.of('shop');
    const [name] = [...things].find(([, one]) => one === live({ world } as Project, which)) ?? [''];
    things.delete(name);
  },
  ({ texts }, which) => {
    texts[which] = cycle(['x', 'y', `by hand ${which}`], texts[which]);
  },
  ({ goals }, which) => {
    goals[which] = cycle(['approved', 'draft', 'stopped', 'gone'], goals[which]);
  },
  ({ world }, which) => {
    const document = world.state();
    if (!document) return;
    const lost = Object.keys(document.entries)[which];
    const kept = Object.entries(document.entries).filter(([address]) => address !== lost);
    world.files.all.set(STATE, Buffer.from(JSON.stringify({ ...document, entries: Object.fromEntries(kept) })));
  },
];

describe('an older version', () => {
  const approve = (world: World): void => {
    for (const one of world.service.of('shop').values()) if (one.state === 'filed') one.state = 'approved';
    world.service.stamp();
    world.clock.time += HOUR;
  };

  /** Versions `one` and `two`, seen by an apply an hour after the second was approved. */
  async function two(): Promise<World> {
    const world = withVersions();
    for (const text of ['one', 'two']) {
      await world.run([versioned(text)]);
      for (const one of world.service.of('shop').values())
        if (one.state === 'filed') one.comments = [{ content: 'well', createdAt: text, status: 'APR', userName: 'i' }];
      approve(world);
    }
    await confirm(world, await world.plan([versioned('two')]));
    return world;
  }

  it('costs no detail, though no manifest says it any more', async () => {
    const world = await two();
    expect(await asked(world, [versioned('two')])).toEqual(LISTED);
    expect(await asked(world, [versioned('two')], 'full')).toEqual([...LISTED, 'read a', 'read a_v2']);
    expect(await asked(world, [versioned('three')])).toEqual([...LISTED, 'read a_v2']);
  });

  it('is read where its row moved, or what is remembered of it was edited', async () => {
    const world = await two();
    edit(world, ({ row }) => {
      const { detail } = row ?? {};
      return { row: { ...row, detail: { ...detail, ...(detail?.kept && { kept: { text: 'else' } }) } } as JsonObject };
    });
    expect(await asked(world, [versioned('two')])).toEqual([...LISTED, 'read a']);
    await confirm(world, await world.plan([versioned('two')]));
    expect(await asked(world, [versioned('two')])).toEqual(LISTED);
    world.put('a', 'halted', { text: 'one' });
    world.service.stamp();
    expect(await asked(world, [versioned('two')])).toEqual([...LISTED, 'read a']);
  });

  it('that was retired costs no detail either', async () => {
    const world = await two();
    const retiring = versioned('two', { options: { versions: { keep: 1, stop: true } } });
    const { plan } = await world.plan([retiring], POLICY);
    expect(plan.changes[0]?.before).toEqual({ text: 'one' });
    expect(plan).toEqual((await world.plan([retiring], POLICY, { refresh: 'full' })).plan);
    await world.run([retiring], POLICY);
    approve(world);
    await confirm(world, await world.plan([retiring]));
    expect(world.live()).toEqual({ a: 'halted', a_v2: 'approved' });
    expect(await asked(world, [retiring])).toEqual(LISTED);
  });
});

describe('an apply that has nothing to do', () => {
  it('writes what it saw once, and takes no lock where that is known', async () => {
    const world = await settled([thing('a')]);
    const { serial } = world.state() as StateDocument;
    world.files.onWrite = (path) => {
      throw new Error(`it wrote ${path}`);
    };
    await confirm(world, await world.plan([thing('a')]));
    expect(world.state()?.serial).toBe(serial);
  });

  it('lets it be where the state is locked, was written meanwhile, or no longer exists', async () => {
    const world = dated();
    await world.run([thing('a')]);
    const planned = await world.plan([thing('a')]);
    const { serial, ...rest } = world.state() as StateDocument;
    const lease = await world.input.store.lock('shop', { pid: 100, host: 'here', command: 'apply' });
    await confirm(world, planned);
    await lease.release();
    expect(world.state()?.serial).toBe(serial);
    world.files.all.set(STATE, Buffer.from(JSON.stringify({ ...rest, serial: serial + 1 })));
    await confirm(world, planned);
    expect(world.state()?.serial).toBe(serial + 1);
    world.files.all.delete(STATE);
    await confirm(world, planned);
    expect(world.state()).toBe(undefined);
  });
});

describe('an apply', () => {
  it('writes what it saw beside its changes, at once with what else it remembers', async () => {
    const world = dated();
    for (const id of ['a', 'b']) world.put(id, 'approved');
    world.service.stamp();
    world.clock.time += HOUR;
    await world.run([thing('a')]);
    edit(world, () => ({ row: null, applied: null }));
    await world.run([thing('a'), thing('b')]);
    expect(await asked(world, [thing('a'), thing('b')])).toEqual(LISTED);
  });
});

describe('a status', () => {
  it('reads no detail of what is as wanted, unless it is asked for comments', async () => {
    const wanted = [thing('a'), thing('b')];
    const world = await settled(wanted);
    const of = async (comments: boolean) => {
      world.service.calls = [];
      const report = await observeStatus({ ...world.input, resources: wanted, addresses: [], comments });
      expect(report.rows.map(({ verdict, modifiedAt }) => [verdict, modifiedAt])).toEqual([
        ['done', '2026-11-20 09:00:00'],
        ['done', '2026-11-20 09:00:00'],
      ]);
      return world.service.calls.sort();
    };
    expect(await of(false)).toEqual(LISTED);
    expect(await of(true)).toEqual([...LISTED, 'read a', 'read b']);
  });

  it('reads what waits, for its comments', async () => {
    const world = dated();
    await world.run([thing('a')]);
    world.clock.time += HOUR;
    await confirm(world, await world.plan([thing('a')]));
    expect(await asked(world, [thing('a')])).toEqual(LISTED);
    world.service.calls = [];
    await observeStatus({ ...world.input, resources: [thing('a')], addresses: [] });
    expect(world.service.calls.sort()).toEqual([...LISTED, 'read a']);
  });
});
