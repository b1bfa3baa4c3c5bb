import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import type { BrandSend, TestSend } from '../../../src/core/test-send.ts';
import { freeSend, prepareBrand } from './support.ts';

/** The field of a test send that a mistake in a brand message is reported at. */

const URL = 'https://img.example.com/1.png';
const LINK = { mobile: 'https://shop.example.com' };
const button = { type: 'WL', name: '보기', link: LINK };
const coupon = { title: '배송비 할인 쿠폰', description: '전 상품', link: LINK };
const commerce = { title: '코트', regularPrice: 1 };
const card = { image: { url: URL }, commerce };
const long = (count: number): string => '가'.repeat(count);

const image: JsonObject = { bubble: 'IMAGE', content: '안녕', image: { url: URL } };
const film: JsonObject = { bubble: 'PREMIUM_VIDEO', video: { url: 'https://tv.example.com/v/1' } };
const goods: JsonObject = { bubble: 'COMMERCE', image: { url: URL }, commerce, buttons: [button] };
const item = (more: JsonObject): JsonObject => ({ title: '상품', image: { url: URL }, link: LINK, ...more });
const list = (...items: JsonObject[]): JsonObject => ({ bubble: 'WIDE_ITEM_LIST', header: '이번 주', items });
const cards = (carousel: JsonObject): JsonObject => ({
  bubble: 'CAROUSEL_COMMERCE',
  carousel: { intro: { header: '겨울', content: '상품', image: { url: URL } }, cards: [card, card], ...carousel },
});

/** Where the mistakes are that are made of a message without a template. */
function placesOf(body: JsonObject, more: Partial<TestSend> = {}): string[] {
  const { brand, ...rest } = more;
  return prepareBrand(freeSend({ brand: { ...brand, body }, ...rest }), {}).problems.map(({ path }) => String(path));
}

describe('a mistake in a bubble that a test send writes is at its field', () => {
  it.each<[string, JsonObject]>([
    ['content', { ...image, content: long(1301) }],
    ['image', { ...image, image: { url: 'x' } }],
    ['image.link', { ...image, image: { url: URL, link: 'x' } }],
    ['header', { ...film, header: long(21) }],
    ['video.url', { ...film, video: { url: 'x' } }],
    ['video.thumbnail', { ...film, video: { url: 'https://tv.example.com/v/1', thumbnail: { url: 'x' } } }],
    ['additionalContent', { ...goods, additionalContent: long(35) }],
    ['commerce.title', { ...goods, commerce: { ...commerce, title: long(31) } }],
    ['commerce.regularPrice', { ...goods, commerce: { ...commerce, regularPrice: 100_000_000 } }],
    ['commerce.discountPrice', { ...goods, commerce: { ...commerce, discountPrice: 1 } }],
    ['commerce.discountRate', { ...goods, commerce: { ...commerce, discountRate: 101 } }],
    ['commerce.discountFixed', { ...goods, commerce: { ...commerce, discountFixed: 1_000_000 } }],
    ['buttons[0].name', { ...goods, buttons: [{ ...button, name: long(9) }] }],
    ['buttons[0].link.pc', { ...goods, buttons: [{ ...button, link: { ...LINK, pc: 'x' } }] }],
    ['buttons[0].link.ios', { ...goods, buttons: [{ type: 'AL', name: '앱', link: { android: 'shop://a' } }] }],
    ['buttons[0].bizFormId', { ...goods, buttons: [{ type: 'BF', name: '양식' }] }],
    ['coupon.description', { ...goods, coupon: { ...coupon, description: long(13) } }],
    ['coupon.title', { ...goods, coupon: { ...coupon, title: '쿠폰' } }],
    ['coupon.link.mobile', { ...goods, coupon: { ...coupon, link: { pc: LINK.mobile } } }],
    ['items[1].title', list(item({}), item({ title: long(31) }), item({}))],
    ['items[2].image', list(item({}), item({}), item({ image: { url: 'x' } }))],
    ['items[0].link.android', list(item({ link: { android: 'x' } }), item({}), item({}))],
    ['carousel.intro.content', cards({ intro: { header: '겨울', content: long(51), image: { url: URL } } })],
    ['carousel.intro.image', cards({ intro: { header: '겨울', content: '상품', image: { url: 'x' } } })],
    ['carousel.cards[1].header', cards({ cards: [card, { ...card, header: long(21) }] })],
    ['carousel.cards[0].content', cards({ cards: [{ ...card, content: long(181) }, card] })],
    ['carousel.cards[0].additionalContent', cards({ cards: [{ ...card, additionalContent: long(35) }, card] })],
    ['carousel.cards[0].image', cards({ cards: [{ commerce, image: { url: 'x' } }, card] })],
    [
      'carousel.cards[0].buttons[0].name',
      cards({ cards: [{ ...card, buttons: [{ ...button, name: long(9) }] }, card] }),
    ],
    [
      'carousel.cards[1].coupon.description',
      cards({ cards: [card, { ...card, coupon: { ...coupon, description: long(13) } }] }),
    ],
    [
      'carousel.cards[1].commerce.title',
      cards({ cards: [card, { ...card, commerce: { ...commerce, title: long(31) } }] }),
    ],
    ['carousel.more.link.mobile', cards({ more: { link: { mobile: 'x' } } })],
    [
      'carousel.cards',
      { bubble: 'CAROUSEL_FEED', carousel: { cards: [{ header: '가', content: '나', image: { url: URL } }] } },
    ],
  ])('%s', (place, body) => {
    expect(placesOf(body)).toEqual([`brand.${place}`]);
  });
});

it('a business form that is no number is an error, and one that is missing a warning', () => {
  const found = (button: JsonObject) =>
    prepareBrand(freeSend({ brand: { body: { ...goods, buttons: [{ type: 'BF', name: '양식', ...button }] } } }), {});
  expect(found({ bizFormId: 'a12' }).problems.map(({ severity }) => severity)).toEqual(['error']);
  expect(found({}).problems.map(({ severity }) => severity)).toEqual(['warning']);
  expect(found({ bizFormId: '12' }).problems).toEqual([]);
});

describe('a mistake in a value is at the value', () => {
  const variables = { 이름: long(1300) };

  it('of the whole message', () => {
    expect(placesOf({ ...image, content: '#{이름}님' }, { variables })).toEqual(['variables.이름']);
    expect(placesOf({ ...goods, commerce: { title: '코트' } }, { variables: { 정상가격: '1,000' } })).toEqual([
      'variables.정상가격',
    ]);
    expect(
      placesOf({ ...goods, commerce: { ...commerce, discountRate: 1 } }, { variables: { 할인가격: '일' } }),
    ).toEqual(['variables.할인가격']);
  });

  it('of one card', () => {
    const brand: BrandSend = { cards: [{}, { variables: { 상품: long(31) } }] };
    const body = cards({ cards: [{ ...card, commerce: { ...commerce, title: '#{상품}' } }, card] });
    expect(placesOf(body, { brand })).toEqual(['brand.cards[1].variables.상품']);
    const intro = { header: '#{계절}', content: '상품', image: { url: URL } };
    expect(placesOf(cards({ intro }), { brand: { cards: [{ variables: { 계절: long(21) } }] } })).toEqual([
      'brand.cards[0].variables.계절',
    ]);
  });

  it('of a button', () => {
    const body = { bubble: 'TEXT', content: '안녕', buttons: [{ type: 'WL', name: '보기', link: LINK }] };
    expect(placesOf(body, { buttons: { 보기: { chatExtra: '주문' } } })).toEqual(['buttons.보기.chatExtra']);
  });
});
