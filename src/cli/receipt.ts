import { resolve } from 'node:path';
import { Exit } from '../core/exit.ts';
import type { Problem } from '../core/problem.ts';
import type { Receipt, StepOutcome } from '../core/receipt.ts';
import type { Invocation } from './invocation.ts';
import { type OutFile, requirePlace } from './out-file.ts';

const RECEIPT: OutFile = {
  code: 'receipt-unwritten',
  name: 'receipt',
  members: ['startedAt', 'interrupted', 'changes', 'counts'],
};

/**
 * Makes room for this run's receipt: that of an earlier run goes, so that a run which ends before it has one leaves none that
 * could be taken for its own. Throws a NotiformError (exit 1) where FILE cannot be written, or holds something else.
 */
export async function clearReceipt(invocation: Invocation, file: string): Promise<void> {
  await requirePlace(invocation, file, RECEIPT);
  await invocation.ports.files.remove(resolve(invocation.cwd, file));
}

/** What was done is shown even where its file cannot be written. */
export async function writeReceipt({ ports, cwd }: Invocation, file: string, receipt: Receipt): Promise<Problem[]> {
  try {
    await ports.files.writeAtomic(resolve(cwd, file), `${JSON.stringify(receipt, null, 2)}\n`);
    return [];
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return [
      {
        code: 'receipt-unwritten',
        severity: 'error',
        message: `The receipt could not be written to ${file}${why}`,
        hint: 'It is printed here; keep it from there',
      },
    ];
  }
}

/** What went wrong, each with its address; a change bears the problem of its step, which is said once. */
export function problemsOf(receipt: Receipt): Problem[] {
  return receipt.changes.flatMap(({ address, problem, steps }) => {
    const found = [problem, ...steps.map((step) => step.problem)].filter((one) => one !== undefined);
    return [...new Set(found)].map((one) => ({ address, ...one }));
  });
}

/**
 * 0 where every planned change was done, 1 where nothing was and something failed, 4 where some were and some were not,
 * 6 where all went stale, 70 where we failed, 130 where the run was interrupted (docs/cli.md).
 * @param isPart whether the plan may lack changes, since not everything could be read
 */
export function exitOfReceipt(receipt: Receipt, isPart: boolean): number {
  if (receipt.changes.some(({ problem }) => problem?.code === 'bug')) return Exit.bug;
  if (receipt.interrupted) return Exit.interrupted;
  const ended = (...outcomes: StepOutcome[]): number =>
    receipt.changes.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const done = ended('done', 'already-so');
  const undone = receipt.changes.length - done;
  if (undone === 0) return isPart ? Exit.failed : Exit.done;
  if (done > 0 || hasTakenStep(receipt)) return Exit.partly;
  return ended('stale', 'skipped') === undone ? Exit.stale : Exit.failed;
}

/** Whether the service was changed: a step is stale where its call was answered and led elsewhere. */
function hasTakenStep(receipt: Receipt): boolean {
  return receipt.changes.some(({ steps }) => steps.some(({ outcome }) => outcome === 'done' || outcome === 'stale'));
}
