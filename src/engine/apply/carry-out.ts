import { contentDigest } from '../../core/content.ts';
import { ServiceFailure } from '../../core/failure.ts';
import { NotiformError } from '../../core/problem.ts';
import { type ChangeReceipt, isDone, type StepReceipt } from '../../core/receipt.ts';
import type { Live, ResourceState } from '../../core/resource.ts';
import type { StoredRow } from '../../state/document.ts';
import { bugProblem } from '../problems.ts';
import { titleOf } from '../route/route.ts';
import { staleProblem, unreplacedProblem } from '../route/stale.ts';
import { claimEntry, finishEntry, forgetEntry, intendEntry, rebindEntry } from '../stored-state/entry-edits.ts';
import { amendEntry, type Edit } from '../stored-state/ledger.ts';
import type { Work } from '../types.ts';
import { isAt, isUnreplaced, nextStep, prove, readBefore, readPlanned } from './look.ts';
import { changeReceipt, type Ending } from './receipt.ts';
import {
  announceCreate,
  commitOf,
  isInterruption,
  isStopped,
  type Run,
  recordDeletion,
  store,
  storeHandle,
  type Task,
  taskOf,
  waitForEarlierCreates,
} from './run.ts';
import { runStep, type StepResult } from './step.ts';

/** The ending of a change that was not begun, or that did nothing. */
function notRun<S>({ halted }: Run<S>): Ending {
  return { outcome: 'not-run', ...(halted ? { problem: halted } : {}) };
}

/**
 * Carries out one change. It reads the resource, runs the next step of the plan, reads the resource again and stores the result,
 * until no step is left. It stops if the resource has a state that the plan does not predict. It never runs a step that the plan
 * does not have.
 */
export async function carryOut<S>(run: Run<S>, work: Work<S>): Promise<ChangeReceipt> {
  const steps: StepReceipt[] = [];
  try {
    const ending = isStopped(run) ? notRun(run) : await begin(taskOf(run, work), steps);
    return changeReceipt(work, steps, ending);
  } catch (error) {
    const hasBegun = steps.length > 0;
    if (hasBegun) report(run, work, steps, work.change.steps.length, { outcome: 'not-run' });
    return changeReceipt(work, steps, endingBy(run, error, hasBegun));
  }
}

async function finish<S>(task: Task<S>, claim: Edit[] = [], row?: StoredRow): Promise<void> {
  if (task.want.goal === 'removed') recordDeletion(task);
  await store(task, ...claim, finishEntry(task, commitOf(task), row));
}

/**
 * Claims the resource, reads it, and runs the steps. Returns the ending of a change that has no step to run. What exists is claimed
 * first: a person may save another text while the state is written, and the first step would overwrite it.
 */
async function begin<S>(task: Task<S>, steps: StepReceipt[]): Promise<Ending | undefined> {
  const { run, change, movedFrom, states } = task;
  // An older checkout would create it again under its former address.
  if (movedFrom !== undefined) recordDeletion(task, movedFrom);
  // Another address has it now, and may have changed it: only our entry is removed.
  if (task.takenOverBy) {
    await finish(task);
    return undefined;
  }
  await waitForEarlierCreates(task);
  if (isStopped(run)) return notRun(run);
  const claimed = states[0] && change.steps.length > 0 ? await claim(task, states[0]) : undefined;
  const read = await readCurrent(task);
  const next = 'found' in read ? nextStep(task, read.found) : undefined;
  if (!('found' in read) || next === undefined) {
    await claimed?.();
    return 'found' in read ? { outcome: 'stale', problem: staleProblem(task, read.found) } : read;
  }
  const { found: live } = read;
  if (change.steps.length === 0) {
    await finish(task, [claimEntry(task, live)]);
    return undefined;
  }
  const undoClaim = claimed ?? (await claim(task, live));
  if (isStopped(run)) {
    await undoClaim();
    return notRun(run);
  }
  await runSteps(task, steps, live, next, undoClaim);
  return undefined;
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
async function readCurrent<S>(task: Task<S>): Promise<{ found: Live | undefined } | Ending> {
  const { kind, entry, states } = task;
  const { discovery } = kind;
  const [planned] = states;
  if (discovery.by === 'state') return { found: planned };
  // The plan's list proved it. If the resource was created since, the service refuses the name, and a look follows.
  const isProved = discovery.by === 'list' && discovery.provesAbsence === true && entry === undefined;
  if (!planned && isProved) return { found: undefined };
  try {
    const live = planned && (await readPlanned(task, planned.name));
    if (live && (await isUnreplaced(task))) return { outcome: 'stale', problem: unreplacedProblem(task) };
    if (live) return { found: live };
    // An earlier run may have created it after this run read its list.
    const look = await (planned ? prove(task) : readBefore(task));
    return 'found' in look ? look : { outcome: 'failed', problem: look.unproved };
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    return { outcome: error.kind === 'interrupted' ? 'not-run' : 'failed', problem: error.problem };
  }
}

/**
 * Runs the steps from `next` on until one is not done, and stores the result if all are. A step runs only from the state that the
 * plan has for it: those that an external change has already done are skipped.
 */
async function runSteps<S>(
  task: Task<S>,
  steps: StepReceipt[],
  start: Live | undefined,
  next: number,
  undoClaim: UndoClaim,
): Promise<void> {
  const { run, kind, change, states } = task;
  const { address, steps: planned } = change;
  const reportUpTo = (end: number, result: StepResult): void => report(run, task, steps, end, result);
  let live = start;
  let row: StoredRow | undefined;
  reportUpTo(next, { outcome: 'already-so' });
  for (const step of planned.slice(next)) {
    const index = steps.length;
    if (isStopped(run)) return reportUpTo(planned.length, { outcome: 'not-run', live });
    const { operation, title } = step;
    run.input.onEvent?.({ type: 'step-started', address, operation, title, step: index + 1, of: planned.length });
    const result = await runStepOrHalt(task, index, live);
    // If the state cannot be written, only the receipt shows the step.
    reportUpTo(index + 1, result);
    await storeStep(task, result, index === next ? undoClaim : undefined);
    if (!isDone(result)) {
      // This run created it: it is ours, whatever becomes of it.
      const made = states[0] ? undefined : (live ?? (result.binding && result.live));
      if (made) await store(task, amendEntry(address, { left: contentDigest(made.content) }));
      return reportUpTo(planned.length, { outcome: result.outcome === 'not-run' ? 'not-run' : 'skipped' });
    }
    ({ live, row } = result);
    // An external change completed it: no step is left.
    if (isAt(kind, step.to, live)) continue;
    reportUpTo(planned.length, { outcome: 'already-so', live });
    break;
  }
  await finish(task, [], row);
}

/** Runs a step. An unexpected error ends the run, and its call may have been made. */
async function runStepOrHalt<S>(task: Task<S>, index: number, live: Live | undefined): Promise<StepResult> {
  try {
    return await runStep(task, index, live);
  } catch (error) {
    const problem = bugProblem(error);
    task.run.halted ??= problem;
    return { outcome: 'unknown', problem };
  }
}

/** Adds the receipts of the steps of a change up to one, which ended in the same way, and announces them. */
function report<S>(
  run: Run<S>,
  { change: { address, steps } }: Work<S>,
  receipts: StepReceipt[],
  end: number,
  { outcome, live, problem }: StepResult,
): void {
  const state = live?.status.state;
  for (const one of steps.slice(receipts.length, end)) {
    const receipt = { ...titleOf(one), outcome, ...(state !== undefined && { state }), ...(problem && { problem }) };
    receipts.push(receipt);
    run.input.onEvent?.({ type: 'step-ended', address, step: receipts.length, of: steps.length, receipt });
  }
}

/** Removes from the state what was written for a change whose first step was not done. */
type UndoClaim = () => Promise<void>;

/** Binds the resource before the first call, or announces its create, and stores the intent. Returns how to undo that. */
async function claim<S>(task: Task<S>, live: ResourceState): Promise<UndoClaim> {
  const { ledger, change, movedFrom = '' } = task;
  const before = ledger.entries.get(change.address) ?? ledger.entries.get(movedFrom);
  await store(task, claimEntry(task, live), intendEntry(task, commitOf(task)));
  return (await announceCreate(task, live)) ?? (() => store(task, () => new Map([[change.address, before]])));
}

async function storeStep<S>(task: Task<S>, result: StepResult, undoClaim: UndoClaim | undefined): Promise<void> {
  if (result.outcome === 'refused' || result.outcome === 'failed' || result.outcome === 'not-run') return undoClaim?.();
  if (isDone(result) && !result.live) {
    recordDeletion(task);
    return store(task, forgetEntry(task));
  }
  const { kind } = task;
  const binding = result.binding ?? (isDone(result) && result.live ? kind.bindingOf(result.live) : undefined);
  if (!binding) return;
  const handle = kind.upload && kind.nameOf(binding);
  await (handle === undefined ? store(task, rebindEntry(task, binding, commitOf(task))) : storeHandle(task, handle));
}
