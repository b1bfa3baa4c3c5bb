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
import { begun, openWorld, randomScenario, type Scenario } from './scenarios.ts';
import { Crash, Fate, type Project } from './support.ts';

/** What a run leaves behind that dies at an event. */
interface Remains {
  /** The first event that leaves the world so. */
  event: number;
  restore(): Promise<void>;
  /** The writes that the service had carried out by then. */
  written: string[];
}

/** Calls that change nothing: dying around one of them leaves what the event before left. */
const READS = /\.(?:list|detail|get|use|multi|all|codeCheck|search|fetch)$/;

/** Of random scenarios these have every kind made, changed and removed between them. */
const SEEDS = [0, 5, 7, 8, 9, 13, 199, 388];

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
  'template.cancel_request',
  'template.delete',
  'template.request',
  'template.update',
  'video.upload',
];

/**
 * Carries a plan out once, in peace, and keeps what would be there if it died: before and after each call of the service
 * and each write of the state. A world that an event left as it was is kept once.
 */
async function remainsOf(project: Project, wanted: readonly Resource[], label: string) {
  const all: Remains[] = [];
  const written: string[] = [];
  let serials: ReadonlyMap<string, number> = new Map();
  let last = '';
  // Each call is two events: it is sent, and its answer comes.
  let sides = 0;
  const look = async (event: number, what: string): Promise<void> => {
    if (READS.test(what)) return;
    if (what !== 'write') sides += 1;
    const calls = Math.floor(sides / 2);
    written.push(...writesIn(await project.journal()));
    const files = [...project.files.all].filter(([path]) => path.startsWith('/project/state/'));
    const now = JSON.stringify([calls, files.map(([path, bytes]) => [path, Buffer.from(bytes).toString()])]);
    if (now === last) return;
    last = now;
    serials = expectWholeState(project, serials, `${label}, event ${event}`);
    all.push({ event, restore: await project.keep(`after ${calls} calls`), written: [...written] });
  };
  const fate = new Fate(Number.POSITIVE_INFINITY, look);
  project.restart(fate);
  const planned = await project.plan(wanted);
  const receipt = await project.apply(planned);
  return { all, events: fate.events, planned, receipt };
}

/** Each way to finish what died: the same command, or the same plan file. */
const WAYS: Readonly<Record<string, (project: Project, file: Plan, wanted: readonly Resource[]) => Promise<Receipt>>> =
  {
    'the same command': (project, _, wanted) => project.run(wanted),
    'the same plan file': async (project, file, wanted) => project.apply(await project.approved(file, wanted)),
  };

async function expectFinished(
  project: Project,
  scenario: Scenario,
  label: string,
): Promise<{ died: number; operations: string[] }> {
  const { wanted } = await begun(project, scenario);
  const { all, events, planned, receipt } = await remainsOf(project, wanted, label);
  const approved = writesOfPlan(planned.plan);
  expect(
    receipt.changes.filter(({ outcome }) => outcome !== 'done'),
    label,
  ).toEqual([]);
  expectSettled((await project.plan(wanted)).plan, label);
  await project.journal();
  const file = JSON.parse(JSON.stringify(planned.plan)) as Plan;
  for (const { event, restore, written } of all) {
    for (const [way, finish] of Object.entries(WAYS)) {
      const at = `${label}, killed at event ${event}, finished with ${way}`;
      await restore();
      project.restart();
      const finished = await finish(project, file, wanted);
      const { plan } = await project.plan(wanted);
      const entries = await project.journal();
      const undone = finished.changes.filter(({ outcome }) => outcome !== 'done' && outcome !== 'already-so');
      expect(undone, at).toEqual([]);
      if (finished.counts.done > 0) expectUnlocked(project, at);
      expectReceipt(finished, writesIn(entries), at);
      expectExactly([...written, ...writesIn(entries)], approved, at);
      expectSettled(plan, at);
    }
  }
  const operations = planned.plan.changes.flatMap(({ steps }) => steps.map(({ operation }) => operation));
  return { died: events, operations };
}

describe('a run that is killed', () => {
  it('at any event of any scenario is finished by the same command, and by the same plan file', async () => {
    const project = await openWorld();
    const seen = new Set<string>();
    let deaths = 0;
    for (const seed of SEEDS) {
      const scenario = randomScenario(seed, 3);
      const label = `seed ${seed}, ${JSON.stringify(scenario)}`;
      const { died, operations } = await expectFinished(project, scenario, label);
      deaths += died;
      for (const operation of operations) seen.add(operation);
    }
    expect(deaths).toBeGreaterThan(500);
    // Every kind is made, changed and, where that can be, deleted somewhere in these scenarios.
    expect([...seen].sort()).toEqual(OPERATIONS);
  }, 240_000);

  it('over and over, with several changes under way, is finished with the same plan file', async () => {
    const project = await openWorld();
    project.inFlight = 4;
    for (const seed of [1, 2, 3]) {
      const label = `seed ${seed}`;
      const random = seededRandom(seed);
      const { wanted, planned } = await begun(project, randomScenario(seed, 6));
      const file = JSON.parse(JSON.stringify(planned.plan)) as Plan;
      let deaths = 0;
      for (let isDone = false; !isDone; ) {
        project.restart(new Fate(40 + Math.floor(random.next() * 60) + deaths * 5));
        try {
          const receipt = await project.apply(await project.approved(file, wanted));
          const undone = receipt.changes.filter(({ outcome }) => outcome !== 'done' && outcome !== 'already-so');
          expect(undone, label).toEqual([]);
          isDone = true;
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
          deaths += 1;
        }
      }
      expect(deaths, label).toBeGreaterThan(1);
      project.restart();
      expectSettled((await project.plan(wanted)).plan, label);
      expectExactly(writesIn(await project.journal()), writesOfPlan(file), label);
    }
  }, 60_000);
});
