import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { checkBrand } from '../../src/emulator/message/brand/payload.ts';
import type { BrandType } from '../../src/emulator/message/message.ts';
import { changed, free, fullBodies } from './brand-message-bodies.ts';

const bodies = fullBodies((use) => `http://127.0.0.1/images/${use.replace('/', '-')}.png`);

/** What a free message of a type answers with one thing of its body another: nothing, or what is wrong. */
function refusal(type: BrandType, path: string, value: Json | undefined): string | undefined {
  const content: JsonObject = { ...free, ...changed(bodies[type], path, value) };
  const wrong = checkBrand(type, content, `content.${type}.`, 'noticetalk');
  return wrong && `${wrong.error} ${wrong.detail?.replace(`content.${type}.`, '')}`;
}

/** A path as a refusal writes it: `carousel.list[0].header`. */
function written(path: string): string {
  return path.replace(/\.(\d+)/g, '[$1]');
}

const CARD = 'carousel.list.1';
const letters = (count: number): string => '😀'.repeat(count);
const lines = (count: number): string => `가${'\n'.repeat(count)}나`;
const link = (count: number): string => 'https://a.kr/'.padEnd(count, 'x');
const scheme = (count: number): string => 'shop://'.padEnd(count, 'x');

describe('the longest text is one of so many characters, and one more is refused', () => {
  it.each<[BrandType, string, number, (count: number) => string]>([
    ['ut', 'message', 1300, letters],
    ['ui', 'message', 1300, letters],
    ['uw', 'message', 76, letters],
    ['up', 'message', 76, letters],
    ['ul', 'header', 20, letters],
    ['up', 'header', 20, letters],
    ['ul', 'item.list.0.title', 25, letters],
    ['ul', 'item.list.1.title', 30, letters],
    ['ul', 'item.list.2.title', 30, letters],
    ['ul', 'item.list.0.url_mobile', 1000, link],
    ['ul', 'item.list.0.url_pc', 1000, link],
    ['ul', 'item.list.2.scheme_android', 1000, scheme],
    ['ul', 'item.list.2.scheme_ios', 1000, scheme],
    ['um', 'additionalcontent', 34, letters],
    ['um', 'commerce.title', 30, letters],
    ['ua', 'carousel.head.header', 20, letters],
    ['ua', 'carousel.head.content', 50, letters],
    ['ua', 'carousel.head.url_mobile', 1000, link],
    ['ua', 'carousel.head.url_pc', 1000, link],
    ['ua', 'carousel.head.scheme_android', 1000, scheme],
    ['ua', 'carousel.head.scheme_ios', 1000, scheme],
    ['ua', 'carousel.tail.url_mobile', 1000, link],
    ['uc', `${CARD}.header`, 20, letters],
    ['uc', `${CARD}.message`, 180, letters],
    ['ua', `${CARD}.header`, 20, letters],
    ['ua', `${CARD}.message`, 180, letters],
    ['ua', `${CARD}.additional_content`, 34, letters],
    ['ua', `${CARD}.attachment.commerce.title`, 30, letters],
    ['ut', 'button.0.name', 14, letters],
    ['ui', 'button.0.name', 14, letters],
    ['uw', 'button.0.name', 8, letters],
    ['ul', 'button.0.name', 8, letters],
    ['um', 'button.0.name', 8, letters],
    ['up', 'button.0.name', 8, letters],
    ['uc', `${CARD}.attachment.button.0.name`, 8, letters],
    ['ua', `${CARD}.attachment.button.0.name`, 8, letters],
    ['ut', 'button.0.url_mobile', 1000, link],
    ['ut', 'button.0.url_pc', 1000, link],
    ['ui', 'image.img_link', 1000, link],
    ['ut', 'coupon.description', 12, letters],
    ['ui', 'coupon.description', 12, letters],
    ['um', 'coupon.description', 12, letters],
    ['uw', 'coupon.description', 18, letters],
    ['ul', 'coupon.description', 18, letters],
    ['up', 'coupon.description', 18, letters],
    ['uc', `${CARD}.attachment.coupon.description`, 12, letters],
    ['ua', `${CARD}.attachment.coupon.description`, 12, letters],
    ['up', 'video.video_url', 500, (count) => 'https://tv.example.com/v/'.padEnd(count, '1')],
    ['up', 'video.thumbnail_url', 500, link],
  ])('%s %s: %i', (type, path, most, make) => {
    expect(refusal(type, path, make(most))).toBeUndefined();
    expect(refusal(type, path, make(most + 1))).toBe(`2000 ${written(path)} may have ${most} characters`);
  });
});

describe('so many line breaks may be, and one more is refused', () => {
  it.each<[BrandType, string, number]>([
    ['ut', 'message', 99],
    ['ui', 'message', 99],
    ['uw', 'message', 5],
    ['up', 'message', 5],
    ['ul', 'header', 0],
    ['up', 'header', 0],
    ['ul', 'item.list.0.title', 1],
    ['ul', 'item.list.1.title', 1],
    ['um', 'additionalcontent', 1],
    ['um', 'commerce.title', 0],
    ['ua', 'carousel.head.header', 0],
    ['ua', 'carousel.head.content', 2],
    ['uc', `${CARD}.header`, 0],
    ['uc', `${CARD}.message`, 10],
    ['ua', `${CARD}.additional_content`, 1],
    ['ua', `${CARD}.attachment.commerce.title`, 0],
    ['ut', 'button.0.name', 0],
    ['uw', 'button.0.name', 0],
    ['ut', 'coupon.description', 0],
    ['uw', 'coupon.description', 0],
  ])('%s %s: %i', (type, path, most) => {
    expect(refusal(type, path, lines(most))).toBeUndefined();
    expect(refusal(type, path, lines(most + 1))).toBe(`2000 ${written(path)} may have ${most} line breaks`);
  });
});

describe('an element must be there', () => {
  it.each<[BrandType, string]>([
    ['ut', 'message'],
    ['ui', 'message'],
    ['ui', 'image'],
    ['ui', 'image.img_url'],
    ['uw', 'message'],
    ['uw', 'image'],
    ['ul', 'header'],
    ['ul', 'item'],
    ['ul', 'item.list'],
    ['ul', 'item.list.0.img_url'],
    ['ul', 'item.list.2.img_url'],
    ['ul', 'item.list.1.title'],
    ['ul', 'item.list.2.title'],
    ['uc', 'carousel'],
    ['uc', 'carousel.list'],
    ['uc', `${CARD}.header`],
    ['uc', `${CARD}.message`],
    ['uc', `${CARD}.attachment`],
    ['uc', `${CARD}.attachment.image`],
    ['uc', `${CARD}.attachment.image.img_url`],
    ['uc', 'carousel.tail.url_mobile'],
    ['um', 'image'],
    ['um', 'commerce'],
    ['um', 'commerce.title'],
    ['um', 'commerce.regular_price'],
    ['um', 'button'],
    ['up', 'video'],
    ['up', 'video.video_url'],
    ['ua', 'carousel'],
    ['ua', 'carousel.head.header'],
    ['ua', 'carousel.head.content'],
    ['ua', 'carousel.head.image_url'],
    ['ua', `${CARD}.attachment`],
    ['ua', `${CARD}.attachment.image`],
    ['ua', `${CARD}.attachment.commerce`],
    ['ut', 'button.0.name'],
    ['ut', 'button.0.type'],
    ['ut', 'button.0.url_mobile'],
    ['ut', 'coupon.title'],
    ['ut', 'coupon.description'],
  ])('%s %s', (type, path) => {
    expect(refusal(type, path, undefined)).toMatch(
      new RegExp(`^2000 ${literally(written(path))} is required( for WL)?$`),
    );
  });
});

function literally(text: string): string {
  return text.replace(/[[\].]/g, '\\$&');
}

describe('so many elements may be, and one more or less is refused', () => {
  const button = { name: '가기', type: 'WL', url_mobile: 'https://a.kr' };
  it.each<[BrandType, string, number]>([
    ['uw', 'button', 2],
    ['ul', 'button', 2],
    ['up', 'button', 1],
    ['um', 'button', 2],
    ['uc', `${CARD}.attachment.button`, 2],
    ['ua', `${CARD}.attachment.button`, 2],
  ])('%s %s: %i beside a coupon', (type, path, most) => {
    expect(refusal(type, path, Array<JsonObject>(most).fill(button))).toBeUndefined();
    expect(refusal(type, path, Array<JsonObject>(most + 1).fill(button))).toBe(
      `2000 ${written(path)} may have ${most === 1 ? '1 element' : `${most} elements`}`,
    );
  });

  it.each<BrandType>(['ut', 'ui'])('%s button: 5, and 4 beside a coupon', (type) => {
    const message = (count: number, more: JsonObject): string | undefined => {
      const { button: _button, coupon: _coupon, ...body } = bodies[type];
      const content = { ...free, ...body, button: Array<JsonObject>(count).fill(button), ...more };
      return checkBrand(type, content, '', 'noticetalk')?.detail;
    };
    const { coupon = null } = bodies[type];
    expect(message(5, {})).toBeUndefined();
    expect(message(6, {})).toBe('button may have 5 elements');
    expect(message(4, { coupon })).toBeUndefined();
    expect(message(5, { coupon })).toBe('button may have 4 elements beside a coupon');
  });

  it('um button: one at least', () => {
    expect(refusal('um', 'button', [])).toBe('2000 button is required');
  });

  const cardsOf = (type: 'uc' | 'ua', count: number): Json => {
    const { carousel } = bodies[type];
    const [card] = Object(carousel).list as JsonObject[];
    return Array<Json>(count).fill(card ?? null);
  };

  it.each<['uc' | 'ua', number, string | undefined]>([
    ['uc', 1, '2000 carousel.list must have 2 elements'],
    ['uc', 2, undefined],
    ['uc', 6, undefined],
    ['uc', 7, '2000 carousel.list may have 6 elements'],
    ['ua', 0, '2000 carousel.list is required'],
    ['ua', 1, undefined],
    ['ua', 6, undefined],
    ['ua', 7, '2000 carousel.list may have 6 elements'],
  ])('%s with %i cards', (type, count, expected) => {
    expect(refusal(type, 'carousel.list', cardsOf(type, count))).toBe(expected);
  });

  it.each<[number, string | undefined]>([
    [1, '2000 carousel.list must have 2 elements if there is no head'],
    [2, undefined],
    [6, undefined],
    [7, '2000 carousel.list may have 6 elements'],
  ])('ua without an intro, with %i cards', (count, expected) => {
    expect(refusal('ua', 'carousel', { list: cardsOf('ua', count) })).toBe(expected);
  });
});
