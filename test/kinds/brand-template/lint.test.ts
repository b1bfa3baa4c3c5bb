import { describe, expect, it, test } from 'vitest';
import { codes } from '../../../src/core/codes.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { brandRules, checkBrand } from '../../../src/kinds/brand-template/rules/check.ts';
import { templateRules } from '../../../src/kinds/notification-template/rules/hints.ts';

const text: JsonObject = { kind: 'BrandTemplate', id: 'a', name: '겨울', bubble: 'TEXT', content: '감귤이 왔어요' };

/** What the lint says of a template with some members changed. */
function lint(rule: string, members: JsonObject, of = text): string[] {
  return checkBrand({ ...of, ...members })
    .filter((finding) => finding.rule === rule)
    .map(({ severity, code, path, message }) => `${severity} ${code} at ${path}: ${message}`);
}

describe('the lint rules of brand templates', () => {
  it('are those that are about no inspection, under the ids that they have everywhere', () => {
    expect(brandRules.map(({ id, level }) => `${id} ${level}`)).toEqual([
      'AT01 warning',
      'AT02 error',
      'AT04 warning',
      'AT07 warning',
      'AT10 error',
      'AT11 both',
      'AT12 warning',
      'AT14 both',
      'AT15 warning',
      'AT17 both',
      'AT30 error',
      'AT34 warning',
    ]);
    const known = templateRules.map(({ id }) => id);
    expect(brandRules.filter(({ id }) => !known.includes(id))).toEqual([]);
  });

  it('are data: each says what, what to do, and who says so', () => {
    for (const { what, help, source, code, level, find, covers } of brandRules) {
      expect(what.en).toMatch(/^[^a-z].*[^.]$/u);
      expect(help.en.length).toBeGreaterThan(5);
      expect(Object.keys(codes)).toContain(code);
      expect(find !== undefined || covers !== undefined).toBe(true);
      if (level !== 'warning') expect(source).toMatch(/^(?:resource|message) API \d/);
    }
  });
});

test('AT01: what looks like a variable; what the service refuses by its name is no second mistake', () => {
  expect(lint('AT01', { content: '{{이름}}님, #{이름' })).toEqual([
    'warning variable-syntax at content: `#{이름` is not a message variable',
    'warning variable-syntax at content: `{{이름}}` is not a message variable',
  ]);
  expect(lint('AT01', { content: '#{이름}님 #{고객 이름}' })).toEqual([]);
});

test('AT04: a variable in the name of a button', () => {
  const buttons = (name: string): JsonObject => ({ buttons: [{ type: 'BK', name }] });
  expect(lint('AT04', buttons('#{상품} 보기'))).toEqual([
    'warning variable-place at buttons[0].name: A variable in the name of a button or quick reply',
  ]);
  expect(lint('AT04', { carousel: { cards: [buttons('#{상품}')] } })).toHaveLength(1);
  expect(lint('AT04', { content: '#{상품}', ...buttons('보기') })).toEqual([]);
});

test('AT07: a variable without a value, and a value without a variable', () => {
  const samples = (values: JsonObject): JsonObject => ({ samples: [{ name: '기본', values }] });
  expect(lint('AT07', { content: '#{이름}님' })).toEqual([
    'warning no-samples at content: No sample has a value for `이름`',
  ]);
  expect(lint('AT07', { content: '#{이름}님', ...samples({ 성명: '홍길동' }) })).toHaveLength(2);
  expect(lint('AT07', { content: '#{이름}님', ...samples({ 이름: '홍길동' }) })).toEqual([]);
  const refused = { content: '#{고객 이름}님', carousel: { cards: [], more: { link: { mobile: '#{주소}' } } } };
  expect(lint('AT07', refused)).toEqual([]);
});

test('AT07: a sample may fill the price that is left out, and no other', () => {
  const filled = (commerce: JsonObject): JsonObject => ({
    commerce: { title: '귤', ...commerce },
    samples: [{ name: '기본', values: { 할인율: '10' } }],
  });
  expect(lint('AT07', filled({ regularPrice: 9000 }))).toEqual([]);
  expect(lint('AT07', filled({ discountRate: 10 }))).toHaveLength(1);
  expect(lint('AT07', { carousel: { cards: [filled({})] }, ...filled({ discountRate: 10 }) })).toEqual([]);
});

test('a character that nobody sees, in every text and the name', () => {
  const found = checkBrand({ ...text, name: '겨\u200b울', content: '감귤\u0007', header: '가\n나' });
  expect(found.filter(({ code }) => code === 'unseen-character').map(({ severity, path }) => [severity, path])).toEqual(
    [
      ['warning', 'name'],
      ['warning', 'content'],
    ],
  );
});

describe('AT15: a text as it is sent', () => {
  const filled = (members: JsonObject, value: string, of = text): string[] =>
    lint('AT15', { ...members, samples: [{ name: '긴', values: { 글: value } }] }, of);
  const tooLong = (at: string, most: number): string[] => [
    `warning not-sendable at ${at}: \`${at}\` with the values of sample 긴 has ${most + 1} characters; a message takes at most ${most}`,
  ];

  test.each([
    ['content', 1300, 'TEXT', { content: '#{글}' }],
    ['content', 1300, 'IMAGE', { content: '#{글}' }],
    ['content', 76, 'WIDE', { content: '#{글}' }],
    ['content', 76, 'PREMIUM_VIDEO', { content: '#{글}' }],
    ['buttons[0].link.pc', 1000, 'TEXT', { buttons: [{ type: 'WL', name: '가', link: { pc: '#{글}' } }] }],
    ['header', 20, 'WIDE_ITEM_LIST', { header: '#{글}' }],
    ['additionalContent', 34, 'COMMERCE', { additionalContent: '#{글}' }],
    ['items[0].title', 25, 'WIDE_ITEM_LIST', { items: [{ title: '#{글}' }] }],
    ['items[1].title', 30, 'WIDE_ITEM_LIST', { items: [{ title: '귤' }, { title: '#{글}' }] }],
    ['carousel.intro.header', 20, 'CAROUSEL_COMMERCE', { carousel: { intro: { header: '#{글}' }, cards: [] } }],
    ['carousel.intro.content', 50, 'CAROUSEL_COMMERCE', { carousel: { intro: { content: '#{글}' }, cards: [] } }],
    ['carousel.cards[0].header', 20, 'CAROUSEL_FEED', { carousel: { cards: [{ header: '#{글}' }] } }],
    ['carousel.cards[0].content', 180, 'CAROUSEL_FEED', { carousel: { cards: [{ content: '#{글}' }] } }],
    ['commerce.title', 30, 'COMMERCE', { commerce: { title: '#{글}' } }],
    [
      'carousel.cards[0].commerce.title',
      30,
      'CAROUSEL_COMMERCE',
      { carousel: { cards: [{ commerce: { title: '#{글}' } }] } },
    ],
    ['coupon.description', 12, 'TEXT', { coupon: { title: '', description: '#{글}', link: { mobile: '#{a}' } } }],
    ['coupon.description', 18, 'WIDE', { coupon: { title: '', description: '#{글}', link: { mobile: '#{a}' } } }],
    [
      'carousel.cards[0].coupon.description',
      12,
      'CAROUSEL_FEED',
      { carousel: { cards: [{ coupon: { title: '', description: '#{글}', link: { mobile: '#{a}' } } }] } },
    ],
  ] as [string, number, string, JsonObject][])('%s has %i characters in a %s', (at, most, bubble, members) => {
    const of = { ...text, bubble, content: '감귤' };
    expect(filled(members, '가'.repeat(most), of)).toEqual([]);
    expect(filled(members, '가'.repeat(most + 1), of)).toEqual(tooLong(at, most));
  });

  it('is measured where a message has a limit, as it is written too', () => {
    const commerce = { bubble: 'COMMERCE', content: '가'.repeat(2000), header: '가'.repeat(21) };
    expect(lint('AT15', { content: '#{글}' })).toEqual([]);
    expect(filled({ image: { url: '#{글}', file: '#{글}' } }, '가'.repeat(2000))).toEqual([]);
    expect(lint('AT15', commerce)).toEqual([]);
    expect(lint('AT15', { ...commerce, commerce: { title: `#{상품명}${'가'.repeat(31)}` } })).toEqual([
      'warning not-sendable at commerce.title: `commerce.title` has 31 characters; a message takes at most 30',
    ]);
    expect(filled({ commerce: { title: '가'.repeat(31) } }, '나')).toEqual([
      'warning not-sendable at commerce.title: `commerce.title` has 31 characters; a message takes at most 30',
    ]);
  });
});

test('a feed says how many cards to add or to remove', () => {
  const hints = (count: number): (string | undefined)[] =>
    checkBrand({ ...text, bubble: 'CAROUSEL_FEED', carousel: { cards: Array(count).fill({}) } })
      .filter(({ path }) => path === 'carousel.cards')
      .map(({ message, hint }) => `${message}. ${hint}`);
  expect(hints(1)).toEqual(['`carousel.cards` has 1 element; a message takes 2 to 6. Add 1']);
  expect(hints(8)).toEqual(['`carousel.cards` has 8 elements; a message takes 2 to 6. Remove 2']);
  expect([2, 6].flatMap(hints)).toEqual([]);
});
