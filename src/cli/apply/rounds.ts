import { matchesGlob } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import type { Problem } from '../../core/problem.ts';
import type { Receipt } from '../../core/receipt.ts';
import { joinReceipts } from '../../engine/apply/receipt.ts';
import type { ApplyInput, Planned, Waited } from '../../engine/types.ts';
import type { Client } from '../../wire/client.ts';
import { explain } from '../finish.ts';
import { waitForLocks } from '../lock-wait.ts';
import { planAgain } from '../plan/approved.ts';
import { policyFor } from '../plan/planning.ts';
import { writeReceipt } from '../receipt.ts';
import { DEFAULT_WAIT, waitFor } from '../waiting.ts';
import { applyDeferred } from './deferred.ts';
import { type ApplyRun, agreedPlan, shapeOf } from './run.ts';

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
  const { invocation, options, progress, receiptFile } = run;
  const deadline = invocation.ports.clock.now() + (options.timeout ?? DEFAULT_WAIT);
  progress.end();
  const unwritten = await writeReceipt(invocation, receiptFile, first);
  if (!options.wait || first.interrupted) return { receipt: first, unwritten };
  // The receipts of the rounds, in their order. A failure in a later round loses none.
  const rounds: [Receipt, ...Receipt[]] = [first];
  let end: Pick<ApplyEnding, 'waited' | 'trouble'>;
  try {
    for await (const receipt of laterRounds(run, planned, input, deadline)) {
      rounds.push(receipt);
      await writeReceipt(invocation, receiptFile, joinReceipts(...rounds));
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
  return { ...end, receipt, unwritten: await writeReceipt(invocation, receiptFile, receipt) };
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
    plan: async () => {
      await waitForLocks(invocation, project.environment.name, session, options.lockTimeout);
      return planAgain(run, agreedPlan(run, planned));
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
    policy: policyFor(project, shapeOf(run)),
  });
}

/** Returns what still waits at the end: pending decisions and deferred changes. */
function stillWaiting({ waiting }: Receipt, waited: Waited | undefined): Receipt['waiting'] {
  return waiting.filter(({ address, by }) => by !== undefined || (waited?.outstanding.includes(address) ?? true));
}
