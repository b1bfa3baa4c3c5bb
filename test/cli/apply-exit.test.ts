import { expect, test } from 'vitest';
import { exitOfReceipt, exitOfTrouble } from '../../src/cli/receipt.ts';
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
    blocked: [],
    waiting: [],
  };
}

test.each<[string, StepOutcome[], number]>([
  ['before its first call ends with 6: nothing was touched', [], 6],
  ['after a call that led elsewhere ends with 4: the service was changed', ['stale', 'skipped'], 4],
  ['after a step that was done ends with 4', ['done', 'stale'], 4],
])('a change that went stale %s', (_, steps, exit) => {
  expect(exitOfReceipt(stale(...steps), false)).toBe(exit);
});

const done: Receipt = { ...stale(), changes: stale().changes.map((change) => ({ ...change, outcome: 'done' })) };

test.each<[string, number, Receipt, number, number]>([
  ['a lock that is held after changes were done is a part', 6, done, 1, 4],
  ['a failure after changes were done is a part', 1, done, 1, 4],
  ['a failure after a part was done is a part', 1, stale('done', 'stale'), 0, 4],
  ['a failure of the waiting alone is a failure', 1, done, 0, 1],
  ['a lock that is held before anything was done', 6, stale(), 1, 6],
  ['a guard stays a refusal', 7, done, 1, 7],
  ['an interruption stays one', 130, done, 1, 130],
])('what cuts a run short: %s', (_, exit, receipt, held, expected) => {
  expect(exitOfTrouble(exit, receipt, held)).toBe(expected);
});
