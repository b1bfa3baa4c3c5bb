import type { Address } from './address.ts';
import type { Action, Blocked, Change, Step, Waiting } from './plan.ts';
import type { Problem } from './problem.ts';

export type StepOutcome =
  | 'done'
  | 'already-so'
  | 'refused' // the service refused it
  | 'stale' // the live resource left the approved path
  | 'skipped' // something it depends on failed
  | 'unknown' // the outcome of the call is not known
  | 'failed' // it could not be called: no connection, or an unexpected answer
  | 'not-run'; // interrupted before it

export interface StepReceipt extends Pick<Step, 'operation' | 'title' | 'note'> {
  outcome: StepOutcome;
  /** The state it was seen in afterwards. */
  state?: string;
  problem?: Problem;
}

export interface ChangeReceipt {
  address: Address;
  action: Action;
  /** The worst of its steps: `done` if all are done or already so. */
  outcome: StepOutcome;
  steps: StepReceipt[];
  problem?: Problem;
}

/** True if a change has its effect, by this run or before it. */
export function isDone({ outcome }: Pick<ChangeReceipt, 'outcome'>): boolean {
  return outcome === 'done' || outcome === 'already-so';
}

/** A change that a new plan would have and the approved plan does not: listed, and not run. */
export interface Unapproved extends Pick<Change, 'address' | 'action' | 'source'> {
  /** Its name, if it has one. */
  title: string | null;
}

/** A resource that a run leaves blocked. */
export type LeftBlocked = Pick<
  Blocked,
  'address' | 'state' | 'reason' | 'said' | 'opens' | 'ways' | 'risk' | 'riskySteps' | 'deletes'
>;

/** A resource that waits for an external decision, or a change that waits for another resource's decision. */
export interface LeftWaiting extends Pick<Waiting, 'address' | 'state' | 'waitsFor'> {
  by?: Address;
}

export interface Receipt {
  environment: string;
  startedAt: string;
  finishedAt: string;
  interrupted: boolean;
  changes: ChangeReceipt[];
  counts: Record<StepOutcome, number>;
  /** Resources that stay blocked or waiting, without the listed changes. */
  blocked: readonly LeftBlocked[];
  waiting: readonly LeftWaiting[];
  /** Set for a run of a plan file. */
  unapproved?: readonly Unapproved[];
}
