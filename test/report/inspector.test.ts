import { describe, expect, it } from 'vitest';
import { drawInbox, drawRequests } from '../../src/report/inspector.ts';

const style = { color: false, width: 80 };

describe('what waits for the emulator’s inspector', () => {
  it('is listed with how to give a verdict', () => {
    const requests = [
      {
        address: 'NotificationTemplate/shop/order-paid',
        templateCode: 'order_paid',
        templateName: '주문 결제 안내',
        requestedAt: '2026-11-20 09:00:00',
        comment: '첨부 확인 부탁드립니다',
      },
      {
        address: null,
        templateCode: 'by_hand',
        templateName: '손으로 만든 것',
        requestedAt: '2026-11-20 09:00:01',
        comment: null,
      },
    ];
    const applications = [
      {
        address: 'SenderProfile/shop',
        name: '감귤상점',
        appliedAt: '2026-11-20 09:00:02',
        proof: { name: 'consent.png' },
      },
      { address: 'SenderProfile/market', name: '감귤농장', appliedAt: '2026-11-20 09:00:03', proof: null },
    ];
    expect(drawRequests(requests, applications, style)).toBe(`NotificationTemplate/shop/order-paid  주문 결제 안내
  order_paid, requested 2026-11-20 09:00 KST
  “첨부 확인 부탁드립니다”

by_hand  손으로 만든 것
  by_hand, requested 2026-11-20 09:00 KST

SenderProfile/shop  감귤상점
  brand messages, applied for 2026-11-20 09:00 KST, with consent.png

SenderProfile/market  감귤농장
  brand messages, applied for 2026-11-20 09:00 KST

To decide: \`notiform emulator approve ADDRESS\` or \`notiform emulator reject
    ADDRESS --comment TEXT\`. "*" is all.
`);
  });

  it('may be nothing', () => {
    expect(drawRequests([], [], style)).toBe('Nothing waits for a verdict.\n');
  });
});

describe('the inbox', () => {
  const message = {
    to: '010****0000',
    type: 'at',
    templatecode: 'order_paid',
    lines: ['안녕하세요.', '- 감귤 \u001b[2J'],
    buttons: [] as string[],
    result: '7000',
    reason: null,
    acceptedAt: '2026-11-20 09:00:00',
    sendAt: '2026-11-20 09:00:00',
  };

  it('shows each message with its text, and obeys none', () => {
    expect(
      drawInbox([message, { ...message, type: 'sms', templatecode: null, result: null, lines: ['짧게'] }], style),
    ).toBe(`2026-11-20 09:00 KST  notification (at) to 010****0000, order_paid  7000
  │ 안녕하세요.
  │ - 감귤 <U+001B>[2J

2026-11-20 09:00 KST  sms to 010****0000  on its way
  │ 짧게
`);
  });

  it('shows each button in one line', () => {
    const buttons = ['[배송 조회] WL https://shop.example/42', `[앱] AL shop://${'a'.repeat(80)}`];
    expect(drawInbox([{ ...message, lines: ['짧게'], buttons }], { ...style, width: 50 })).toMatch(
      /^ {2}│ 짧게\n {2}│ \[배송 조회\] WL https:\/\/shop.example\/42\n {2}│ \[앱\] AL shop:\/\/a{30}…\n$/m,
    );
  });

  it('shows the time of a reserved message, and no code for a message without a template', () => {
    const reserved = {
      ...message,
      type: 'uc',
      templatecode: '',
      result: null,
      sendAt: '2026-11-21 08:00:00',
      lines: ['짧게'],
    };
    expect(drawInbox([reserved], style)).toBe(
      '2026-11-20 09:00 KST  brand message, carousel feed (uc) to 010****0000\n    reserved for 2026-11-21 08:00 KST\n  │ 짧게\n',
    );
  });

  it('shows why a message was not delivered', () => {
    const failed = {
      ...message,
      result: '7204',
      reason: 'the text differs from the template in line 2',
      lines: ['짧게'],
    };
    expect(drawInbox([failed], style)).toBe(
      '2026-11-20 09:00 KST  notification (at) to 010****0000, order_paid  7204\n  the text differs from the template in line 2\n  │ 짧게\n',
    );
  });

  it('may be empty', () => {
    expect(drawInbox([], style)).toBe('The inbox is empty.\n');
  });
});
