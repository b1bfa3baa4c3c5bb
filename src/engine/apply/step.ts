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
import type { Work } from '../types.ts';
import { attemptLook, hasNoStepLeft, isAt, provedRow, untilOld } from './look.ts';
import { boundFor, haltIfLost, isStopped, ledgerOf, openProjectFile, type Run, readProjectFile } from './run.ts';

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

/** A step under way. */
interface Attempt<S> {
  run: Run<S>;
  work: Work<S>;
  index: number;
  step: Step;
  operation: Operation<S>;
  /** As it was read just before. */
  live: Live | undefined;
}

type Called =
  | { is: 'answered'; binding: JsonObject | undefined; shown: Live | undefined; handles: readonly string[] }
  | { is: 'failed'; failure: ServiceFailure }
  | { is: 'refused-by-us'; problem: Problem };

/** Runs one step of a change and reads back its effect. */
export async function runStep<S>(
  run: Run<S>,
  work: Work<S>,
  index: number,
  live: Live | undefined,
): Promise<StepResult> {
  const step = work.change.steps[index];
  const operation = work.kind.operations.find((row) => row.name === step?.operation);
  if (!step || !operation) {
    return {
      outcome: 'failed',
      problem: { code: 'bug', severity: 'error', message: `${work.kind.name} has no step ${index + 1}` },
    };
  }
  const lost = await haltIfLost(run, work);
  if (lost) return { outcome: 'failed', live, problem: lost };
  if (isStopped(run)) return { outcome: 'not-run', live, ...(run.halted ? { problem: run.halted } : {}) };
  const attempt: Attempt<S> = { run, work, index, step, operation, live };
  const calledAt = run.input.ports.clock.now();
  return conclude(attempt, await call(attempt), calledAt, operation.idempotence !== 'once');
}

async function call<S>({ run, work, operation, live }: Attempt<S>): Promise<Called> {
  run.calls.haveBegun = true;
  const { bound, uploads } = recordUploads(boundFor(run, work));
  let answer: Live | undefined;
  try {
    const binding = await operation.run({
      service: run.input.service,
      profile: work.profile,
      desired: work.want,
      live,
      bound,
      readFile: (path, sha256) => readProjectFile(run, path, sha256),
      openFile: (path, sha256) => openProjectFile(run, path, sha256),
      clock: run.input.ports.clock,
      signal: run.abort,
      answered: (shown) => {
        answer = shown;
      },
    });
    const shown = answer && asManaged(work, answer, binding);
    return { is: 'answered', binding, shown, handles: Object.keys(uploads) };
  } catch (error) {
    if (error instanceof ServiceFailure) return { is: 'failed', failure: error };
    if (error instanceof NotiformError && error.problems[0]) return { is: 'refused-by-us', problem: error.problems[0] };
    throw error;
  }
}

/**
 * Decides how a step ended.
 * @param again true if it may be called once more after a call without effect
 */
async function conclude<S>(attempt: Attempt<S>, called: Called, calledAt: number, again: boolean): Promise<StepResult> {
  if (called.is === 'answered') return confirm(attempt, called);
  if (called.is === 'refused-by-us') return { outcome: 'failed', problem: called.problem };
  const { failure } = called;
  switch (failure.kind) {
    case 'refused':
      return afterRefusal(attempt, failure.problem);
    case 'unreachable':
      return { outcome: 'failed', problem: failure.problem };
    case 'interrupted':
      return unknown(failure.problem);
    case 'unclear':
    case 'unfit':
      return resolveUnclear(attempt, failure, calledAt, again);
  }
}

/** Resolves a call with an unclear outcome, by the `idempotence` of its operation. */
async function resolveUnclear<S>(
  attempt: Attempt<S>,
  failure: ServiceFailure,
  calledAt: number,
  again: boolean,
): Promise<StepResult> {
  const { run, work, live, operation } = attempt;
  const { problem } = failure;
  if (operation.idempotence === 'once') return unknown(problem);
  const isObservable = operation.idempotence !== 'repeatable';
  const known = await (isObservable ? lookUntilKnown(attempt, failure, calledAt) : lookOnce(attempt, problem));
  if (known) return known;
  const lost = again ? await haltIfLost(run, work) : undefined;
  if (!isObservable && (!again || isStopped(run))) return unknown(problem);
  if (lost) return { outcome: 'failed', live, problem: lost };
  if (isStopped(run)) return { outcome: 'not-run', live, problem };
  if (!again) return { outcome: 'failed', live, problem };
  const now = run.input.ports.clock.now();
  return conclude(attempt, await call(attempt), now, false);
}

/**
 * Checks if a repeatable call has taken effect. Returns undefined if it should be called again: the service does not show the
 * effect, or cannot be asked. A handle that we have proves nothing, because it may be that of an earlier upload.
 */
async function lookOnce<S>(attempt: Attempt<S>, problem: Problem): Promise<StepResult | undefined> {
  if (attempt.work.kind.discovery.by === 'state') return undefined;
  const look = await lookForEffect(attempt, problem);
  return look.is === 'known' && look.result.outcome === 'done' ? look.result : undefined;
}

/**
 * Checks the effect at once, and again when the call's timeout has passed, because a slow service may still be working on it. If
 * the timeout itself ended the call, it waits for one more timeout. Returns undefined if nothing happened.
 */
async function lookUntilKnown<S>(
  attempt: Attempt<S>,
  failure: ServiceFailure,
  calledAt: number,
): Promise<StepResult | undefined> {
  const { run, work, step } = attempt;
  const { clock } = run.input.ports;
  const first = await lookForEffect(attempt, failure.problem);
  if (first.is === 'known') return first.result;
  const { timeoutMs } = run.input.environment.limits;
  const now = clock.now();
  const until = calledAt + timeoutMs > now ? calledAt + timeoutMs : now + timeoutMs;
  const { operation, title } = step;
  run.input.onEvent?.({ type: 'step-resolving', address: work.change.address, operation, title, until });
  if (!(await slept(clock, until - now, run.abort))) return unknown(failure.problem);
  const second = await lookForEffect(attempt, failure.problem);
  if (second.is === 'known') return second.result;
  return second.is === 'nothing-happened' ? undefined : unknown(failure.problem);
}

type CallEffect = { is: 'known'; result: StepResult } | { is: 'nothing-happened' } | { is: 'unseen' };

async function lookForEffect<S>(attempt: Attempt<S>, problem: Problem): Promise<CallEffect> {
  const { live: before, work } = attempt;
  const look = await attemptLook(attempt.run, work, namesAround(attempt));
  if (!('found' in look)) return { is: 'unseen' };
  const { found: live } = look;
  if (isThere(attempt, live)) return { is: 'known', result: { outcome: 'done', live } };
  if (basisOf(work.kind, live) === basisOf(work.kind, before)) return { is: 'nothing-happened' };
  return { is: 'known', result: strayed(attempt, live, problem) };
}

/** True if a resource is where the step leads. A verdict, or an equal external change, may be faster than the look. */
function isThere<S>({ work, step }: Attempt<S>, live: Live | undefined): boolean {
  return isAt(work.kind, step.to, live) || hasNoStepLeft(work, live);
}

/** Returns the names that it may have during a step: the one after it first. */
function namesAround<S>({ work, index, live }: Attempt<S>, binding?: JsonObject): (string | undefined)[] {
  const given = binding && work.kind.nameOf(binding);
  return [given, work.states[index + 1]?.name, live?.name];
}

/** Proves the effect of an answered call: by the resource that the answer shows, else by reading it. */
async function confirm<S>(
  attempt: Attempt<S>,
  { binding, shown, handles }: Extract<Called, { is: 'answered' }>,
): Promise<StepResult> {
  const { run, work, step, index, live: before } = attempt;
  const answeredAt = run.input.remote.now();
  if (shown && isAt(work.kind, step.to, shown)) {
    run.shown.set(work.change.address, handles);
    ledgerOf(run, work).measured(lagOf(before, shown, answeredAt));
    return { outcome: 'done', live: shown, binding };
  }
  const isLast = index === work.change.steps.length - 1;
  const readAt = isLast ? await untilOld(run, work) : undefined;
  const names = namesAround(attempt, binding);
  let look = await attemptLook(run, work, names, binding);
  // The service may show a new resource a moment later.
  const isMissing = 'found' in look && !look.found && step.to.every(({ state }) => state !== 'absent');
  if (isMissing && (await slept(run.input.ports.clock, LATE_MS, run.abort)))
    look = await attemptLook(run, work, names, binding);
  // The help of a failed look, as "Nothing was changed", is about the look only.
  if (!('found' in look)) return { ...unknown({ ...look.unproved, hint: MAY_BE_CHANGED }), binding };
  if (!isThere(attempt, look.found)) return { ...strayed(attempt, look.found), binding };
  ledgerOf(run, work).measured(lagOf(before, look.found, answeredAt));
  const row = readAt !== undefined && look.found ? provedRow(run, work, look.found, readAt) : undefined;
  return { outcome: 'done', live: look.found, binding, row };
}

/** Handles a refusal. Only the live resource counts: it may already be where the step leads. */
async function afterRefusal<S>(attempt: Attempt<S>, problem: Problem): Promise<StepResult> {
  const look = await attemptLook(attempt.run, attempt.work, namesAround(attempt));
  return 'found' in look && isThere(attempt, look.found)
    ? { outcome: 'already-so', live: look.found }
    : { outcome: 'refused', live: attempt.live, problem };
}

function unknown(problem: Problem): StepResult {
  return { outcome: 'unknown', problem };
}

function strayed<S>({ work, step }: Attempt<S>, live: Live | undefined, cause?: Problem): StepResult {
  return { outcome: 'stale', live, problem: strayedProblem(work, step, live, cause) };
}
