import { compared } from '../core/content.ts';
import { ServiceFailure } from '../core/failure.ts';
import { digest } from '../core/json.ts';
import type { Problem } from '../core/problem.ts';
import type { StepOutcome, StepReceipt } from '../core/receipt.ts';
import type { Live } from '../core/resource.ts';
import type { Entries, StateEntry } from '../state/document.ts';
import { nextStep, readWork } from './look.ts';
import { isStopped, ledgerOf, type Run } from './run.ts';
import { type Taken, takeStep } from './step.ts';
import type { Work } from './types.ts';

/** How a change ended, where its steps do not say it. */
export interface Ending {
  outcome: StepOutcome;
  problem?: Problem;
}

/**
 * Carries out one change: reads the resource, and as long as it stands on the approved path runs the next approved step,
 * reads back, remembers, and goes on. Never runs a step that the plan does not hold.
 * @param steps receives a receipt for each step, as far as it came
 * @returns how it ended, for a change without steps or one that ended before its first
 */
export async function carryOut<S>(run: Run<S>, work: Work<S>, steps: StepReceipt[]): Promise<Ending | undefined> {
  const start = await currently(run, work);
  if ('outcome' in start) return start;
  const next = nextStep(work, start.live);
  if (next === undefined) return { outcome: 'stale', problem: staleProblem(work, start.live) };
  if (work.change.steps.length === 0) {
    await finish(run, work, start.live);
    return { outcome: 'done' };
  }
  for (const step of work.change.steps.slice(0, next)) report(run, work, steps, step, { outcome: 'already-so' });
  const claimed = next < work.change.steps.length ? await claim(run, work, start.live) : false;
  const end = await walk(run, work, steps, { next, live: start.live, claimed });
  if (end.whole) await finish(run, work, end.live);
  return undefined;
}

/** The resource as it stands now. What the state alone knows is as the plan saw it: the lock is ours. */
async function currently<S>(run: Run<S>, work: Work<S>): Promise<{ live: Live | undefined } | Ending> {
  if (work.kind.discovery.by === 'binding') return { live: work.standings[0] };
  try {
    return { live: await readWork(run, work, [work.standings[0]?.name]) };
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    return { outcome: error.kind === 'interrupted' ? 'not-run' : 'failed', problem: error.problem };
  }
}

function staleProblem<S>({ change }: Work<S>, live: Live | undefined): Problem {
  const before = typeof change.live['state'] === 'string' ? change.live['state'] : 'absent';
  const now = live?.status.state ?? 'absent';
  return {
    code: 'run-stale',
    severity: 'error',
    message:
      before === now
        ? `${change.address} is not what the plan saw: its content changed`
        : `${change.address} is not what the plan saw: it was ${before} and is ${now}`,
    hint: 'Somebody changed it since. Plan again, and look at the new plan.',
    address: change.address,
  };
}

/** The steps from `next` on, until one is not done. */
async function walk<S>(
  run: Run<S>,
  work: Work<S>,
  steps: StepReceipt[],
  start: { next: number; live: Live | undefined; claimed: boolean },
): Promise<{ whole: boolean; live: Live | undefined }> {
  let { live } = start;
  const all = work.change.steps;
  for (const [index, step] of all.entries()) {
    if (index < start.next) continue;
    if (isStopped(run)) {
      for (const rest of all.slice(index)) report(run, work, steps, rest, { outcome: 'not-run', live });
      return { whole: false, live };
    }
    announce(run, work, index);
    const taken = await takeStep(run, work, index, live);
    await remember(run, work, taken, index === start.next && start.claimed);
    report(run, work, steps, step, taken);
    if (taken.outcome !== 'done' && taken.outcome !== 'already-so') {
      const outcome = taken.outcome === 'not-run' ? 'not-run' : 'skipped';
      for (const rest of all.slice(index + 1)) report(run, work, steps, rest, { outcome });
      return { whole: false, live: taken.live };
    }
    live = taken.live;
  }
  return { whole: true, live };
}

function announce<S>(run: Run<S>, work: Work<S>, index: number): void {
  const step = work.change.steps[index];
  if (!step) return;
  const { operation, title } = step;
  const of = work.change.steps.length;
  run.input.onEvent?.({ type: 'step-started', address: work.change.address, operation, title, step: index + 1, of });
}

function report<S>(
  run: Run<S>,
  work: Work<S>,
  steps: StepReceipt[],
  { operation, title }: { operation: string; title: string },
  { outcome, live, problem }: Taken,
): void {
  const receipt: StepReceipt = {
    operation,
    title,
    outcome,
    ...(live ? { state: live.status.state } : {}),
    ...(problem ? { problem } : {}),
  };
  steps.push(receipt);
  const of = work.change.steps.length;
  run.input.onEvent?.({ type: 'step-ended', address: work.change.address, step: steps.length, of, receipt });
}

/**
 * Makes the resource ours before the first call, so that a run that dies between an add and its answer loses nothing:
 * the entry holds the name that it will have. True where there was no entry before.
 */
async function claim<S>(run: Run<S>, work: Work<S>, live: Live | undefined): Promise<boolean> {
  const { change, movedFrom, entry, kind, protect, standings, want } = work;
  if (want.goal === 'removed' || (entry && movedFrom === undefined && !work.adopts)) return false;
  const standing = live ?? standings.find((one) => one !== undefined);
  const isUpload = kind.discovery.by === 'binding';
  const binding =
    (entry && !work.adopts ? entry.binding : undefined) ??
    (standing && !isUpload ? kind.bindingOf(standing) : undefined);
  if (!binding) return false;
  await ledgerOf(run, work).change((entries) => ({
    ...without(entries, movedFrom),
    [change.address]: { binding, protect, applied: entry?.applied ?? null, row: null },
  }));
  return entry === undefined && live === undefined;
}

/** Writes what a step did to the binding. What was claimed for an add that did not happen is given back. */
async function remember<S>(run: Run<S>, work: Work<S>, taken: Taken, claimed: boolean): Promise<void> {
  const { address } = work.change;
  const ledger = ledgerOf(run, work);
  if (taken.outcome === 'refused' || taken.outcome === 'failed' || taken.outcome === 'not-run') {
    if (claimed) await ledger.change((entries) => without(entries, address));
    return;
  }
  const done = taken.outcome === 'done' || taken.outcome === 'already-so';
  if (done && !taken.live) return ledger.change((entries) => without(entries, address));
  const binding = taken.binding ?? (done && taken.live ? work.kind.bindingOf(taken.live) : undefined);
  if (!binding) return;
  await ledger.change((entries) => ({
    ...entries,
    [address]: { binding, protect: work.protect, applied: entries[address]?.applied ?? null, row: null },
  }));
}

/** The change is done: what was applied, or that it is not ours any more. */
async function finish<S>(run: Run<S>, work: Work<S>, live: Live | undefined): Promise<void> {
  const { change, want, movedFrom, adopts, protect, row } = work;
  const applied = digest({ goal: want.goal, content: compared(want.content) });
  await ledgerOf(run, work).change((entries) => {
    const left = without(without(entries, movedFrom), change.address);
    if (want.goal === 'removed') return left;
    const known = (entries[change.address] ?? work.entry)?.binding;
    const binding = (change.steps.length === 0 ? adopts : undefined) ?? known ?? (live && work.kind.bindingOf(live));
    return binding ? { ...left, [change.address]: { binding, protect, applied, row } } : left;
  });
}

function without(entries: Entries, address: string | undefined): Entries {
  return Object.fromEntries(Object.entries(entries).filter(([one]) => one !== address)) as Record<string, StateEntry>;
}
