import { MAY_BE_CHANGED, ServiceFailure } from '../../core/failure.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Operation } from '../../core/kind.ts';
import type { Step } from '../../core/plan.ts';
import { slept } from '../../core/ports.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import type { StepOutcome } from '../../core/receipt.ts';
import type { Live } from '../../core/resource.ts';
import type { StoredRow } from '../../state/document.ts';
import { strayedProblem } from '../route/stale.ts';
import { lagOf, recordUploads } from '../stored-state/stored-row.ts';
import { asManaged, basisOf } from '../subject/subject.ts';
import { attemptLook, hasNoStepLeft, isAt, provedRow, untilOld } from './look.ts';
import { boundFor, haltIfLost, isStopped, openProjectFile, readProjectFile, type Task } from './run.ts';

/** How long after its answer a call may show its effect. */
const LATE_MS = 1000;

/** How a step ended, and what is known of the resource afterwards. */
export interface StepResult {
  outcome: StepOutcome;
  /** As read back; undefined if absent or unknown. */
  live?: Live | undefined;
  /** The list row, if the read proves it to the next plan. */
  row?: StoredRow | undefined;
  binding?: JsonObject | undefined;
  problem?: Problem;
}

interface Attempt<S> extends Task<S> {
  index: number;
  step: Step;
  operation: Operation<S>;
  /** As it was read just before. */
  now: Live | undefined;
}

/** Runs one step of a change and reads back its effect. */
export async function runStep<S>(task: Task<S>, index: number, now: Live | undefined): Promise<StepResult> {
  const { run, kind } = task;
  const step = task.change.steps[index];
  const operation = kind.operations.find((row) => row.name === step?.operation);
  if (!step || !operation) {
    const problem: Problem = { code: 'bug', severity: 'error', message: `${kind.name} has no step ${index + 1}` };
    return { outcome: 'failed', problem };
  }
  const lost = await haltIfLost(task);
  if (lost) return { outcome: 'failed', live: now, problem: lost };
  if (isStopped(run)) return { outcome: 'not-run', live: now, ...(run.halted ? { problem: run.halted } : {}) };
  return callOnce({ ...task, index, step, operation, now }, operation.idempotence !== 'once');
}

/** What a call answered: the binding, the resource if the answer shows it, and the uploads that were looked up. */
interface Called {
  binding: JsonObject | undefined;
  shown: Live | undefined;
  handles: readonly string[];
}

/**
 * Calls the service and decides how the step ended.
 * @param again true if it may be called once more after a call without effect
 */
async function callOnce<S>(attempt: Attempt<S>, again: boolean): Promise<StepResult> {
  const calledAt = attempt.run.input.ports.clock.now();
  let answer: Called;
  try {
    answer = await call(attempt);
  } catch (error) {
    if (error instanceof NotiformError && error.problems[0]) return { outcome: 'failed', problem: error.problems[0] };
    if (!(error instanceof ServiceFailure)) throw error;
    return afterFailure(attempt, error, calledAt, again);
  }
  return confirm(attempt, answer);
}

async function call<S>(attempt: Attempt<S>): Promise<Called> {
  const { run, operation, profile, want, now } = attempt;
  run.calls.haveBegun = true;
  const { bound, uploads } = recordUploads(boundFor(attempt));
  let shown: Live | undefined;
  const binding = await operation.run({
    service: run.input.service,
    profile,
    desired: want,
    live: now,
    bound,
    readFile: (path, sha256) => readProjectFile(run, path, sha256),
    openFile: (path, sha256) => openProjectFile(run, path, sha256),
    clock: run.input.ports.clock,
    signal: run.abort,
    answered: (live) => {
      shown = live;
    },
  });
  return { binding, shown: shown && asManaged(attempt, shown, binding), handles: Object.keys(uploads) };
}

async function afterFailure<S>(
  attempt: Attempt<S>,
  failure: ServiceFailure,
  calledAt: number,
  again: boolean,
): Promise<StepResult> {
  const { kind, problem } = failure;
  if (kind === 'refused') return afterRefusal(attempt, problem);
  if (kind === 'unreachable') return { outcome: 'failed', problem };
  const { run, now, operation } = attempt;
  if (kind === 'interrupted' || operation.idempotence === 'once') return unknown(problem);
  const isRepeatable = operation.idempotence === 'repeatable';
  const known = await (isRepeatable ? lookOnce(attempt, problem) : lookUntilKnown(attempt, failure, calledAt));
  if (known) return known;
  const lost = again ? await haltIfLost(attempt) : undefined;
  if (isRepeatable && (!again || isStopped(run))) return unknown(problem);
  if (lost) return { outcome: 'failed', live: now, problem: lost };
  if (isStopped(run)) return { outcome: 'not-run', live: now, problem };
  return again ? callOnce(attempt, false) : { outcome: 'failed', live: now, problem };
}

/**
 * Checks if a repeatable call has taken effect. Returns undefined if it should be called again: the service does not show the
 * effect, or cannot be asked. A handle that we have proves nothing, because it may be that of an earlier upload.
 */
async function lookOnce<S>(attempt: Attempt<S>, problem: Problem): Promise<StepResult | undefined> {
  if (attempt.kind.discovery.by === 'state') return undefined;
  const effect = await lookForEffect(attempt, problem);
  return typeof effect === 'object' && effect.outcome === 'done' ? effect : undefined;
}

/**
 * Checks the effect at once, and again when the call's timeout has passed, because a slow service may still be working on it. If
 * the timeout itself ended the call, it waits for one more timeout. Returns undefined if nothing happened.
 */
async function lookUntilKnown<S>(
  attempt: Attempt<S>,
  { problem }: ServiceFailure,
  calledAt: number,
): Promise<StepResult | undefined> {
  const { run, change, step } = attempt;
  const { clock } = run.input.ports;
  const first = await lookForEffect(attempt, problem);
  if (typeof first === 'object') return first;
  const { timeoutMs } = run.input.environment.limits;
  const now = clock.now();
  const until = calledAt + timeoutMs > now ? calledAt + timeoutMs : now + timeoutMs;
  const { operation, title } = step;
  run.input.onEvent?.({ type: 'step-resolving', address: change.address, operation, title, until });
  if (!(await slept(clock, until - now, run.abort))) return unknown(problem);
  const second = await lookForEffect(attempt, problem);
  if (typeof second === 'object') return second;
  return second === 'nothing-happened' ? undefined : unknown(problem);
}

async function lookForEffect<S>(
  attempt: Attempt<S>,
  problem: Problem,
): Promise<StepResult | 'nothing-happened' | 'unseen'> {
  const { kind, now: before } = attempt;
  const look = await attemptLook(attempt, { names: namesAround(attempt) });
  if (!('found' in look)) return 'unseen';
  const { found: live } = look;
  if (isThere(attempt, live)) return { outcome: 'done', live };
  return basisOf(kind, live) === basisOf(kind, before) ? 'nothing-happened' : strayed(attempt, live, problem);
}

/** True if a resource is where the step leads. A verdict, or an equal external change, may be faster than the look. */
function isThere<S>(attempt: Attempt<S>, live: Live | undefined): boolean {
  return isAt(attempt.kind, attempt.step.to, live) || hasNoStepLeft(attempt, live);
}

/** Returns the names that it may have during a step: the one after it first. */
function namesAround<S>({ kind, states, index, now }: Attempt<S>, binding?: JsonObject): (string | undefined)[] {
  return [binding && kind.nameOf(binding), states[index + 1]?.name, now?.name];
}

/** Proves the effect of an answered call: by the resource that the answer shows, else by reading it. */
async function confirm<S>(attempt: Attempt<S>, { binding, shown, handles }: Called): Promise<StepResult> {
  const { run, ledger, kind, change, step, index, now: before } = attempt;
  const answeredAt = run.input.remote.now();
  if (shown && isAt(kind, step.to, shown)) {
    run.shown.set(change.address, handles);
    ledger.measured(lagOf(before, shown, answeredAt));
    return { outcome: 'done', live: shown, binding };
  }
  const isLast = index === change.steps.length - 1;
  const readAt = isLast ? await untilOld(attempt) : undefined;
  const known = { names: namesAround(attempt, binding), binding };
  let look = await attemptLook(attempt, known);
  // The service may show a new resource a moment later.
  const isMissing = 'found' in look && !look.found && step.to.every(({ state }) => state !== 'absent');
  if (isMissing && (await slept(run.input.ports.clock, LATE_MS, run.abort))) look = await attemptLook(attempt, known);
  // The help of a failed look, as "Nothing was changed", is about the look only.
  if (!('found' in look)) return { ...unknown({ ...look.unproved, hint: MAY_BE_CHANGED }), binding };
  const { found: live } = look;
  if (!isThere(attempt, live)) return { ...strayed(attempt, live), binding };
  ledger.measured(lagOf(before, live, answeredAt));
  const row = readAt !== undefined && live ? provedRow(attempt, live, readAt) : undefined;
  return { outcome: 'done', live, binding, row };
}

/** Handles a refusal. Only the live resource counts: it may already be where the step leads. */
async function afterRefusal<S>(attempt: Attempt<S>, problem: Problem): Promise<StepResult> {
  const look = await attemptLook(attempt, { names: namesAround(attempt) });
  return 'found' in look && isThere(attempt, look.found)
    ? { outcome: 'already-so', live: look.found }
    : { outcome: 'refused', live: attempt.now, problem };
}

function unknown(problem: Problem): StepResult {
  return { outcome: 'unknown', problem };
}

function strayed<S>(attempt: Attempt<S>, live: Live | undefined, cause?: Problem): StepResult {
  return { outcome: 'stale', live, problem: strayedProblem(attempt, attempt.step, live, cause) };
}
