import { describe, expect, it } from 'vitest';
import { formatAddress, ID_PATTERN, kindOf, matchesGlob, parseAddress } from '../../src/core/address.ts';

describe('an address', () => {
  it('is written and read back, with a profile and without', () => {
    const shop = { kind: 'NotificationTemplate', profile: 'shop', id: 'order-paid' };
    const video = { kind: 'SenderProfile', id: 'shop' };
    expect(formatAddress(shop)).toBe('NotificationTemplate/shop/order-paid');
    expect(parseAddress('NotificationTemplate/shop/order-paid')).toEqual(shop);
    expect(formatAddress(video)).toBe('SenderProfile/shop');
    expect(parseAddress('SenderProfile/shop')).toEqual(video);
    expect(kindOf('NotificationTemplate/shop/order-paid')).toBe('NotificationTemplate');
  });

  it.each(['', 'order-paid', 'A//b', '/a/b', 'a/b/c/d', 'a/b/'])('is not %j', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it.each([
    ['NotificationTemplate/shop/order-paid', true],
    ['NotificationTemplate/*/order-*', true],
    ['NotificationTemplate/**', true],
    ['order-*', true],
    ['shop/order-paid', true],
    ['order-pai?', true],
    ['**', true],
    ['order', false],
    ['rder-paid', false],
    ['NotificationTemplate/order-paid', false],
    ['NotificationTemplate/*', false],
    ['order.paid', false],
  ])('meets the pattern %s: %s', (pattern, met) => {
    expect(matchesGlob('NotificationTemplate/shop/order-paid', pattern)).toBe(met);
  });

  it.each(['a', 'order-paid', '1588', 'a-b-c1', 'a--b', '-'])('may have the id %s', (id) => {
    expect(id).toMatch(ID_PATTERN);
  });

  it.each(['', 'Order', 'order_paid', 'a b', 'a/b', '주문'])('may not have the id %j', (id) => {
    expect(id).not.toMatch(ID_PATTERN);
  });
});
