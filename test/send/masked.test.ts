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

it('masks the recipient and the account of a message that is wrapped in another object', () => {
  const message = { account: 'shop-account', from: '15880000', to: '01000000000' };
  const masked = { account: '****', from: '15880000', to: '010****0000' };
  expect(maskPayload({ message, messages: [message] })).toEqual({ message: masked, messages: [masked] });
  const misspelled = { Account: 'shop-account', From: '15880000', TO: '01000000000' };
  const hidden = { Account: '****', From: '15880000', TO: '010****0000' };
  expect(maskPayload({ ...misspelled, message: misspelled })).toEqual({ ...hidden, message: hidden });
  // A variable may have any name.
  const variables = { content: { ut: { messagevariable: { to: '서울', account: 'shop' } } } };
  expect(maskPayload(variables)).toEqual(variables);
});

it('takes a payload of any shape', () => {
  expect(maskPayload({})).toEqual({});
  const payload = { to: 1012345678, account: [], content: { at: 'x', ai: {} } };
  expect(maskPayload(payload)).toEqual({ ...payload, to: expect.stringContaining('****'), account: '****' });
});
