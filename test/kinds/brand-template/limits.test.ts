import { describe, expect, test } from 'vitest';
import type { Surroundings } from '../../../src/core/declaration.ts';
import { isObject, type Json, type JsonObject } from '../../../src/core/json.ts';
import { checkBrand } from '../../../src/kinds/brand-template/rules/check.ts';
import { checkRatios } from '../../../src/kinds/brand-template/rules/errors.ts';
import { schemaMistakes } from '../../../src/manifest/schema/mistakes.ts';
import { parseLocated } from '../../../src/yaml/located.ts';

/**
 * Every limit of resource API 2.4: its edge passes, and one beyond is one mistake, at its place. What only a message limits
 * (message API 2.10) is a warning.
 */

/** What a manifest does wrong: `error code path`. The rules are asked where the schema has nothing to say. */
function mistakes(manifest: JsonObject, surroundings?: Surroundings): string[] {
  const bySchema = schemaOnly(manifest);
  if (bySchema.length > 0) return bySchema;
  // What is no limit: samples, variables in names, unseen characters (lint.test.ts).
  const found = checkBrand(manifest, surroundings).filter(
    ({ rule = '', code }) => !['AT04', 'AT07'].includes(rule) && code !== 'unseen-character',
  );
  return found.map(({ severity, code, path }) => `${severity} ${code} ${path}`);
}

function schemaOnly(manifest: JsonObject): string[] {
  const value = { kind: 'BrandTemplate', id: 'a', name: '이름', ...manifest };
  const [located] = parseLocated('a.yaml', JSON.stringify(value)).documents;
  if (!located || !isObject(located.value)) throw new Error('no document');
  const found = schemaMistakes({ kind: 'BrandTemplate', value: located.value, located });
  return found.map(({ code, path }) => `error ${code} ${path}`);
}

const chars = (count: number): string => '가'.repeat(count);
const lines = (breaks: number): string => `${'가\n'.repeat(breaks)}나`;
const many = <T extends Json>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
const web = 'https://m.example.com';
const link = { mobile: web };
const button = { type: 'WL', name: '보기', link };
const named = (count: number): JsonObject => ({ buttons: [{ ...button, name: chars(count) }] });
const channel = { type: 'AC' };
const coupon = { title: '배송비 할인 쿠폰', description: '배송비', link };
const described = (count: number): JsonObject => ({ coupon: { ...coupon, description: chars(count) } });

const text = (more: JsonObject = {}): JsonObject => ({ bubble: 'TEXT', content: '본문', ...more });
const image = (more: JsonObject = {}): JsonObject => ({ bubble: 'IMAGE', content: '본문', image: './a.png', ...more });
const wide = (more: JsonObject = {}): JsonObject => ({ bubble: 'WIDE', content: '본문', image: './a.png', ...more });
const item = { title: '상품', image: './a.png' };
const list = (more: JsonObject = {}): JsonObject => ({
  bubble: 'WIDE_ITEM_LIST',
  header: '상품',
  items: many(3, item),
  ...more,
});
const film = (more: JsonObject = {}): JsonObject => ({ bubble: 'PREMIUM_VIDEO', video: { vid: 'v1' }, ...more });
const product = { title: '코트' };
const commerce = (more: JsonObject = {}): JsonObject => ({
  bubble: 'COMMERCE',
  content: '본문',
  image: './a.png',
  commerce: product,
  buttons: [button],
  ...more,
});
const feedCard = { header: '머리', content: '본문', image: './a.png' };
const feed = (card: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  bubble: 'CAROUSEL_FEED',
  carousel: { cards: [{ ...feedCard, ...card }, feedCard], ...more },
});
const shopCard = { image: './a.png', commerce: product };
const intro = { header: '머리', content: '본문', image: './a.png' };
const shop = (card: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  bubble: 'CAROUSEL_COMMERCE',
  carousel: { cards: [{ ...shopCard, ...card }, shopCard], ...more },
});
const CARD = 'carousel.cards[0]';

/** What is limited: one that passes, one that does not, and how that is told. Without a severity it is an error; `unsendable` is a warning. */
const limits: Record<string, [passes: JsonObject, fails: JsonObject, told: string]> = {
  ...edge('TEXT content', 1300, (n) => text({ content: chars(n) }), 'too-long content'),
  ...edge('TEXT content, lines', 99, (n) => text({ content: lines(n) }), 'too-many-lines content'),
  ...edge('IMAGE content', 1300, (n) => image({ content: chars(n) }), 'too-long content'),
  ...edge('IMAGE content, lines', 99, (n) => image({ content: lines(n) }), 'too-many-lines content'),
  ...edge('WIDE content', 76, (n) => wide({ content: chars(n) }), 'too-long content'),
  ...edge('WIDE content, lines', 5, (n) => wide({ content: lines(n) }), 'too-many-lines content'),
  ...edge('PREMIUM_VIDEO content', 76, (n) => film({ content: chars(n) }), 'too-long content'),
  ...edge('PREMIUM_VIDEO content, lines', 5, (n) => film({ content: lines(n) }), 'too-many-lines content'),
  ...edge('WIDE_ITEM_LIST header', 20, (n) => list({ header: chars(n) }), 'too-long header'),
  'WIDE_ITEM_LIST header: 1': [list({ header: '가' }), list({ header: '' }), 'empty-field header'],
  'WIDE_ITEM_LIST header: one line': [list(), list({ header: '가\n나' }), 'too-many-lines header'],
  ...edge('PREMIUM_VIDEO header', 20, (n) => film({ header: chars(n) }), 'too-long header'),
  'PREMIUM_VIDEO header: one line': [film({ header: '가' }), film({ header: '가\r\n나' }), 'too-many-lines header'],
  ...edge('additionalContent', 34, (n) => commerce({ additionalContent: chars(n) }), 'too-long additionalContent'),
  ...edge(
    'additionalContent, lines',
    1,
    (n) => commerce({ additionalContent: lines(n) }),
    'too-many-lines additionalContent',
  ),
  'items: 3': [list(), list({ items: many(2, item) }), 'unsendable items'],
  'items: 2': [list(), list({ items: [item] }), 'too-few items'],
  ...edge('items', 5, (n) => list({ items: many(n, item) }), 'too-many items'),
  ...edge(
    'main item’s title',
    25,
    (n) => list({ items: [{ ...item, title: chars(n) }, item, item] }),
    'unsendable items[0].title',
  ),
  ...edge(
    'items’ titles',
    30,
    (n) => list({ items: [item, item, { ...item, title: chars(n) }] }),
    'unsendable items[2].title',
  ),
  ...edge(
    'items’ titles, lines',
    1,
    (n) => list({ items: [item, { ...item, title: lines(n) }, item] }),
    'unsendable items[1].title',
  ),
  'items’ titles but the first': [
    list({ items: [{ image: './a.png' }, item, item] }),
    list({ items: [item, { image: './a.png' }, item] }),
    'unsendable items[1]',
  ],
  ...edge('TEXT buttons', 5, (n) => text({ buttons: many(n, button) }), 'unsendable buttons'),
  ...edge('TEXT buttons beside a coupon', 4, (n) => text({ buttons: many(n, button), coupon }), 'unsendable buttons'),
  ...edge('IMAGE buttons beside a coupon', 4, (n) => image({ buttons: many(n, button), coupon }), 'unsendable buttons'),
  ...edge('WIDE buttons', 2, (n) => wide({ buttons: many(n, button), coupon }), 'unsendable buttons'),
  ...edge('WIDE_ITEM_LIST buttons', 2, (n) => list({ buttons: many(n, button) }), 'unsendable buttons'),
  'PREMIUM_VIDEO buttons: 1': [film({ buttons: [button] }), film({ buttons: many(2, button) }), 'unsendable buttons'],
  'COMMERCE buttons: 1': [commerce(), commerce({ buttons: [] }), 'too-few buttons'],
  ...edge('COMMERCE buttons', 2, (n) => commerce({ buttons: many(n, button) }), 'unsendable buttons'),
  ...edge('buttons of a card', 2, (n) => feed({ buttons: many(n, button) }), `too-many ${CARD}.buttons`),
  ...edge('TEXT button’s name', 14, (n) => text(named(n)), 'too-long buttons[0].name'),
  ...edge('WIDE button’s name', 8, (n) => wide(named(n)), 'too-long buttons[0].name'),
  'WIDE button’s name, far beyond: 8': [
    wide({ buttons: [{ ...button, name: chars(8) }] }),
    wide({ buttons: [{ ...button, name: chars(15) }] }),
    'too-long buttons[0].name',
  ],
  ...edge('button’s name of a card', 8, (n) => shop(named(n)), `too-long ${CARD}.buttons[0].name`),
  'button’s name: one line': [
    text({ buttons: [button] }),
    text({ buttons: [{ ...button, name: '가\n나' }] }),
    'too-many-lines buttons[0].name',
  ],
  ...edge('cards of a feed', 6, (n) => feed({}, { cards: many(n, feedCard) }), 'unsendable carousel.cards'),
  'cards of a feed: 2': [feed(), feed({}, { cards: [feedCard] }), 'unsendable carousel.cards'],
  'cards of a feed: 1': [feed(), feed({}, { cards: [] }), 'too-few carousel.cards'],
  ...edge('cards', 6, (n) => shop({}, { cards: many(n, shopCard) }), 'too-many carousel.cards'),
  'cards without an intro: 2': [shop(), shop({}, { cards: [shopCard] }), 'too-few carousel.cards'],
  'cards behind an intro: 1': [
    shop({}, { intro, cards: [shopCard] }),
    shop({}, { intro, cards: [] }),
    'too-few carousel.cards',
  ],
  'no cards and no intro are one mistake': [shop(), shop({}, { cards: [] }), 'too-few carousel.cards'],
  ...edge('card’s header', 20, (n) => feed({ header: chars(n) }), `too-long ${CARD}.header`),
  'card’s header: one line': [feed(), feed({ header: '가\n나' }), `warning not-sendable ${CARD}.header`],
  ...edge('card’s content', 180, (n) => feed({ content: chars(n) }), `too-long ${CARD}.content`),
  ...edge('card’s content, lines', 10, (n) => feed({ content: lines(n) }), `too-many-lines ${CARD}.content`),
  ...edge(
    'intro’s header',
    20,
    (n) => shop({}, { intro: { ...intro, header: chars(n) } }),
    'too-long carousel.intro.header',
  ),
  'intro’s header: one line': [
    shop({}, { intro }),
    shop({}, { intro: { ...intro, header: '가\n나' } }),
    'unsendable carousel.intro.header',
  ],
  ...edge(
    'intro’s content',
    50,
    (n) => shop({}, { intro: { ...intro, content: chars(n) } }),
    'too-long carousel.intro.content',
  ),
  ...edge(
    'intro’s content, lines',
    2,
    (n) => shop({}, { intro: { ...intro, content: lines(n) } }),
    'too-many-lines carousel.intro.content',
  ),
  ...edge('commerce’s title', 30, (n) => commerce({ commerce: { title: chars(n) } }), 'unsendable commerce.title'),
  'commerce’s title: one line': [
    commerce(),
    commerce({ commerce: { title: '가\n나' } }),
    'too-many-lines commerce.title',
  ],
  'a card’s prices': [
    shop({ commerce: { title: '가', discountRate: 1 } }),
    shop({ commerce: { title: '가\n나', discountRate: 1 } }),
    `too-many-lines ${CARD}.commerce.title`,
  ],
  ...price('regularPrice', 0, 99_999_999),
  ...price('discountPrice', 0, 99_999_999, { discountRate: 1 }),
  ...price('discountRate', 1, 100),
  ...price('discountFixed', 0, 999_999),
  'a price is a whole number': [
    commerce({ commerce: { title: '가', regularPrice: 1 } }),
    commerce({ commerce: { title: '가', regularPrice: 1.5 } }),
    'wrong-type commerce.regularPrice',
  ],
  ...edge('coupon’s description', 12, (n) => text(described(n)), 'too-long coupon.description'),
  ...edge('coupon’s description in WIDE', 18, (n) => wide(described(n)), 'too-long coupon.description'),
  ...edge('coupon’s description in WIDE_ITEM_LIST', 18, (n) => list(described(n)), 'too-long coupon.description'),
  ...edge('coupon’s description in PREMIUM_VIDEO', 18, (n) => film(described(n)), 'too-long coupon.description'),
  ...edge('coupon’s description in a card', 12, (n) => feed(described(n)), `too-long ${CARD}.coupon.description`),
  'coupon’s description: one line': [
    text({ coupon }),
    text({ coupon: { ...coupon, description: '가\n나' } }),
    'too-many-lines coupon.description',
  ],
  ...couponTitle('1원 할인 쿠폰', '0원 할인 쿠폰'),
  ...couponTitle('99999999원 할인 쿠폰', '100000000원 할인 쿠폰'),
  ...couponTitle('#{할인금액}원 할인 쿠폰', '#{금액}원 할인 쿠폰'),
  ...couponTitle('5000원 할인 쿠폰', '5,00원 할인 쿠폰'),
  ...couponTitle('1% 할인 쿠폰', '0% 할인 쿠폰'),
  ...couponTitle('100% 할인 쿠폰', '101% 할인 쿠폰'),
  ...couponTitle('#{할인율}% 할인 쿠폰', '#{할인율} % 할인 쿠폰'),
  ...couponTitle('일곱글자상품명 무료 쿠폰', '여덟글자의상품명 무료 쿠폰'),
  ...couponTitle('#{상품명} UP 쿠폰', '#{상품} UP 쿠폰'),
  ...couponTitle('배송비 할인 쿠폰', '배송비 할인쿠폰'),
  'a link: 1000': [
    text({ buttons: [{ ...button, link: { mobile: `https://a.b/${'a'.repeat(988)}` } }] }),
    text({ buttons: [{ ...button, link: { mobile: `https://a.b/${'a'.repeat(989)}` } }] }),
    'unsendable buttons[0].link.mobile',
  ],
  'a web link has a scheme, or a variable in its place': [
    text({ buttons: [{ ...button, link: { mobile: '#{주소}' } }] }),
    text({ buttons: [{ ...button, link: { mobile: 'm.example.com' } }] }),
    'warning link-form buttons[0].link.mobile',
  ],
  'a web link has no blanks': [
    text({ buttons: [button] }),
    text({ buttons: [{ ...button, link: { mobile: 'https://m.example.com/가 나' } }] }),
    'warning link-form buttons[0].link.mobile',
  ],
  'an app link has a scheme': [
    text({ buttons: [{ type: 'AL', name: '앱', link: { android: 'shop://a', ios: 'shop://a' } }] }),
    text({ buttons: [{ type: 'AL', name: '앱', link: { android: '//a', ios: 'shop://a' } }] }),
    'warning link-form buttons[0].link.android',
  ],
  'a business form is digits': [
    text({ buttons: [{ type: 'BF', name: '신청', bizFormId: '12' }] }),
    text({ buttons: [{ type: 'BF', name: '신청', bizFormId: 'a12' }] }),
    'unsendable buttons[0].bizFormId',
  ],
  ...edge('a variable’s name', 20, (n) => text({ content: `#{${chars(n)}}` }), 'variable-name content'),
  'a variable’s name: 1': [text({ content: '#{가}' }), text({ content: '#{}' }), 'variable-name content'],
  'a variable’s name: letters, digits, - and _': [
    text({ content: '#{a-Z_09가}' }),
    text({ content: '#{고객 이름}' }),
    'variable-name content',
  ],
  'a variable’s name in a link of an image': [
    image({ image: { file: './a.png', link: 'https://a.b/#{번호}' } }),
    image({ image: { file: './a.png', link: 'https://a.b/#{번호!}' } }),
    'variable-name image.link',
  ],
  'a variable that is not closed is text': [
    text({ content: '#{이름}' }),
    text({ content: '#{이름' }),
    'warning variable-syntax content',
  ],
  'variables of all buttons: 20': [
    feed(...variables(10, 20)),
    feed(...variables(10, 21)),
    `too-many-variables ${CARD}.buttons`,
  ],
  'the more button takes no variables': [
    feed({}, { more: { link } }),
    feed({}, { more: { link: { mobile: 'https://a.b/#{번호}' } } }),
    'variable-place carousel.more.link.mobile',
  ],
  'AC goes first in a TEXT': [
    text({ buttons: [channel, button] }),
    text({ buttons: [button, channel] }),
    'channel-button buttons[1]',
  ],
  'AC goes first in an IMAGE': [
    image({ buttons: [channel, button] }),
    image({ buttons: [button, channel] }),
    'channel-button buttons[1]',
  ],
  'AC goes last in a WIDE': [
    wide({ buttons: [button, channel] }),
    wide({ buttons: [channel, button] }),
    'channel-button buttons[0]',
  ],
  'AC goes last in a card': [
    feed({ buttons: [button, channel] }),
    feed({ buttons: [channel, button] }),
    `channel-button ${CARD}.buttons[0]`,
  ],
  'there is one AC': [text({ buttons: [channel] }), text({ buttons: [channel, channel] }), 'channel-button buttons[1]'],
  'a coupon of one’s own has a web address': [
    text({ coupon }),
    text({ coupon: { ...coupon, link: { android: 'shop://a', pc: web } } }),
    'missing-field coupon.link',
  ],
  'a coupon of the channel has its address as an app link': [
    text({ coupon: { ...coupon, link: { ios: 'noticetalk=coupon://1' } } }),
    text({ coupon: { ...coupon, link: { pc: web } } }),
    'missing-field coupon.link',
  ],
  'a coupon of a card has a web address': [
    feed({ coupon }),
    feed({ coupon: { ...coupon, link: { ios: 'shop://a' } } }),
    `missing-field ${CARD}.coupon.link`,
  ],
  'an image is said in one way': [
    image({ image: { file: './a.png', link: web } }),
    image({ image: { file: './a.png', url: 'https://a' } }),
    'not-together image.url',
  ],
  'an image is more than its link': [
    wide({ image: { url: 'https://a', link: web } }),
    wide({ image: { link: web } }),
    'missing-field image',
  ],
  'a video is said in one way': [
    film({ video: { vid: 'a', thumbnail: './a.png' } }),
    film({ video: { vid: 'a', url: 'https://a.example.com/v/1' } }),
    'not-together video.url',
  ],
  'a video is more than its thumbnail': [
    film({ video: { ref: 'a' } }),
    film({ video: { thumbnail: './a.png' } }),
    'missing-field video',
  ],
};

/** The most that passes, and one more. */
function edge(what: string, most: number, of: (count: number) => JsonObject, told: string): typeof limits {
  return { [`${what}: ${most}`]: [of(most), of(most + 1), told] };
}

function price(name: string, least: number, most: number, more: JsonObject = {}): typeof limits {
  const of = (value: number) => commerce({ commerce: { title: '가', ...more, [name]: value } });
  return {
    [`${name}: ${least}`]: [of(least), of(least - 1), `wrong-form commerce.${name}`],
    [`${name}: ${most}`]: [of(most), of(most + 1), `wrong-form commerce.${name}`],
  };
}

function couponTitle(passes: string, fails: string): typeof limits {
  const of = (title: string) => text({ coupon: { ...coupon, title } });
  return { [`coupon’s title ${fails}`]: [of(passes), of(fails), 'wrong-form coupon.title'] };
}

/** The buttons of two cards with so many variables, some in each. */
function variables(first: number, all: number): [JsonObject, JsonObject] {
  const of = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `#{v${from + index}}`).join('');
  const one = { ...button, link: { mobile: `https://a.b/${of(0, first)}` } };
  const other = { ...button, name: '#{v0}', link: { mobile: `https://a.b/${of(first, all)}` } };
  return [
    {},
    {
      cards: [
        { ...feedCard, buttons: [one] },
        { ...feedCard, buttons: [other] },
      ],
    },
  ];
}

describe.each(Object.entries(limits))('%s', (_, [passes, fails, told]) => {
  test('the edge passes', () => expect(mistakes(passes)).toEqual([]));
  test('one beyond is one mistake', () =>
    expect(mistakes(fails)).toEqual([
      told.replace(/^unsendable/, 'warning not-sendable').replace(/^(?!warning)/, 'error '),
    ]));
});

describe('the bubble says which fields there are', () => {
  test.each<[string, JsonObject, string[]]>([
    ['one that is not known', { bubble: 'CAROUSEL', content: 'a' }, ['error unknown-value bubble']],
    ['one that is left out', { content: 'a' }, ['error missing-field bubble']],
    ['a field of another bubble', text({ items: [] }), ['error unknown-field items']],
    ['a field that it needs', { bubble: 'WIDE', content: 'a' }, ['error missing-field image']],
    ['the service’s own name', text({ additionalContent: 'a' }), ['warning not-sendable additionalContent']],
    ['prices of a feed', feed({ commerce: product }), [`warning not-sendable ${CARD}.commerce`]],
    ['an intro of a feed', feed({}, { intro }), ['error unknown-field carousel.intro']],
    ['a card without prices', shop({}, { cards: [{ image: './a.png' }, shopCard] }), [`warning not-sendable ${CARD}`]],
    ['a video of nothing', film({ video: {} }), ['error empty-field video']],
  ])('%s', (_, manifest, told) => expect(mistakes(manifest)).toEqual(told));
});

describe('what resource API 2.4 does not forbid, and no message could carry', () => {
  const more = (to: JsonObject): JsonObject => shop({}, { more: { link: to } });
  const without = (value: JsonObject, ...keys: string[]): JsonObject =>
    Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
  const bareCard = without(feedCard, 'header', 'content');
  test.each<[what: string, manifest: JsonObject, told: string[]]>([
    ['a discount price whose rate is a variable', commerce({ commerce: { title: '가', discountPrice: 1 } }), []],
    ['a header in a TEXT', text({ header: '가' }), ['warning header']],
    ['a coupon of a carousel', { ...feed(), coupon }, ['warning coupon']],
    ['a coupon without description', text({ coupon: without(coupon, 'description') }), ['warning coupon']],
    ['an amount with commas', text({ coupon: { ...coupon, title: '5,000원 할인 쿠폰' } }), ['warning coupon.title']],
    ['a web link button without link', text({ buttons: [{ type: 'WL', name: '가' }] }), ['warning buttons[0]']],
    [
      'an app link for one system',
      text({ buttons: [{ type: 'AL', name: '가', link: { android: 'a://b' } }] }),
      ['warning buttons[0]'],
    ],
    [
      'a link of a word',
      text({ buttons: [{ type: 'BK', name: '가', link: { mobile: web } }] }),
      ['warning buttons[0].link.mobile'],
    ],
    ['a form without id', text({ buttons: [{ type: 'BF', name: '가' }] }), ['warning buttons[0]']],
    ['another name of a channel button', text({ buttons: [{ type: 'AC', name: '가' }] }), ['warning buttons[0].name']],
    ['a card without texts', feed({}, { cards: [bareCard, feedCard] }), [`warning ${CARD}`, `warning ${CARD}`]],
    ['an intro without header', shop({}, { intro: without(intro, 'header') }), ['warning carousel.intro']],
    ['a more button for apps alone', more({ ios: 'a://b' }), ['warning carousel.more.link']],
    ['a more button for phones', more({ mobile: web }), []],
    ['a link of a card without image', feed({ image: { link: web } }), [`warning ${CARD}.image`]],
    ['a link of a feed without image', { ...feed(), image: { link: web } }, ['warning image', 'warning image']],
    [
      'a form of a word',
      text({ buttons: [{ type: 'BK', name: '가', bizFormId: '1' }] }),
      ['warning buttons[0].bizFormId'],
    ],
    ['an item without image', list({ items: [item, { title: '상품' }, item] }), ['warning items[1]']],
    ['a first item of its title alone', list({ items: [{ title: '상품' }, item, item] }), ['warning items[0]']],
    ['a long address of an image', image({ image: { url: `https://a/${'a'.repeat(900)}` } }), []],
  ])('%s', (_, manifest, told) => {
    expect(schemaOnly(manifest)).toEqual([]);
    expect(checkBrand(manifest).map(({ severity, path }) => `${severity} ${path}`)).toEqual(told);
  });
});

test('nothing is said of what a bubble that the documents add one day carries', () => {
  expect(checkBrand({ bubble: 'LATER', header: '가', commerce: product })).toEqual([]);
});

describe('a channel coupon', () => {
  const of = (android: string) => text({ coupon: { ...coupon, link: { android } } });
  const hints = (android: string) => checkBrand(of(android)).map(({ hint }) => hint);

  test('has the neutral word, whatever the environment’s is', () => {
    expect(mistakes(of('noticetalk=coupon://1'))).toEqual([]);
    expect(mistakes(of('chat=coupon://1'))).toEqual(['error missing-field coupon.link']);
    expect(hints('chat=coupon://1')).toEqual([
      'Add `mobile`, or as `android` or `ios` the address of a channel coupon (`noticetalk=coupon://…`; notiform sends the word of the environment, `wire.couponScheme`)',
    ]);
  });
});

test('a template of a group has no video', () => {
  expect(mistakes(film(), { profileType: 'S' })).toEqual([]);
  expect(mistakes(film(), { profileType: 'G' })).toEqual(['error group-video video']);
  expect(mistakes(text(), { profileType: 'G' })).toEqual([]);
});

describe('the images of a carousel', () => {
  const file = (width: number, height: number): JsonObject => ({ path: 'a.png', sha256: 'a', width, height });
  const cards = (...images: Json[]): JsonObject => ({
    bubble: 'CAROUSEL_COMMERCE',
    carousel: { cards: images.map((one) => ({ image: one })) },
  });
  const found = (manifest: JsonObject) => checkRatios(manifest).map(({ path, message }) => [path, message]);

  test('have one ratio, to the pixel', () => {
    expect(found(cards(file(800, 600), file(400, 300), { file: file(1200, 900), link: web }))).toEqual([]);
    expect(found(cards(file(800, 600), file(800, 601))).map(([at]) => at)).toEqual(['carousel.cards[1].image']);
    expect(found(cards(file(800, 600), { file: file(800, 601), link: web }))).toEqual([
      [
        'carousel.cards[1].image.file',
        '`a.png` is 800 × 601 px, unlike the first image of the carousel (800 × 600 px)',
      ],
    ]);
  });

  test('of a feed may have several (resource API 4.7a asks carouselCommerce alone)', () => {
    expect(found({ ...cards(file(800, 600), file(800, 400)), bubble: 'CAROUSEL_FEED' })).toEqual([]);
  });

  test('are compared as far as they are files', () => {
    expect(found(cards({ url: 'https://a' }, file(800, 600), { path: 'a', sha256: 'a' }))).toEqual([]);
    expect(found(text())).toEqual([]);
  });

  test('the intro’s among them', () => {
    const manifest = shop({ image: file(500, 500) }, { intro: { ...intro, image: file(800, 400) } });
    expect(found(manifest).map(([at]) => at)).toEqual([`${CARD}.image`]);
  });
});

test('what is wrong in a text is pointed at, each at its own place', () => {
  const content = '#{a b} #{a b} #{이름} #{이름 {{가}} #{두\n줄}';
  const found = checkBrand(text({ content, samples: [{ name: '기본', values: { 이름: '홍길동' } }] }));
  expect(found.map(({ text: piece, nth, severity }) => [severity, piece, nth])).toEqual([
    ['warning', '#{이름', 1],
    ['warning', '#{두', 0],
    ['warning', '{{가}}', 0],
    ['warning', undefined, undefined],
    ['error', '#{a b}', 0],
    ['error', '#{a b}', 1],
    ['error', undefined, undefined],
  ]);
});

test('an editor sees placeholders before they are filled in, and the schema has nothing to say against them', () => {
  const placeholders = commerce({
    image: { url: '${var:cdn}/coat.png', link: 'https://${var:host}/p/1' },
    buttons: [
      {
        type: 'AL',
        name: '앱',
        link: { android: '${var:app}://home', ios: '${var:app}://home', mobile: '${var:host}' },
      },
      { type: 'BF', name: '신청', bizFormId: '${var:form}' },
    ],
    coupon: { title: '${var:금액}원 할인 쿠폰', description: '첫 구매', link: { ios: '${var:word}=coupon://1' } },
  });
  expect(schemaOnly(placeholders)).toEqual([]);
  expect(schemaOnly(film({ video: { url: 'https://${var:films}' } }))).toEqual([]);
});
