import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import {
  type BrandBench,
  bubbles,
  type Case,
  channelAdd,
  checkAdd,
  coupon,
  dataOf,
  feedCard,
  long,
  openBrandBench,
  shopCard,
  times,
  web,
} from './brand-template-support.ts';

let bench: BrandBench;
beforeAll(async () => {
  bench = await openBrandBench();
});
afterAll(() => bench.close());

const word: JsonObject = { name: '단추', linkType: 'BK' };
const app: JsonObject = { name: '앱', linkType: 'AL', linkAndroid: 'shop://a', linkIos: 'shop://i' };
const one = (changes: JsonObject, button = web): JsonObject => ({ buttons: [{ ...button, ...changes }] });

describe('a button', () => {
  it.each<Case>([
    ['no name', one({ name: null }), '510', 'buttons[0].name is required'],
    ['a blank name', one({ name: ' ' }), '510', 'buttons[0].name must not be blank'],
    ['a name in two lines', one({ name: 'a\nb' }), '510', 'buttons[0].name may have 0 line breaks, not 1'],
    ['no type', one({ linkType: null }), '510', 'buttons[0].linkType is required'],
    ...['MD', 'DS', 'P1', 'TN', 'wl'].map(
      (linkType): Case => [
        `type ${linkType}`,
        one({ linkType }),
        '510',
        'buttons[0].linkType must be one of WL, AL, BK, AC, BF, BT, BC',
      ],
    ),
    ['a web link', one({ linkPc: 'https://example.com' }), '200'],
    ['a web link without address', one({ linkMobile: null }), '200'],
    ['a web link to an app', one({ linkMobile: 'shop://open' }), '200'],
    ['a web address that is none', one({ linkPc: 'example.com' }), '200'],
    ['a web link of 1001', one({ linkMobile: `https://e.com/${'a'.repeat(987)}` }), '200'],
    ['a link that is no text', one({ linkMobile: 1 }), '511', 'buttons[0].linkMobile must be a string'],
    ['a web link with an app link', one({ linkIos: 'shop://i' }), '200'],
    ['an app link', { buttons: [app] }, '200'],
    ['an app link with web addresses', one({ linkMobile: 'https://e.com', linkPc: 'https://e.com' }, app), '200'],
    ['an app link for one system', one({ linkIos: null }, app), '200'],
    ['an app link for the other', one({ linkAndroid: null }, app), '200'],
    ['an app link without scheme', one({ linkAndroid: 'open' }, app), '200'],
    ['an app link that is a variable', one({ linkAndroid: '#{앱}' }, app), '200'],
    ["a channel coupon's address", one({ linkAndroid: 'noticetalk=coupon://1' }, app), '200'],
    ['a word with a link', one({ linkMobile: 'https://e.com' }, word), '200'],
    ['consultation', one({ linkType: 'BC' }, word), '200'],
    ['another bot', one({ linkType: 'BT' }, word), '200'],
    ['a form', one({ linkType: 'BF', bizFormId: '123' }, word), '200'],
    ['a form without id', one({ linkType: 'BF' }, word), '200'],
    ['a form whose id is none', one({ linkType: 'BF', bizFormId: '12a' }, word), '200'],
    [
      'a form whose id is a number',
      one({ linkType: 'BF', bizFormId: 1 }, word),
      '510',
      'buttons[0].bizFormId must be a string',
    ],
    ['a word with a form', one({ bizFormId: '1' }, word), '200'],
    ['no object', { buttons: ['단추'] }, '510', 'buttons[0] must be an object'],
    ['no list', { buttons: '단추' }, '510', 'buttons must be an array'],
  ])('%s', (...given) => checkAdd(bench, 'TEXT', given));

  const cards = (card: JsonObject, name: string): JsonObject => ({
    carousel: { list: times(2, { ...card, buttons: [{ ...word, name }] }) },
  });
  it.each<[bubble: keyof typeof bubbles, max: number, at?: string, of?: (name: string) => JsonObject]>([
    ['TEXT', 14],
    ['IMAGE', 14],
    ['WIDE', 8],
    ['WIDE_ITEM_LIST', 8],
    ['PREMIUM_VIDEO', 8],
    ['COMMERCE', 8],
    ['CAROUSEL_FEED', 8, 'carousel.list[0].buttons[0].name', (name) => cards(feedCard, name)],
    ['CAROUSEL_COMMERCE', 8, 'carousel.list[0].buttons[0].name', (name) => cards(shopCard, name)],
  ])('in %s has a name of %i', async (bubble, max, at = 'buttons[0].name', of = (name) => one({ name }, word)) => {
    await checkAdd(bench, bubble, ['', of(long(max)), '200']);
    await checkAdd(bench, bubble, ['', of(long(max + 1)), '510', `${at} may have ${max} characters, not ${max + 1}`]);
  });
});

describe('how many buttons', () => {
  const buttons = (count: number): JsonObject => ({ buttons: times(count, word) });

  it.each<[bubble: 'CAROUSEL_FEED' | 'CAROUSEL_COMMERCE', card: JsonObject]>([
    ['CAROUSEL_FEED', feedCard],
    ['CAROUSEL_COMMERCE', shopCard],
  ])('a card of %s has 2, and a coupon', async (bubble, card) => {
    const of = (count: number) => ({ carousel: { list: times(2, { ...card, ...buttons(count), coupon }) } });
    await checkAdd(bench, bubble, ['', of(2), '200']);
    const message = 'carousel.list[0].buttons may have 2 elements, not 3';
    await checkAdd(bench, bubble, ['', of(3), '510', message]);
  });
});

describe('the order of buttons', () => {
  const first: JsonObject = { ...word, name: '하나' };
  const second: JsonObject = { ...word, name: '둘' };
  const ordered = (...places: (number | null)[]) => ({
    buttons: [first, second].map((button, index) => ({ ...button, ordering: places[index] ?? null })),
  });

  it('is theirs where they say it', async () => {
    const { buttons } = dataOf(await bench.call('/add', { ...bubbles.TEXT, ...ordered(2, 1) }));
    expect(buttons).toMatchObject([
      { name: '둘', ordering: 1 },
      { name: '하나', ordering: 2 },
    ]);
  });

  it.each<Case>([
    ['that of the list', ordered(1, 2), '200'],
    ['said by some', ordered(null, 2), '200'],
    ['one place for two', ordered(1, 1), '510', 'buttons[1].ordering is the place of another button too'],
    [
      'said by some against the others',
      ordered(2, null),
      '510',
      'buttons[0].ordering is the place of another button too',
    ],
    ['a place before the first', ordered(0, 1), '510', 'buttons[0].ordering must be an integer from 1 to 2'],
    ['a place behind the last', ordered(1, 3), '510', 'buttons[1].ordering must be an integer from 1 to 2'],
    [
      'a place as text',
      { buttons: [{ ...word, ordering: '1' }] },
      '510',
      'buttons[0].ordering must be an integer from 1 to 1',
    ],
  ])('%s', (...given) => checkAdd(bench, 'TEXT', given));
});

describe('a channel-add button', () => {
  const misplaced = (bubble: string, index: number, place: string, path = '') =>
    `${path}buttons[${index}] is an AC button: it must be ${place} in a ${bubble}`;
  const before = { buttons: [channelAdd, word] };
  const behind = { buttons: [word, channelAdd] };
  it.each<[bubble: keyof typeof bubbles, ...given: Case]>([
    ['TEXT', 'first', before, '200'],
    ['TEXT', 'last', behind, '510', misplaced('TEXT', 1, 'first')],
    ['TEXT', 'twice', { buttons: [channelAdd, channelAdd] }, '510', misplaced('TEXT', 1, 'first')],
    ['IMAGE', 'first', before, '200'],
    ['IMAGE', 'last', behind, '510', misplaced('IMAGE', 1, 'first')],
    ['WIDE', 'first', before, '510', misplaced('WIDE', 0, 'last')],
    ['WIDE', 'last', behind, '200'],
    ['WIDE_ITEM_LIST', 'first', before, '510', misplaced('WIDE_ITEM_LIST', 0, 'last')],
    ['WIDE_ITEM_LIST', 'last', behind, '200'],
    ['PREMIUM_VIDEO', 'alone', { buttons: [channelAdd] }, '200'],
    ['COMMERCE', 'first', before, '510', misplaced('COMMERCE', 0, 'last')],
    ['COMMERCE', 'last', behind, '200'],
    [
      'CAROUSEL_FEED',
      'first on a card',
      { carousel: { list: times(2, { ...feedCard, ...before }) } },
      '510',
      misplaced('CAROUSEL_FEED', 0, 'last', 'carousel.list[0].'),
    ],
    ['CAROUSEL_FEED', 'last on a card', { carousel: { list: times(2, { ...feedCard, ...behind }) } }, '200'],
    [
      'TEXT',
      'first by its ordering',
      {
        buttons: [
          { ...word, ordering: 2 },
          { ...channelAdd, ordering: 1 },
        ],
      },
      '200',
    ],
    ['TEXT', 'of another name', { buttons: [{ ...channelAdd, name: '추가' }] }, '200'],
    ['TEXT', 'with a link', { buttons: [{ ...channelAdd, linkMobile: 'https://e.com' }] }, '200'],
  ])('%s: %s', (bubble, ...given) => checkAdd(bench, bubble, given));
});
