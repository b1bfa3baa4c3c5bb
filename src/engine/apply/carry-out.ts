import { ServiceFailure } from '../../core/failure.ts';
import type { Step } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { StepOutcome, StepReceipt } from '../../core/receipt.ts';
import type { Live } from '../../core/resource.ts';
import { claimed, claimOf, finished, forgotten, rebound } from '../memory/claim.ts';
import { lagOf } from '../memory/recall.ts';
import { bugProblem } from '../problems.ts';
import { staleProblem } from '../route/stale.ts';
import type { Detour, Work } from '../types.ts';
import { attemptLook, nextStep, proveWork, readBefore, readWork, standsAt } from './look.ts';
import { isStopped, ledgerOf, type Run, stored } from './run.ts';
import { type Taken, takeStep } from './step.ts';
import { announced, outwaited, withdrawn } from './under-way.ts';

/** How a change ended, if its steps do not show it. */
export interface Ending {
  outcome: StepOutcome;
  problem?: Problem;
}

/** The ending of a change that was not begun, or that did nothing. */
export function notRun<S>({ halted }: Run<S>): Ending {
  return { outcome: 'not-run', ...(halted ? { problem: halted } : {}) };
}

/**
 * Carries out one change. Reads the resource; while it is on the approved path, runs the next approved step, reads back, stores
 * the result, and goes on. Never runs a step that the plan does not have.
 * @param steps receives a receipt for each step that was reached; it has those of an earlier part of the change
 * @param part only the steps by which the change makes way
 * @returns how it ended, for a change without steps or one that ended before its first
 */
export async function carryOut<S>(
  run: Run<S>,
  work: Work<S>,
  steps: StepReceipt[],
  part?: Detour,
): Promise<Ending | undefined> {
  if (work.takenOverBy) {
    // Another address has it now, and may have changed it: only our entry is removed.
    await stored(run, work, finished(work));
    return { outcome: 'done' };
  }
  const isAnnounced = await outwaited(run, work);
  if (isAnnounced && isStopped(run)) return notRun(run);
  const start = await currently(run, work, isAnnounced);
  if ('outcome' in start) return start;
  const next = nextStep(work, start.live);
  if (next === undefined || next < steps.length) return { outcome: 'stale', problem: staleProblem(work, start.live) };
  if (work.change.steps.length === 0) {
    await stored(run, work, claimed(work, claimOf(work, start.live)), finished(work));
    return { outcome: 'done' };
  }
  const giveBack = await claim(run, work, start.live);
  if (isStopped(run)) {
    await giveBack?.();
    return notRun(run);
  }
  for (const step of work.change.steps.slice(steps.length, next))
    report(run, work, steps, step, { outcome: 'already-so' });
  const whole = await walk(run, work, steps, { next, part, live: start.live, giveBack });
  if (whole) await stored(run, work, finished(part && steps.length === part.steps ? madeWay(work, part) : work));
  return undefined;
}

function madeWay<S>(work: Work<S>, { want, steps }: Detour): Work<S> {
  return { ...work, want, states: work.states.slice(0, steps + 1) };
}

/**
 * Reads the current state of the resource. A resource that only the state knows is as the plan saw it, because the lock is ours.
 * A complete list proves that a resource is gone; a refused detail may have other reasons.
 */
async function currently<S>(
  run: Run<S>,
  work: Work<S>,
  isAnnounced: boolean,
): Promise<{ live: Live | undefined } | Ending> {
  const { discovery } = work.kind;
  if (discovery.by === 'binding') return { live: work.states[0] };
  // The plan's list proved it. If the resource was created since, the service refuses the name, and a look follows.
  const isProved = discovery.by === 'list' && discovery.provesAbsence === true && work.entry === undefined;
  if (!work.states[0] && isProved) return { live: undefined };
  try {
    if (!work.states[0]) {
      // The list that the run shares is older than what may have been created meanwhile.
      const look = await (isAnnounced ? proveWork(run, work) : readBefore(run, work));
      return 'found' in look ? { live: look.found } : { outcome: 'failed', problem: look.unproved };
    }
    const live = await readWork(run, work, [work.states[0].name]);
    if (live) return { live };
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    return { outcome: error.kind === 'interrupted' ? 'not-run' : 'failed', problem: error.problem };
  }
  const look = await attemptLook(() => proveWork(run, work));
  return 'found' in look ? { live: look.found } : { outcome: 'failed', problem: look.unproved };
}

/**
 * Runs the steps from `next` on until one is not done. Returns true if all are. Skips steps that an external change has already
 * done: a step runs only from the state that the plan has for it.
 */
async function walk<S>(
  run: Run<S>,
  work: Work<S>,
  steps: StepReceipt[],
  start: { next: number; part: Detour | undefined; live: Live | undefined; giveBack: GiveBack | undefined },
): Promise<boolean> {
  let { live, next } = start;
  const all = work.change.steps;
  for (const [index, step] of all.entries()) {
    if (index < start.next) continue;
    if (index < next) {
      report(run, work, steps, step, { outcome: 'already-so', live });
      continue;
    }
    if (index === start.part?.steps) return true;
    if (isStopped(run)) {
      for (const rest of all.slice(index)) report(run, work, steps, rest, { outcome: 'not-run', live });
      return false;
    }
    announce(run, work, step, index);
    const taken = await takeOrHalt(run, work, index, live);
    measure(run, work, live, taken);
    // If the state cannot be written, only the receipt shows the step.
    report(run, work, steps, step, taken);
    try {
      await storeStep(run, work, taken, index === start.next ? start.giveBack : undefined);
    } catch (error) {
      for (const rest of all.slice(index + 1)) report(run, work, steps, rest, { outcome: 'not-run' });
      throw error;
    }
    if (taken.outcome !== 'done' && taken.outcome !== 'already-so') {
      const outcome = taken.outcome === 'not-run' ? 'not-run' : 'skipped';
      for (const rest of all.slice(index + 1)) report(run, work, steps, rest, { outcome });
      return false;
    }
    live = taken.live;
    // An external change completed it: no step is left.
    if (!standsAt(work.kind, step.to, live)) next = all.length;
  }
  return true;
}

function measure<S>(run: Run<S>, work: Work<S>, before: Live | undefined, { outcome, live }: Taken): void {
  const lagMs = outcome === 'done' ? lagOf(before, live, run.input.remote.now()) : undefined;
  if (lagMs !== undefined) ledgerOf(run, work).measured(lagMs);
}

/** Runs a step. An unexpected error ends the run, and its call may have been made. */
async function takeOrHalt<S>(run: Run<S>, work: Work<S>, index: number, live: Live | undefined): Promise<Taken> {
  try {
    return await takeStep(run, work, index, live);
  } catch (error) {
    const problem = bugProblem(error);
    run.halted ??= problem;
    return { outcome: 'unknown', problem };
  }
}

/** Reports the steps of a change that was begun and does not go on. */
export function leave<S>(run: Run<S>, work: Work<S>, steps: StepReceipt[], { outcome }: Ending): void {
  const left = outcome === 'not-run' ? 'not-run' : 'skipped';
  for (const step of work.change.steps.slice(steps.length)) report(run, work, steps, step, { outcome: left });
}

function announce<S>(run: Run<S>, work: Work<S>, { operation, title }: Step, index: number): void {
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

/** Takes back what was written before a create that did not happen. */
type GiveBack = () => Promise<void>;

/** Binds the resource before the first call, or announces its create. Returns how to take that back if a create follows. */
async function claim<S>(run: Run<S>, work: Work<S>, live: Live | undefined): Promise<GiveBack | undefined> {
  const binding = claimOf(work, live);
  await stored(run, work, claimed(work, binding));
  if (await announced(run, work, live)) return () => withdrawn(run, work);
  const isNew = binding !== undefined && work.entry === undefined && live === undefined;
  return isNew ? () => stored(run, work, forgotten(work.change.address)) : undefined;
}

async function storeStep<S>(run: Run<S>, work: Work<S>, taken: Taken, giveBack: GiveBack | undefined): Promise<void> {
  const { address } = work.change;
  if (taken.outcome === 'refused' || taken.outcome === 'failed' || taken.outcome === 'not-run') return giveBack?.();
  const isDone = taken.outcome === 'done' || taken.outcome === 'already-so';
  if (isDone && !taken.live) return stored(run, work, forgotten(address));
  const binding = taken.binding ?? (isDone && taken.live ? work.kind.bindingOf(taken.live) : undefined);
  if (binding) await stored(run, work, rebound(work, binding));
}
