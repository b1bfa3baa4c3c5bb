import { Exit } from '../core/exit.ts';
import type { Problem } from '../core/problem.ts';
import { isDone, type Receipt, type StepOutcome } from '../core/receipt.ts';
import type { Invocation } from './invocation.ts';
import { type OutFile, requirePlace, writeOut } from './out-file.ts';

const RECEIPT: OutFile = {
  code: 'receipt-unwritten',
  name: 'receipt',
  members: ['startedAt', 'interrupted', 'changes', 'counts'],
};

/**
 * Removes the receipt of an earlier run, so that it cannot be mistaken for the receipt of this run. Throws a NotiformError (exit 1) if
 * FILE cannot be written, or is not a receipt.
 */
export async function clearReceipt(invocation: Invocation, file: string): Promise<void> {
  await invocation.ports.files.remove(await requirePlace(invocation, file, RECEIPT));
}

/** Writes the receipt, if a file was requested. */
export async function writeReceipt(
  invocation: Invocation,
  file: string | undefined,
  receipt: Receipt,
): Promise<Problem[]> {
  if (file === undefined) return [];
  const text = `${JSON.stringify(invocation.redaction.within(receipt), null, 2)}\n`;
  return (await writeOut(invocation, file, text, RECEIPT)).problems;
}

/** Returns the problems of a receipt, each with its address. A change has the problem of its step; it is reported once. */
export function problemsOf(receipt: Receipt): Problem[] {
  return receipt.changes.flatMap(({ address, problem, steps }) => {
    const found = [problem, ...steps.map((step) => step.problem)].filter((one) => one !== undefined);
    return [...new Set(found)].map((one) => ({ address, ...one }));
  });
}

/**
 * Returns the exit code of a receipt: 0 if every planned change was made, 1 if none was made and one failed, 4 if some were made and
 * others were not, 6 if all were stale, 70 for a bug, 130 if the run was interrupted (docs/cli.md).
 * @param isPart true if the plan may lack changes, because not everything could be read
 */
export function exitOfReceipt(receipt: Receipt, isPart: boolean): number {
  if (receipt.changes.some(({ problem }) => problem?.code === 'bug')) return Exit.bug;
  if (receipt.interrupted) return Exit.interrupted;
  const ended = (...outcomes: StepOutcome[]): number =>
    receipt.changes.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const undone = receipt.changes.length - ended('done', 'already-so');
  if (undone === 0) return isPart ? Exit.failed : Exit.done;
  if (hasDone(receipt)) return Exit.partly;
  return ended('stale', 'skipped') === undone ? Exit.stale : Exit.failed;
}

/**
 * Returns the exit code of a failure that ended a running apply. If changes were made and others are left, a failure (1) or a lock (6)
 * becomes "partly applied" (4). The codes of a guard, a bug and an interruption do not change.
 * @param deferred how many changes are still deferred
 */
export function exitOfTrouble(exit: number, receipt: Receipt, deferred: number): number {
  const isPart = hasDone(receipt) && (deferred > 0 || !receipt.changes.every(isDone));
  return isPart && (exit === Exit.failed || exit === Exit.stale) ? Exit.partly : exit;
}

/** True if a change or at least one step was made. A stale change counts if its call was answered and led to another state. */
function hasDone({ changes }: Receipt): boolean {
  return changes.some(
    (change) => isDone(change) || change.steps.some(({ outcome }) => outcome === 'done' || outcome === 'stale'),
  );
}
