import type { Change, Plan } from '../../core/plan.ts';
import { deferredIn } from '../../engine/plan/deferred.ts';
import type { Planned } from '../../engine/types.ts';
import type { Client } from '../../wire/client.ts';
import type { Approved } from '../plan/approved.ts';
import { recordedOptions } from '../plan/flags.ts';
import type { PlanOptions, PlanRun } from '../plan/planning.ts';

export interface ApplyOptions extends PlanOptions {
  yes?: boolean;
  wait?: boolean;
  timeout?: number;
  receipt?: string;
  newState?: boolean;
  maxAge?: number;
  detailedExitcode?: boolean;
}

export interface ApplyRun extends PlanRun {
  options: ApplyOptions;
  approved: Approved | undefined;
}

/** The plan that people agree to: the one of the plan file, or the one that this run made. */
export function agreedPlan({ approved }: ApplyRun, { plan }: Planned<Client>): Plan {
  return approved?.plan ?? plan;
}

/** The changes that an apply carries out: with `--wait` also the deferred ones, as soon as nothing blocks them. */
export function agreedChanges({ options }: ApplyRun, plan: Plan): Change[] {
  return [...plan.changes, ...(options.wait ? deferredIn(plan) : [])];
}

/** True if there is nothing to apply and nothing to ask about. What waits already may still be waited for. */
export function isIdle(run: ApplyRun, { plan }: Planned<Client>): boolean {
  return !run.approved && !plan.applyable && agreedChanges(run, plan).length === 0;
}

/** The options that shaped the plan: those that were given, or that the plan file records. */
export function shapeOf({ project, options, approved }: ApplyRun): PlanOptions {
  if (!approved) return options;
  const { concurrency } = options;
  const recorded = recordedOptions(approved.plan.policy, project.environment.guard);
  return { ...recorded, ...(concurrency === undefined ? {} : { concurrency }) };
}

/** True if the plan is not shown before the run: `--yes` with `--json` or `-q`. */
export function isUnseen({ invocation: { flags }, options }: ApplyRun): boolean {
  return options.yes === true && (flags.json || flags.quiet);
}
