import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Difference, SendReport, SendResult } from '../../../src/core/send-result.ts';
import { messageErrors, result } from '../../../src/emulator/answers.ts';
import { explainResourceResult, explainResult } from '../../../src/report/result-codes.ts';
import { drawSend } from '../../../src/report/results.ts';
import { ROOT } from '../../packaging/snippets/pages.ts';
import { colored, plain, SENT, tags } from '../support.ts';

function report(...sends: Partial<SendResult>[]): SendReport {
  return { environment: 'local', dryRun: false, sends: sends.map((parts) => ({ ...SENT, ...parts })), problems: [] };
}

const draw = (sends: SendReport, width = 80): string => drawSend(sends, plain(width));

describe('a test send', () => {
  it('was delivered', () => {
    expect(draw(report({ risks: ['locks-text', 'other-risk'] }))).toMatchInlineSnapshot(`
      "Test send on local

      ✓ order-paid-smoke to qa (010****0000)  delivered
        NotificationTemplate/shop/order-paid, notification (at), code order_paid,
          from main (15880000)
        ! locks-text: this is the first send of the template; its text can never be
          edited again
        ! other-risk
          │ 홍길동님, 결제가 완료되었습니다.
          │ 주문번호: 1234
        accepted  1000 (success)
                  message key M0001, reference r-1
        delivery  7000 delivered (AT, 2026-11-20 18:00:04 KST)

      1 message: 1 delivered.
      "
    `);
  });

  it('has fallbacks, whose texts are shown', () => {
    const fallbacks = [
      { type: 'rcs', template: null, text: '결제 안내\n홍길동님, 결제가 완료되었습니다.' },
      { type: 'lms', template: null, text: '결제가 완료되었습니다.' },
    ];
    expect(
      draw(report({ outcome: 'proved', asExpected: null, acceptance: null, delivery: null, fallbacks })),
    ).toMatchInlineSnapshot(`
      "Test send on local

      ✓ order-paid-smoke to qa (010****0000)  proved: it equals what was approved
        NotificationTemplate/shop/order-paid, notification (at), code order_paid,
          from main (15880000)
          │ 홍길동님, 결제가 완료되었습니다.
          │ 주문번호: 1234
        first fallback: rcs
          │ 결제 안내
          │ 홍길동님, 결제가 완료되었습니다.
        second fallback: lms
          │ 결제가 완료되었습니다.

      1 message: 1 proved.
      "
    `);
    const at = [{ type: 'at', template: 'NotificationTemplate/shop/order-paid', text: '결제가 완료되었습니다.' }];
    expect(draw(report({ type: 'rcs', template: null, fallbacks: at }))).toContain(
      '  first fallback: notification (at), NotificationTemplate/shop/order-paid\n    │ 결제가 완료되었습니다.',
    );
  });

  it('of a template was delivered by a fallback, and so the template failed', () => {
    const delivery = {
      code: '4100',
      device: 'LMS',
      media: 'LMS',
      at: null,
      channel: 'lms',
      fallback: 'first',
    } as const;
    const fallbacks = [{ type: 'lms', template: null, text: '결제가 완료되었습니다.' }];
    const problem = { code: 'send-fell-back', severity: 'error', message: 'It was not delivered' } as const;
    expect(draw(report({ outcome: 'failed', asExpected: false, delivery, fallbacks, problem }))).toMatchInlineSnapshot(`
      "Test send on local

      ✗ order-paid-smoke to qa (010****0000)
        not delivered by notification (at), delivered by lms (first fallback)
        NotificationTemplate/shop/order-paid, notification (at), code order_paid,
          from main (15880000)
          │ 홍길동님, 결제가 완료되었습니다.
          │ 주문번호: 1234
        first fallback: lms
          │ 결제가 완료되었습니다.
        accepted  1000 (success)
                  message key M0001, reference r-1
        delivery  4100 delivered to the handset (LMS, LMS)
          error: It was not delivered
            help: Ask the service with the message key why the message of the template
                  failed: the result has only the code of the fallback. Leave
                  \`fallback\` out to see the code of the template.
            docs: notiform explain send-fell-back

      1 message: 1 not delivered.
      "
    `);
  });

  it('is drawn as the phone shows it before it is sent, with its fallbacks, and once for several recipients', () => {
    const before = { outcome: 'proved', acceptance: null, delivery: null, asExpected: null } as const;
    const preview = [
      { type: 'at', text: ['shop', '╭─ 알림 ─╮', '│ 홍길동님 │', '╰────────╯'] },
      { type: 'lms', text: ['15880000', '╭─ LMS ─╮', '╰───────╯'] },
    ];
    const fallbacks = [{ type: 'lms', template: null, text: '결제 완료' }];
    const others = { ...before, preview, fallbacks, to: { name: 'dev', number: '010****0001' } };
    expect(draw(report({ ...before, preview, fallbacks }, others))).toMatchInlineSnapshot(`
      "Test send on local

      ✓ order-paid-smoke to qa (010****0000)  proved: it equals what was approved
        NotificationTemplate/shop/order-paid, notification (at), code order_paid,
          from main (15880000)
          shop
          ╭─ 알림 ─╮
          │ 홍길동님 │
          ╰────────╯
        first fallback: lms
          15880000
          ╭─ LMS ─╮
          ╰───────╯

      ✓ order-paid-smoke to dev (010****0001)  proved: it equals what was approved
        NotificationTemplate/shop/order-paid, notification (at), code order_paid,
          from main (15880000)

      2 messages: 2 proved.
      "
    `);
  });

  it('was sent before: when, how it ended, and its keys', () => {
    const earlier = {
      time: '2026-11-20T00:00:00.000Z',
      at: null,
      refKey: 'nf0',
      messageKey: 'M0',
      outcome: 'delivered',
    } as const;
    const parts: Partial<SendResult> = { outcome: 'skipped', acceptance: null, delivery: null, earlier, text: '' };
    expect(draw(report(parts))).toMatchInlineSnapshot(`
      "Test send on local

      ○ order-paid-smoke to qa (010****0000)  skipped: sent before
        NotificationTemplate/shop/order-paid, notification (at), code order_paid,
          from main (15880000)
        sent  2026-11-20 09:00:00 KST, delivered, reference nf0, message key M0

      1 message: 1 sent before.
      "
    `);
    const suite = draw(report({ tookMs: 1250 }, parts, { ...parts, earlier: { ...earlier, messageKey: null } }), 120);
    expect(suite).toMatchInlineSnapshot(`
      "Test send on local

      ✓ order-paid-smoke  qa  delivered             7000  1.3 s  at  NotificationTemplate/shop/order-paid
      ○ order-paid-smoke  qa  skipped: sent before               at  NotificationTemplate/shop/order-paid
      ○ order-paid-smoke  qa  skipped: sent before               at  NotificationTemplate/shop/order-paid

      3 messages: 1 delivered, 2 sent before.
      "
    `);
  });

  it('was delivered, and should not have been', () => {
    const drawn = draw(report({ expect: 'failed:7322', asExpected: false }), 100);
    expect(drawn.split('\n')[2]).toBe(
      '✗ order-paid-smoke to qa (010****0000)  delivered, and not as expected (failed:7322)',
    );
    expect(drawn).toMatch(/\n1 message: 1 delivered and not as expected\.\n$/);
  });

  it('was not accepted', () => {
    expect(
      draw(
        report({
          outcome: 'refused',
          asExpected: false,
          acceptance: { code: 3010, description: 'ip mismatch', messageKey: '', refKey: '' },
          delivery: null,
          problem: {
            code: 'service-refused',
            severity: 'error',
            message: 'The service refused the message',
            service: { code: '3010', message: 'ip mismatch' },
          },
        }),
      ),
    ).toMatchInlineSnapshot(`
      "Test send on local

      ✗ order-paid-smoke to qa (010****0000)  not accepted
        NotificationTemplate/shop/order-paid, notification (at), code order_paid,
          from main (15880000)
          │ 홍길동님, 결제가 완료되었습니다.
          │ 주문번호: 1234
        answer  3010 the address that called is not a registered one (ip mismatch)
                help: Register the address that this machine calls from with the
                service, for this account and this environment.
          error: The service refused the message
            the service says: 3010 ip mismatch
            help: The message contains the service's own words. Check the resource
                  with \`notiform status\`.
            docs: notiform explain service-refused

      1 message: 1 not accepted.
      "
    `);
  });

  it('has colour', () => {
    expect(tags(drawSend(report({}), colored()))).toMatchInlineSnapshot(`
      "‹bold›Test send on local‹/›

      ‹green›‹bold›✓ ‹/›‹/›‹bold›order-paid-smoke‹/› to qa (010****0000)  ‹green›delivered‹/›
        NotificationTemplate/shop/‹bold›order-paid‹/›‹dim›, notification (at), code order_paid,‹/›
          ‹dim›from main (15880000)‹/›
          ‹dim›│ ‹/›홍길동님, 결제가 완료되었습니다.
          ‹dim›│ ‹/›주문번호: 1234
        accepted  ‹bold›1000‹/›‹dim› (success)‹/›
                  ‹dim›message key M0001, reference r-1‹/›
        delivery  ‹bold›7000‹/› delivered‹dim› (AT, 2026-11-20 18:00:04 KST)‹/›

      ‹bold›1 message: 1 delivered.‹/›
      "
    `);
  });
});

describe('a message that differs from its template', () => {
  function differs(difference: Difference | undefined, width = 80): string {
    const proof: SendResult['proof'] = [
      {
        code: 'send-differs',
        path: 'message',
        message: 'the text differs from the approved one',
        ...(difference ? { difference, hint: 'Put the text back' } : {}),
      },
    ];
    const drawn = draw(
      report({ outcome: 'unproved', asExpected: null, acceptance: null, delivery: null, proof }),
      width,
    );
    return drawn.slice(drawn.indexOf('  ✗ message'), drawn.indexOf('\n\n1 message'));
  }

  it('is marked at the first column that differs, under Korean text', () => {
    expect(
      differs({ line: 2, column: 5, expected: '주문번호: 1234', actual: '주문번호 : 1234' }),
    ).toMatchInlineSnapshot(`
      "  ✗ message: the text differs from the approved one
          approved │ 주문번호: 1234
          to send  │ 주문번호 : 1234
                             ^
          help:  Put the text back
          docs:  notiform explain send-differs"
    `);
  });

  it('is marked under the line to send if the approved one has a variable before it', () => {
    const lines = differs({ line: 1, column: 4, expected: '#{이름}님', actual: '홍길동씨' }).split('\n');
    const sent = lines.findIndex((line) => line.includes('to send'));
    const before = lines[sent]?.indexOf('홍길동') ?? -1;
    // Each of the three syllables before the difference takes two columns.
    expect(lines[sent + 1]).toBe(`${' '.repeat(before + 6)}^`);
  });

  it('shows what cannot be seen', () => {
    expect(differs({ line: 1, column: 4, expected: 'a\tb c', actual: 'a\tb\u00a0c' })).toMatchInlineSnapshot(`
      "  ✗ message: the text differs from the approved one
          approved │ a→b c
          to send  │ a→b⍽c
                        ^
          help:  Put the text back
          docs:  notiform explain send-differs"
    `);
  });

  it('need not be a text', () => {
    expect(differs(undefined)).toMatchInlineSnapshot(
      `
      "  ✗ message: the text differs from the approved one
          help:  Apply the manifest and have it approved, or restore the approved
                 text. Every character counts, a line break too.
          docs:  notiform explain send-differs"
    `,
    );
  });
});

describe('result codes', () => {
  it('have words for every code that the documents name', () => {
    const named = '1000 2000 3000 3001 3002 3003 3004 3005 3006 3007 3008 3009 3010 3011 3012 3013 3014 3015 4100 4430';
    const more = '5000 5002 5003 5004 5005 6600 7000 7305 7314 7322 8000 8970 9000 9023 9034 9037';
    expect(`${named} ${more}`.split(' ').filter((code) => explainResult(code) === undefined)).toEqual([]);
  });

  it('take 4400 to 4499 for the shadow area, but for those with a meaning of their own', () => {
    expect(['4399', '4400', '4430', '4499', '4500'].map((code) => explainResult(code)?.means)).toEqual([
      undefined,
      'the handset could not be reached',
      'refused as spam',
      'the handset could not be reached',
      undefined,
    ]);
  });

  it('have words for every code that an assumption names or the emulator answers with', () => {
    const assumptions = readFileSync(join(ROOT, 'docs/assumptions.md'), 'utf8').split('\n');
    const codesOf = (number: number, digits: RegExp): string[] =>
      assumptions
        .filter((row) => row.startsWith(`| ${number} |`))
        .flatMap((row) => row.split('|').at(-3)?.match(digits) ?? []);
    const resource = [...codesOf(12, /\b\d{3}(?= [a-z])/g), ...Object.values(result)];
    const message = [...codesOf(21, /\b7\d{3}\b/g), ...codesOf(107, /\b7\d{3}\b/g), ...Object.keys(messageErrors)];
    expect([resource.length, message.length].every((count) => count > 20)).toBe(true);
    expect(resource.filter((code) => !explainResourceResult(code))).toEqual([]);
    expect(message.filter((code) => !explainResult(code))).toEqual([]);
    const explained = Array.from({ length: 900 }, (_, index) => String(100 + index)).filter((code) =>
      explainResourceResult(code),
    );
    expect(explained.filter((code) => !resource.includes(code))).toEqual([]);
  });
});
