import type { Address } from '../../core/address.ts';
import { compareText } from '../../core/problem.ts';
import { type ChangeReceipt, isDone, type Receipt, type StepOutcome, type StepReceipt } from '../../core/receipt.ts';
import type { Planned, Work } from '../types.ts';

/** How a change ended, if its steps do not show it. */
export type Ending = Pick<StepReceipt, 'outcome' | 'problem'>;

/** Outcomes of steps, the worst first: the first that occurs is the outcome of the change. */
const WORST_FIRST: readonly StepOutcome[] = ['unknown', 'failed', 'refused', 'stale', 'skipped', 'not-run'];

/** Makes the receipt of a change, with each step that was reached. Its outcome is its own ending, else the worst of its steps. */
export function changeReceipt<S>(
  { change: { address, action } }: Work<S>,
  steps: readonly StepReceipt[],
  ending?: Ending,
): ChangeReceipt {
  const worst = WORST_FIRST.find((outcome) => steps.some((step) => step.outcome === outcome)) ?? 'done';
  const outcome = ending?.outcome ?? worst;
  const problem = ending?.problem ?? steps.find((step) => step.outcome === outcome)?.problem;
  return { address, action, outcome, steps: [...steps], ...(problem && { problem }) };
}

/** Counts changes by their outcome. */
export function countOutcomes(changes: readonly ChangeReceipt[]): Receipt['counts'] {
  const counts: Receipt['counts'] = {
    done: 0,
    'already-so': 0,
    refused: 0,
    stale: 0,
    skipped: 0,
    unknown: 0,
    failed: 0,
    'not-run': 0,
  };
  for (const { outcome } of changes) counts[outcome] += 1;
  return counts;
}

/** Returns what a plan leaves blocked or waiting. The changes that a receipt lists show themselves what they wait for. */
export function leftBeside(
  changes: readonly ChangeReceipt[],
  { blocked, waiting }: Planned<unknown>['left'],
): Pick<Receipt, 'blocked' | 'waiting'> {
  return {
    blocked: besides(changes, blocked).map(({ risk, riskySteps, deletes, said, ...one }) => ({
      address: one.address,
      state: one.state,
      reason: one.reason,
      ...(said && { said }),
      opens: one.opens,
      ways: one.ways,
      ...(risk && { risk }),
      ...(riskySteps && { riskySteps }),
      ...(deletes && { deletes }),
    })),
    waiting: besides(changes, waiting).map(({ address, state, waitsFor, held }) => ({
      address,
      state,
      waitsFor,
      ...(held ? { by: held.by } : {}),
    })),
  };
}

function besides<T extends { address: Address }>(changes: readonly ChangeReceipt[], left: readonly T[]): T[] {
  const listed = new Set(changes.filter((change) => !staysAsItIs(change)).map(({ address }) => address));
  return left.filter(({ address }) => !listed.has(address));
}

/** True if a change only wrote the state: its resource still waits for the decision that it waited for. */
function staysAsItIs(change: ChangeReceipt): boolean {
  return isDone(change) && (change.action === 'adopt' || change.action === 'move');
}

/** Joins the receipts of consecutive runs. What is left blocked or waiting comes from the last one. */
export function joinReceipts(first: Receipt, ...others: readonly Receipt[]): Receipt {
  const all = [first, ...others];
  const last = others.at(-1) ?? first;
  const changes = all.flatMap((receipt) => receipt.changes).sort((a, b) => compareText(a.address, b.address));
  return {
    ...first,
    finishedAt: last.finishedAt,
    interrupted: all.some(({ interrupted }) => interrupted),
    changes,
    counts: countOutcomes(changes),
    blocked: besides(changes, last.blocked),
    waiting: besides(changes, last.waiting),
  };
}
