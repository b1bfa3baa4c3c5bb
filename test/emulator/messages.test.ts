import { describe, expect, it } from 'vitest';
import { openReady } from './message-support.ts';
import { NOON, plainMessage, SHOP } from './support.ts';

describe('POST /v3/message', () => {
  it('accepts, then delivers and activates the template', async () => {
    const bench = await openReady();
    const { status, body } = await bench.message(plainMessage);
    expect([status, body]).toEqual([
      200,
      { code: 1000, description: 'success', messagekey: expect.stringMatching(/^[0-9a-f]{32}$/), refkey: 'ref-1' },
    ]);
    expect(await bench.detail('order_paid')).toMatchObject({ inspectionStatus: 'APR', status: 'A' });
    await bench.control.clock({ advance: 299 });
    expect(await bench.control.inbox()).toMatchObject({ messages: [{ result: null }] });
    await bench.control.clock({ advance: 1 });
    expect(await bench.control.inbox()).toEqual({
      ok: true,
      messages: [
        {
          messagekey: body['messagekey'],
          refkey: 'ref-1',
          type: 'at',
          to: '01000000000',
          from: '15880000',
          senderkey: SHOP,
          templatecode: 'order_paid',
          text: '홍길동님, 결제가 완료되었습니다.',
          lines: ['홍길동님, 결제가 완료되었습니다.'],
          content: { senderkey: SHOP, templatecode: 'order_paid', message: '홍길동님, 결제가 완료되었습니다.' },
          device: 'at',
          buttons: [],
          acceptedAt: '2026-11-20 12:00:00',
          sendAt: '2026-11-20 12:00:00',
          result: '7000',
          reason: null,
          pushed: false,
          warnings: [],
        },
      ],
      total: 1,
      next: null,
    });
  });

  it('judges a reserved message when it goes out', async () => {
    const bench = await openReady();
    await bench.message({ ...plainMessage, sendtime: String(NOON / 1000 + 60) });
    expect(await bench.detail('order_paid')).toMatchObject({ status: 'R' });
    await bench.call('/template/stop', { templateCode: 'order_paid' });
    await bench.control.clock({ advance: 60_300 });
    expect(await bench.control.inbox()).toMatchObject({
      messages: [{ sendAt: '2026-11-20 12:01:00', result: '7318', reason: 'the template is STP' }],
    });
  });
});
