import { expect, test } from 'vitest';
import { exitOfReceipt } from '../../src/cli/receipt.ts';
import type { Receipt, StepOutcome } from '../../src/core/receipt.ts';

const counts = {
  done: 0,
  'already-so': 0,
  refused: 0,
  stale: 1,
  skipped: 0,
  unknown: 0,
  failed: 0,
  'not-run': 0,
};

function stale(...steps: StepOutcome[]): Receipt {
  return {
    environment: 'production',
    startedAt: '2026-11-20T09:00:00.000Z',
    finishedAt: '2026-11-20T09:00:01.000Z',
    interrupted: false,
    changes: [
      {
        address: 'NotificationTemplate/shop/a',
        action: 'update',
        outcome: 'stale',
        steps: steps.map((outcome) => ({ operation: 'x', title: 'x', outcome })),
      },
    ],
    counts,
  };
}

test.each<[string, StepOutcome[], number]>([
  ['before its first call ends with 6: nothing was touched', [], 6],
  ['after a call that led elsewhere ends with 4: the service was changed', ['stale', 'skipped'], 4],
  ['after a step that was done ends with 4', ['done', 'stale'], 4],
])('a change that went stale %s', (_, steps, exit) => {
  expect(exitOfReceipt(stale(...steps), false)).toBe(exit);
});
