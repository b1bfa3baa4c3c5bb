import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import {
  type BrandBench,
  bubbles,
  type Case,
  checkAdd,
  coupon,
  dataOf,
  feedCard,
  head,
  image,
  long,
  openBrandBench,
  shopCard,
  tail,
  times,
} from './brand-template-support.ts';

let bench: BrandBench;
beforeAll(async () => {
  bench = await openBrandBench();
});
afterAll(() => bench.close());

describe('prices', () => {
  const commerce = (changes: JsonObject): JsonObject => ({ commerce: { title: '상품', ...changes } });
  const range = (name: string, min: number, max: number, beside: JsonObject = {}): Case[] => [
    [`${name} ${min}`, commerce({ ...beside, [name]: min }), '200'],
    [`${name} ${max}`, commerce({ ...beside, [name]: max }), '200'],
    ...[min - 1, max + 1, 1.5, '1', []].map(
      (value): Case => [
        `${name} ${JSON.stringify(value)}`,
        commerce({ ...beside, [name]: value }),
        '405',
        `commerce.${name} must be an integer from ${min} to ${max}`,
      ],
    ),
  ];
  it.each<Case>([
    ['a title alone', commerce({}), '200'],
    ['no title', commerce({ title: null, regularPrice: 1 }), '405', 'commerce.title is required'],
    ['a title in two lines', commerce({ title: 'a\nb' }), '405', 'commerce.title may have 0 line breaks, not 1'],
    ...range('regularPrice', 0, 99_999_999),
    ...range('discountPrice', 0, 99_999_999, { discountRate: 10 }),
    ...range('discountRate', 1, 100),
    ...range('discountFixed', 0, 999_999),
    ['a discount price alone: the rate is a variable', commerce({ regularPrice: 2, discountPrice: 1 }), '200'],
    ['a discount price with a fixed discount', commerce({ discountPrice: 1, discountFixed: 0 }), '200'],
  ])('%s', (...given) => checkAdd(bench, 'COMMERCE', given));

  it('that are left out are variables', async () => {
    const { commerce: answer } = dataOf(
      await bench.call('/add', { ...bubbles.COMMERCE, ...commerce({ regularPrice: 0 }) }),
    );
    expect(answer).toEqual({
      title: '상품',
      regularPrice: 0,
      discountPrice: null,
      discountRate: null,
      discountFixed: null,
      regularPriceName: null,
      discountPriceName: '#{할인가격}',
      discountRateName: '#{할인율}',
      discountFixedName: '#{정액할인가격}',
    });
  });
});

describe('a coupon', () => {
  const titled = (title: string): JsonObject => ({ coupon: { ...coupon, title } });
  const others =
    'coupon.title must be one of #{할인금액}원 할인 쿠폰, #{할인율}% 할인 쿠폰, 배송비 할인 쿠폰, #{상품명} 무료 쿠폰, #{상품명} UP 쿠폰';
  const good = [
    ...[
      '#{할인금액}원 할인 쿠폰',
      '#{할인율}% 할인 쿠폰',
      '배송비 할인 쿠폰',
      '#{상품명} 무료 쿠폰',
      '#{상품명} UP 쿠폰',
    ],
    ...[
      '1원 할인 쿠폰',
      '99999999원 할인 쿠폰',
      '1,000원 할인 쿠폰',
      '250,000원 할인 쿠폰',
      '99,999,999원 할인 쿠폰',
      '1% 할인 쿠폰',
      '100% 할인 쿠폰',
    ],
    ...['봄 무료 쿠폰', `${long(7)} 무료 쿠폰`, `${long(7)} UP 쿠폰`],
  ];
  const bad = [
    ...[
      '#{금액}원 할인 쿠폰',
      '0원 할인 쿠폰',
      '100000000원 할인 쿠폰',
      '1000,000원 할인 쿠폰',
      '100,000,000원 할인 쿠폰',
      '0% 할인 쿠폰',
      '101% 할인 쿠폰',
    ],
    ...[
      '배송비 할인쿠폰',
      '#{브랜드} 무료 쿠폰',
      '#{상품명}빵 무료 쿠폰',
      ' 무료 쿠폰',
      'a\nb UP 쿠폰',
      '쿠폰',
      '봄 무료 쿠폰 ',
    ],
  ];
  it.each<Case>([
    ...good.map((title): Case => [title, titled(title), '200']),
    ...bad.map((title): Case => [`no ${JSON.stringify(title)}`, titled(title), '405', others]),
    [
      'no product of 8',
      titled(`${long(8)} 무료 쿠폰`),
      '405',
      'coupon.title may name a product of 7 characters, not 8',
    ],
    ['no title', { coupon: { ...coupon, title: null } }, '405', 'coupon.title is required'],
    [
      'a description in two lines',
      { coupon: { ...coupon, description: 'a\nb' } },
      '405',
      'coupon.description may have 0 line breaks, not 1',
    ],
    ['no object', { coupon: '쿠폰' }, '405', 'coupon must be an object'],
  ])('%s', (...given) => checkAdd(bench, 'TEXT', given));

  const linked = (links: JsonObject): JsonObject => ({ coupon: { ...coupon, linkMobile: null, ...links } });
  const needed = 'coupon.linkMobile is required, or a linkAndroid or linkIos that begins with noticetalk=coupon://';
  it.each<Case>([
    ['nowhere', linked({}), '511', needed],
    ['in an app alone', linked({ linkAndroid: 'shop://a', linkIos: 'shop://i' }), '511', needed],
    ["the channel's, on one system", linked({ linkAndroid: 'noticetalk=coupon://1' }), '200'],
    ["the channel's, on the other", linked({ linkIos: 'noticetalk=coupon://1' }), '200'],
    ["another channel's", linked({ linkIos: 'shop=coupon://1' }), '511', needed],
  ])('leads somewhere: %s', (...given) => checkAdd(bench, 'TEXT', given));
});

describe('a carousel', () => {
  const feed = (count: number, changes: JsonObject = {}): JsonObject => ({
    carousel: { list: times(count, { ...feedCard, ...changes }) },
  });
  const shop = (count: number, more: JsonObject = {}, changes: JsonObject = {}): JsonObject => ({
    carousel: { list: times(count, { ...shopCard, ...changes }), ...more },
  });
  const counted = (min: number, count: number): string => `carousel.list must have ${min} to 6 elements, not ${count}`;
  const lines = (breaks: number): string => times(breaks + 1, '줄').join('\n');
  const at = 'carousel.list[0].';
  const unknown = 'imageUrl is not an image that was uploaded for brand/carousel';

  it.each<Case>([
    ['no card', feed(0), '405', 'carousel.list is required'],
    ['2 cards', feed(2), '200'],
    ['6 cards', feed(6), '200'],
    [
      'an intro',
      { carousel: { head, list: times(2, feedCard) } },
      '405',
      'carousel.head is not a member of a CAROUSEL_FEED',
    ],
    ['a header of 20', feed(2, { header: long(20) }), '200'],
    ['a header of 21', feed(2, { header: long(21) }), '405', `${at}header may have 20 characters, not 21`],
    ['a text of 180', feed(2, { content: long(180) }), '200'],
    ['a text of 181', feed(2, { content: long(181) }), '405', `${at}content may have 180 characters, not 181`],
    ['10 breaks', feed(2, { content: lines(10) }), '200'],
    ['11 breaks', feed(2, { content: lines(11) }), '405', `${at}content may have 10 line breaks, not 11`],
    ["a shop's image", feed(2, { imageUrl: image('shop') }), '600', `${at}${unknown}-feed`],
    ['a more button', { carousel: { list: times(2, feedCard), tail } }, '200'],
    ['no object', { carousel: '카드' }, '405', 'carousel must be an object'],
  ])('of news: %s', (...given) => checkAdd(bench, 'CAROUSEL_FEED', given));

  const headed = (changes: JsonObject): JsonObject => shop(1, { head: { ...head, ...changes } });
  const tailed = (changes: JsonObject): JsonObject => shop(2, { tail: { ...tail, ...changes } });
  it.each<Case>([
    ['1 card without intro', shop(1), '405', counted(2, 1)],
    ['2 cards without intro', shop(2), '200'],
    ['6 cards without intro', shop(6), '200'],
    ['7 cards without intro', shop(7), '405', counted(2, 7)],
    ['1 card behind an intro', shop(1, { head }), '200'],
    ['6 cards behind an intro', shop(6, { head }), '200'],
    ['7 cards behind an intro', shop(7, { head }), '405', counted(1, 7)],
    ['an intro without cards', { carousel: { head, list: [] } }, '405', 'carousel.list is required'],
    ['a header of 21', shop(2, {}, { header: long(21) }), '405', `${at}header may have 20 characters, not 21`],
    ['a text of 181', shop(2, {}, { content: long(181) }), '405', `${at}content may have 180 characters, not 181`],
    ['a card without image', shop(2, {}, { imageUrl: null }), '200'],
    ["news's image", shop(2, {}, { imageUrl: image('feed') }), '600', `${at}${unknown}-commerce`],
    [
      'an intro of another ratio',
      headed({ imageUrl: image('shop-tall') }),
      '600',
      'carousel.list[0].imageUrl has another ratio than carousel.head.imageUrl',
    ],
    ['an intro with a header of 20', headed({ header: long(20) }), '200'],
    [
      'an intro with one of 21',
      headed({ header: long(21) }),
      '405',
      'carousel.head.header may have 20 characters, not 21',
    ],
    ['an intro with a text of 50', headed({ content: long(50) }), '200'],
    [
      'an intro with one of 51',
      headed({ content: long(51) }),
      '405',
      'carousel.head.content may have 50 characters, not 51',
    ],
    ['an intro with 2 breaks', headed({ content: lines(2) }), '200'],
    [
      'an intro with 3 breaks',
      headed({ content: lines(3) }),
      '405',
      'carousel.head.content may have 2 line breaks, not 3',
    ],
    ...['linkMobile', 'linkPc', 'linkAndroid', 'linkIos'].map(
      (name): Case => [
        `a more button with a variable in ${name}`,
        tailed({ [name]: 'https://e.com/#{상품}' }),
        '511',
        `carousel.tail.${name} may have no variables`,
      ],
    ),
  ])('of a shop: %s', (...given) => checkAdd(bench, 'CAROUSEL_COMMERCE', given));
});
