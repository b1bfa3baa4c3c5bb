import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { png } from '../images.ts';
import { imageForm, openBench, SHOP } from './support.ts';

/** Whether `add` takes a change to a plain template: `200`, or the code and the words of the refusal. */
type Case = [what: string, changes: JsonObject, expected: string, message?: string];

const web = { name: '보기', linkType: 'WL', linkMo: 'https://m.example.com' };
const item = (title: string, description: string) => ({ title, description });
const items = (count: number) => Array.from({ length: count }, () => item('제목', '설명'));
const list = (count: number) => ({ list: items(count) });
const summary = (description: string, title = '합계') => ({
  templateItem: { ...list(2), summary: { title, description } },
});
const button = (changes: JsonObject) => ({ buttons: [{ name: '단추', ...changes }] });
const reply = (changes: JsonObject) => ({ quickReplies: [{ name: '답', ...changes }] });
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
// Outside the BMP: one code point, two UTF-16 units.
const wide = (count: number) => '😀'.repeat(count);

async function check([, changes, code, message]: Case): Promise<void> {
  const { add } = await openBench();
  const answer = await add(changes);
  if (code === '200') expect(answer).toMatchObject({ code });
  else expect(answer).toEqual({ code, message });
}

describe('the members that every template has', () => {
  it.each<Case>([
    ['a code of 30', { templateCode: 'a'.repeat(30) }, '200'],
    ['a code of 31', { templateCode: 'a'.repeat(31) }, '405', 'templateCode may have 30 characters, not 31'],
    ['a code with a dot', { templateCode: 'a.b' }, '405', 'templateCode has characters that are not allowed'],
    ['a name of 200', { templateName: wide(200) }, '200'],
    ['a name of 201', { templateName: wide(201) }, '405', 'templateName may have 200 characters, not 201'],
    [
      'an unknown message type',
      { templateMessageType: 'XX' },
      '405',
      'templateMessageType must be one of BA, EX, AD, MI',
    ],
    [
      'an unknown emphasis',
      { templateEmphasizeType: 'text' },
      '405',
      'templateEmphasizeType must be one of NONE, TEXT, IMAGE, ITEM_LIST',
    ],
    ['no body', { templateContent: null }, '405', 'templateContent is required'],
    ['a body of 1300', { templateContent: wide(1300) }, '200'],
    ['a body of 1301', { templateContent: wide(1301) }, '200'],
    ['a category that is none', { categoryCode: '000000' }, '525', 'there is no such category'],
    ['a preview of 40', { templatePreviewMessage: wide(40) }, '200'],
    [
      'a preview of 41',
      { templatePreviewMessage: wide(41) },
      '405',
      'templatePreviewMessage may have 40 characters, not 41',
    ],
    ['a header of 16', { templateHeader: wide(16) }, '200'],
    ['a header of 17', { templateHeader: wide(17) }, '405', 'templateHeader may have 16 characters, not 17'],
    ['a security flag', { securityFlag: true }, '200'],
  ])('%s', (...given) => check(given));
});

describe('the message type', () => {
  it.each<Case>([
    ['EX with extra', { templateMessageType: 'EX', templateExtra: '덧붙임' }, '200'],
    ['EX without', { templateMessageType: 'EX' }, '405', 'templateExtra is required'],
    ['MI without', { templateMessageType: 'MI' }, '405', 'templateExtra is required'],
    ['AD without', { templateMessageType: 'AD' }, '200'],
  ])('%s', (...given) => check(given));
});

describe('the emphasis', () => {
  it.each<Case>([
    ['TEXT', { templateEmphasizeType: 'TEXT', templateTitle: '제목', templateSubtitle: '부제' }, '200'],
    [
      'TEXT without title',
      { templateEmphasizeType: 'TEXT', templateSubtitle: '부제' },
      '405',
      'templateTitle is required',
    ],
    [
      'TEXT without subtitle',
      { templateEmphasizeType: 'TEXT', templateTitle: '제목' },
      '405',
      'templateSubtitle is required',
    ],
    [
      'IMAGE without name',
      { templateEmphasizeType: 'IMAGE', templateImageUrl: 'https://x.example' },
      '405',
      'templateImageName is required',
    ],
    [
      'IMAGE without URL',
      { templateEmphasizeType: 'IMAGE', templateImageName: 'a.png' },
      '405',
      'templateImageUrl is required',
    ],
    [
      'IMAGE with a URL that no upload gave',
      {
        templateEmphasizeType: 'IMAGE',
        templateImageName: 'a.png',
        templateImageUrl: 'https://x.example/images/a.png',
      },
      '600',
      'templateImageUrl is not the URL of an image uploaded for this use',
    ],
    ['ITEM_LIST', { templateEmphasizeType: 'ITEM_LIST', templateItem: list(2) }, '200'],
    [
      'ITEM_LIST without items',
      { templateEmphasizeType: 'ITEM_LIST' },
      '405',
      'templateItem.list is required with ITEM_LIST',
    ],
  ])('%s', (...given) => check(given));

  it('takes an image that was uploaded for it, and none of another use', async () => {
    const { add, upload } = await openBench();
    const right = await upload('/image/noticetalk/template', imageForm(png(800, 400)));
    const wrong = await upload('/image/noticetalk', imageForm(png(800, 400)));
    const image = (templateImageUrl: unknown) => ({
      templateEmphasizeType: 'IMAGE',
      templateImageName: 'a.png',
      templateImageUrl: String(templateImageUrl),
    });
    expect(await add(image(wrong['image']))).toMatchObject({ code: '600' });
    expect(await add(image(right['image']))).toMatchObject({ code: '200', data: { templateImageUrl: right['image'] } });
  });
});

describe('items', () => {
  it.each<Case>([
    ['one', { templateItem: list(1) }, '405', 'templateItem.list must have 2 to 10 elements, not 1'],
    ['two', { templateItem: list(2) }, '200'],
    ['ten', { templateItem: list(10) }, '200'],
    ['eleven', { templateItem: list(11) }, '405', 'templateItem.list must have 2 to 10 elements, not 11'],
    ['a title of 6', { templateItem: { list: [item(wide(6), 'a'), item('b', 'c')] } }, '200'],
    [
      'a title of 7',
      { templateItem: { list: [item(wide(7), 'a'), item('b', 'c')] } },
      '405',
      'templateItem.list[0].title may have 6 characters, not 7',
    ],
    ['a description of 23', { templateItem: { list: [item('a', wide(23)), item('b', 'c')] } }, '200'],
    [
      'a description of 24',
      { templateItem: { list: [item('a', 'a'), item('b', wide(24))] } },
      '405',
      'templateItem.list[1].description may have 23 characters, not 24',
    ],
    ['a summary of 6', summary('1', wide(6)), '200'],
    ['a summary of 7', summary('1', wide(7)), '405', 'templateItem.summary.title may have 6 characters, not 7'],
    ['a price of 14', summary('12,345,678.90원'.slice(-14)), '200'],
    [
      'a price of 15',
      summary('1112,345,678.90'),
      '405',
      'templateItem.summary.description may have 14 characters, not 15',
    ],
    ['a summary without price', { templateItem: { ...list(2), summary: { title: '합계' } } }, '200'],
    ...['#{금액}원', '₩1,000', 'USD 1'.replace(' ', ''), '#{a}#{b}', '€1.50'].map(
      (price): Case => [`a price ${price}`, summary(price), '200'],
    ),
    ...['1 000', '약 100원', 'usd1', '1-2', '#{a}개'].map(
      (price): Case => [
        `no price: ${price}`,
        summary(price),
        '405',
        'templateItem.summary.description may have only variables, a currency unit, digits, commas and periods',
      ],
    ),
  ])('%s', (...given) => check(given));
});

describe('the highlight', () => {
  const highlight = (title: string, description: string) => ({ templateItemHighlight: { title, description } });

  it.each<Case>([
    ['30 and 19', highlight(wide(30), wide(19)), '200'],
    ['31', highlight(wide(31), 'a'), '405', 'templateItemHighlight.title may have 30 characters, not 31'],
    ['20', highlight('a', wide(20)), '405', 'templateItemHighlight.description may have 19 characters, not 20'],
    ['no title', { templateItemHighlight: { description: 'a' } }, '200'],
    ['no description', { templateItemHighlight: { title: 'a' } }, '200'],
    [
      'a thumbnail that no upload gave',
      { templateItemHighlight: { title: 'a', description: 'b', imageUrl: 'nowhere' } },
      '600',
      'templateItemHighlight.imageUrl is not the URL of an image uploaded for this use',
    ],
  ])('%s', (...given) => check(given));

  it('is 21 and 13 beside a thumbnail', async () => {
    const { add, upload } = await openBench();
    const { image } = await upload('/image/noticetalk/itemHighlight', imageForm(png(108, 108)));
    const beside = (title: string, description: string, name: string) =>
      add({
        templateItemHighlight: { title, description, imageUrl: String(image) },
        templateCode: null,
        templateName: name,
      });
    expect(await beside(wide(21), wide(13), 'a')).toMatchObject({ code: '200' });
    expect(await beside(wide(22), 'a', 'b')).toEqual({
      code: '405',
      message: 'templateItemHighlight.title may have 21 characters, not 22',
    });
    expect(await beside('a', wide(14), 'c')).toEqual({
      code: '405',
      message: 'templateItemHighlight.description may have 13 characters, not 14',
    });
  });
});

describe('the represent link', () => {
  it.each<Case>(
    ['linkAnd', 'linkMo', 'linkIos', 'linkPc'].flatMap((name): Case[] => [
      [`${name} of 500`, { templateRepresentLink: { [name]: `https://a.io/${'a'.repeat(487)}` } }, '200'],
      [
        `${name} of 501`,
        { templateRepresentLink: { [name]: 'a'.repeat(501) } },
        '511',
        `templateRepresentLink.${name} may have 500 characters, not 501`,
      ],
    ]),
  )('%s', (...given) => check(given));
});

describe('buttons', () => {
  it.each<Case>([
    ['five', { buttons: times(5, web) }, '200'],
    ['six', { buttons: times(6, web) }, '510', 'buttons may have 5 elements, not 6'],
    ['two beside quick replies', { buttons: times(2, web), ...reply({ linkType: 'BK' }) }, '200'],
    [
      'three beside quick replies',
      { buttons: times(3, web), ...reply({ linkType: 'BK' }) },
      '510',
      'buttons may have 2 elements beside quickReplies',
    ],
    ['no name', { buttons: [{ linkType: 'BK' }] }, '510', 'buttons[0].name is required'],
    ['no type', button({}), '510', 'buttons[0].linkType is required'],
    [
      'an unknown type',
      button({ linkType: 'BF' }),
      '510',
      'buttons[0].linkType must be one of DS, WL, AL, BK, MD, AC, BC, BT, P1, P2, P3, TN, MP',
    ],
    ...['DS', 'BK', 'MD', 'BC', 'BT', 'MP'].map((linkType): Case => [linkType, button({ linkType }), '200']),
    ['WL', button({ linkType: 'WL', linkMo: 'https://m.example.com' }), '200'],
    [
      'WL without mobile link',
      button({ linkType: 'WL', linkPc: 'https://example.com' }),
      '511',
      'buttons[0].linkMo is required',
    ],
    ['AL', button({ linkType: 'AL', linkAnd: 'a://', linkIos: 'i://' }), '200'],
    ['AL without android', button({ linkType: 'AL', linkIos: 'i://' }), '511', 'buttons[0].linkAnd is required'],
    [
      'AL with tell://',
      button({ linkType: 'AL', linkAnd: 'tell://1588', linkIos: 'i://' }),
      '511',
      'an AL link tell:// cannot be registered any more',
    ],
    ['AC', button({ linkType: 'AC', name: '채널 추가' }), '200'],
    [
      'AC of another name',
      button({ linkType: 'AC', name: '채널추가' }),
      '510',
      'the name of an AC button is fixed: 채널 추가',
    ],
    ...['전화 연결', '고객센터 연결', '상담원 연결'].map(
      (name): Case => [`TN ${name}`, button({ linkType: 'TN', name, telNumber: '1588-0000' }), '200'],
    ),
    [
      'TN of another name',
      button({ linkType: 'TN', name: '전화', telNumber: '1588-0000' }),
      '510',
      'the name of a TN button is one of 전화 연결, 고객센터 연결, 상담원 연결',
    ],
    ['TN without number', button({ linkType: 'TN', name: '전화 연결' }), '510', 'buttons[0].telNumber is required'],
    // With a plugin: plugins.test.ts.
    ...['P1', 'P2', 'P3'].map(
      (linkType): Case => [
        `${linkType} without plugin`,
        button({ linkType }),
        '510',
        'buttons[0].pluginId is required',
      ],
    ),
    ...['linkMo', 'linkPc'].flatMap((name): Case[] => [
      [`WL with ${name} of 501`, { buttons: [{ ...web, [name]: `https://a.io/${'a'.repeat(488)}` }] }, '200'],
    ]),
    ...['linkAnd', 'linkIos'].flatMap((name): Case[] => [
      [`WL with ${name}`, { buttons: [{ ...web, [name]: 'a://' }] }, '200'],
      [
        `AL with ${name} of 501`,
        button({ linkType: 'AL', linkAnd: 'a://', linkIos: 'i://', [name]: 'a'.repeat(501) }),
        '200',
      ],
    ]),
  ])('%s', (...given) => check(given));
});

describe('quick replies', () => {
  it.each<Case>([
    ['ten', { quickReplies: times(10, { name: '답', linkType: 'BK' }) }, '200'],
    [
      'eleven',
      { quickReplies: times(11, { name: '답', linkType: 'BK' }) },
      '510',
      'quickReplies may have 10 elements, not 11',
    ],
    ...['BK', 'MD', 'BC', 'BT'].map((linkType): Case => [linkType, reply({ linkType }), '200']),
    ['WL', reply({ linkType: 'WL', linkMo: 'https://m.example.com' }), '200'],
    ['WL without mobile link', reply({ linkType: 'WL' }), '511', 'quickReplies[0].linkMo is required'],
    ['AL', reply({ linkType: 'AL', linkAnd: 'a://', linkIos: 'i://' }), '200'],
    ['AL without links', reply({ linkType: 'AL' }), '511', 'quickReplies[0].linkAnd is required'],
    ['AC', reply({ linkType: 'AC' }), '510', 'quickReplies[0].linkType must be one of WL, AL, BK, MD, BC, BT'],
    [
      'AL with tell://',
      reply({ linkType: 'AL', linkAnd: 'a://', linkIos: ' Tell://1588' }),
      '511',
      'an AL link tell:// cannot be registered any more',
    ],
    ['no name', { quickReplies: [{ linkType: 'BK' }] }, '510', 'quickReplies[0].name is required'],
  ])('%s', (...given) => check(given));

  it('need a channel with consultation talk', async () => {
    const { add, control } = await openBench();
    await control.register({ profiles: [{ alias: 'shop', key: SHOP, type: 'S', bizchat: false }] });
    expect(await add(reply({ linkType: 'BK' }))).toEqual({
      code: '510',
      message: 'quickReplies need a channel with consultation talk',
    });
  });
});

it('an object in the place of a list is refused, and an empty object in the place of an object is left out', async () => {
  const { add } = await openBench();
  for (const name of ['buttons', 'quickReplies'])
    expect(await add({ [name]: {} })).toMatchObject({ message: `${name} must be an array` });
  expect(await add({ templateRepresentLink: {} })).toMatchObject({ code: '200' });
});
