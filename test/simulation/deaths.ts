import { expect } from 'vitest';
import type { Plan } from '../../src/core/plan.ts';
import type { Receipt } from '../../src/core/receipt.ts';
import type { Resource } from '../../src/core/resource.ts';
import type { Planned } from '../../src/engine/types.ts';
import type { Client } from '../../src/wire/client.ts';
import {
  expectExactly,
  expectReceipt,
  expectSettled,
  expectUnlocked,
  expectWholeState,
  writesIn,
  writesOfPlan,
} from './journal.ts';
import { begun, type Scenario, speak, type World } from './scenarios.ts';
import { Fate, isRead, type Project } from './support.ts';

/** What a run leaves behind that dies at an event. */
interface Remains {
  /** The first event that leaves the world so. */
  event: number;
  restore(): Promise<void>;
  /** The writes that the service had carried out by then. */
  written: string[];
}

/**
 * Carries a plan out once, in peace, and keeps what would be there if it died: before and after each call of the service
 * and each write of the state. A world that an event left as it was is kept once.
 */
async function remainsOf(project: World, wanted: readonly Resource[], label: string) {
  const all: Remains[] = [];
  const written: string[] = [];
  let serials: ReadonlyMap<string, number> = new Map();
  const journals = new Set<string>();
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
    const journal = /"journal": "([^"]+)"/.exec(project.files.text('/project/state/test/shop.json') ?? '')?.[1];
    if (journal !== undefined) journals.add(journal);
    serials = expectWholeState(project, serials, `${label}, event ${event}`);
    const restore = await project.keep(`after ${calls} calls`);
    all.push({ event, restore, written: [...written] });
  };
  const fate = new Fate(Number.POSITIVE_INFINITY, look);
  project.restart(fate);
  const planned = await project.plan(wanted);
  const receipt = await project.apply(planned);
  // Each journal after the first one is that of a new base.
  return { all, events: fate.events, planned, receipt, compactions: Math.max(0, journals.size - 1) };
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
export function expectDone({ changes }: Receipt, label: string): void {
  const undone = changes.filter(({ outcome }) => outcome !== 'done' && outcome !== 'already-so');
  expect(undone, label).toEqual([]);
}

/** Some of the events of a run: every so manyth, from one on. */
interface Sample {
  each: number;
  from: number;
}

/** A run that dies at its events, from where the world stands. How many there are, and the operations of its plan. */
async function expectFinished(project: World, wanted: readonly Resource[], label: string, { each, from }: Sample) {
  const { all, events, planned, receipt, compactions } = await remainsOf(project, wanted, label);
  const approved = writesOfPlan(planned.plan);
  expectDone(receipt, label);
  await expectSettled(project, (await project.plan(wanted)).plan, label);
  const restoreEnd = await project.keep('end');
  await project.journal();
  const file = JSON.parse(JSON.stringify(planned.plan)) as Plan;
  for (const [index, { event, restore, written }] of all.entries()) {
    if (index % each !== from % each) continue;
    for (const [way, finish] of TURNS.slice(index % TURNS.length, (index % TURNS.length) + 1)) {
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
  return { events, operations, compactions };
}

/** A plan by what a run of it does: the operations on each resource, and the state that each begins in. */
function wayOf({ changes }: Pick<Plan, 'changes'>): string {
  return changes
    .map(({ kind, action, live, steps }) =>
      [kind, action, live?.state, ...steps.map(({ operation }) => operation)].join(' '),
    )
    .join('; ');
}

/** A run in peace. */
async function expectRun(project: World, planned: Planned<Client>, wanted: readonly Resource[], label: string) {
  expectDone(await project.apply(planned), label);
  await expectSettled(project, (await project.plan(wanted)).plan, label);
  await project.journal();
}

/**
 * The runs of a scenario: the first, and those that others' words open a way for.
 * @param gone the plans that a run has died at already: a run of one more like them goes on in peace
 * @param sample the events at which runs die
 */
export async function expectAllFinished(
  project: World,
  scenario: Scenario,
  label: string,
  gone: Set<string> = new Set(),
  sample: Sample = { each: 1, from: 0 },
): Promise<Finished[]> {
  const begin = await begun(project, scenario);
  const { wanted } = begin;
  const finished: Finished[] = [];
  for (
    let run = 1, planned = begin.planned;
    run === 1 || planned.plan.changes.length > 0;
    run += 1, planned = await project.plan(wanted)
  ) {
    const at = `${label}, run ${run}`;
    const way = wayOf(planned.plan);
    if (gone.has(way)) await expectRun(project, planned, wanted, at);
    else finished.push(await expectFinished(project, wanted, at, sample));
    gone.add(way);
    await speak(project);
  }
  return finished;
}

type Finished = Awaited<ReturnType<typeof expectFinished>>;
