import { ServiceFailure } from '../../core/failure.ts';
import { NotiformError } from '../../core/problem.ts';
import type { StepReceipt } from '../../core/receipt.ts';
import type { Live } from '../../core/resource.ts';
import { claimed, claimOf, finished, forgotten, rebound } from '../memory/claim.ts';
import { lagOf } from '../memory/recall.ts';
import { bugProblem } from '../problems.ts';
import { staleProblem } from '../route/stale.ts';
import type { Detour, Work } from '../types.ts';
import { attemptLook, isAt, nextStep, proveWork, readBefore, readWork } from './look.ts';
import { type Carried, type Ending, isDone } from './receipt.ts';
import { isStopped, ledgerOf, type Run, stored } from './run.ts';
import { type Taken, takeStep } from './step.ts';
import { announced, outwaited, withdrawn } from './under-way.ts';

/** The ending of a change that was not begun, or that did nothing. */
export function notRun<S>({ halted }: Run<S>): Ending {
  return { outcome: 'not-run', ...(halted ? { problem: halted } : {}) };
}

/**
 * Carries out one change. Reads the resource; while it is on the approved path, runs the next approved step, reads back, stores
 * the result, and goes on. Never runs a step that the plan does not have.
 * @param earlier the receipts of an earlier part of the change
 * @param part only the steps by which the change makes way
 */
export async function carryOut<S>(
  run: Run<S>,
  work: Work<S>,
  earlier: readonly StepReceipt[],
  part?: Detour,
): Promise<Carried> {
  try {
    const start = await begin(run, work, earlier.length);
    return 'outcome' in start ? { steps: earlier, ending: start } : await walk(run, work, { ...start, earlier, part });
  } catch (error) {
    return { steps: earlier, ending: endingBy(run, error, false) };
  }
}

/** A change that can run: the resource as it is, the next step, and how to take the claim back. */
interface ReadyChange {
  live: Live | undefined;
  next: number;
  giveBack: GiveBack | undefined;
}

/**
 * Reads the resource and claims it. Returns the ending of a change that has no step to run.
 * @param done the number of steps of an earlier part
 */
async function begin<S>(run: Run<S>, work: Work<S>, done: number): Promise<ReadyChange | Ending> {
  if (work.takenOverBy) {
    // Another address has it now, and may have changed it: only our entry is removed.
    await stored(run, work, finished(work));
    return { outcome: 'done' };
  }
  const isAnnounced = await outwaited(run, work);
  if (isAnnounced && isStopped(run)) return notRun(run);
  const read = await currently(run, work, isAnnounced);
  if ('outcome' in read) return read;
  const { live } = read;
  const next = nextStep(work, live);
  if (next === undefined || next < done) return { outcome: 'stale', problem: staleProblem(work, live) };
  if (work.change.steps.length === 0) {
    await stored(run, work, claimed(work, claimOf(work, live)), finished(work));
    return { outcome: 'done' };
  }
  const giveBack = await claim(run, work, live);
  if (!isStopped(run)) return { live, next, giveBack };
  await giveBack?.();
  return notRun(run);
}

/**
 * Returns the ending of a change by an unexpected error, which halts the run: if the state cannot be written, a new change would
 * be lost. Of all changes that waited for the write, the first one fails, and those that had done something.
 */
function endingBy<S>(run: Run<S>, error: unknown, hasBegun: boolean): Ending {
  const problem = error instanceof NotiformError ? error.problems[0] : undefined;
  if (problem && run.halted && !hasBegun) return notRun(run);
  run.halted ??= problem ?? bugProblem(error);
  return { outcome: 'failed', problem: problem ?? bugProblem(error) };
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
  const look = await attemptLook(run, work);
  return 'found' in look ? { live: look.found } : { outcome: 'failed', problem: look.unproved };
}

/**
 * Runs the steps from `next` on until one is not done, and stores the result if all are. A step runs only from the state that the
 * plan has for it: those that an external change has already done are skipped.
 */
async function walk<S>(
  run: Run<S>,
  work: Work<S>,
  {
    earlier,
    part,
    next,
    giveBack,
    ...start
  }: ReadyChange & { earlier: readonly StepReceipt[]; part: Detour | undefined },
): Promise<Carried> {
  const { address, steps: planned } = work.change;
  const steps = [...earlier];
  const reportUpTo = (end: number, taken: Taken): void => {
    steps.push(...reported(run, work, steps.length, end, taken));
  };
  let { live } = start;
  try {
    reportUpTo(next, { outcome: 'already-so' });
    for (const step of planned.slice(next)) {
      const index = steps.length;
      if (index === part?.steps) break;
      if (isStopped(run)) {
        reportUpTo(planned.length, { outcome: 'not-run', live });
        return { steps };
      }
      const { operation, title } = step;
      run.input.onEvent?.({ type: 'step-started', address, operation, title, step: index + 1, of: planned.length });
      const taken = await takeOrHalt(run, work, index, live);
      measure(run, work, live, taken);
      // If the state cannot be written, only the receipt shows the step.
      reportUpTo(index + 1, taken);
      await storeStep(run, work, taken, index === next ? giveBack : undefined);
      if (!isDone(taken)) {
        reportUpTo(planned.length, { outcome: taken.outcome === 'not-run' ? 'not-run' : 'skipped' });
        return { steps };
      }
      ({ live } = taken);
      // An external change completed it: no step is left.
      if (isAt(work.kind, step.to, live)) continue;
      reportUpTo(planned.length, { outcome: 'already-so', live });
      break;
    }
    await stored(run, work, finished(part && steps.length === part.steps ? madeWay(work, part) : work));
    return { steps };
  } catch (error) {
    const hasBegun = steps.length > earlier.length;
    reportUpTo(planned.length, { outcome: 'not-run' });
    return { steps, ending: endingBy(run, error, hasBegun) };
  }
}

function madeWay<S>(work: Work<S>, { want, steps }: Detour): Work<S> {
  return { ...work, want, states: work.states.slice(0, steps + 1) };
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

/** Returns the receipts of a change that was begun and does not go on: those of its steps, and one for each other step. */
export function withRest<S>(run: Run<S>, work: Work<S>, { steps, ending }: Carried): readonly StepReceipt[] {
  // A change that was not begun has none.
  if (!ending || steps.length === 0) return steps;
  const outcome = ending.outcome === 'not-run' ? 'not-run' : 'skipped';
  return [...steps, ...reported(run, work, steps.length, work.change.steps.length, { outcome })];
}

/** Makes the receipts of some steps of a change that ended in the same way, and announces them. */
function reported<S>(
  run: Run<S>,
  { change: { address, steps } }: Work<S>,
  begin: number,
  end: number,
  { outcome, live, problem }: Taken,
): StepReceipt[] {
  const state = live?.status.state;
  return steps.slice(begin, end).map(({ operation, title }, index) => {
    const receipt = { operation, title, outcome, ...(state !== undefined && { state }), ...(problem && { problem }) };
    const step = begin + index + 1;
    run.input.onEvent?.({ type: 'step-ended', address, step, of: steps.length, receipt });
    return receipt;
  });
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
  if (isDone(taken) && !taken.live) return stored(run, work, forgotten(address));
  const binding = taken.binding ?? (isDone(taken) && taken.live ? work.kind.bindingOf(taken.live) : undefined);
  if (binding) await stored(run, work, rebound(work, binding));
}
