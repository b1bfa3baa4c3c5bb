import { describe, expect, it } from 'vitest';
import { NotiformError } from '../../src/core/problem.ts';
import type { FaultRule } from '../../src/emulator/emulator.ts';
import {
  expectExactly,
  expectReceipt,
  expectSettled,
  expectWholeState,
  isDelicate,
  isWrite,
  writesIn,
  writesOfPlan,
} from './journal.ts';
import { begun, openWorld, randomScenario, type Scenario } from './scenarios.ts';
import { Crash, Fate, succeeded } from './support.ts';

/** Everything that a network and a service do to a request. */
const KINDS: readonly FaultRule[] = [
  { kind: 'rate-limit', resetSeconds: 1 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 502 },
  { kind: 'status', status: 503, acts: true },
  { kind: 'status', status: 504, acts: true },
  { kind: 'drop-before' },
  { kind: 'drop-after' },
  { kind: 'garbage' },
  { kind: 'truncate' },
  { kind: 'html' },
];

/** For calls that change nothing: the transport calls them again whatever came of them, so that a few stand for all. */
const OF_READS = KINDS.filter(({ kind, status }) => kind === 'truncate' || kind === 'drop-before' || status === 500);

/** 30 % of all calls, every kind of fault at the same chance. */
const STORM = KINDS.map((rule, index) => ({ ...rule, chance: 0.3 / (10 - index * 0.3), times: 0 }));

describe('a storm of faults', () => {
  it.each([1, 2, 3, 4, 5, 6])(
    'seed %i: nothing is done twice, every receipt is true, and it converges',
    async (seed) => {
      const project = await openWorld();
      project.inFlight = 4;
      const scenario = randomScenario(seed, 5);
      const label = `seed ${seed}, ${JSON.stringify(scenario)}`;
      const { wanted, planned } = await begun(project, scenario);
      succeeded(await project.control.faults(STORM, seed));
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
      expectSettled((await project.plan(wanted)).plan, label);
      expectExactly(written, writesOfPlan(planned.plan), label);
    },
    30_000,
  );
});

const change = (name: string, before: number, after: number): Scenario => ({
  before: { [name]: before },
  after: { [name]: after },
});

/** A resource of each kind, made, changed and removed; those with a picture stand for those without. */
const LIVES: [string, Scenario][] = [
  ...['pictured', 'tag', 'callback', 'poster'].flatMap((name): [string, Scenario][] => [
    [`${name}, made`, change(name, 0, 1)],
    [`${name}, changed`, change(name, 1, 2)],
    [`${name}, removed`, change(name, 1, 0)],
  ]),
  ['callback, of another type', change('callback', 1, 3)],
  ['video, made', change('video', 0, 1)],
  ['profile, changed and in a group', change('profile', 1, 2)],
  ['profile, in another group', change('profile', 2, 3)],
  ['profile, with a proof of consent', change('profile', 0, 4)],
];

describe('one fault of any kind at any call of a run', () => {
  it.each(LIVES)(
    '%s',
    async (_, life) => {
      const project = await openWorld();
      const { wanted, planned } = await begun(project, life);
      const approved = writesOfPlan(planned.plan);
      const restore = await project.keep('planned');
      await project.apply(planned);
      const calls = await project.journal();
      for (const [index, { path }] of calls.entries()) {
        for (const fault of isWrite(path) ? KINDS : OF_READS) {
          const label = `${fault.kind} ${fault.status ?? ''} at call ${index + 1}, ${path}`;
          await restore();
          project.restart();
          // It strikes once, and is over.
          succeeded(await project.control.faults([{ ...fault, nth: index + 1 }]));
          const receipt = await project.apply(planned);
          project.restart();
          let now = await project.plan(wanted);
          let entries = await project.journal();
          expectReceipt(receipt, writesIn(entries), label);
          const written = writesIn(entries);
          if (now.plan.changes.length > 0) {
            const again = await project.apply(now);
            now = await project.plan(wanted);
            entries = await project.journal();
            expectReceipt(again, writesIn(entries), label);
            written.push(...writesIn(entries));
          }
          expectSettled(now.plan, label);
          expectExactly(written, approved, label);
        }
      }
    },
    30_000,
  );
});

describe('a connection that dies', () => {
  const observable = LIVES.filter(([name]) => !name.startsWith('video'));

  it.each(observable)('%s: is looked for, and again after 40 s, before anything is called again', async (_, life) => {
    const project = await openWorld();
    const { wanted, planned } = await begun(project, life);
    const approved = writesOfPlan(planned.plan);
    const restore = await project.keep('planned');
    const { sleep } = project.clock;
    // The request that died may come to the service all the same, long after the first look.
    for (const arrives of [true, false]) {
      project.clock.sleep = async (ms, signal) => {
        if (ms > 10_000 && arrives) await project.line.arrive();
        await sleep.call(project.clock, ms, signal);
      };
      for (let nth = 1, isOver = false; !isOver; nth += 1) {
        const label = `write ${nth} ${arrives ? 'comes late' : 'is lost'}`;
        await restore();
        project.restart();
        let writes = 0;
        project.line.strikes = (path) => isDelicate(path) && ++writes === nth;
        const before = project.clock.now();
        const receipt = await project.apply(planned);
        isOver = project.line.strikes !== undefined;
        const written = writesIn(await project.journal());
        expect(
          receipt.changes.filter(({ outcome }) => outcome !== 'done'),
          label,
        ).toEqual([]);
        expectReceipt(receipt, written, label);
        expectExactly(written, approved, label);
        if (!isOver) expect(project.clock.now() - before, label).toBeGreaterThanOrEqual(40_000);
        project.restart();
        expectSettled((await project.plan(wanted)).plan, label);
      }
    }
  });

  it.each(observable)(
    "%s: whose request comes between the next run's plan and its apply, is done once",
    async (_, life) => {
      const project = await openWorld();
      const { wanted, planned } = await begun(project, life);
      const restore = await project.keep('planned');
      const { sleep } = project.clock;
      for (let nth = 1, isOver = false; !isOver; nth += 1) {
        const label = `write ${nth}`;
        await restore();
        const fate = new Fate();
        project.restart(fate);
        let writes = 0;
        project.line.strikes = (path) => isDelicate(path) && ++writes === nth;
        // It is killed while it waits for the second look.
        project.clock.sleep = async (ms, signal) => (ms > 10_000 ? fate.die() : sleep.call(project.clock, ms, signal));
        await project.apply(planned).catch((error: unknown) => {
          if (!(error instanceof Crash)) throw error;
        });
        isOver = project.line.strikes !== undefined;
        project.restart();
        const next = await project.plan(wanted);
        await project.line.arrive();
        const before = await project.journal();
        const receipt = await project.apply(next);
        const after = await project.journal();
        expectReceipt(receipt, writesIn(after), label);
        project.restart();
        await project.run(wanted);
        expectSettled((await project.plan(wanted)).plan, label);
        const last = await project.journal();
        expectExactly(writesIn([...before, ...after, ...last]), writesOfPlan(planned.plan), label);
      }
    },
  );
});
