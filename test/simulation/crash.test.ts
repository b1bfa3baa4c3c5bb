import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/core/plan.ts';
import { seededRandom } from '../../src/core/ports.ts';
import type { Receipt } from '../../src/core/receipt.ts';
import type { Resource } from '../../src/core/resource.ts';
import {
  expectExactly,
  expectReceipt,
  expectSettled,
  expectUnlocked,
  expectWholeState,
  writesIn,
  writesOfPlan,
} from './journal.ts';
import { begun, openWorld, randomScenario, type Scenario, speak, type World } from './scenarios.ts';
import { Crash, Fate, isRead, type Project } from './support.ts';

/** What a run leaves behind that dies at an event. */
interface Remains {
  /** The first event that leaves the world so. */
  event: number;
  restore(): Promise<void>;
  /** The writes that the service had carried out by then. */
  written: string[];
}

/** Of random scenarios these have every kind made, changed and removed between them, and every way of a version. */
const SEEDS = [3832, 2412, 1702, 2789, 2811, 3188, 1592, 4061, 4871, 1570, 1833];

/** Every operation that these scenarios take. */
const OPERATIONS: readonly string[] = [
  'brandTemplate.add',
  'brandTemplate.delete',
  'brandTemplate.update',
  'group.add',
  'group.remove',
  'image.upload',
  'plugin.create',
  'plugin.delete',
  'plugin.update',
  'profile.applyBrand',
  'profile.consent',
  'profile.unsubscribe',
  'tag.create',
  'tag.delete',
  'tag.update',
  'template.add',
  'template.cancel_approval',
  'template.cancel_request',
  'template.delete',
  'template.request',
  'template.stop',
  'template.update',
  'video.upload',
];

/**
 * Carries a plan out once, in peace, and keeps what would be there if it died: before and after each call of the service
 * and each write of the state. A world that an event left as it was is kept once.
 */
async function remainsOf(project: World, wanted: readonly Resource[], label: string) {
  const all: Remains[] = [];
  const written: string[] = [];
  let serials: ReadonlyMap<string, number> = new Map();
  let last = '';
  // Each call is two events: it is sent, and its answer comes.
  let sides = 0;
  const look = async (event: number, what: string): Promise<void> => {
    // Dying around one of these leaves what the event before left.
    if (isRead(what)) return;
    if (what !== 'write') sides += 1;
    const calls = Math.floor(sides / 2);
    written.push(...writesIn(await project.journal()));
    const files = [...project.files.all].filter(([path]) => path.startsWith('/project/state/'));
    const now = JSON.stringify([calls, files.map(([path, bytes]) => [path, Buffer.from(bytes).toString()])]);
    if (now === last) return;
    last = now;
    serials = expectWholeState(project, serials, `${label}, event ${event}`);
    const restore = await project.keep(`after ${calls} calls`);
    all.push({ event, restore, written: [...written] });
  };
  const fate = new Fate(Number.POSITIVE_INFINITY, look);
  project.restart(fate);
  const planned = await project.plan(wanted);
  const receipt = await project.apply(planned);
  return { all, events: fate.events, planned, receipt };
}

type Finish = (project: Project, file: Plan, wanted: readonly Resource[]) => Promise<Receipt>;

const sameCommand: Finish = (project, _, wanted) => project.run(wanted);
const samePlanFile: Finish = async (project, file, wanted) => project.apply(await project.approved(file, wanted));

/** How to finish what died: by turns that a call and what is written after it do not fall in step with. */
const TURNS: readonly [string, Finish][] = [
  ['the same command', sameCommand],
  ['the same plan file', samePlanFile],
  ['the same plan file', samePlanFile],
  ['the same command', sameCommand],
];

/** Whether every change of a receipt was done, now or before. */
function expectDone({ changes }: Receipt, label: string): void {
  const undone = changes.filter(({ outcome }) => outcome !== 'done' && outcome !== 'already-so');
  expect(undone, label).toEqual([]);
}

/** A run that dies at each of its events, from where the world stands. How many there are, and the operations of its plan. */
async function expectFinished(project: World, wanted: readonly Resource[], label: string) {
  const { all, events, planned, receipt } = await remainsOf(project, wanted, label);
  const approved = writesOfPlan(planned.plan);
  expectDone(receipt, label);
  await expectSettled(project, (await project.plan(wanted)).plan, label);
  const restoreEnd = await project.keep('end');
  await project.journal();
  const file = JSON.parse(JSON.stringify(planned.plan)) as Plan;
  for (const [index, { event, restore, written }] of all.entries()) {
    for (const [way, finish] of TURNS.slice(index % TURNS.length).slice(0, 1)) {
      const at = `${label}, killed at event ${event}, finished with ${way}`;
      await restore();
      project.restart();
      const finished = await finish(project, file, wanted);
      const { plan } = await project.plan(wanted);
      const entries = await project.journal();
      expectDone(finished, at);
      if (finished.counts.done > 0) expectUnlocked(project, at);
      expectReceipt(finished, writesIn(entries), at);
      expectExactly([...written, ...writesIn(entries)], approved, at);
      await expectSettled(project, plan, at);
    }
  }
  await restoreEnd();
  project.restart();
  const operations = planned.plan.changes.flatMap(({ steps }) => steps.map(({ operation }) => operation));
  return { events, operations };
}

/** The runs of a scenario: the first, and those that others' words open a way for. */
async function expectAllFinished(project: World, scenario: Scenario, label: string): Promise<Finished[]> {
  const { wanted } = await begun(project, scenario);
  const finished = [await expectFinished(project, wanted, label)];
  await speak(project);
  for (let run = 2; (await project.plan(wanted)).plan.changes.length > 0; run += 1) {
    finished.push(await expectFinished(project, wanted, `${label}, run ${run}`));
    await speak(project);
  }
  return finished;
}

type Finished = Awaited<ReturnType<typeof expectFinished>>;

describe('a run that is killed', () => {
  it('at any event of any scenario is finished by the same command, and by the same plan file', async () => {
    const seen = new Set<string>();
    let deaths = 0;
    for (const seed of SEEDS) {
      const scenario = randomScenario(seed, 3);
      const project = await openWorld(scenario);
      const label = `seed ${seed}, ${JSON.stringify(scenario)}`;
      for (const { events, operations } of await expectAllFinished(project, scenario, label)) {
        deaths += events;
        for (const operation of operations) seen.add(operation);
      }
    }
    expect(deaths).toBeGreaterThan(500);
    // Every kind is made, changed and, where that can be, deleted somewhere in these scenarios.
    expect([...seen].sort()).toEqual(OPERATIONS);
  }, 240_000);

  it('over and over, with several changes under way, is finished with the same plan file', async () => {
    for (const seed of [1, 2, 3]) {
      const scenario = randomScenario(seed, 6);
      const project = await openWorld(scenario);
      project.inFlight = 4;
      const label = `seed ${seed}`;
      const random = seededRandom(seed);
      const { wanted, planned } = await begun(project, scenario);
      const file = JSON.parse(JSON.stringify(planned.plan)) as Plan;
      let deaths = 0;
      for (let isDone = false; !isDone; ) {
        project.restart(new Fate(40 + Math.floor(random.next() * 60) + deaths * 5));
        try {
          expectDone(await project.apply(await project.approved(file, wanted)), label);
          isDone = true;
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
          deaths += 1;
        }
      }
      expect(deaths, label).toBeGreaterThan(1);
      project.restart();
      await expectSettled(project, (await project.plan(wanted)).plan, label);
      expectExactly(writesIn(await project.journal()), writesOfPlan(file), label);
    }
  }, 60_000);
});
