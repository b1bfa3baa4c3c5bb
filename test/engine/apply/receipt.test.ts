import { expect, it } from 'vitest';
import type { ChangeReceipt, Receipt } from '../../../src/core/receipt.ts';
import { countOutcomes, emptyReceipt, joinReceipts } from '../../../src/engine/apply/receipt.ts';

function receiptOf(second: number, ...changes: ChangeReceipt[]): Receipt {
  const at = (offset: number): string => `2026-11-20T09:00:0${second + offset}.000Z`;
  const times = { startedAt: at(0), finishedAt: at(1) };
  return { environment: 'test', ...times, interrupted: second > 4, changes, counts: countOutcomes(changes) };
}

const change = (id: string, outcome: ChangeReceipt['outcome']): ChangeReceipt => ({
  address: `Thing/shop/${id}`,
  action: 'create',
  outcome,
  steps: [],
});

it('several runs are told as one: from the first to the last, by address, interrupted where one was', () => {
  const first = receiptOf(0, change('b', 'done'));
  expect(joinReceipts(first)).toEqual(first);
  const joined = joinReceipts(first, receiptOf(3, change('c', 'stale')), receiptOf(5, change('a', 'done')));
  expect(joined).toMatchObject({
    startedAt: '2026-11-20T09:00:00.000Z',
    finishedAt: '2026-11-20T09:00:06.000Z',
    interrupted: true,
    counts: { done: 2, stale: 1 },
  });
  expect(joined.changes.map(({ address }) => address)).toEqual(['Thing/shop/a', 'Thing/shop/b', 'Thing/shop/c']);
});

it('a run that had nothing to do has a receipt without changes', () => {
  const receipt = emptyReceipt('test', 0, 1000);
  expect(receipt).toMatchObject({ environment: 'test', interrupted: false, changes: [] });
  expect([receipt.startedAt, receipt.finishedAt]).toEqual(['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:01.000Z']);
});
