import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/core/plan.ts';
import { NotiformError } from '../../src/core/problem.ts';
import type { Receipt } from '../../src/core/receipt.ts';
import type { Resource } from '../../src/core/resource.ts';
import { edit } from './edits.ts';
import {
  expectAtMost,
  expectReceipt,
  expectSettled,
  expectUnlocked,
  expectWholeState,
  writesIn,
  writesOfPlan,
} from './journal.ts';
import { type Begun, begun, openWorld, resourcesOf, type Scenario, type Wishes, type World } from './scenarios.ts';
import { Fate, isRead, type Process } from './support.ts';

/** A command of one of two processes: what it plans, and what it then does. */
interface Errand {
  wanted: readonly Resource[];
  /** Where it carries out a plan file. */
  file?: Plan;
}

/** What became of it, and what it had approved. Without a receipt it was late, and says so. */
interface Ended {
  approved: string[];
  receipt: Receipt | undefined;
}

/** How runs are refused that were late. */
const refusals = new Set<string>();

async function run(process: Process, { wanted, file }: Errand, label: string): Promise<Ended> {
  const planned = await (file ? process.approved(file, wanted) : process.plan(wanted));
  const approved = writesOfPlan(planned.plan);
  try {
    return { approved, receipt: await process.apply(planned) };
  } catch (error) {
    if (!(error instanceof NotiformError)) throw error;
    for (const { code } of error.problems) refusals.add(code);
    expect(error.exit, label).toBe(6);
    return { approved, receipt: undefined };
  }
}

/** Each did what it says, and nothing that it had not approved; one that was late did nothing. */
function expectTrue({ approved, receipt }: Ended, writes: readonly string[], label: string): void {
  expectAtMost(writes, approved, label);
  if (receipt) expectReceipt(receipt, writes, label);
  else expect(writes, label).toEqual([]);
}

/** The second runs as a whole at an event of the first; it is over where the first has fewer. Gives what was written in all. */
async function expectPeace(world: World, [first, second]: readonly [Errand, Errand], event: number, label: string) {
  const serials = expectWholeState(world, new Map(), label);
  const written: [string[], string[]] = [[], []];
  let late: Ended | undefined;
  const fate = new Fate(Number.POSITIVE_INFINITY, async (now) => {
    if (now !== event) return;
    written[0].push(...writesIn(await world.journal()));
    late = await run(beside, second, label);
    written[1].push(...writesIn(await world.journal()));
    expectWholeState(world, serials, label);
  });
  world.restart(fate);
  const beside = world.beside();
  const early = await run(world, first, label);
  written[0].push(...writesIn(await world.journal()));
  expectTrue(early, written[0], `${label}, the first`);
  if (late) expectTrue(late, written[1], `${label}, the second`);
  expectUnlocked(world, label);
  // What one of them wants and was too late for is for the next run.
  world.restart();
  let now = await world.plan(second.wanted);
  if (now.plan.changes.length > 0) {
    await world.apply(now);
    now = await world.plan(second.wanted);
  }
  await expectSettled(world, now.plan, label);
  const next = writesIn(await world.journal());
  return { isOver: late === undefined, all: [...written[0], ...written[1], ...next] };
}

/** How two are at work at the same time. */
interface Pair {
  /** Which of them carry out a plan file of the scenario. */
  files: readonly [boolean, boolean];
  /** What the second one wants, where it is not the same. */
  other?: Wishes;
  /** Of the first one's calls and writes, each so manyth; every third where left out. */
  each?: number;
  /** Nothing of the second one's plan file is wanted where it runs: nobody is late. */
  isMoot?: true;
}

const PAIRS: readonly [string, Scenario, Pair][] = [
  ['the same command twice', { before: {}, after: { tag: 1 } }, { files: [false, false], each: 1 }],
  ['a plan file, and the same without one', { before: { tag: 1 }, after: { tag: 2 } }, { files: [true, false] }],
  ['a command, and a plan file of the same', { before: { callback: 1 }, after: {} }, { files: [false, true] }],
  [
    'two checkouts that want different texts',
    { before: {}, after: { brand: 1 } },
    { files: [false, false], other: { brand: 2 } },
  ],
  [
    'a plan file, and a checkout that wants another text',
    { before: { tag: 1 }, after: { tag: 2 } },
    { files: [true, false], other: {} },
  ],
  [
    'a command, and its plan file in a checkout that wants something else',
    { before: { tag: 1 }, after: { tag: 2 } },
    { files: [false, true], other: {}, isMoot: true },
  ],
  [
    'a plan file, and the same of all kinds without one',
    {
      before: { versioned: 1, pictured: 0, callback: 1, poster: 1, video: 0, film: 1, profile: 1 },
      after: { versioned: 2, pictured: 1, callback: 3, poster: 2, video: 1, film: 2, profile: 2 },
    },
    { files: [true, false], each: 13 },
  ],
];

describe('two appliers at once', () => {
  it.each(PAIRS)(
    '%s: each does what it says, and nothing twice, wherever the second begins',
    async (_, scenario, how) => {
      const world = await openWorld(scenario);
      const { wanted, planned, again } = await begun(world, scenario);
      const file = JSON.parse(JSON.stringify(planned.plan)) as Plan;
      const others = how.other ? await resourcesOf(how.other) : wanted;
      const errand = (at: 0 | 1): Errand => ({ wanted: at === 0 ? wanted : others, ...(how.files[at] && { file }) });
      refusals.clear();
      let event = 0;
      for (let isOver = false; !isOver; ) {
        // Between the event after a call and the one before the next call, nothing happens.
        event += 2 * (how.each ?? 3);
        await again();
        const label = `the second begins at event ${event}`;
        const ended = await expectPeace(world, [errand(0), errand(1)], event, label);
        isOver = ended.isOver;
        // Who wants the same as the other has nothing more to do.
        if (!how.other) expect(ended.all.sort(), label).toEqual(writesOfPlan(planned.plan).sort());
      }
      expect(event).toBeGreaterThan(20);
      expect([...refusals].sort()).toEqual(how.isMoot ? [] : ['lock-held', 'state-moved']);
    },
  );
});

/**
 * What is about what, each with what of the plan stands on the approved path all the same; left out where the first call
 * finds nothing yet that it could change.
 */
const MIDDLES: Readonly<Record<string, readonly [Scenario, string[]?][]>> = {
  'an approval': [
    [{ before: { notice: 3 }, after: { notice: 4 } }, []],
    [{ before: { notice: 3 }, after: {} }, []],
    [{ before: { versioned: 1 }, after: { versioned: 2 } }],
    [{ before: { versioned: 2 }, after: { versioned: 1 } }, []],
    [{ before: { versioned: 2 }, after: { versioned: 5 } }, []],
  ],
  'a rejection': [
    [{ before: { notice: 3 }, after: { notice: 4 } }, []],
    [{ before: { notice: 3 }, after: {} }, []],
  ],
  'a template deleted': [[{ before: { notice: 1 }, after: { notice: 4 } }, []]],
  'a picture replaced': [
    [{ before: {}, after: { pictured: 1 } }],
    [{ before: { pictured: 1 }, after: { pictured: 2 } }],
  ],
  'a tag renamed': [[{ before: { tag: 1 }, after: { tag: 2 } }, []]],
  'a tag deleted': [
    [{ before: { tag: 1 }, after: { tag: 2 } }, []],
    [{ before: { tag: 1 }, after: {} }, []],
  ],
  'a callback moved': [[{ before: { callback: 1 }, after: { callback: 2 } }, []]],
  'a callback deleted': [[{ before: { callback: 1 }, after: { callback: 3 } }, ['plugin.create']]],
  'a brand template rewritten': [
    [{ before: { brand: 1 }, after: { brand: 2 } }, []],
    [{ before: { brand: 1 }, after: {} }, []],
  ],
  'a brand template deleted': [
    [{ before: { brand: 1 }, after: {} }, []],
    [{ before: { film: 2 }, after: { film: 4 } }, []],
  ],
  "a brand template's image replaced": [[{ before: { poster: 1 }, after: { poster: 2 } }, ['image.upload']]],
  'an encoding that ends as PUBLIC': [
    [{ before: {}, after: { video: 1 } }],
    [{ before: { film: 2 }, after: { film: 3 } }],
  ],
  'an encoding that ends as ILLEGAL': [
    [{ before: { film: 1 }, after: { film: 2 } }, []],
    [{ before: {}, after: { film: 2 } }],
  ],
  'an encoding that ends as VIOLATED': [[{ before: { video: 1 }, after: { video: 2 } }, ['video.upload']]],
  'an encoding that ends as ERROR': [[{ before: {}, after: { video: 1 } }]],
  'an encoding that ends as DELETED': [
    [{ before: { film: 1 }, after: { film: 2 } }, []],
    [{ before: { film: 2 }, after: { film: 3 } }, ['video.upload']],
  ],
  'a group left': [
    [{ before: { profile: 1 }, after: { profile: 2 } }, []],
    [{ before: { profile: 2 }, after: { profile: 3 } }, []],
  ],
  'a group joined': [[{ before: { profile: 2 }, after: { profile: 3 } }, ['group.remove']]],
  'the numbers for opting out changed': [[{ before: { profile: 0 }, after: { profile: 1 } }, []]],
  'a profile gone dormant': [
    [{ before: { profile: 2 }, after: { profile: 3 } }, []],
    [{ before: { profile: 0 }, after: { profile: 4 } }, []],
    [{ before: { profile: 3 }, after: { profile: 3, notice: 3 } }, []],
  ],
  'brand messages approved': [[{ before: { profile: 0 }, after: { profile: 4 } }, []]],
  'brand messages turned down': [[{ before: { profile: 0 }, after: { profile: 4 } }]],
};

/**
 * Carries a plan out while somebody does something before its n-th call; it is over where it has fewer. What it wrote before
 * and after that, and what was on its way then.
 */
async function interrupted(world: World, { again, planned }: Begun, name: string, nth: number, label: string) {
  const before: string[] = [];
  let sides = 0;
  let isOver = true;
  let isFelt = false;
  let call = '';
  const fate = new Fate(Number.POSITIVE_INFINITY, async (_, what) => {
    if (what === 'write') return;
    sides += 1;
    if (sides !== 2 * nth - 1) return;
    isOver = false;
    call = what;
    before.push(...writesIn(await world.journal()));
    isFelt = await edit(world, name);
    await world.journal();
  });
  await again(fate);
  const receipt = await world.apply(planned);
  const after = writesIn(await world.journal());
  expectAtMost([...before, ...after], writesOfPlan(planned.plan), label);
  expectReceipt(receipt, [...before, ...after], label);
  expectUnlocked(world, label);
  return { isOver, isFelt, call, before, after };
}

/**
 * Where something changed, nothing runs any more of what does not stand on the approved path: at most the write that was on
 * its way when nobody could have known. One that writes all anew leads back to that path.
 */
function expectStopped({ isFelt, call, after }: Interrupted, onPath: readonly string[], label: string): void {
  const off = after.filter((write) => !onPath.includes(write));
  if (isFelt && !call.endsWith('.update')) expect(off.slice(isRead(call) ? 0 : 1), label).toEqual([]);
}

type Interrupted = Awaited<ReturnType<typeof interrupted>>;

describe('in the middle of a run', () => {
  it.each(Object.entries(MIDDLES))(
    '%s, at any call: nothing is run that was not approved, and it converges',
    async (name, cases) => {
      const world = await openWorld(cases[0]?.[0]);
      for (const [scenario, onPath] of cases) {
        const start = await begun(world, scenario);
        let felt = 0;
        for (let nth = 1, isOver = false; !isOver; nth += 1) {
          const label = `${name} before call ${nth}, ${JSON.stringify(scenario)}`;
          const ended = await interrupted(world, start, name, nth, label);
          if (nth === 1 && onPath) expect([...ended.before, ...ended.after], label).toEqual(onPath);
          expectStopped(ended, onPath ?? [], label);
          isOver = ended.isOver;
          if (ended.isFelt) felt += 1;
          // What nobody felt is as the last round, which nobody disturbs.
          else if (!isOver) continue;
          world.restart();
          let now = await world.plan(start.wanted);
          for (let runs = 0; now.plan.changes.length > 0; runs += 1) {
            expect(runs, `${label}: it does not converge`).toBeLessThan(3);
            await world.apply(now);
            now = await world.plan(start.wanted);
          }
          // A word may have come that nothing leads away from.
          await expectSettled(world, { ...now.plan, blocked: [] }, label);
          await world.journal();
        }
        expect(felt, `${name} changes nothing, ${JSON.stringify(scenario)}`).toBeGreaterThan(0);
      }
    },
  );
});
