import { expect, it } from 'vitest';
import { maskPayload } from '../../src/send/describe.ts';

it('masks receiver, account and sender key, and leaves the rest as it is', () => {
  const payload = {
    account: 'shop-account',
    type: 'at',
    from: '15880000',
    to: '01000000000',
    content: { at: { senderkey: 'a'.repeat(40), templatecode: 'order_paid', message: '안녕' } },
  };
  expect(maskPayload(payload)).toEqual({
    account: '****',
    type: 'at',
    from: '15880000',
    to: '010****0000',
    content: { at: { senderkey: 'aaaa****', templatecode: 'order_paid', message: '안녕' } },
  });
});

it('masks a key at any depth of a payload with a mistake', () => {
  const senderkey = 'a'.repeat(40);
  const payload = { content: { senderkey }, fallback: [{ at: { senderKey: senderkey } }], senderkey };
  expect(JSON.stringify(maskPayload(payload))).not.toContain('aaaaa');
});

it.each([
  ['a'.repeat(40), 'aaaa****'],
  ['short', '****'],
  ['', ''],
])('the key %s is shown as %s', (key, masked) => {
  expect(maskPayload({ content: { partnerkey: key } })).toEqual({ content: { partnerkey: masked } });
});

it('takes a payload of any shape', () => {
  expect(maskPayload({})).toEqual({});
  const payload = { to: 1012345678, account: [], content: { at: 'x', ai: {} } };
  expect(maskPayload(payload)).toEqual({ ...payload, to: expect.stringContaining('****'), account: '****' });
});
