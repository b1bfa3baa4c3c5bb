import { describe, expect, it } from 'vitest';
import type { FallbackMessage, TestSend } from '../../src/core/test-send.ts';
import { rcs } from '../../src/send/channels/payload/channel.ts';
import { describeProof } from '../../src/send/describe.ts';
import { withUploads } from '../../src/send/dispatch.ts';
import type { Prepared } from '../../src/send/prepare.ts';
import {
  approved,
  environment,
  fallbacksFor,
  first,
  KEY,
  orderPaid,
  preparation,
  prepareSends,
  template,
  testSend,
  writtenSend,
} from './support.ts';

const order = template();
const content = { messagebaseid: 'SS000000', chatbotid: '15880000', header: '0', message: { title: '#{이름}님' } };
const image = { path: 'manifests/a.jpg', sha256: 'a'.repeat(64), width: 10, height: 10 };

/** Prepares a send of the sample template with fallbacks. */
function ofTemplate(fallback: FallbackMessage[], more: Partial<TestSend> = {}): Prepared {
  const test = testSend({ fallback, ...more });
  return prepareSends({ ...preparation({ test }), fallbacks: fallbacksFor(test, [order], approved()) });
}

/** Prepares an RCS message with fallbacks. */
function ofRcs(fallback: FallbackMessage[], more: Partial<TestSend> = {}, live = approved()): Prepared {
  const { channel: _channel, template: _template, approved: _approved, ...rest } = preparation();
  const test = writtenSend({ type: 'rcs', content }, { variables: { 이름: '홍길동' }, fallback, ...more });
  return prepareSends({ ...rest, channel: rcs, test, fallbacks: fallbacksFor(test, [order], live) });
}

function problems(prepared: Prepared): string[] {
  return prepared.problems.map(({ path, code }) => `${path} ${code}`);
}

describe('the fallbacks of a test send', () => {
  it('are off unless they are written', () => {
    const { payload } = first(ofTemplate([]).sends);
    expect(payload).not.toHaveProperty('resend');
    expect(payload).not.toHaveProperty('recontent');
  });

  it('are named in their order, each with a body that is filled with the values of the message', () => {
    const prepared = ofTemplate([
      { type: 'rcs', content },
      { type: 'lms', subject: '#{이름}님', text: '#{금액}원이 결제되었습니다.' },
    ]);
    expect(problems(prepared)).toEqual([]);
    const send = first(prepared.sends);
    expect(send.proof).toEqual([]);
    expect(send.payload).toMatchObject({
      resend: { first: 'rcs', second: 'lms' },
      recontent: {
        rcs: { ...content, message: { title: '홍길동님' } },
        lms: { subject: '홍길동님', message: '12,000원이 결제되었습니다.' },
      },
    });
  });

  it('of an RCS message are templates too, with a sample and variables of their own', () => {
    const prepared = ofRcs([
      { type: 'at', template: order.address, sample: '기본', variables: { 금액: '7,000' } },
      { type: 'sms', text: '#{이름}님, 결제되었습니다.' },
    ]);
    expect(problems(prepared)).toEqual([]);
    const send = first(prepared.sends);
    expect(send.proof).toEqual([]);
    expect(send.payload).toMatchObject({
      resend: { first: 'at', second: 'sms' },
      recontent: {
        at: { senderkey: KEY, templatecode: 'order_paid', title: '7,000원' },
        sms: { message: '홍길동님, 결제되었습니다.' },
      },
    });
    expect(describeProof(send).payload).toMatchObject({ recontent: { at: { senderkey: 'aaaa****' } } });
  });

  it('are refused with a template without a value, which no option can give', () => {
    const bare = template(orderPaid, { samples: [{ name: '기본', values: { 이름: '홍길동', 금액: '1' } }] });
    const { channel: _channel, template: _template, approved: _approved, ...rest } = preparation();
    const fallback = [{ type: 'at', template: bare.address }];
    const test = writtenSend({ type: 'rcs', content }, { variables: { 이름: '홍' }, fallback });
    const fallbacks = fallbacksFor(test, [bare], approved());
    expect(problems(prepareSends({ ...rest, channel: rcs, test, fallbacks }))).toEqual([
      'fallback[0].variables send-missing-value',
    ]);
  });

  it('are refused if the service has no such template', () => {
    const { channel: _channel, template: _template, approved: _approved, ...rest } = preparation();
    const test = writtenSend(
      { type: 'rcs', content },
      { variables: { 이름: '홍' }, fallback: [{ type: 'at', template: order.address }] },
    );
    const fallbacks = fallbacksFor(test, [order]);
    expect(problems(prepareSends({ ...rest, channel: rcs, test, fallbacks }))).toEqual([
      'fallback[0].template send-template',
    ]);
  });

  it('are compared with their templates, to the line break', () => {
    const live = approved({ ...orderPaid, content: '#{이름}님, 주문하신 상품의 결제가 완료되었습니다.' });
    const send = first(ofRcs([{ type: 'at', template: order.address }], {}, live).sends);
    expect(send.proof).toMatchObject([
      { code: 'send-differs', path: 'recontent.at.message', difference: { line: 1, column: 15 } },
    ]);
  });

  it('with a template that was never sent lock its text, and say which', () => {
    const send = first(ofRcs([{ type: 'at', template: order.address }], {}, approved(orderPaid, 'RDY')).sends);
    expect(send).toMatchObject({ proof: [], risks: ['locks-text'], toConfirm: ['locks-text'], locks: [order.address] });
  });

  it('with a template that is not approved are not sent', () => {
    expect(problems(ofRcs([{ type: 'at', template: order.address }], {}, approved(orderPaid, 'REJ')))).toEqual([
      'fallback[0].template send-state',
    ]);
  });

  it('upload their images before the message', async () => {
    const prepared = ofTemplate([{ type: 'mms', text: '안녕', files: [image] }]);
    const send = first(prepared.sends);
    expect(send.payload.recontent).toEqual({
      mms: { message: '안녕', file: [{ type: 'IMG', key: '<after upload>' }] },
    });
    const ready = await withUploads(send, async ({ sha256 }) => sha256.slice(0, 10));
    expect(ready).toMatchObject({
      payload: {
        content: send.payload.content,
        recontent: { mms: { message: '안녕', file: [{ type: 'IMG', key: 'aaaaaaaaaa' }] } },
      },
    });
  });

  it('keep a group’s template from being sent without a profile of the group', () => {
    const grouped = template(orderPaid, { address: 'NotificationTemplate/mall/order-paid', profile: 'mall' });
    const { channel: _channel, template: _template, approved: _approved, ...rest } = preparation({ environment });
    const found = (own: Partial<FallbackMessage>): string[] => {
      const fallback = [{ type: 'at', template: grouped.address, ...own }];
      const test = writtenSend({ type: 'rcs', content }, { variables: { 이름: '홍' }, fallback });
      const fallbacks = fallbacksFor(test, [grouped], approved());
      return problems(prepareSends({ ...rest, channel: rcs, test, fallbacks }));
    };
    expect(found({})).toEqual(['fallback[0].profile send-profile']);
    expect(found({ profile: 'shop' })).toEqual([]);
  });
});
