import type { Change, Plan } from '../../core/plan.ts';
import { deferredIn } from '../../engine/plan/work.ts';
import type { Planned } from '../../engine/types.ts';
import type { Client } from '../../wire/client.ts';
import type { Invocation } from '../invocation.ts';
import type { PlanOptions } from '../plan/planning.ts';

export interface ApplyOptions extends PlanOptions {
  yes?: boolean;
  wait?: boolean;
  timeout?: number;
  receipt?: string;
  newState?: boolean;
  maxAge?: number;
  detailedExitcode?: boolean;
}

/** The plan that people agree to: the one of a plan file, or the one that this run made. */
export interface Agreed {
  plan: Plan;
  /** The changes of it that this run can make now. */
  planned: Planned<Client>;
  /** The plan file, as it was given. */
  file: string | undefined;
}

/** The changes that an apply carries out: with `--wait` also the deferred ones, as soon as nothing blocks them. */
export function agreedChanges(plan: Plan, { wait }: ApplyOptions): Change[] {
  return [...plan.changes, ...(wait ? deferredIn(plan) : [])];
}

/** True if there is nothing to apply and nothing to ask about. What waits already may still be waited for. */
export function isIdle({ plan, file }: Agreed, options: ApplyOptions): boolean {
  return file === undefined && !plan.applyable && agreedChanges(plan, options).length === 0;
}

/** The options that shape the next plan: those that were given, or the selection of the plan file. */
export function shapeOf({ plan, file }: Agreed, options: ApplyOptions): PlanOptions {
  if (file === undefined) return options;
  const { targets: target, excludes: exclude, shard } = plan.policy;
  const { concurrency } = options;
  return { target, exclude, ...(shard && { shard }), ...(concurrency === undefined ? {} : { concurrency }) };
}

/** True if the plan is not shown before the run: `--yes` with `--json` or `-q`. */
export function isUnseen({ flags }: Invocation, { yes }: ApplyOptions): boolean {
  return yes === true && (flags.json || flags.quiet);
}
