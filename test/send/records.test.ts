import { expect, it } from 'vitest';
import { type JournalLine, openJournal, sendsIn } from '../../src/send/journal.ts';
import { recordOf, requestResult } from '../../src/send/records.ts';
import type { DeliveryResult } from '../../src/send/report.ts';
import { first, handClock, memoryFiles, messageApi, NOW } from './support.ts';

const line: JournalLine = {
  time: new Date(NOW).toISOString(),
  event: 'accepted',
  environment: 'local',
  send: 'smoke',
  template: 'NotificationTemplate/shop/order-paid',
  to: 'qa',
  number: '010****0000',
  refkey: 'nf1',
  types: ['at', 'sms'],
  messagekey: 'key-1',
};

/** Requests the result of a journaled send. Returns the record, and the send as the journal has it then. */
async function requested(more: Partial<JournalLine>, result: DeliveryResult) {
  const clock = handClock();
  const journal = openJournal({ files: memoryFiles(), path: 'sends.jsonl', clock, environment: 'local' });
  const send = first([...sendsIn([{ ...line, ...more }]).values()]);
  const message = messageApi({ report: async () => ({ result }) });
  const record = await requestResult(send, { message, journal, clock, signal: new AbortController().signal });
  return { record, journaled: await journal.sends() };
}

it.each<[string, Partial<JournalLine>, DeliveryResult, [string, boolean | null]]>([
  ['the message of a template', {}, { result: '7000', device: 'AT' }, ['delivered', true]],
  ['a fallback in its place, which is a failure', {}, { result: '4100', device: 'SMS' }, ['failed', false]],
  [
    'a message without a template',
    { template: undefined, types: ['rcs', 'sms'] },
    { result: '4100' },
    ['delivered', true],
  ],
  ['a message of an earlier version', { types: undefined }, { result: '7000' }, ['delivered', true]],
  ['nothing, as expected', { expect: 'failed:7322', types: ['ut'] }, { result: '7322' }, ['failed', true]],
])('a result is judged as by `send`: it delivered %s', async (_, more, result, [outcome, asExpected]) => {
  const { record, journaled } = await requested(more, result);
  expect(record).toMatchObject({ outcome, asExpected, result: { code: result.result, device: result.device ?? null } });
  expect(journaled).toMatchObject([{ refkey: 'nf1', outcome, asExpected, result: result.result, messagekey: 'key-1' }]);
});

it('does not add a result again that is still uncertain', async () => {
  const { record, journaled } = await requested({ event: 'result', result: '7305' }, { result: '7305' });
  expect([record.outcome, record.problem?.code, journaled]).toEqual(['unknown', 'send-uncertain', []]);
});

it('a delivery that was stored before the code of a later line is not shown for that code', () => {
  const delivery = { code: '7305', device: 'AT', media: null, at: null, channel: 'at', fallback: null };
  const lines: JournalLine[] = [
    { ...line, event: 'result', result: '7305', delivery },
    { ...line, event: 'result', result: '7000' },
  ];
  expect(
    lines.map((_, index) => recordOf(first([...sendsIn(lines.slice(0, index + 1)).values()])).result),
  ).toMatchObject([
    { code: '7305', device: 'AT' },
    { code: '7000', device: null },
  ]);
});
