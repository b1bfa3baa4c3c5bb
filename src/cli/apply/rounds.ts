import { matchesGlob } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import type { Problem } from '../../core/problem.ts';
import type { Receipt } from '../../core/receipt.ts';
import { joinReceipts } from '../../engine/apply/receipt.ts';
import type { ApplyInput, Planned, Waited } from '../../engine/types.ts';
import type { Client } from '../../wire/client.ts';
import { explain } from '../finish.ts';
import { planAgain } from '../plan/approved.ts';
import { policyFor } from '../plan/planning.ts';
import { writeReceipt } from '../receipt.ts';
import { DEFAULT_WAIT, waitFor } from '../waiting.ts';
import { applyDeferred } from './deferred.ts';
import { type ApplyRun, agreedPlan, shapeOf } from './run.ts';

/** The receipts of one run, in their order: with `--wait` there is one more each time that something is through. */
type Rounds = [Receipt, ...Receipt[]];

/** How a run ended: with `--wait` also how the waiting ended, or what cut it short. */
export interface ApplyEnding {
  receipt: Receipt;
  waited?: Waited | undefined;
  trouble?: ReturnType<typeof explain>;
  /** A receipt that could not be written. */
  unwritten: Problem[];
}

/**
 * Does what `--wait` asks for: applies deferred changes as soon as nothing blocks them, then waits for what is outstanding. The receipt is
 * written before the waiting, since nobody knows how long that takes, and after it. A failure that cuts the waiting short is
 * reported beside what was done.
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
  const rounds: Rounds = [first];
  const end = await waitForRest(run, planned, input, rounds, deadline).then(
    (waited) => ({ waited }),
    (error: unknown) => ({ trouble: explain(error, invocation) }),
  );
  progress.end();
  const joined = joinReceipts(...rounds);
  const isStopped = 'trouble' in end && end.trouble.exit === Exit.interrupted;
  const receipt = {
    ...joined,
    interrupted: joined.interrupted || isStopped,
    waiting: 'waited' in end ? stillWaiting(joined, end.waited) : joined.waiting,
  };
  return { ...end, receipt, unwritten: await writeReceipt(invocation, receiptFile, receipt) };
}

/** @param rounds receives the receipt of each round, so that what ends a later one costs none */
async function waitForRest(
  run: ApplyRun,
  planned: Planned<Client>,
  input: ApplyInput<Client>,
  rounds: Rounds,
  deadline: number,
): Promise<Waited | undefined> {
  const { invocation, project, session, options, progress, receiptFile } = run;
  const { onEvent } = progress;
  const later = applyDeferred({
    shown: planned,
    deadline,
    input,
    plan: () => planAgain(invocation, project, session, agreedPlan(run, planned), options, onEvent),
    wait: (addresses, timeoutMs) =>
      waitFor(invocation, project, session, { addresses, timeoutMs, until: 'first', onEvent }),
  });
  for await (const receipt of later) {
    rounds.push(receipt);
    await writeReceipt(invocation, receiptFile, joinReceipts(...rounds));
  }
  return rounds.some(({ interrupted }) => interrupted) ? undefined : waitForAll(run, deadline);
}

/** Waits for everything that is outstanding now. Returns undefined if everything that was aimed at is gone. */
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

/** What still waits at the end: what is outstanding, and the deferred changes. */
function stillWaiting({ waiting }: Receipt, waited: Waited | undefined): Receipt['waiting'] {
  return waiting.filter(({ address, by }) => by !== undefined || (waited?.outstanding.includes(address) ?? true));
}
