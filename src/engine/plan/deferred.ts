import type { Change, Plan } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { ChangeReceipt, StepOutcome } from '../../core/receipt.ts';
import { resourceProblem } from '../problems.ts';
import { titleOf } from '../route/route.ts';
import { say } from '../sentences.ts';
import type { Planned, Work } from '../types.ts';

/** Returns the changes of a plan that wait for an external decision. */
export function deferredIn({ waiting }: Pick<Plan, 'waiting'>): Change[] {
  return waiting.flatMap(({ held }) => held?.change ?? []);
}

/** The deferred changes of an approved plan that was planned again. */
export interface Released<S> {
  /** The new plan, with only the deferred changes that can go now. */
  planned: Planned<S>;
  /** The changes that still wait. */
  left: Change[];
  /** The changes that can no longer run as they were shown, and those that are already done. */
  ended: ChangeReceipt[];
}

/**
 * Picks the deferred changes out of a plan that `planApproved` made. A change goes if that plan carries it out, and also
 * everything that comes before it. Pure.
 */
export function releasedBy<S>({ approval, ...planned }: Planned<S>, shown: readonly Change[]): Released<S> {
  const receipts = new Map(approval?.ended.map((receipt) => [receipt.address, receipt]));
  const waiting = new Set(deferredIn(planned.plan).map(({ address }) => address));
  const left = shown.filter(({ address }) => waiting.has(address));
  const work = releasedWork(planned, shown);
  const going = new Set(work.map(({ change }) => change.address));
  const ended = shown
    .filter(({ address }) => !going.has(address) && !waiting.has(address))
    .map((change) => receipts.get(change.address) ?? unmetReceipt(change));
  return { planned: { ...planned, work, protections: [] }, left, ended };
}

function releasedWork<S>({ work }: Pick<Planned<S>, 'work'>, shown: readonly Change[]): Work<S>[] {
  const addresses = new Set(shown.map(({ address }) => address));
  let going = work.filter(({ change }) => addresses.has(change.address));
  for (;;) {
    const addresses = new Set(going.map(({ change }) => change.address));
    const next = going.filter(({ change }) => change.dependsOn.every((other) => addresses.has(other)));
    if (next.length === going.length) return going;
    going = next;
  }
}

/** Makes the receipt of a change that could go, if this run did not do a change that it needs. */
function unmetReceipt(change: Change): ChangeReceipt {
  const message = say('needs-not-done', { needs: change.dependsOn.join(', ') });
  const hint = say('needs-not-done-way');
  return endedReceipt(
    change,
    'skipped',
    resourceProblem({ address: change.address }, 'dependency-failed', message, hint),
  );
}

/** Makes the receipt of an approved change that is not carried out: it is already done, stale, or skipped. */
export function endedReceipt(change: Change, outcome: StepOutcome, problem?: Problem): ChangeReceipt {
  const steps = change.steps.map((step) => ({ ...titleOf(step), outcome }));
  return {
    address: change.address,
    action: change.action,
    outcome,
    steps: outcome === 'already-so' ? steps : [],
    ...(problem ? { problem } : {}),
  };
}
