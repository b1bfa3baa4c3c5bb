import { describe, expect, it } from 'vitest';
import type { Resource } from '../../src/core/resource.ts';
import { notification } from '../../src/send/channels/notification/channel.ts';
import { checkPayload, claimedTemplates, claimOf } from '../../src/send/check.ts';

const NOW = Date.parse('2026-11-20T09:00:00+09:00');

const resource: Resource = {
  address: 'NotificationTemplate/shop/order-paid',
  kind: 'NotificationTemplate',
  profile: 'shop',
  id: 'order-paid',
  source: { file: 'order.yaml', line: 1, column: 1 },
  goal: 'approved',
  content: {},
  name: 'order_paid',
  inputs: {},
  options: {},
  dependsOn: [],
  protect: false,
  samples: [],
};
const elsewhere: Resource = { ...resource, address: 'NotificationTemplate/mall/order-paid', profile: 'mall' };
const profileOf = (alias: string) => ({ alias, key: `${alias}-key`, type: 'S' as const });

const payload = (message: string, senderkey = 'shop-key') => ({
  account: 'someone',
  type: 'at',
  from: '15880000',
  to: '01000000000',
  refkey: 'r1',
  content: { at: { senderkey, templatecode: 'order_paid', message } },
});

describe('a payload that another program built', () => {
  it('names its template', () => {
    expect(claimOf(payload('x'))).toEqual({ type: 'at', senderKey: 'shop-key', templateCode: 'order_paid' });
  });

  it.each([
    {},
    { type: 'at' },
    { type: 'at', content: {} },
    { type: 'fax', content: { fax: { message: 'x' } } },
    { content: [] },
  ])('is no such payload: %j', (wrong) => {
    expect(claimOf(wrong)).toMatchObject({ code: 'send-value', path: 'content' });
  });

  it('may belong to each template that has its code', () => {
    const claim = { type: 'at', senderKey: 'mall-key', templateCode: 'order_paid' };
    expect(claimedTemplates(claim, [resource, elsewhere], profileOf)).toMatchObject([
      { template: resource },
      { template: elsewhere },
    ]);
    expect(claimedTemplates({ ...claim, templateCode: 'other' }, [resource], profileOf)).toMatchObject({
      code: 'send-template',
      message: 'No manifest declares a template with the code other',
    });
  });

  it('is held against the approved text to the line break, and shows no number', () => {
    const content = { code: 'order_paid', name: '주문', messageType: 'BA', content: '#{이름}님,\n결제되었습니다.' };
    const approved = { code: 'order_paid', content, state: 'ACT' };
    const check = (message: string) => {
      const claim = { type: 'at', senderKey: 'shop-key', templateCode: 'order_paid' };
      return checkPayload(
        { file: 'payload.json', content: payload(message) },
        claim,
        { template: resource, channel: notification },
        approved,
        NOW,
      );
    };
    expect(check('홍길동님,\n결제되었습니다.')).toMatchObject({
      outcome: 'proved',
      proof: [],
      to: { number: '010****0000' },
    });
    const wrong = check('홍길동님,\n\n결제되었습니다.');
    expect(wrong).toMatchObject({
      outcome: 'unproved',
      proof: [
        {
          path: 'message',
          difference: { line: 2, column: 1 },
          hint: 'Correct `message` in the payload: write it as the approved template has it, every character and line break',
        },
      ],
    });
    expect(JSON.stringify(wrong)).not.toContain('01000000000');
  });
});
