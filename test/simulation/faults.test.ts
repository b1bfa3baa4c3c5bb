import { describe, expect, it } from 'vitest';
import { NotiformError } from '../../src/core/problem.ts';
import type { Resource } from '../../src/core/resource.ts';
import type { FaultRule } from '../../src/emulator/emulator.ts';
import { seededRandom, seeds } from '../random.ts';
import {
  expectExactly,
  expectReceipt,
  expectSettled,
  expectWholeState,
  isDelicate,
  isObservable,
  isWrite,
  writesIn,
  writesOfPlan,
} from './journal.ts';
import { type Begun, begun, openWorld, randomScenario, type Scenario, speak, type World } from './scenarios.ts';
import { Crash, Fate, succeeded } from './support.ts';

/** Everything that a network and a service do to a request. To the client, those of one group are the same (src/wire/outcome.ts). */
const GROUPS: readonly FaultRule[][] = [
  [{ kind: 'rate-limit', resetSeconds: 1 }],
  [{ kind: 'status', status: 500 }, { kind: 'status', status: 502 }, { kind: 'html' }],
  [
    { kind: 'status', status: 503, acts: true },
    { kind: 'status', status: 504, acts: true },
  ],
  [{ kind: 'drop-before' }],
  [{ kind: 'drop-after' }, { kind: 'truncate' }],
  [{ kind: 'garbage' }],
];
const KINDS = GROUPS.flat();

/**
 * One of each group, by turns. The transport repeats a call that changes nothing after any fault, so one stands for all, at a third
 * of these calls.
 */
function faultsAt(path: string, index: number): readonly FaultRule[] {
  const turn = (faults: readonly FaultRule[]): readonly FaultRule[] => faults.slice(index % faults.length).slice(0, 1);
  if (isWrite(path)) return GROUPS.flatMap(turn);
  return index % 3 === 0 ? turn(KINDS) : [];
}

/** 30 % of all calls, every kind of fault at the same chance. Equal for equal seeds. */
function stormOf(seed: number): FaultRule[] {
  const random = seededRandom(seed);
  return Array.from({ length: 2000 }, (_, index) => index + 1)
    .filter(() => random.next() < 0.3)
    .flatMap((nth) =>
      KINDS.slice(Math.floor(random.next() * KINDS.length))
        .slice(0, 1)
        .map((rule) => ({ ...rule, nth })),
    );
}

/** Carries out what is wanted in a storm: nothing is done twice, every receipt is true, and it converges. */
async function weather(project: World, wanted: readonly Resource[], seed: number, label: string): Promise<void> {
  const planned = await project.plan(wanted);
  await project.journal();
  succeeded(await project.control.faults(stormOf(seed)));
  const written: string[] = [];
  let serials: ReadonlyMap<string, number> = new Map();
  let runs = 0;
  for (let isSettled = false; !isSettled; ) {
    runs += 1;
    expect(runs, `${label}: it does not converge`).toBeLessThan(60);
    project.restart();
    try {
      const { plan } = await project.plan(wanted);
      isSettled = plan.complete && plan.changes.length === 0;
      // By turns the same command, and the same plan file.
      const now = runs % 2 === 0 ? await project.approved(planned.plan, wanted) : await project.plan(wanted);
      await project.journal();
      const receipt = await project.apply(now);
      const entries = await project.journal();
      written.push(...writesIn(entries));
      expectReceipt(receipt, writesIn(entries), `${label}, run ${runs}`);
    } catch (error) {
      if (!(error instanceof NotiformError)) throw error;
    }
    serials = expectWholeState(project, serials, `${label}, run ${runs}`);
  }
  succeeded(await project.control.faults([]));
  project.restart();
  await expectSettled(project, (await project.plan(wanted)).plan, label);
  expectExactly(written, writesOfPlan(planned.plan), label);
}

describe('a storm of faults', () => {
  it.each(seeds(1))('seed %i: until nothing is left to do, and again when others have had their say', async (seed) => {
    const scenario = randomScenario(seed, 5);
    const project = await openWorld(scenario);
    project.inFlight = 4;
    const label = `seed ${seed}, ${JSON.stringify(scenario)}`;
    const { wanted } = await begun(project, scenario);
    await weather(project, wanted, seed, label);
    await speak(project);
    const { plan } = await project.plan(wanted);
    if (plan.changes.length > 0) await weather(project, wanted, seed, `${label}, afterwards`);
  });
});

const change = (name: string, before: number, after: number): Scenario => ({
  before: { [name]: before },
  after: { [name]: after },
});

/** A resource of each kind, made, changed and removed; those with a picture stand for those without. */
const LIVES: [string, Scenario][] = [
  ...['tag', 'poster'].flatMap((name): [string, Scenario][] => [
    [`${name}, made`, change(name, 0, 1)],
    [`${name}, changed`, change(name, 1, 2)],
    [`${name}, removed`, change(name, 1, 0)],
  ]),
  ['pictured, changed', change('pictured', 1, 2)],
  ['version, made', change('versioned', 1, 2)],
  ['version, abandoned and deleted', change('versioned', 2, 1)],
  ['version, retired', change('versioned', 3, 4)],
  ['callback, changed', change('callback', 1, 2)],
  ['callback, deleted and made with another type', change('callback', 1, 3)],
  ['video, made', change('video', 0, 1)],
  ['film, made', change('film', 1, 2)],
  ['profile, changed and in a group', change('profile', 1, 2)],
  ['profile, in another group', change('profile', 2, 3)],
  ['profile, with a proof of consent', change('profile', 0, 4)],
];

/** One fault of any kind at any call: the next run finishes what this one could not. */
async function expectOneFaultSurvived(world: World, { wanted, planned, again }: Begun): Promise<void> {
  const approved = writesOfPlan(planned.plan);
  await world.apply(planned);
  const calls = await world.journal();
  for (const [index, { path }] of calls.entries()) {
    for (const fault of faultsAt(path, index)) {
      const label = `${fault.kind} ${fault.status ?? ''} at call ${index + 1}, ${path}`;
      await again();
      // It strikes once, and is over.
      succeeded(await world.control.faults([{ ...fault, nth: index + 1 }]));
      const receipt = await world.apply(planned);
      const written = writesIn(await world.journal());
      expectReceipt(receipt, written, label);
      expectExactly([...written, ...(await expectFinishedNext(world, wanted, label))], approved, label);
    }
  }
  succeeded(await world.control.faults([]));
}

/** What is left is done by one run more. Gives what that wrote. */
async function expectFinishedNext(world: World, wanted: readonly Resource[], label: string): Promise<string[]> {
  world.restart();
  const next = await world.plan(wanted);
  await world.journal();
  if (next.plan.changes.length === 0) {
    await expectSettled(world, next.plan, label);
    return [];
  }
  const receipt = await world.apply(next);
  const written = writesIn(await world.journal());
  expectReceipt(receipt, written, label);
  await expectSettled(world, (await world.plan(wanted)).plan, label);
  return written;
}

/** A connection that dies: what it carried is looked for, and again after 40 s, before anything is called again. */
async function expectLookedFor(world: World, { wanted, planned, again }: Begun): Promise<void> {
  const approved = writesOfPlan(planned.plan);
  const { sleep } = world.clock;
  // The request that died may come to the service all the same, long after the first look.
  for (const arrives of [true, false]) {
    world.clock.sleep = async (ms, signal) => {
      if (ms > 10_000 && arrives) await world.line.arrive();
      await sleep.call(world.clock, ms, signal);
    };
    for (let nth = 1, isOver = false; !isOver; nth += 1) {
      const label = `write ${nth} ${arrives ? 'comes late' : 'is lost'}`;
      await again();
      let writes = 0;
      world.line.strikes = (path) => isDelicate(path) && ++writes === nth;
      const before = world.clock.now();
      const receipt = await world.apply(planned);
      isOver = world.line.strikes !== undefined;
      const written = writesIn(await world.journal());
      const undone = receipt.changes.filter(({ outcome }) => outcome !== 'done');
      expect(undone, label).toEqual([]);
      expectReceipt(receipt, written, label);
      expectExactly(written, approved, label);
      if (!isOver) expect(world.clock.now() - before, label).toBeGreaterThanOrEqual(40_000);
      world.restart();
      await expectSettled(world, (await world.plan(wanted)).plan, label);
    }
  }
  world.clock.sleep = sleep;
}

/** A request of a run that died comes between the next run's plan and its apply: it is done once. */
async function expectDoneOnce(world: World, { wanted, planned, again }: Begun): Promise<void> {
  const { sleep } = world.clock;
  for (let nth = 1, isOver = false; !isOver; nth += 1) {
    const label = `write ${nth} comes to the next run`;
    const fate = new Fate();
    await again(fate);
    let writes = 0;
    world.line.strikes = (path) => isDelicate(path) && ++writes === nth;
    // It is killed while it waits for the second look.
    world.clock.sleep = async (ms, signal) => (ms > 10_000 ? fate.die() : sleep.call(world.clock, ms, signal));
    await world.apply(planned).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error;
    });
    isOver = world.line.strikes !== undefined;
    world.restart();
    const next = await world.plan(wanted);
    await world.line.arrive();
    const before = writesIn(await world.journal());
    const receipt = await world.apply(next);
    const after = writesIn(await world.journal());
    expectReceipt(receipt, after, label);
    const last = await expectFinishedNext(world, wanted, label);
    expectExactly([...before, ...after, ...last], writesOfPlan(planned.plan), label);
  }
}

describe('a call that fails', () => {
  it.each(LIVES)('%s: one fault of any kind at a call is survived, and nothing is done twice', async (_, life) => {
    const world = await openWorld(life);
    const start = await begun(world, life);
    await expectOneFaultSurvived(world, start);
    if (!start.planned.plan.changes.some(({ steps }) => steps.some(isObservable))) return;
    await expectLookedFor(world, start);
    await expectDoneOnce(world, start);
  });
});
