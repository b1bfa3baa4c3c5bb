import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { differencesFrom } from '../../src/emulator/message/notification/matching.ts';
import { bodyShape } from '../../src/emulator/message/notification/payload.ts';
import { mismatchIn } from '../../src/emulator/message/wildcard.ts';
import type { Button, TemplateContent } from '../../src/emulator/resource/template/shape.ts';
import { plainContent } from './plain-content.ts';

describe('a text against its template', () => {
  it.each<[template: string, text: string, matches: boolean]>([
    ['안녕하세요', '안녕하세요', true],
    ['안녕하세요', '안녕하세요\n', false],
    ['안녕하세요', '안녕 하세요', false],
    ['#{이름}님', '홍길동님', true],
    ['#{이름}님', '님', false],
    ['#{이름}님', '홍길동', false],
    ['가 #{a}', '가 나\n다', true],
    ['가 #{a}', '가 ', false],
    ['#{a}#{b}', 'xy', true],
    ['#{a}#{b}', 'x', false],
    ['#{a}-#{b}-#{c}', '1-2-3', true],
    ['#{a}-#{b}-#{c}', '1--3', false],
    ['#{a}-#{b}-#{c}', '1-2-3-4', true],
    ['x#{a}x', 'xx', false],
    ['x#{a}x', 'xxx', true],
    ['(#{a}) [.*]', '(1) [.*]', true],
    ['(#{a}) [.*]', '(1) [xx]', false],
    ['첫 줄\n둘째 #{a}', '첫 줄\r\n둘째 1', false],
    ['#{a} #{a}', '1 2', true],
    ['', '', true],
  ])('%j and %j: %j', (template, text, matches) => {
    expect(mismatchIn(template, text) === undefined).toBe(matches);
  });

  it.each<[template: string, text: string, line: number, column: number]>([
    ['안녕하세요', '안녕하세요\n', 1, 6],
    ['안녕하세요', '안녕', 1, 3],
    ['안녕하세요', '안녕 하세요', 1, 3],
    ['#{이름}님, 결제가 완료되었습니다.', '홍길동님, 결제가 완료 되었습니다.', 1, 13],
    ['#{이름}님, 결제가 완료되었습니다.', '홍길동님, 결제가 완료되었습니다. 감사합니다.', 1, 19],
    ['#{이름}님, 결제가 완료되었습니다.', '홍길동, 결제가 완료되었습니다.', 1, 4],
    ['#{이름}님', '님', 1, 1],
    ['가나#{a}나다', '가나다', 1, 4],
    ['#{이름}님, #{금액}원', '홍길동님, 500달러', 1, 12],
    ['#{이름}님, #{금액}원', '홍길동, 500원', 1, 4],
    ['#{이름}님\n금액: #{금액}원', '홍길동님\n금액 500원', 2, 3],
    ['#{이름}님\n고맙습니다.', '홍길동\n고맙습니다.', 1, 4],
    ['#{이름}님\n고맙습니다.', '홍길동님\n\n고맙습니다.', 2, 1],
    ['#{이름}님\r\n고맙습니다.', '홍길동님\n고맙습니다.', 1, 5],
    ['😀😀', '😀😁', 1, 2],
  ])('%j and %j: differ at line %d, column %d', (template, text, line, column) => {
    expect(mismatchIn(template, text)).toEqual({ line, column });
  });

  const part = fc.string({ unit: fc.constantFrom('가', 'a', ' ', '\n', '.'), maxLength: 5 });
  const value = fc.string({ unit: fc.constantFrom('가', 'a', ' ', '\n', '.'), minLength: 1, maxLength: 5 });

  it('matches whatever its variables are filled with', () => {
    fc.assert(
      fc.property(part, fc.array(fc.tuple(value, part), { maxLength: 6 }), (first, rest) => {
        const template = first + rest.map(([, fixed], index) => `#{v${index}}${fixed}`).join('');
        const text = first + rest.map(([filled, fixed]) => filled + fixed).join('');
        expect(mismatchIn(template, text)).toBeUndefined();
      }),
    );
  });
});

const nothing: TemplateContent = { ...plainContent, templateName: 'n', templateContent: '#{이름}님' };

function button(changes: Partial<Button>): Button {
  return {
    name: '보기',
    linkType: 'BK',
    linkMo: null,
    linkPc: null,
    linkAnd: null,
    linkIos: null,
    pluginId: null,
    telNumber: null,
    ...changes,
  };
}

const web = button({ linkType: 'WL', linkMo: 'https://m.example.com/#{번호}', linkPc: 'https://example.com' });
const sentWeb = { name: '보기', type: 'WL', url_mobile: 'https://m.example.com/7', url_pc: 'https://example.com' };
const twoItems = {
  list: [
    { title: '번호', description: '#{번호}' },
    { title: '날짜', description: '오늘' },
  ],
  summary: { title: '합계', description: '#{금액}원' },
};
const sentItems = {
  list: [
    { title: '번호', description: '7' },
    { title: '날짜', description: '오늘' },
  ],
  summary: { title: '합계', description: '9원' },
};
const link = { linkMo: 'https://m.example.com', linkPc: null, linkAnd: 'a://', linkIos: null };

describe('a send against its template', () => {
  it.each<[what: string, registered: Partial<TemplateContent>, sent: JsonObject, difference: string | undefined]>([
    ['the body alone', {}, {}, undefined],
    ['a variable left over', {}, { message: '#{이름}님' }, 'message holds a variable that was not filled'],
    ['a title', { templateTitle: '#{금액}원' }, { title: '9원' }, undefined],
    ['a title left out', { templateTitle: '#{금액}원' }, {}, 'title is registered and was not sent'],
    ['a title too many', {}, { title: '9원' }, 'title is not registered'],
    [
      'another title',
      { templateTitle: '#{금액}원' },
      { title: '9달러' },
      'title differs from the template at line 1, column 4',
    ],
    [
      'another header',
      { templateHeader: '머리' },
      { header: '머 리' },
      'header differs from the template at line 1, column 2',
    ],
    [
      'extra, subtitle and preview, which are not sent',
      { templateExtra: 'a', templateSubtitle: 'b', templatePreviewMessage: 'c' },
      {},
      undefined,
    ],
    ['items', { templateItem: twoItems }, { item: sentItems }, undefined],
    ['items left out', { templateItem: twoItems }, {}, 'item is registered and was not sent'],
    [
      'items in another order',
      { templateItem: twoItems },
      { item: { ...sentItems, list: [...sentItems.list].reverse() } },
      'item.list[0].title differs from the template at line 1, column 1',
    ],
    [
      'an item with another text',
      { templateItem: twoItems },
      { item: { ...sentItems, list: [sentItems.list[0] ?? {}, { title: '날짜', description: '내일' }] } },
      'item.list[1].description differs from the template at line 1, column 1',
    ],
    [
      'items without their summary',
      { templateItem: twoItems },
      { item: { list: sentItems.list } },
      'item.summary is registered and was not sent',
    ],
    [
      'a summary too many',
      { templateItem: { ...twoItems, summary: null } },
      { item: sentItems },
      'item.summary is not registered',
    ],
    [
      'another price',
      { templateItem: twoItems },
      { item: { ...sentItems, summary: { title: '합계', description: '9엔' } } },
      'item.summary.description differs from the template at line 1, column 3',
    ],
    [
      'a highlight',
      { templateItemHighlight: { title: '#{상품}', description: '설명', imageUrl: null } },
      { itemhighlight: { title: '책', description: '설명' } },
      undefined,
    ],
    [
      'a highlight struck through',
      { templateItemHighlight: { title: '#{상품}', description: null, imageUrl: null } },
      { itemhighlight: { title: '책\\s' } },
      undefined,
    ],
    [
      'a highlight struck through as registered',
      { templateItemHighlight: { title: '책\\s', description: null, imageUrl: null } },
      { itemhighlight: { title: '책\\s' } },
      undefined,
    ],
    [
      'a highlight left out',
      { templateItemHighlight: { title: '상품', description: null, imageUrl: null } },
      {},
      'itemhighlight is registered and was not sent',
    ],
    [
      'a highlight of 22 beside an image',
      { templateItemHighlight: { title: '#{a}', description: null, imageUrl: 'x' } },
      { itemhighlight: { title: 'a'.repeat(22) } },
      'itemhighlight.title is too long',
    ],
    [
      'a highlight of 21 beside an image',
      { templateItemHighlight: { title: '#{a}', description: null, imageUrl: 'x' } },
      { itemhighlight: { title: 'a'.repeat(21) } },
      undefined,
    ],
    [
      'a description of 14 beside an image',
      { templateItemHighlight: { title: null, description: '#{a}', imageUrl: 'x' } },
      { itemhighlight: { description: 'a'.repeat(14) } },
      'itemhighlight.description is too long',
    ],
    [
      'a description of 13 beside an image',
      { templateItemHighlight: { title: null, description: '#{a}', imageUrl: 'x' } },
      { itemhighlight: { description: 'a'.repeat(13) } },
      undefined,
    ],
    [
      'the represent link',
      { templateRepresentLink: link },
      { link: { url_mobile: 'https://m.example.com', scheme_android: 'a://' } },
      undefined,
    ],
    ['the represent link left out', { templateRepresentLink: link }, {}, 'link is registered and was not sent'],
    [
      'another scheme',
      { templateRepresentLink: link },
      { link: { url_mobile: 'https://m.example.com', scheme_android: 'b://' } },
      'link.scheme_android differs from the template at line 1, column 1',
    ],
    ['a button', { buttons: [web] }, { button: [sentWeb] }, undefined],
    ['a button left out', { buttons: [web] }, {}, 'button is registered and was not sent'],
    ['a button too many', {}, { button: [sentWeb] }, 'button is not registered'],
    [
      'another host',
      { buttons: [web] },
      { button: [{ ...sentWeb, url_mobile: 'https://m.example.org/7' }] },
      'button[0].url_mobile differs from the template at line 1, column 19',
    ],
    [
      'no PC link',
      { buttons: [web] },
      { button: [{ ...sentWeb, url_pc: '' }] },
      'button[0].url_pc is registered and was not sent',
    ],
    [
      'a link too many',
      { buttons: [web] },
      { button: [{ ...sentWeb, scheme_ios: 'i://' }] },
      'button[0].scheme_ios is not registered',
    ],
    [
      'another name',
      { buttons: [web] },
      { button: [{ ...sentWeb, name: '보 기' }] },
      'button[0].name differs from the template at line 1, column 2',
    ],
    [
      'another type',
      { buttons: [web] },
      { button: [{ ...sentWeb, type: 'BK' }] },
      'button[0].type differs from the template at line 1, column 1',
    ],
    [
      'another order',
      { buttons: [web, button({ name: '둘' })] },
      { button: [{ name: '둘', type: 'BK' }, sentWeb] },
      'button[0].name differs from the template at line 1, column 1',
    ],
    [
      'a plugin',
      { buttons: [button({ linkType: 'P1', pluginId: 'p' })] },
      { button: [{ name: '보기', type: 'P1', plugin_id: 'q' }] },
      'button[0].plugin_id differs from the template at line 1, column 1',
    ],
    [
      'a number',
      { buttons: [button({ linkType: 'TN', telNumber: '1588' })] },
      { button: [{ name: '보기', type: 'TN', tel_number: '1599' }] },
      'button[0].tel_number differs from the template at line 1, column 3',
    ],
    ['quick replies', { quickReplies: [web] }, { quickreply: [sentWeb] }, undefined],
    ['quick replies left out', { quickReplies: [web] }, {}, 'quickreply is registered and was not sent'],
  ])('%s', (_what, registered, sent, difference) => {
    const found = differencesFrom({ ...nothing, ...registered }, 'at', { message: '홍길동님', ...sent }, bodyShape);
    expect(found[0]).toBe(difference);
  });

  it('reports every difference, in the order of the documents', () => {
    const registered = { ...nothing, templateTitle: '제목', buttons: [web] };
    const sent = { message: '홍길동', header: '머리', button: [{ ...sentWeb, name: '보러' }] };
    expect(differencesFrom(registered, 'at', sent, bodyShape)).toEqual([
      'message differs from the template at line 1, column 4',
      'title is registered and was not sent',
      'button[0].name differs from the template at line 1, column 2',
      'header is not registered',
    ]);
  });
});
