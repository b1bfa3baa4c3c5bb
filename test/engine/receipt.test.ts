import { describe, expect, it } from 'vitest';
import type { ChangeReceipt, StepOutcome } from '../../src/core/receipt.ts';
import { receiptExit } from '../../src/engine/receipt.ts';

function change(outcome: StepOutcome, ...steps: StepOutcome[]): ChangeReceipt {
  const receipts = steps.map((step) => ({ operation: 'o', title: 'o', outcome: step }));
  return { address: 'Thing/shop/a', action: 'update', outcome, steps: receipts };
}

describe('the exit code of an apply', () => {
  it.each<[string, ChangeReceipt[], boolean, number]>([
    ['nothing to do', [], false, 0],
    ['all done', [change('done'), change('already-so')], false, 0],
    ['all done when the signal came', [change('done')], true, 0],
    ['interrupted', [change('done'), change('not-run')], true, 130],
    ['all stale', [change('stale'), change('stale')], false, 6],
    ['some done, some stale', [change('done'), change('stale')], false, 4],
    ['none done', [change('failed'), change('skipped')], false, 1],
    ['none done, one stale', [change('stale'), change('refused')], false, 1],
    ['half of one done', [change('refused', 'done', 'refused')], false, 4],
    ['unknown', [change('unknown', 'unknown')], false, 1],
  ])('%s', (_what, changes, interrupted, exit) => {
    expect(receiptExit({ changes, interrupted })).toBe(exit);
  });
});
