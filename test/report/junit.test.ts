import { describe, expect, it } from 'vitest';
import type { SendResult } from '../../src/core/send-result.ts';
import { drawJunit } from '../../src/report/junit.ts';

const sent: SendResult = {
  send: 'order-paid-smoke',
  source: null,
  template: 'NotificationTemplate/shop/order-paid',
  templateCode: 'order_paid',
  sample: null,
  type: 'at',
  from: { name: 'main', number: '15880000' },
  to: { name: 'qa', number: '010****0000' },
  text: '안녕하세요.',
  at: null,
  payload: {},
  outcome: 'delivered',
  expect: 'delivered',
  asExpected: true,
  acceptance: null,
  delivery: null,
  proof: [],
  risks: [],
  problem: null,
};

describe('a JUnit report', () => {
  it('has a case for each message, failed where it did not end as expected', () => {
    const sends: SendResult[] = [
      sent,
      { ...sent, send: 'accepted', outcome: 'accepted', asExpected: null },
      {
        ...sent,
        outcome: 'failed',
        asExpected: false,
        delivery: { code: '7308', device: 'AT', media: null, at: null },
      },
      {
        ...sent,
        template: null,
        outcome: 'unproved',
        asExpected: null,
        proof: [{ code: 'send-differs', path: 'message', message: 'It differs at "<line 2>" & after' }],
      },
      {
        ...sent,
        outcome: 'not-sent',
        asExpected: null,
        problem: { code: 'send-unconfirmed', severity: 'error', message: 'It was not confirmed', hint: 'Pass `--yes`' },
      },
    ];
    expect(
      drawJunit({ environment: 'local', dryRun: false, sends, problems: [] }),
    ).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites><testsuite name="notiform send, local" tests="5" failures="3" errors="0">
  <testcase classname="NotificationTemplate/shop/order-paid" name="order-paid-smoke to qa"/>
  <testcase classname="NotificationTemplate/shop/order-paid" name="accepted to qa"/>
  <testcase classname="NotificationTemplate/shop/order-paid" name="order-paid-smoke to qa">
    <failure message="failed, expected delivered: result 7308"></failure>
  </testcase>
  <testcase classname="at" name="order-paid-smoke to qa">
    <failure message="unproved, expected delivered: It differs at &quot;&lt;line 2&gt;&quot; &amp; after">message: It differs at &quot;&lt;line 2&gt;&quot; &amp; after</failure>
  </testcase>
  <testcase classname="NotificationTemplate/shop/order-paid" name="order-paid-smoke to qa">
    <failure message="not-sent, expected delivered: It was not confirmed">Pass \`--yes\`</failure>
  </testcase>
</testsuite></testsuites>
`);
  });

  it('calls a dry run that is proved a success', () => {
    const proved: SendResult = { ...sent, outcome: 'proved', asExpected: null };
    expect(drawJunit({ environment: 'local', dryRun: true, sends: [proved], problems: [] })).toContain('failures="0"');
    expect(drawJunit({ environment: 'local', dryRun: false, sends: [proved], problems: [] })).toContain('failures="1"');
  });
});
