import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  type BrandBench,
  type bubbles,
  type Case,
  checkAdd,
  image,
  long,
  openBrandBench,
  times,
} from './brand-template-support.ts';

let bench: BrandBench;
beforeAll(async () => {
  bench = await openBrandBench();
});
afterAll(() => bench.close());

const lines = (breaks: number): string => times(breaks + 1, '줄').join('\n');
const link = (count: number): string => `https://m.example.com/${'a'.repeat(count - 22)}`;

describe('the members that every bubble has', () => {
  it.each<Case>([
    ['no name', { templateName: null }, '405', 'templateName is required'],
    ['a blank name', { templateName: ' ' }, '405', 'templateName must not be blank'],
    ['a name of 200', { templateName: long(200) }, '200'],
    ['a name of 201', { templateName: long(201) }, '200'],
    ['no bubble', { chatBubbleType: null }, '405', 'chatBubbleType is required'],
    [
      'an unknown bubble',
      { chatBubbleType: 'text' },
      '405',
      'chatBubbleType must be one of TEXT, IMAGE, WIDE, WIDE_ITEM_LIST, CAROUSEL_FEED, PREMIUM_VIDEO, COMMERCE, CAROUSEL_COMMERCE',
    ],
    ['adult content', { adult: true }, '200'],
    ['adult content as text', { adult: 'Y' }, '405', 'adult must be a boolean'],
    ['an unknown member', { whatever: 1 }, '200'],
    ['a code of its own', { templateCode: 'mine' }, '200'],
  ])('%s', (...given) => checkAdd(bench, 'TEXT', given));
});

describe('what a bubble cannot do without', () => {
  it.each<[bubble: keyof typeof bubbles, member: string, message?: string, code?: string]>([
    ['TEXT', 'content'],
    ['IMAGE', 'content'],
    ['IMAGE', 'imageUrl'],
    ['WIDE', 'content'],
    ['WIDE', 'imageUrl'],
    ['WIDE_ITEM_LIST', 'header'],
    ['WIDE_ITEM_LIST', 'mainWideItem'],
    ['WIDE_ITEM_LIST', 'subWideItemList'],
    ['CAROUSEL_FEED', 'carousel', 'carousel.list is required'],
    ['PREMIUM_VIDEO', 'video'],
    ['COMMERCE', 'content'],
    ['COMMERCE', 'imageUrl'],
    ['COMMERCE', 'commerce'],
    ['COMMERCE', 'buttons'],
    ['CAROUSEL_COMMERCE', 'carousel', 'carousel.list is required'],
  ])('%s needs %s', async (bubble, member, message = `${member} is required`) => {
    for (const nothing of [null, '', [], {}])
      await checkAdd(bench, bubble, ['', { [member]: nothing }, '405', message]);
  });

  it.each<keyof typeof bubbles>(['CAROUSEL_FEED', 'CAROUSEL_COMMERCE'])('%s needs a list', (bubble) =>
    checkAdd(bench, bubble, ['', { carousel: { list: [] } }, '405', 'carousel.list is required']),
  );
});

describe('texts', () => {
  it.each<[bubble: keyof typeof bubbles, ...given: Case]>([
    ['TEXT', '1300', { content: long(1300) }, '200'],
    ['TEXT', '1301', { content: long(1301) }, '506', 'content may have 1300 characters, not 1301'],
    ['TEXT', '99 breaks', { content: lines(99) }, '200'],
    ['TEXT', '100 breaks', { content: lines(100) }, '506', 'content may have 99 line breaks, not 100'],
    ['TEXT', 'a number', { content: 1 }, '405', 'content must be a string'],
    ['TEXT', 'blanks', { content: ' \n ' }, '405', 'content must not be blank'],
    ['IMAGE', '1300', { content: long(1300) }, '200'],
    ['IMAGE', '1301', { content: long(1301) }, '506', 'content may have 1300 characters, not 1301'],
    ['IMAGE', '100 breaks', { content: lines(100) }, '506', 'content may have 99 line breaks, not 100'],
    ['WIDE', '76', { content: long(76) }, '200'],
    ['WIDE', '77', { content: long(77) }, '506', 'content may have 76 characters, not 77'],
    ['WIDE', '5 breaks', { content: lines(5) }, '200'],
    ['WIDE', '5 breaks of another system', { content: lines(5).replaceAll('\n', '\r\n') }, '200'],
    ['WIDE', '6 breaks', { content: lines(6) }, '506', 'content may have 5 line breaks, not 6'],
    ['PREMIUM_VIDEO', '76', { content: long(76) }, '200'],
    ['PREMIUM_VIDEO', '77', { content: long(77) }, '506', 'content may have 76 characters, not 77'],
    ['PREMIUM_VIDEO', '6 breaks', { content: lines(6) }, '506', 'content may have 5 line breaks, not 6'],
    ['COMMERCE', '76', { content: long(76) }, '200'],
    ['COMMERCE', '77 and 6 breaks', { content: `${lines(6)}${long(77)}` }, '200'],
    ['COMMERCE', 'a line of 34', { additionalContent: long(34) }, '200'],
    [
      'COMMERCE',
      'a line of 35',
      { additionalContent: long(35) },
      '405',
      'additionalContent may have 34 characters, not 35',
    ],
    ['COMMERCE', '1 break more', { additionalContent: lines(1) }, '200'],
    [
      'COMMERCE',
      '2 breaks more',
      { additionalContent: lines(2) },
      '405',
      'additionalContent may have 1 line break, not 2',
    ],
    ['WIDE_ITEM_LIST', 'a header of 1', { header: '가' }, '200'],
    ['WIDE_ITEM_LIST', 'a header of 20', { header: long(20) }, '200'],
    ['WIDE_ITEM_LIST', 'a header of 21', { header: long(21) }, '405', 'header may have 20 characters, not 21'],
    ['WIDE_ITEM_LIST', 'a header in two lines', { header: lines(1) }, '405', 'header may have 0 line breaks, not 1'],
    ['PREMIUM_VIDEO', 'a header of 20', { header: long(20) }, '200'],
    ['PREMIUM_VIDEO', 'a header of 21', { header: long(21) }, '405', 'header may have 20 characters, not 21'],
    ['PREMIUM_VIDEO', 'a header in two lines', { header: 'a\rb' }, '405', 'header may have 0 line breaks, not 1'],
  ])('%s: %s', (bubble, ...given) => checkAdd(bench, bubble, given));
});

describe('images', () => {
  const wrong = 'imageUrl is not an image that was uploaded for brand/default';
  it.each<[bubble: keyof typeof bubbles, ...given: Case]>([
    ['IMAGE', 'none that was uploaded', { imageUrl: image('nothing') }, '600', wrong],
    ['IMAGE', 'one of another host', { imageUrl: 'https://cdn.example.com/images/default.png' }, '600', wrong],
    ['IMAGE', 'no URL', { imageUrl: 'default.png' }, '600', wrong],
    ['IMAGE', 'a wide one', { imageUrl: image('wide') }, '600', wrong],
    ['WIDE', 'one for other bubbles', { imageUrl: image('default') }, '600', wrong.replace('default', 'wide')],
    ['COMMERCE', 'a wide one', { imageUrl: image('wide') }, '600', wrong],
    ['IMAGE', 'a number', { imageUrl: 1 }, '405', 'imageUrl must be a string'],
  ])('%s: %s', (bubble, ...given) => checkAdd(bench, bubble, given));
});

describe('the link of an image', () => {
  it.each<Case>([
    ['https', { imageLink: 'https://m.example.com' }, '200'],
    ['a variable', { imageLink: '#{주소}' }, '200'],
    ['another scheme', { imageLink: 'shop://open' }, '200'],
    ['no scheme, and a blank', { imageLink: 'm.example.com/a b' }, '200'],
    ['a link of 1001', { imageLink: link(1001) }, '200'],
    ['a number', { imageLink: 1 }, '511', 'imageLink must be a string'],
  ])('%s', (...given) => checkAdd(bench, 'IMAGE', given));
});

describe('variables', () => {
  const bad = (name: string): string =>
    `content has a variable whose name is not 1 to 20 characters of Korean, letters, digits, - and _: #{${name}}`;
  it.each<Case>([
    ['Korean, letters, digits', { content: '#{이름_ㄱ-Az09}' }, '200'],
    ['a name of 20', { content: `#{${'가'.repeat(20)}}` }, '200'],
    ['a name of 21', { content: `#{${'가'.repeat(21)}}` }, '405', bad('가'.repeat(21))],
    ['no name', { content: '#{}' }, '405', bad('')],
    ['a blank', { content: '#{이 름}' }, '405', bad('이 름')],
    ['a point', { content: '#{a.b}' }, '405', bad('a.b')],
    ['an emoji', { content: '#{😀}' }, '405', bad('😀')],
    ['one within another', { content: '#{#{이름}}' }, '200'],
    ['one that does not end', { content: '#{이름' }, '200'],
    [
      'many in a body',
      {
        content: times(30, 0)
          .map((_, index) => `#{변수${index}}`)
          .join(''),
      },
      '200',
    ],
    ['one in the name of the template', { templateName: '#{이 름}' }, '200'],
  ])('%s', (...given) => checkAdd(bench, 'TEXT', given));
});
