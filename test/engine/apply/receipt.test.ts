import { expect, it } from 'vitest';
import type { ChangeReceipt, Receipt } from '../../../src/core/receipt.ts';
import { countOutcomes, joinReceipts } from '../../../src/engine/apply/receipt.ts';

function receiptOf(second: number, ...changes: ChangeReceipt[]): Receipt {
  const at = (offset: number): string => `2026-11-20T09:00:0${second + offset}.000Z`;
  const times = { startedAt: at(0), finishedAt: at(1) };
  return {
    environment: 'test',
    ...times,
    interrupted: second > 4,
    changes,
    counts: countOutcomes(changes),
    blocked: [],
    waiting: [],
  };
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

it('several runs leave what the last one left, without what became of it', () => {
  const blocked = (id: string) => ({
    address: `Thing/shop/${id}`,
    state: 'halted',
    reason: 'r',
    opens: null,
    ways: [],
  });
  const waiting = (id: string) => ({ address: `Thing/shop/${id}`, state: 'filed', waitsFor: 'verdict' });
  const first = { ...receiptOf(0), blocked: [blocked('a')], waiting: [waiting('b')] };
  const second = {
    ...receiptOf(1, change('d', 'done'), { ...change('e', 'done'), action: 'move' }),
    blocked: [blocked('c')],
    waiting: [waiting('d'), waiting('e')],
  };
  expect(joinReceipts(first)).toEqual(first);
  expect(joinReceipts(first, second)).toMatchObject({ blocked: [blocked('c')], waiting: [waiting('e')] });
});
