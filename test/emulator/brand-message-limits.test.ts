import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { checkBrand } from '../../src/emulator/message/brand/payload.ts';
import type { BrandType } from '../../src/emulator/message/message.ts';
import { changed, free, fullBodies } from './brand-message-bodies.ts';

const bodies = fullBodies((use) => `http://127.0.0.1/images/${use.replace('/', '-')}.png`);

/** What a free message of a type answers with one thing of its body another: nothing, or what is wrong. */
function refusal(type: BrandType, path: string, value: Json | undefined): string | undefined {
  return checkBrand(type, { ...free, ...changed(bodies[type], path, value) }, '', 'noticetalk')?.detail;
}

/** A path as a refusal writes it: `carousel.list[0].header`. */
function written(path: string): string {
  return path.replace(/\.(\d+)/g, '[$1]');
}

const CARD = 'carousel.list.1';
const letters = (count: number): string => '😀'.repeat(count);
const lines = (count: number): string => `가${'\n'.repeat(count)}나`;
const button = { name: '가기', type: 'WL', url_mobile: 'https://a.kr' };
const buttons = (count: number): JsonObject[] => Array<JsonObject>(count).fill(button);

it.each<[BrandType, string, number]>([
  ['ut', 'message', 1300],
  ['uw', 'message', 76],
  ['ul', 'header', 20],
  ['ul', 'item.list.0.title', 25],
  ['ul', 'item.list.1.title', 30],
  ['um', 'additionalcontent', 34],
  ['um', 'commerce.title', 30],
  ['ua', 'carousel.head.content', 50],
  ['uc', `${CARD}.message`, 180],
  ['ut', 'button.0.name', 14],
  ['uw', 'button.0.name', 8],
  ['uc', `${CARD}.attachment.button.0.name`, 8],
  ['ut', 'coupon.description', 12],
  ['uw', 'coupon.description', 18],
])('%s %s has %i characters', (type, path, most) => {
  expect(refusal(type, path, letters(most))).toBeUndefined();
  expect(refusal(type, path, letters(most + 1))).toBe(`${written(path)} may have ${most} characters, not ${most + 1}`);
});

it.each<[BrandType, string, string]>([
  ['ui', 'image.img_link', 'https://'],
  ['ut', 'button.0.url_pc', 'https://'],
  ['ul', 'item.list.1.scheme_ios', 'shop://'],
])('%s %s has 1000 characters', (type, path, start) => {
  expect(refusal(type, path, start.padEnd(1000, 'a'))).toBeUndefined();
  expect(refusal(type, path, start.padEnd(1001, 'a'))).toBe(`${written(path)} may have 1000 characters, not 1001`);
});

it.each<[BrandType, string, number]>([
  ['ut', 'message', 99],
  ['uw', 'message', 5],
  ['ul', 'header', 0],
  ['ul', 'item.list.0.title', 1],
  ['um', 'additionalcontent', 1],
  ['ua', 'carousel.head.content', 2],
  ['uc', `${CARD}.message`, 10],
  ['ut', 'button.0.name', 0],
  ['ut', 'coupon.description', 0],
])('%s %s has %i line breaks', (type, path, most) => {
  expect(refusal(type, path, lines(most))).toBeUndefined();
  expect(refusal(type, path, lines(most + 1))).toMatch(new RegExp(`may have ${most} line breaks?, not ${most + 1}$`));
});

it.each<[BrandType, string, number]>([
  ['ut', 'button', 4],
  ['uw', 'button', 2],
  ['up', 'button', 1],
  ['um', 'button', 2],
  ['ua', `${CARD}.attachment.button`, 2],
])('%s %s has %i elements beside a coupon', (type, path, most) => {
  expect(refusal(type, path, buttons(most))).toBeUndefined();
  expect(refusal(type, path, buttons(most + 1))).toContain(`${written(path)} may have ${most} element`);
});

it('a list has 3 to 5 items', () => {
  const items = (count: number): JsonObject[] =>
    Array.from({ length: count }, () => ({ title: '코트', img_url: 'https://a.kr/a.png', url_mobile: 'https://a.kr' }));
  const answers = [2, 3, 5, 6].map((count) => refusal('ul', 'item.list', items(count)));
  expect(answers).toEqual([
    'item.list must have 3 elements',
    undefined,
    undefined,
    'item.list may have 5 elements, not 6',
  ]);
});

it('a carousel has 2 to 6 cards, or 1 behind an intro, which uc has not', () => {
  const cards = (type: 'uc' | 'ua', count: number): Json =>
    Array<Json>(count).fill((Object(bodies[type]['carousel']).list as JsonObject[])[0] ?? null);
  expect([1, 2, 6, 7].map((count) => refusal('uc', 'carousel.list', cards('uc', count)))).toEqual([
    'carousel.list must have 2 elements',
    undefined,
    undefined,
    'carousel.list may have 6 elements, not 7',
  ]);
  expect(refusal('ua', 'carousel.list', cards('ua', 1))).toBeUndefined();
  expect(refusal('ua', 'carousel', { list: cards('ua', 1) })).toBe(
    'carousel.list must have 2 elements if there is no head',
  );
  expect(refusal('uc', 'carousel.head', { header: '머리' })).toBe('carousel.head is not for uc');
});

it('the title of a coupon has one of five forms', () => {
  const wrong = 'coupon.title must be one of the five forms of a coupon title';
  for (const title of ['1원 할인 쿠폰', '99999999원 할인 쿠폰', '100% 할인 쿠폰', `${letters(7)} 무료 쿠폰`])
    expect(refusal('ut', 'coupon.title', title)).toBeUndefined();
  for (const title of ['0원 할인 쿠폰', '100000000원 할인 쿠폰', '101% 할인 쿠폰', `${letters(8)} UP 쿠폰`])
    expect(refusal('ut', 'coupon.title', title)).toBe(wrong);
});

it.each<[JsonObject, string | undefined]>([
  [{ regular_price: 99_999_999 }, undefined],
  [{ regular_price: 100_000_000 }, 'commerce.regular_price must be an integer from 0 to 99999999'],
  [{ regular_price: 1, discount_price: 0, discount_rate: 100, discount_fixed: 999_999 }, undefined],
  [{ regular_price: 1, discount_price: 0 }, 'commerce.discount_price needs discount_rate or discount_fixed'],
  [{ regular_price: 1, discount_rate: 101 }, 'commerce.discount_rate must be an integer from 1 to 100'],
  [{ regular_price: 1, discount_fixed: 1_000_000 }, 'commerce.discount_fixed must be an integer from 0 to 999999'],
])('prices: %j', (prices, expected) => {
  expect(refusal('um', 'commerce', { title: '코트', ...prices })).toBe(expected);
});
