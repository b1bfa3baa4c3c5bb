import { type Address, matchesGlob } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import type { Change, Plan } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { Receipt } from '../../core/receipt.ts';
import { applyPlan } from '../../engine/apply/apply.ts';
import { joinReceipts } from '../../engine/apply/receipt.ts';
import { deferredIn } from '../../engine/plan/work.ts';
import type { ApplyInput, Planned, Waited } from '../../engine/types.ts';
import type { Client } from '../../wire/client.ts';
import { explain } from '../finish.ts';
import { waitForLocks } from '../locks.ts';
import { type Approved, planAgain } from '../plan/approved.ts';
import { type PlanOptions, type PlanRun, policyFor } from '../plan/planning.ts';
import { writeReceipt } from '../receipt.ts';
import { DEFAULT_WAIT, waitFor } from '../waiting.ts';

/** How a run ended. With `--wait` also how the waiting ended, or what ended it early. */
export interface ApplyEnding {
  receipt: Receipt;
  waited?: Waited | undefined;
  trouble?: ReturnType<typeof explain>;
  /** A receipt that could not be written. */
  unwritten: Problem[];
}

/**
 * Carries out `--wait`: applies deferred changes as soon as nothing blocks them, then waits for all pending decisions. The receipt is
 * written before and after the waiting, because the waiting may take long. If a failure ends the waiting early, the outcome has
 * both the failure and the changes that were made.
 */
export async function finishRounds(
  run: ApplyRun,
  planned: Planned<Client>,
  input: ApplyInput<Client>,
  first: Receipt,
): Promise<ApplyEnding> {
  const { invocation, options, progress } = run;
  const deadline = invocation.ports.clock.now() + (options.timeout ?? DEFAULT_WAIT);
  progress.end();
  const unwritten = await writeReceipt(invocation, options.receipt, first);
  if (!options.wait || first.interrupted) return { receipt: first, unwritten };
  // The receipts of the rounds, in their order. A failure in a later round loses none.
  const rounds: [Receipt, ...Receipt[]] = [first];
  let end: Pick<ApplyEnding, 'waited' | 'trouble'>;
  try {
    for await (const receipt of laterRounds(run, planned, input, deadline)) {
      rounds.push(receipt);
      await writeReceipt(invocation, options.receipt, joinReceipts(...rounds));
    }
    end = rounds.some(({ interrupted }) => interrupted) ? {} : { waited: await waitForAll(run, deadline) };
  } catch (error) {
    end = { trouble: explain(error, invocation) };
  }
  progress.end();
  const joined = joinReceipts(...rounds);
  const { trouble, waited } = end;
  const receipt = {
    ...joined,
    interrupted: joined.interrupted || trouble?.exit === Exit.interrupted,
    waiting: trouble ? joined.waiting : stillWaiting(joined, waited),
  };
  return { ...end, receipt, unwritten: await writeReceipt(invocation, options.receipt, receipt) };
}

function laterRounds(
  run: ApplyRun,
  planned: Planned<Client>,
  input: ApplyInput<Client>,
  deadline: number,
): AsyncGenerator<Receipt> {
  const { invocation, project, session, options, progress } = run;
  const { onEvent } = progress;
  return applyDeferred({
    shown: planned,
    deadline,
    input,
    plan: async (only) => {
      await waitForLocks(invocation, project.environment.name, session, options.lockTimeout);
      return planAgain(run, agreedPlan(run, planned), only);
    },
    wait: (addresses, timeoutMs) =>
      waitFor(invocation, project, session, { addresses, timeoutMs, until: 'first', onEvent }),
  });
}

/** Waits for all pending decisions. Returns undefined if no target exists any more. */
async function waitForAll(run: ApplyRun, deadline: number): Promise<Waited | undefined> {
  const { invocation, project, session, options, progress, approved } = run;
  const targets = approved?.plan.policy.targets ?? options.target ?? [];
  const addresses = targets.filter((glob) => project.resources.some(({ address }) => matchesGlob(address, glob)));
  if (targets.length > 0 && addresses.length === 0) return undefined;
  return waitFor(invocation, project, session, {
    addresses,
    timeoutMs: Math.max(0, deadline - invocation.ports.clock.now()),
    onEvent: progress.onEvent,
    policy: approved?.plan.policy ?? policyFor(project, options),
  });
}

/** Returns what still waits at the end: pending decisions and deferred changes. */
function stillWaiting({ waiting }: Receipt, waited: Waited | undefined): Receipt['waiting'] {
  return waiting.filter(({ address, by }) => by !== undefined || (waited?.outstanding.includes(address) ?? true));
}

interface DeferredRun<S> {
  /** The plan that was shown and agreed to. */
  shown: Planned<S>;
  /** Epoch milliseconds at which the waiting ends. */
  deadline: number;
  input: ApplyInput<S>;
  /** Plans again. Of the plan that was shown, only the changes of some addresses go. */
  plan(only: readonly Address[]): Promise<Planned<S>>;
  wait(addresses: readonly string[], timeoutMs: number): Promise<Waited>;
}

/**
 * Applies deferred changes as soon as nothing blocks them: exactly those that were shown. Plans again each time that a resource
 * they wait for is ready. Yields a receipt for each round at its end, so that a failure in a later round loses none. A receipt
 * has the changes that were applied, and those that can no longer be applied as shown.
 */
export async function* applyDeferred<S>({
  shown,
  deadline,
  input,
  plan,
  wait,
}: DeferredRun<S>): AsyncGenerator<Receipt> {
  const { clock } = input.ports;
  let waiting = shown.plan.waiting;
  for (let deferred = deferredIn(shown.plan); deferred.length > 0 && !input.signal.aborted; ) {
    const roots = rootsOf(waiting, deferred);
    const waited = await wait(roots, Math.max(0, deadline - clock.now()));
    if (waited.outstanding.length === roots.length) break;
    const only = deferred.map(({ address }) => address);
    const planned = await plan(only);
    yield applyPlan(planned, input);
    const before = JSON.stringify([roots, deferred]);
    ({ waiting } = planned.plan);
    deferred = deferredIn(planned.plan).filter(({ address }) => only.includes(address));
    if (JSON.stringify([rootsOf(waiting, deferred), deferred]) === before) break;
  }
}

function rootsOf(waiting: Plan['waiting'], changes: readonly Change[]): string[] {
  const addresses = new Set(changes.map(({ address }) => address));
  const roots = waiting.flatMap((one) => (one.held && addresses.has(one.address) ? one.held.by : []));
  return [...new Set(roots)].sort();
}

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

/** The options that shape the next plan: those that were given, or the selection of the plan file. */
export function shapeOf({ options, approved }: ApplyRun): PlanOptions {
  if (!approved) return options;
  const { targets: target, excludes: exclude, shard } = approved.plan.policy;
  const { concurrency } = options;
  return { target, exclude, ...(shard && { shard }), ...(concurrency === undefined ? {} : { concurrency }) };
}

/** True if the plan is not shown before the run: `--yes` with `--json` or `-q`. */
export function isUnseen({ invocation: { flags }, options }: ApplyRun): boolean {
  return options.yes === true && (flags.json || flags.quiet);
}
