import { contentDigest } from '../../core/content.ts';
import { ServiceFailure } from '../../core/failure.ts';
import { NotiformError } from '../../core/problem.ts';
import { isDone, type StepReceipt } from '../../core/receipt.ts';
import type { Live, ResourceState } from '../../core/resource.ts';
import type { StoredRow } from '../../state/document.ts';
import { bugProblem } from '../problems.ts';
import { titleOf } from '../route/route.ts';
import { staleProblem, unreplacedProblem } from '../route/stale.ts';
import {
  claimOf,
  finishEntry,
  forgetEntry,
  intendEntry,
  rebindEntry,
  withdrawIntent,
  writeClaim,
} from '../stored-state/entry-edits.ts';
import { amendEntry, type Edit } from '../stored-state/ledger.ts';
import type { Work } from '../types.ts';
import { attemptLook, isAt, isUnreplaced, nextStep, proveWork, readBefore, readPlanned } from './look.ts';
import type { ChangeProgress, Ending } from './receipt.ts';
import { isInterruption, isStopped, type Run, recordDeletion, store, storeHandle } from './run.ts';
import { runStep, type StepResult } from './step.ts';
import { announceCreate, waitForEarlierCreates, withdrawCreate } from './under-way.ts';

/** The ending of a change that was not begun, or that did nothing. */
function notRun<S>({ halted }: Run<S>): Ending {
  return { outcome: 'not-run', ...(halted ? { problem: halted } : {}) };
}

/**
 * Carries out one change. It reads the resource, runs the next step of the plan, reads the resource again and stores the result,
 * until no step is left. It stops if the resource has a state that the plan does not predict. It never runs a step that the plan
 * does not have.
 */
export async function carryOut<S>(run: Run<S>, work: Work<S>): Promise<ChangeProgress> {
  try {
    const start = isStopped(run) ? notRun(run) : await begin(run, work);
    return 'outcome' in start ? { steps: [], ending: start } : await runSteps(run, work, start);
  } catch (error) {
    return { steps: [], ending: endingBy(run, error, false) };
  }
}

/** Makes the edit of a change that is done. */
function finished<S>(run: Run<S>, work: Work<S>, row?: StoredRow): Edit {
  if (work.want.goal === 'removed') recordDeletion(run, work);
  return finishEntry(work, run.input.history?.commit ?? undefined, row);
}

/** A change that can run: the live resource, the index of the next step, and how to undo the claim. */
interface ReadyChange {
  live: Live | undefined;
  next: number;
  undoClaim: UndoClaim;
}

/**
 * Claims the resource and reads it. Returns the ending of a change that has no step to run. What exists is claimed first: a person
 * may save another text while the state is written, and the first step would overwrite it.
 */
async function begin<S>(run: Run<S>, work: Work<S>): Promise<ReadyChange | Ending> {
  // An older checkout would create it again under its former address.
  if (work.movedFrom !== undefined) recordDeletion(run, work, work.movedFrom);
  if (work.takenOverBy) {
    // Another address has it now, and may have changed it: only our entry is removed.
    await store(run, work, finished(run, work));
    return { outcome: 'done' };
  }
  const isAnnounced = await waitForEarlierCreates(run, work);
  if (isAnnounced && isStopped(run)) return notRun(run);
  const { states, change } = work;
  const claimed = states[0] && change.steps.length > 0 ? await claim(run, work, states[0]) : undefined;
  const read = await readCurrent(run, work, isAnnounced);
  const next = 'outcome' in read ? undefined : nextStep(work, read.live);
  if ('outcome' in read || next === undefined) {
    await claimed?.();
    return 'outcome' in read ? read : { outcome: 'stale', problem: staleProblem(work, read.live) };
  }
  const { live } = read;
  if (change.steps.length === 0) {
    await store(run, work, writeClaim(work, claimOf(work, live)), finished(run, work));
    return { outcome: 'done' };
  }
  const undoClaim = claimed ?? (await claim(run, work, live));
  if (!isStopped(run)) return { live, next, undoClaim };
  await undoClaim();
  return notRun(run);
}

/**
 * Returns the ending of a change by an unexpected error, which halts the run: if the state cannot be written, a new change would
 * be lost. Of all changes that waited for the write, the first one fails, and those that had done something.
 */
function endingBy<S>(run: Run<S>, error: unknown, hasBegun: boolean): Ending {
  if (isInterruption(error)) return notRun(run);
  const known = error instanceof NotiformError ? error.problems[0] : undefined;
  if (known && run.halted && !hasBegun) return notRun(run);
  const problem = known ?? bugProblem(error);
  run.halted ??= problem;
  return { outcome: 'failed', problem };
}

/**
 * Reads the current state of the resource. A resource that only the state knows is as the plan saw it, because the lock is ours.
 * A complete list proves that a resource is gone; a refused detail may have other reasons.
 */
async function readCurrent<S>(
  run: Run<S>,
  work: Work<S>,
  isAnnounced: boolean,
): Promise<{ live: Live | undefined } | Ending> {
  const { discovery } = work.kind;
  if (discovery.by === 'state') return { live: work.states[0] };
  // The plan's list proved it. If the resource was created since, the service refuses the name, and a look follows.
  const isProved = discovery.by === 'list' && discovery.provesAbsence === true && work.entry === undefined;
  if (!work.states[0] && isProved) return { live: undefined };
  try {
    if (!work.states[0]) {
      // An earlier run may have created it after this run read its list.
      const look = await (isAnnounced ? proveWork(run, work) : readBefore(run, work));
      return 'found' in look ? { live: look.found } : { outcome: 'failed', problem: look.unproved };
    }
    const live = await readPlanned(run, work, work.states[0].name);
    if (live && (await isUnreplaced(run, work))) return { outcome: 'stale', problem: unreplacedProblem(work) };
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
async function runSteps<S>(
  run: Run<S>,
  work: Work<S>,
  { next, undoClaim, ...start }: ReadyChange,
): Promise<ChangeProgress> {
  const { address, steps: planned } = work.change;
  const steps: StepReceipt[] = [];
  const reportUpTo = (end: number, result: StepResult): void => {
    steps.push(...reported(run, work, steps.length, end, result));
  };
  let { live } = start;
  let row: StoredRow | undefined;
  try {
    reportUpTo(next, { outcome: 'already-so' });
    for (const step of planned.slice(next)) {
      const index = steps.length;
      if (isStopped(run)) {
        reportUpTo(planned.length, { outcome: 'not-run', live });
        return { steps };
      }
      const { operation, title } = step;
      run.input.onEvent?.({ type: 'step-started', address, operation, title, step: index + 1, of: planned.length });
      const result = await runStepOrHalt(run, work, index, live);
      // If the state cannot be written, only the receipt shows the step.
      reportUpTo(index + 1, result);
      await storeStep(run, work, result, index === next ? undoClaim : undefined);
      if (!isDone(result)) {
        // This run created it: it is ours, whatever becomes of it.
        const made = work.states[0] ? undefined : (live ?? (result.binding && result.live));
        if (made) await store(run, work, amendEntry(address, { left: contentDigest(made.content) }));
        reportUpTo(planned.length, { outcome: result.outcome === 'not-run' ? 'not-run' : 'skipped' });
        return { steps };
      }
      ({ live, row } = result);
      // An external change completed it: no step is left.
      if (isAt(work.kind, step.to, live)) continue;
      reportUpTo(planned.length, { outcome: 'already-so', live });
      break;
    }
    await store(run, work, finished(run, work, row));
    return { steps };
  } catch (error) {
    const hasBegun = steps.length > 0;
    reportUpTo(planned.length, { outcome: 'not-run' });
    return { steps, ending: endingBy(run, error, hasBegun) };
  }
}

/** Runs a step. An unexpected error ends the run, and its call may have been made. */
async function runStepOrHalt<S>(
  run: Run<S>,
  work: Work<S>,
  index: number,
  live: Live | undefined,
): Promise<StepResult> {
  try {
    return await runStep(run, work, index, live);
  } catch (error) {
    const problem = bugProblem(error);
    run.halted ??= problem;
    return { outcome: 'unknown', problem };
  }
}

/** Makes the receipts of some steps of a change that ended in the same way, and announces them. */
function reported<S>(
  run: Run<S>,
  { change: { address, steps } }: Work<S>,
  begin: number,
  end: number,
  { outcome, live, problem }: StepResult,
): StepReceipt[] {
  const state = live?.status.state;
  return steps.slice(begin, end).map((one, index) => {
    const receipt = { ...titleOf(one), outcome, ...(state !== undefined && { state }), ...(problem && { problem }) };
    const step = begin + index + 1;
    run.input.onEvent?.({ type: 'step-ended', address, step, of: steps.length, receipt });
    return receipt;
  });
}

/** Removes from the state what was written for a change whose first step was not done. */
type UndoClaim = () => Promise<void>;

/** Binds the resource before the first call, or announces its create, and stores the intent. Returns how to undo that. */
async function claim<S>(run: Run<S>, work: Work<S>, live: ResourceState): Promise<UndoClaim> {
  const binding = claimOf(work, live);
  await store(run, work, writeClaim(work, binding), intendEntry(work, run.input.history?.commit));
  if (await announceCreate(run, work, live)) return () => withdrawCreate(run, work);
  const isNew = binding !== undefined && work.entry === undefined;
  return () => store(run, work, isNew ? forgetEntry(work) : withdrawIntent(work));
}

async function storeStep<S>(
  run: Run<S>,
  work: Work<S>,
  result: StepResult,
  undoClaim: UndoClaim | undefined,
): Promise<void> {
  if (result.outcome === 'refused' || result.outcome === 'failed' || result.outcome === 'not-run') return undoClaim?.();
  if (isDone(result) && !result.live) {
    recordDeletion(run, work);
    return store(run, work, forgetEntry(work));
  }
  const binding = result.binding ?? (isDone(result) && result.live ? work.kind.bindingOf(result.live) : undefined);
  if (!binding) return;
  const handle = work.kind.upload && work.kind.nameOf(binding);
  if (handle !== undefined) return storeHandle(run, work, handle);
  await store(run, work, rebindEntry(work, binding, run.input.history?.commit));
}
