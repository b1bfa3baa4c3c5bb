import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import type { BrandSend, TestSend } from '../../../src/core/test-send.ts';
import type { Bindings } from '../../../src/send/channel.ts';
import { rcs } from '../../../src/send/channels/payload/channel.ts';
import { NOON } from '../../emulator/support.ts';
import { seededRandom } from '../../random.ts';
import { environment, fallbacksFor, prepareSends, writtenSend } from '../support.ts';
import { times } from './bodies.ts';
import { brandSend, brandTemplate, contentOf, freeSend, prepareBrand, wrongIn } from './support.ts';

/** What the settings of a brand message make of it, and which of them it cannot have. */

const URL = 'https://img.example.com/1.png';
const OTHER = 'https://img.example.com/2.png';
const button = { type: 'WL', name: '보기', link: { mobile: 'https://shop.example.com/#{번호}' } };
const coupon = {
  title: '#{할인금액}원 할인 쿠폰',
  description: '전 상품',
  link: { mobile: 'https://shop.example.com' },
};
const fixedCoupon = { ...coupon, title: '배송비 할인 쿠폰' };

const text: JsonObject = { bubble: 'TEXT', content: '#{이름}님', buttons: [button], coupon };
const image: JsonObject = { bubble: 'IMAGE', content: '안녕하세요', image: { url: URL }, coupon: fixedCoupon };
const list: JsonObject = {
  bubble: 'WIDE_ITEM_LIST',
  header: '이번 주',
  items: [{ image: { url: URL } }, { title: '둘째', image: { url: URL } }, { title: '셋째', image: { url: URL } }].map(
    (item) => ({ ...item, link: { mobile: 'https://shop.example.com' } }),
  ),
};
const film: JsonObject = { bubble: 'PREMIUM_VIDEO', video: { url: 'https://tv.example.com/v/1' } };
const goods = (title: string): JsonObject => ({
  image: { url: URL },
  commerce: { title, discountRate: 10 },
  buttons: [button],
  coupon,
});
const cards: JsonObject = {
  bubble: 'CAROUSEL_COMMERCE',
  carousel: {
    intro: { header: '#{계절}', content: '상품', image: { url: URL } },
    cards: [goods('#{상품}'), goods('장갑')],
    more: { link: { mobile: 'https://shop.example.com' } },
  },
};

const VALUES = { 이름: '홍길동', 번호: '1', 할인금액: '1000', 계절: '겨울', 상품: '코트', 정상가격: '50000' };

function of(content: JsonObject, brand: BrandSend, more: Partial<TestSend> = {}, bindings?: Bindings) {
  const template = brandTemplate(content);
  const approved = { code: 'B1', content, state: 'A' };
  return prepareBrand(brandSend({ brand, ...more }), { template, approved }, bindings);
}

describe('what a document does not require is a warning, and the message is sent', () => {
  const card = { content: '소식', image: { url: URL } };
  it.each<[string, JsonObject, string[]]>([
    [
      'a card without header, and an additional content, which is documented',
      {
        bubble: 'CAROUSEL_FEED',
        carousel: {
          cards: [
            { ...card, additionalContent: '더' },
            { ...card, header: '소식' },
          ],
        },
      },
      ['carousel.list[0].header'],
    ],
    [
      'a coupon without description',
      {
        bubble: 'TEXT',
        content: '안녕',
        coupon: { title: '배송비 할인 쿠폰', link: { mobile: 'https://a.example.com' } },
      },
      ['coupon.description'],
    ],
    [
      'an image with an app link',
      { bubble: 'IMAGE', content: '안녕', image: { url: URL, link: 'shop://a' } },
      ['image.img_link'],
    ],
    ['a button without a name', { bubble: 'TEXT', content: '안녕', buttons: [{ type: 'MD' }] }, ['button[0].name']],
    [
      'an intro without texts',
      { ...cards, carousel: { ...Object(cards['carousel']), intro: { image: { url: URL } } } },
      ['carousel.head.header', 'carousel.head.content'],
    ],
  ])('%s', (_, content, paths) => {
    const variables = 'intro' in Object(content['carousel']) ? used('상품', '정상가격', '할인금액', '번호') : {};
    for (const brand of [{ mode: 'full' }, { mode: 'free' }] as const) {
      const { sends, problems } = of(content, brand, variables);
      expect(problems.map(({ severity }) => severity)).toEqual(paths.map(() => 'warning'));
      for (const path of paths) expect(JSON.stringify(problems)).toContain(path);
      expect(sends.map(({ proof }) => proof)).toEqual([[]]);
    }
  });
});

/** The fields of the message beside those of every message. */
function fields(...given: Parameters<typeof of>): JsonObject {
  const {
    senderkey: _key,
    brandmessagetype: _type,
    templatecode: _code,
    sendtarget: _target,
    ...rest
  } = contentOf(of(...given)).content;
  return rest;
}

const used = (...names: (keyof typeof VALUES)[]): Partial<TestSend> => ({
  variables: Object.fromEntries(names.map((name) => [name, VALUES[name]])),
});

describe('the settings of a brand message', () => {
  it('are those of every variant', () => {
    const brand: BrandSend = {
      target: 'marketing',
      targeting: 'N',
      push: false,
      adult: false,
      unsubscribe: { phone: '080-123-4567', auth: '12' },
      groupTag: { key: 'GT-1' },
    };
    expect(contentOf(of(image, brand)).content).toEqual({
      senderkey: 'shop-key',
      brandmessagetype: 'BASIC',
      templatecode: 'B1',
      sendtarget: 'marketing',
      targeting: 'N',
      unsubscribephonenumber: '080-123-4567',
      unsubscribeauthnumber: '12',
      pushalarm: 'N',
      adult: 'N',
      grouptagkey: 'GT-1',
    });
  });

  it('follow an adult template', () => {
    expect(fields({ ...image, adult: true }, { push: true })).toEqual({ pushalarm: 'Y', adult: 'Y' });
  });

  it('remove the coupon, with or without variables, and its values are not needed', () => {
    expect(fields(text, { coupon: 'omit' }, used('이름', '번호'))).toEqual({
      messagevariable: { 이름: '홍길동' },
      buttonvariable: { 번호: '1' },
      couponvariable: { 할인금액: 'ESCAPE_COUPON' },
    });
    expect(fields(image, { coupon: 'omit' })).toEqual({ couponvariable: { coupon: 'ESCAPE_COUPON' } });
  });

  it('replace images and a video', () => {
    expect(fields(image, { image: { url: OTHER } })).toEqual({ imagevariable: [OTHER] });
    const images = [URL, OTHER, URL].map((url) => ({ url }));
    expect(fields(list, { images })).toEqual({ imagevariable: [URL, OTHER, URL] });
    const url = 'https://tv.example.com/v/2';
    expect(fields(film, { video: { url } })).toEqual({ videovariable: { video_url: url } });
    expect(fields(film, { video: { url, thumbnail: { url: OTHER } } })).toEqual({
      videovariable: { video_url: url, thumbnail_url: OTHER },
    });
  });

  it('give each part of a carousel its own values before those of the whole', () => {
    const own: BrandSend = {
      cards: [{}, { variables: { 번호: '2', 할인가격: '45000' }, image: { url: OTHER } }, { coupon: 'omit' }],
    };
    expect(fields(cards, own, used('계절', '상품', '정상가격', '할인금액', '번호'))).toEqual({
      carouselvariable: [
        { messagevariable: { 계절: '겨울' } },
        {
          buttonvariable: { 번호: '2' },
          couponvariable: { 할인금액: '1000' },
          commercevariable: { 상품: '코트', 정상가격: '50000', 할인가격: '45000' },
          imagevariable: [OTHER],
        },
        {
          buttonvariable: { 번호: '1' },
          couponvariable: { 할인금액: 'ESCAPE_COUPON' },
          commercevariable: { 정상가격: '50000' },
        },
      ],
    });
  });

  it('fill cards of a full text, with prices as numbers and without open discounts', () => {
    const brand: BrandSend = { mode: 'full', cards: [{}, { variables: { 번호: '2', 할인가격: '45000' } }] };
    const { carousel } = fields(cards, brand, used('계절', '상품', '정상가격', '할인금액', '번호'));
    expect(carousel).toMatchObject({
      head: { header: '겨울' },
      list: [
        {
          attachment: {
            button: [{ url_mobile: 'https://shop.example.com/2' }],
            commerce: { title: '코트', regular_price: 50000, discount_price: 45000, discount_rate: 10 },
          },
        },
        { attachment: { commerce: { title: '장갑', regular_price: 50000, discount_rate: 10 } } },
      ],
      tail: { url_mobile: 'https://shop.example.com' },
    });
  });

  it('give values to buttons of a full text', () => {
    const content = { bubble: 'TEXT', content: '안녕', buttons: [{ type: 'BT', name: '봇' }] };
    const buttons = { 봇: { chatExtra: '주문', chatEvent: 'order' } };
    expect(fields(content, { mode: 'full' }, { buttons })).toMatchObject({
      button: [{ name: '봇', type: 'BT', chat_extra: '주문', chat_event: 'order' }],
    });
  });

  it('take the line breaks and the images of the registered template', () => {
    const file = { path: 'a.png', sha256: 'a'.repeat(64) };
    const template = brandTemplate({
      ...image,
      content: '첫 줄\n둘째 줄',
      image: { file, link: 'https://shop.example.com' },
    });
    const approved = {
      code: 'B1',
      content: { ...image, content: '첫 줄\r\n둘째 줄', image: { url: OTHER, link: 'https://shop.example.com' } },
      state: 'A',
    };
    const { content } = contentOf(prepareBrand(brandSend({ brand: { mode: 'full' } }), { template, approved }));
    expect(content).toMatchObject({
      message: '첫 줄\r\n둘째 줄',
      image: { img_url: OTHER, img_link: 'https://shop.example.com' },
    });
  });
});

it('a template of a group is sent by a profile that the test send names', () => {
  const template = brandTemplate(image, { profile: 'mall' });
  const approved = { code: 'B1', content: image, state: 'A' };
  const sent = prepareBrand(brandSend({ profile: 'outlet' }), { template, approved });
  expect(contentOf(sent).content).toMatchObject({ senderkey: 'b'.repeat(40), templatecode: 'B1' });
  expect(wrongIn(prepareBrand(brandSend(), { template, approved }))).toEqual(['send-profile profile']);
});

describe('a FREE message', () => {
  const file = { path: 'a.png', sha256: 'a'.repeat(64) };
  const video = { path: 'a.mp4', sha256: 'b'.repeat(64) };
  const urlOf: Bindings['urlOf'] = (use, { path }, from) =>
    `https://img.example.com/${use}/${path}?${from?.profile ?? 'none'}`;

  it('has the addresses of uploads: those of the profile of the template that it has its content of, else of its own profile', () => {
    const bindings: Bindings = { urlOf, nameOf: () => undefined };
    const body = { ...image, image: file };
    const own = prepareBrand(freeSend({ brand: { body } }), {}, bindings);
    expect(contentOf(own).content).toMatchObject({
      image: { img_url: 'https://img.example.com/brand/default/a.png?shop' },
    });
    const source = brandTemplate(body, { profile: 'mall' });
    const declared = prepareBrand(brandSend({ profile: 'shop', brand: { mode: 'free' } }), { source }, bindings);
    expect(contentOf(declared).content).toMatchObject({
      image: { img_url: 'https://img.example.com/brand/default/a.png?mall' },
    });
  });

  it('has no image where its template has only a link', () => {
    const source = brandTemplate({ bubble: 'TEXT', content: '안녕', image: { link: 'https://shop.example.com' } });
    const { content } = contentOf(prepareBrand(brandSend({ brand: { mode: 'free' } }), { source }));
    expect(content).toEqual({ senderkey: 'shop-key', brandmessagetype: 'FREE', sendtarget: 'friend', message: '안녕' });
  });

  it('needs the address of its video', () => {
    const source = brandTemplate({ ...film, video: { file: video } });
    expect(wrongIn(prepareBrand(brandSend({ brand: { mode: 'free' } }), { source }))).toEqual([
      'video-not-uploaded brand.video',
    ]);
    const brand: BrandSend = { mode: 'free', video: { url: 'https://tv.example.com/v/9' } };
    expect(contentOf(prepareBrand(brandSend({ brand }), { source })).content).toMatchObject({
      video: { video_url: 'https://tv.example.com/v/9' },
    });
  });

  it('is sent by a sender profile', () => {
    const { profile: _, ...test } = freeSend({ brand: { body: { bubble: 'TEXT', content: '안녕' } } });
    expect(wrongIn(prepareBrand(test, {}))).toEqual(['send-profile profile']);
    expect(wrongIn(prepareBrand({ ...test, profile: 'mall' }, {}))).toEqual(['send-profile profile']);
    expect(wrongIn(prepareBrand({ ...test, profile: 'none' }, {}))).toEqual(['config-unknown-name profile']);
  });
});

describe('a setting that a brand message cannot have', () => {
  const written: JsonObject = { bubble: 'TEXT', content: '안녕' };

  it.each<[string, JsonObject, BrandSend, Partial<TestSend>, string]>([
    ['an image of a TEXT', written, { image: { url: URL } }, {}, 'send-brand brand.image'],
    ['images of an IMAGE', image, { images: [{ url: URL }] }, {}, 'send-brand brand.images'],
    ['four images of three items', list, { images: times(4, { url: URL }) }, {}, 'send-parts imagevariable'],
    ['a video of a TEXT', written, { video: { url: 'https://tv.example.com/v/1' } }, {}, 'send-brand brand.video'],
    ['an image of a full text', image, { mode: 'full', image: { url: URL } }, {}, 'send-brand brand.image'],
    ['an image of a template as it is', image, { mode: 'template', image: { url: URL } }, {}, 'send-brand brand.image'],
    ['cards of a TEXT', written, { cards: [{}] }, {}, 'send-brand brand.cards'],
    [
      'an image of a card of a full text',
      cards,
      { mode: 'full', cards: [{ image: { url: URL } }] },
      used('계절', '상품', '정상가격', '할인금액', '번호'),
      'send-brand brand.cards[0].image',
    ],
    [
      'a fourth part of three',
      cards,
      { cards: [{}, {}, {}, {}] },
      used('계절', '상품', '정상가격', '할인금액', '번호'),
      'send-brand brand.cards[3]',
    ],
    [
      'an empty value of a card',
      cards,
      { cards: [{}, { variables: { 상품: '' } }] },
      used('계절', '정상가격', '할인금액', '번호'),
      'send-empty-value brand.cards[1].variables.상품',
    ],
    [
      'a variable as a value of a card',
      cards,
      { cards: [{}, { variables: { 상품: '#{x}' } }] },
      used('계절', '정상가격', '할인금액', '번호'),
      'send-leftover brand.cards[1].variables.상품',
    ],
    ['a coupon that is not there', written, { coupon: 'omit' }, {}, 'send-brand brand.coupon'],
    [
      'the coupon of the intro',
      cards,
      { cards: [{ coupon: 'omit' }] },
      used('계절', '상품', '정상가격', '할인금액', '번호'),
      'send-brand brand.cards[0].coupon',
    ],
    ['no coupon in a full text', image, { mode: 'full', coupon: 'omit' }, {}, 'send-brand brand.coupon'],
    [
      'values of buttons',
      text,
      {},
      { ...used('이름', '번호', '할인금액'), buttons: { 보기: {} } },
      'send-button-value buttons.보기',
    ],
    [
      'values of an unknown button',
      text,
      { mode: 'full' },
      { ...used('이름', '번호', '할인금액'), buttons: { 보긱: {} } },
      'send-button-value buttons.보긱',
    ],
    ['a text of another bubble', written, { mode: 'full', body: film }, {}, 'send-parts type'],
    [
      'a tag that is not applied',
      written,
      { groupTag: { address: 'GroupTag/shop/x' } },
      {},
      'send-brand brand.groupTag',
    ],
    ['a value that is missing', text, {}, used('이름', '번호'), 'send-missing-value variables'],
    ['a price that is missing', cards, {}, used('계절', '상품', '할인금액', '번호'), 'send-missing-value variables'],
    ['variables of a template as it is', text, { mode: 'template' }, {}, 'send-brand brand.mode'],
  ])('%s', (_, content, brand, more, expected) => {
    expect(wrongIn(of(content, brand, more))).toEqual([expected]);
  });

  it('an image that is not uploaded', () => {
    const file = { path: 'a.png', sha256: 'a'.repeat(64) };
    expect(wrongIn(of(image, { image: file }))).toEqual(['image-not-uploaded brand.image']);
    expect(
      wrongIn(of(cards, { cards: [{}, { image: { file } }] }, used('계절', '상품', '정상가격', '할인금액', '번호'))),
    ).toEqual(['image-not-uploaded brand.cards[1].image']);
    const source = brandTemplate({ ...image, image: file });
    expect(wrongIn(prepareBrand(brandSend({ brand: { mode: 'free' } }), { source }))).toEqual([
      'image-not-uploaded template',
    ]);
    expect(wrongIn(prepareBrand(freeSend({ brand: { body: { ...image, image: file } } }), {}))).toEqual([
      'image-not-uploaded brand.image',
    ]);
  });
});

it('a mistake in the settings of a fallback is at the fallback', () => {
  const own = {
    type: 'ut',
    template: 'BrandTemplate/shop/winter',
    brand: { cards: [{}] },
    ...used('이름', '번호', '할인금액'),
  };
  const content = { messagebaseid: 'SS', chatbotid: '1588', header: '0' };
  const test = writtenSend({ type: 'rcs', content }, { fallback: [own] });
  const prepared = prepareSends({
    test,
    channel: rcs,
    fallbacks: fallbacksFor(test, [brandTemplate(text)], { code: 'B1', content: text, state: 'A' }),
    environment,
    defaultSender: 'main',
    maxRecipients: 5,
    clock: { now: () => NOON },
    random: seededRandom(1),
  });
  expect(wrongIn(prepared)).toEqual(['send-brand fallback[0].brand.cards']);
});
