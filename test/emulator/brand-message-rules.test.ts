import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { checkBrand } from '../../src/emulator/message/brand/payload.ts';
import type { BrandType } from '../../src/emulator/message/message.ts';
import { changed, free, fullBodies } from './brand-message-bodies.ts';

const bodies = fullBodies((use) => `http://127.0.0.1/images/${use.replace('/', '-')}.png`);

/** What a free message of a type answers with one thing of its body another: nothing, or what is wrong. */
function refusal(type: BrandType, path: string, value: Json | undefined): string | undefined {
  const content: JsonObject = { ...free, ...changed(bodies[type], path, value) };
  const wrong = checkBrand(type, content, '', 'noticetalk');
  return wrong && `${wrong.error} ${wrong.detail}`;
}

const LINK = 'https://a.kr';
const CARD = 'carousel.list.1';

describe('a coupon title', () => {
  it.each([
    '1원 할인 쿠폰',
    '99999999원 할인 쿠폰',
    '1% 할인 쿠폰',
    '100% 할인 쿠폰',
    '배송비 할인 쿠폰',
    '커 무료 쿠폰',
    '아메리카노두 무료 쿠폰',
    '😀😀😀😀😀😀😀 무료 쿠폰',
    '사이즈 업 UP 쿠폰',
    'A#1 {2} 무료 쿠폰',
  ])('may be %s', (title) => {
    expect(refusal('ut', 'coupon.title', title)).toBeUndefined();
    expect(refusal('uc', `${CARD}.attachment.coupon.title`, title)).toBeUndefined();
  });

  it.each([
    '0원 할인 쿠폰',
    '100000000원 할인 쿠폰',
    '1,000원 할인 쿠폰',
    '01원 할인 쿠폰',
    '#{할인금액}원 할인 쿠폰',
    '#{상품} 무료 쿠폰',
    '커피  무료 쿠폰',
    '0% 할인 쿠폰',
    '101% 할인 쿠폰',
    '1.5% 할인 쿠폰',
    '1000원할인 쿠폰',
    ' 배송비 할인 쿠폰',
    '배송비 할인 쿠폰 ',
    ' 무료 쿠폰',
    '😀😀😀😀😀😀😀😀 무료 쿠폰',
    '😀😀😀😀😀😀😀😀 UP 쿠폰',
    '커\n피 무료 쿠폰',
    '커피 up 쿠폰',
    '커피 쿠폰',
  ])('may not be %j', (title) => {
    expect(refusal('ut', 'coupon.title', title)).toBe(
      '2000 coupon.title must be one of the five forms of a coupon title',
    );
  });
});

describe('a coupon leads somewhere', () => {
  const words = { title: '배송비 할인 쿠폰', description: '이번 주까지' };
  const needs = '2000 coupon.url_mobile is required, or scheme_android or scheme_ios with noticetalk=coupon://';

  it.each<[JsonObject, string | undefined]>([
    [{ url_mobile: LINK }, undefined],
    [{ url_mobile: LINK, url_pc: LINK }, undefined],
    [{ scheme_android: 'noticetalk=coupon://1' }, undefined],
    [{ scheme_ios: 'noticetalk=coupon://1' }, undefined],
    [{ scheme_android: 'shop://coupon', scheme_ios: 'noticetalk=coupon://1' }, undefined],
    [{}, needs],
    [{ url_pc: LINK }, needs],
    [{ scheme_android: 'shop://coupon', scheme_ios: 'shop://coupon' }, needs],
    [{ scheme_android: 'other=coupon://1' }, needs],
    [{ url_mobile: 'coupon' }, '2000 coupon.url_mobile must begin with http:// or https://'],
    [{ url_mobile: LINK, scheme_ios: '1' }, '2000 coupon.scheme_ios must begin with a scheme'],
  ])('%j', (links, expected) => {
    expect(refusal('ut', 'coupon', { ...words, ...links })).toBe(expected);
  });

  it('on a card too', () => {
    expect(refusal('ua', `${CARD}.attachment.coupon`, words)).toBe(
      '2000 carousel.list[1].attachment.coupon.url_mobile is required, or scheme_android or scheme_ios with noticetalk=coupon://',
    );
  });
});

describe('a button', () => {
  it.each<[JsonObject, string | undefined]>([
    [{ type: 'WL', url_mobile: LINK }, undefined],
    [{ type: 'WL', url_pc: LINK }, '2000 button[0].url_mobile is required for WL'],
    [{ type: 'WL', url_mobile: 'a.kr' }, '2000 button[0].url_mobile must begin with http:// or https://'],
    [{ type: 'WL', url_mobile: 'https://a .kr' }, '2000 button[0].url_mobile must begin with http:// or https://'],
    [{ type: 'AL', scheme_android: 'a://x', scheme_ios: 'i://x' }, undefined],
    [{ type: 'AL', scheme_ios: 'i://x' }, '2000 button[0].scheme_android is required for AL'],
    [{ type: 'AL', scheme_android: 'a://x' }, '2000 button[0].scheme_ios is required for AL'],
    [{ type: 'BK' }, undefined],
    [{ type: 'MD' }, undefined],
    [{ type: 'BC', chat_extra: '상담' }, undefined],
    [{ type: 'BT', chat_extra: '상담', chat_event: 'event' }, undefined],
    [{ type: 'BC', chat_event: 'event' }, '2000 button[0].chat_event is for BT only'],
    [{ type: 'BK', chat_extra: '상담' }, '2000 button[0].chat_extra is for BC, BT only'],
    [{ type: 'BF', biz_form_key: 7 }, undefined],
    [{ type: 'BF' }, '2000 button[0].biz_form_key is required for BF'],
    [{ type: 'BF', biz_form_key: '7' }, '3014 button[0].biz_form_key must be an integer'],
    [{ type: 'BK', biz_form_key: 7 }, '2000 button[0].biz_form_key is for BF only'],
    [{ type: 'AC', name: '채널 추가' }, undefined],
    [{ type: 'AC', name: '친구 추가' }, '2000 button[0].name of an AC button is fixed: 채널 추가'],
    [{ type: 'AL', scheme_android: 'a://x', scheme_ios: 'i://x', url_mobile: LINK, url_pc: LINK }, undefined],
    [{ type: 'WL', url_mobile: LINK, scheme_ios: 'i://x' }, '2000 button[0].scheme_ios is for AL only'],
    [{ type: 'BK', url_mobile: LINK }, '2000 button[0].url_mobile is for WL, AL only'],
    [{ type: 'DS' }, '2000 button[0].type must be one of WL, AL, BK, MD, BC, BT, BF, AC'],
    [{ type: 'P1' }, '2000 button[0].type must be one of WL, AL, BK, MD, BC, BT, BF, AC'],
  ])('%j', (button, expected) => {
    expect(refusal('ut', 'button', [{ name: '버튼', ...button }])).toBe(expected);
  });

  const other = { name: '질문', type: 'BK' };
  const channel = { name: '채널 추가', type: 'AC' };

  it.each<[BrandType, JsonObject[], string | undefined]>([
    ['ut', [channel, other], undefined],
    ['ui', [channel, other], undefined],
    ['ut', [other, channel], '2000 button[1] is AC, which must be first for ut'],
    ['ui', [channel, channel], '2000 button[1] is AC, which must be first for ui'],
    ['uw', [other, channel], undefined],
    ['ul', [other, channel], undefined],
    ['um', [other, channel], undefined],
    ['uw', [channel, other], '2000 button[0] is AC, which must be last for uw'],
    ['um', [channel, other], '2000 button[0] is AC, which must be last for um'],
    ['up', [channel], undefined],
  ])('AC has its place: %s %j', (type, buttons, expected) => {
    expect(refusal(type, 'button', buttons)).toBe(expected);
  });
});

describe('the prices', () => {
  it.each<[JsonObject, string | undefined]>([
    [{ regular_price: 0 }, undefined],
    [{ regular_price: 99_999_999 }, undefined],
    [{ regular_price: -1 }, '2000 commerce.regular_price must be 0 to 99999999'],
    [{ regular_price: 100_000_000 }, '2000 commerce.regular_price must be 0 to 99999999'],
    [{ regular_price: '1000' }, '3014 commerce.regular_price must be an integer'],
    [{ regular_price: 1.5 }, '3014 commerce.regular_price must be an integer'],
    [{ regular_price: 1, discount_price: 0, discount_rate: 1 }, undefined],
    [{ regular_price: 1, discount_price: 99_999_999, discount_rate: 100 }, undefined],
    [{ regular_price: 1, discount_price: 1, discount_fixed: 0 }, undefined],
    [{ regular_price: 1, discount_price: 1, discount_fixed: 999_999 }, undefined],
    [{ regular_price: 1, discount_price: 1 }, '2000 commerce.discount_price needs discount_rate or discount_fixed'],
    [{ regular_price: 1, discount_price: 0 }, '2000 commerce.discount_price needs discount_rate or discount_fixed'],
    [
      { regular_price: 1, discount_price: 100_000_000, discount_rate: 1 },
      '2000 commerce.discount_price must be 0 to 99999999',
    ],
    [{ regular_price: 1, discount_rate: 0 }, '2000 commerce.discount_rate must be 1 to 100'],
    [{ regular_price: 1, discount_rate: 101 }, '2000 commerce.discount_rate must be 1 to 100'],
    [{ regular_price: 1, discount_fixed: 1_000_000 }, '2000 commerce.discount_fixed must be 0 to 999999'],
  ])('%j', (prices, expected) => {
    expect(refusal('um', 'commerce', { title: '코트', ...prices })).toBe(expected);
  });
});

describe('a video', () => {
  it.each([
    'https://tv.example.com/v/123',
    'https://tv.example.com/channel/12/cliplink/345',
    'http://127.0.0.1:4010/videos/v/ab12',
  ])('may be %s', (url) => {
    expect(refusal('up', 'video.video_url', url)).toBeUndefined();
  });

  it.each([
    'https://tv.example.com/v/',
    'https://tv.example.com/watch?v=1',
    'https://tv.example.com/v/1/2',
    'https://tv.example.com/v/1?autoplay=1',
    'https://tv.example.com/channel/12',
    'https://tv.example.com/cliplink/345',
    'ftp://tv.example.com/v/123',
    '/v/123',
  ])('may not be %s', (url) => {
    expect(refusal('up', 'video.video_url', url)).toBe(
      '2000 video.video_url must be the address of a video or of a clip link',
    );
  });
});

describe('a card of uc', () => {
  it('may have the members of a product, and no intro', () => {
    expect(refusal('uc', 'carousel.head', { header: '머리' })).toBe('2000 carousel.head is not for uc');
    expect(refusal('uc', `${CARD}.additional_content`, '덧붙임')).toBeUndefined();
    expect(refusal('uc', `${CARD}.attachment.commerce`, { title: '코트', regular_price: 1 })).toBeUndefined();
  });
});
