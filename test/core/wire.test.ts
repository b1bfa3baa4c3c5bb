import { expect, test } from 'vitest';
import { exchangeCouponWord, neutralWire } from '../../src/core/wire.ts';

const wire = { ...neutralWire, couponScheme: 'chat' };
const body = {
  coupon: {
    title: 'noticetalk=coupon://1',
    linkAndroid: 'noticetalk=coupon://1',
    linkIos: 'app=coupon://1',
    linkPc: null,
  },
  carousel: { list: [{ coupon: { scheme_ios: 'chat=coupon://2', scheme_android: 'shop://noticetalk=coupon://2' } }] },
  plain: { coupon: { linkAndroid: null, linkIos: 'shop://home' } },
  buttons: [{ linkIos: 'noticetalk=coupon://3' }, { coupon: 'noticetalk=coupon://4' }],
};

test('a channel coupon’s word is exchanged in the links of every coupon, and nowhere else', () => {
  expect(exchangeCouponWord(body, wire)).toEqual({
    ...body,
    coupon: { ...body.coupon, linkAndroid: 'chat=coupon://1' },
    carousel: { list: [{ coupon: { ...body.carousel.list[0]?.coupon, scheme_ios: 'noticetalk=coupon://2' } }] },
  });
});

test('a channel coupon’s word is exchanged in values of a coupon’s variables, which may be whole links', () => {
  const couponvariable = { 주소: 'noticetalk=coupon://1', 이름: '코트' };
  const message = { couponvariable, carouselvariable: [{ couponvariable }], messagevariable: couponvariable };
  const exchanged = { ...couponvariable, 주소: 'chat=coupon://1' };
  expect(exchangeCouponWord(message, wire)).toEqual({
    ...message,
    couponvariable: exchanged,
    carouselvariable: [{ couponvariable: exchanged }],
  });
});

test('twice is not at all', () => {
  expect(exchangeCouponWord(exchangeCouponWord(body, wire), wire)).toEqual(body);
});

test('an environment with the neutral word has nothing to exchange', () => {
  expect(exchangeCouponWord(body, neutralWire)).toBe(body);
});
