import { expect, it } from 'vitest';
import type { SendRecord } from '../../src/core/send-result.ts';
import { drawRecords } from '../../src/report/records.ts';
import { plain } from './support.ts';

const record: SendRecord = {
  send: 'order-paid-smoke',
  template: 'NotificationTemplate/shop/order-paid',
  templateCode: 'order_paid',
  to: { name: 'qa', number: '010****0000' },
  time: '2026-11-20T00:00:00.000Z',
  at: null,
  refKey: 'nf1',
  messageKey: 'key-1',
  outcome: 'delivered',
  expect: 'delivered',
  asExpected: true,
  result: { code: '7000', device: 'AT', media: null, at: null },
  problem: null,
};

it('lists each message with its outcome and its keys', () => {
  const failed = {
    ...record,
    outcome: 'failed',
    result: { code: '7322', device: null, media: null, at: null },
  } as const;
  const sends: SendRecord[] = [
    record,
    { ...failed, asExpected: false },
    { ...failed, expect: 'failed:7322' },
    { ...failed, expect: 'failed:7204', asExpected: false },
    { ...record, outcome: 'accepted', asExpected: null, result: null },
    { ...record, outcome: 'unknown', asExpected: null, result: null, messageKey: null },
    { ...record, send: null, template: null, templateCode: null, to: null, time: null, refKey: null },
  ];
  expect(
    drawRecords({ environment: 'here', since: '2026-11-19T00:00:00.000Z', sends }, plain(100)),
  ).toMatchInlineSnapshot(`
    "Sends on here since 2026-11-19 09:00:00 KST

    ✓ 2026-11-20 09:00:00 KST  order-paid-smoke to qa (010****0000)  delivered (7000)
      AT, message key key-1, reference nf1

    ✗ 2026-11-20 09:00:00 KST  order-paid-smoke to qa (010****0000)  not delivered (7322: brand messages
                                                                     are not delivered at this hour)
      message key key-1, reference nf1

    ✓ 2026-11-20 09:00:00 KST  order-paid-smoke to qa (010****0000)  not delivered (7322: brand messages
                                                                     are not delivered at this hour), as
                                                                     expected (failed:7322)
      message key key-1, reference nf1

    ✗ 2026-11-20 09:00:00 KST  order-paid-smoke to qa (010****0000)  not delivered (7322: brand messages
                                                                     are not delivered at this hour),
                                                                     not as expected (failed:7204)
      message key key-1, reference nf1

    ⧖ 2026-11-20 09:00:00 KST  order-paid-smoke to qa (010****0000)  accepted without a result yet
      message key key-1, reference nf1

    ? 2026-11-20 09:00:00 KST  order-paid-smoke to qa (010****0000)  outcome unknown
      reference nf1

    ✓ unknown time             not in the journal                    delivered (7000)
      AT, message key key-1
    "
  `);
});

it('breaks long details between their parts', () => {
  const keys = { messageKey: '5f1c9f6e-8d0b-4c55-9a3e-2f4f0f9f7a11', refKey: 'nf-20261120-order-paid-smoke-0001' };
  const result = { code: '7000', device: 'AT', media: 'AT', at: '2026-11-20T00:00:05.000Z' };
  const drawn = drawRecords({ environment: 'here', since: null, sends: [{ ...record, ...keys, result }] }, plain(80));
  expect(drawn.split('\n').slice(-3).join('\n')).toMatchInlineSnapshot(`
    "    message key 5f1c9f6e-8d0b-4c55-9a3e-2f4f0f9f7a11,
        reference nf-20261120-order-paid-smoke-0001
    "
  `);
});

it('names the fallback that was delivered in place of a template', () => {
  const replaced = { code: '4100', device: 'LMS', media: 'LMS', at: null, channel: 'lms', fallback: 'second' } as const;
  const words = (result: SendRecord['result']): string => {
    const sends: SendRecord[] = [{ ...record, outcome: 'failed', asExpected: false, result }];
    return drawRecords({ environment: 'here', since: null, sends }, plain(200));
  };
  expect(words(replaced)).toContain('not delivered (4100: delivered by lms, the second fallback)');
  expect(words({ code: '4100', device: null, media: null, at: null })).toContain(
    'not delivered (4100: delivered by a fallback)',
  );
});

it('shows the time of a reserved message until it has a result', () => {
  const reserved = { ...record, at: '2026-11-21T00:00:00.000Z' };
  const sends: SendRecord[] = [{ ...reserved, outcome: 'accepted', asExpected: null, result: null }, reserved];
  const drawn = drawRecords({ environment: 'here', since: null, sends }, plain(160));
  expect(drawn).toContain('without a result yet, reserved for 2026-11-21 09:00:00 KST\n');
  expect(drawn.match(/reserved for/g)).toHaveLength(1);
});
