import { describe, expect, it } from 'vitest';
import type { SendReport, SendResult } from '../../../src/core/send-result.ts';
import { drawSendMarkdown } from '../../../src/report/results.ts';
import { SENT } from '../support.ts';

const earlier: NonNullable<SendResult['earlier']> = {
  time: '2026-11-20T00:00:00.000Z',
  at: null,
  refKey: 'nf0',
  messageKey: null,
  outcome: 'sending',
};

const unresolved: Partial<SendResult> = {
  send: 'again',
  outcome: 'skipped',
  asExpected: null,
  earlier,
  delivery: null,
  acceptance: null,
  tookMs: null,
  problem: { code: 'send-uncertain', severity: 'error', message: 'It was not sent again', hint: 'Look at the phone' },
};

const suite: Partial<SendResult>[] = [
  {},
  {
    send: 'night',
    expect: 'failed:7308',
    outcome: 'failed',
    delivery: { code: '7308', device: null, media: null, at: null },
  },
  { send: 'wrong', expect: 'failed:7308', asExpected: false },
  { ...unresolved },
  { ...unresolved, send: 'kept', problem: null, asExpected: true, earlier: { ...earlier, outcome: 'delivered' } },
];

function report(sends: readonly Partial<SendResult>[], more: Partial<SendReport> = {}): SendReport {
  return {
    environment: 'test',
    dryRun: false,
    sends: sends.map((parts) => ({ ...SENT, tookMs: 1250, ...parts })),
    problems: [],
    ...more,
  };
}

describe('test sends for reviewers', () => {
  it.each([
    ['en', 'delivered by the fallback lms'],
    ['ko', '대체 발송(lms)으로 전달됨'],
  ] as const)('name the fallback that was delivered instead: %s', (language, words) => {
    const delivery = { code: '4100', device: 'LMS', media: null, at: null, channel: 'lms', fallback: 'first' } as const;
    const drawn = drawSendMarkdown(report([{ outcome: 'failed', asExpected: false, delivery }]), { language });
    expect(drawn).toContain(words);
    expect(drawn).not.toContain('delivered to the handset');
  });

  it('are a table, with the messages that need a person first', () => {
    expect(drawSendMarkdown(report(suite)).split('<details>')[0]).toMatchInlineSnapshot(`
      "### Test sends on test

      **The outcome of 1 message (again) is unknown. Look at the phone before you send again.**

      - 1 message (wrong) failed.
      - 1 message (kept) was skipped, because it was sent before.
      - 2 messages (order-paid-smoke, night) ended as expected.

      | Test send | Recipient | Type | Result | Code | Time |
      | --- | --- | --- | --- | --- | --- |
      | **again**<br><sub>NotificationTemplate/shop/order-paid</sub> | qa | notification &#40;at&#41; | skipped: sent before<br>**outcome unknown**<br>2026-11-20 09:00:00 KST |  |  |
      | **wrong**<br><sub>NotificationTemplate/shop/order-paid</sub> | qa | notification &#40;at&#41; | delivered<br>**not as expected** (not delivered 7308) | <code>7000</code> | 1.3 s |
      | **kept**<br><sub>NotificationTemplate/shop/order-paid</sub> | qa | notification &#40;at&#41; | skipped: sent before<br>2026-11-20 09:00:00 KST |  |  |
      | **order-paid-smoke**<br><sub>NotificationTemplate/shop/order-paid</sub> | qa | notification &#40;at&#41; | delivered | <code>7000</code> | 1.3 s |
      | **night**<br><sub>NotificationTemplate/shop/order-paid</sub> | qa | notification &#40;at&#41; | **not delivered**<br>as expected (not delivered 7308) | <code>7308</code> the recipient has no messenger under this number | 1.3 s |

      "
    `);
  });

  it('show the text, the problem and the keys of a message', () => {
    const [, whole = ''] = drawSendMarkdown(report([unresolved])).split('<details');
    for (const part of [
      '홍길동님',
      'It was not sent again',
      'Look at the phone',
      '<code>nf0</code>',
      'manifests/smoke.yaml:1',
      '<b>again</b>: qa · skipped: sent before · outcome unknown · 2026-11-20 09:00:00 KST</summary>',
    ])
      expect(whole).toContain(part);
    const proof = [{ code: 'send-differs', path: 'message', message: 'It differs', hint: 'Correct it' } as const];
    const differs = drawSendMarkdown(report([{ outcome: 'unproved', asExpected: null, proof, tookMs: null }]));
    expect(differs).toContain('- <code>message</code>: It differs <sub>Correct it</sub>');
    expect(differs).toContain('**not sent**: it would fail');
  });

  it('say so where there are none, and where nothing is sent', () => {
    expect(drawSendMarkdown(report([]))).toContain('**There was nothing to send.**');
    const dry = drawSendMarkdown(report([{ outcome: 'proved', asExpected: null, tookMs: null }], { dryRun: true }));
    expect(dry).toContain('### Test sends on test: dry run\n\n**1 message (order-paid-smoke) is valid.**');
  });

  it('draw no Markdown of a manifest', () => {
    const drawn = drawSendMarkdown(report([{ send: '<b>|x|</b>', to: { name: '**y**', number: '' } }]));
    expect(drawn).not.toContain('<b>|x|');
    expect(drawn).not.toContain('**y**');
  });
});
