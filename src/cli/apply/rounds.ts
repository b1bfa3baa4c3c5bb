import { type Address, matchesGlob } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import type { Change, Plan } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { Receipt } from '../../core/receipt.ts';
import { applyPlan } from '../../engine/apply/apply.ts';
import { joinReceipts } from '../../engine/apply/receipt.ts';
import { planApproved } from '../../engine/approval/approval.ts';
import { deferredIn } from '../../engine/plan/work.ts';
import type { ApplyInput, Planned, Waited } from '../../engine/types.ts';
import type { Client } from '../../wire/client.ts';
import { explain } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import type { Planning } from '../plan/planning.ts';
import type { LoadedProject } from '../project.ts';
import { writeReceipt } from '../receipt.ts';
import { DEFAULT_WAIT, waitFor } from '../waiting.ts';
import type { Agreed, ApplyOptions } from './agreed.ts';

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
  invocation: Invocation,
  options: ApplyOptions,
  first: Receipt,
  later: LaterRounds,
): Promise<ApplyEnding> {
  const deadline = invocation.ports.clock.now() + (options.timeout ?? DEFAULT_WAIT);
  const unwritten = await writeReceipt(invocation, options.receipt, first);
  if (!options.wait || first.interrupted) return { receipt: first, unwritten };
  // The receipts of the rounds, in their order. A failure in a later round loses none.
  const rounds: [Receipt, ...Receipt[]] = [first];
  let end: Pick<ApplyEnding, 'waited' | 'trouble'>;
  try {
    for await (const receipt of later.deferred(deadline)) {
      rounds.push(receipt);
      await writeReceipt(invocation, options.receipt, joinReceipts(...rounds));
    }
    end = rounds.some(({ interrupted }) => interrupted) ? {} : { waited: await later.verdicts(deadline) };
  } catch (error) {
    end = { trouble: explain(error, invocation) };
  }
  const joined = joinReceipts(...rounds);
  const { trouble, waited } = end;
  const receipt = {
    ...joined,
    interrupted: joined.interrupted || trouble?.exit === Exit.interrupted,
    waiting: trouble ? joined.waiting : stillWaiting(joined, waited),
  };
  return { ...end, receipt, unwritten: await writeReceipt(invocation, options.receipt, receipt) };
}

/** What `--wait` does after the first apply, each until a deadline in epoch milliseconds. */
interface LaterRounds {
  deferred(deadline: number): AsyncGenerator<Receipt>;
  /** Waits for all pending decisions. Returns undefined if no target exists any more. */
  verdicts(deadline: number): Promise<Waited | undefined>;
}

/** @param unlocked ends when no other run has a lock */
export function laterRounds(
  { plan: approved, planned: shown }: Agreed,
  input: ApplyInput<Client> & Planning,
  { environment, resources }: LoadedProject,
  unlocked: () => Promise<unknown>,
): LaterRounds {
  return {
    deferred: (deadline) =>
      applyDeferred({
        shown,
        deadline,
        input,
        plan: async (only) => {
          await unlocked();
          return planApproved({ ...input, approved, only });
        },
        wait: (addresses, timeoutMs) => waitFor(input, environment, { addresses, timeoutMs, until: 'first' }),
      }),
    verdicts: async (deadline) => {
      const { policy } = approved;
      const { targets } = policy;
      const addresses = targets.filter((glob) => resources.some(({ address }) => matchesGlob(address, glob)));
      if (targets.length > 0 && addresses.length === 0) return undefined;
      const timeoutMs = Math.max(0, deadline - input.ports.clock.now());
      return waitFor(input, environment, { addresses, timeoutMs, policy });
    },
  };
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
