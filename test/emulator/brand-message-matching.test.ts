import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { fillBody } from '../../src/emulator/message/brand/filling.ts';
import type { BrandType } from '../../src/emulator/message/message.ts';
import { changed, fullBodies, variableBodies, variableValues } from './brand-message-bodies.ts';

const image = (use: string): string => `http://127.0.0.1/images/${use.replace('/', '-')}.png`;
const bodies = fullBodies(image);
const patterns = variableBodies(image);

/** What is wrong with variables that differ from those that fill the template. */
function problems(type: BrandType, changes: JsonObject): string[] {
  return fillBody(patterns[type], { ...variableValues[type], ...changes }).problems;
}

describe('the variables', () => {
  it.each<[BrandType, JsonObject, string[]]>([
    ['ut', { messagevariable: { 일: '할인' } }, ['messagevariable.말 is a variable of the template and was not sent']],
    [
      'ut',
      { messagevariable: { 일: '할인', 말: '' } },
      ['messagevariable.말 is a variable of the template and was not sent'],
    ],
    [
      'ut',
      { messagevariable: { 일: '할인', 말: '서두르', 이름: '길동' } },
      ['messagevariable.이름 is not a variable of the template'],
    ],
    [
      'ut',
      { messagevariable: { 일: '#{말}', 말: '서두르' } },
      ['messagevariable.일 holds a variable that was not filled'],
    ],
    ['ut', { buttonvariable: null }, ['buttonvariable.경로 is a variable of the template and was not sent']],
    ['ut', { buttonvariable: { 경로: 'm', 일: '할인' } }, ['buttonvariable.일 is not a variable of the template']],
    ['ut', { couponvariable: {} }, ['couponvariable.할인금액 is a variable of the template and was not sent']],
    [
      'ut',
      { couponvariable: { 할인율: '10' } },
      [
        'couponvariable.할인금액 is a variable of the template and was not sent',
        'couponvariable.할인율 is not a variable of the template',
      ],
    ],
    ['um', { commercevariable: { 상품: '코트' } }, ['commercevariable.정상가격 is required and was not sent']],
    [
      'um',
      { commercevariable: { 정상가격: '1' } },
      ['commercevariable.상품 is a variable of the template and was not sent'],
    ],
    [
      'ul',
      { imagevariable: ['a', 'b', 'c', 'd'] },
      ['the number of elements in imagevariable is 4, in the template 3'],
    ],
    ['ul', { imagevariable: ['a'] }, ['the number of elements in imagevariable is 1, in the template 3']],
    [
      'uc',
      { carouselvariable: [{}, {}] },
      [
        'carouselvariable[0].messagevariable.순서 is a variable of the template and was not sent',
        'carouselvariable[0].buttonvariable.경로 is a variable of the template and was not sent',
        'carouselvariable[0].couponvariable.할인금액 is a variable of the template and was not sent',
      ],
    ],
    [
      'ua',
      { carouselvariable: [{}, {}, { commercevariable: { 상품: '코트', 정상가격: '1' } }] },
      ['carouselvariable[0].messagevariable.계절 is a variable of the template and was not sent'],
    ],
    [
      'ua',
      { carouselvariable: [{ messagevariable: { 계절: '겨울' } }, { commercevariable: { 정상가격: '1' } }] },
      [
        'carouselvariable[1].commercevariable.정상가격 is not a variable of the template',
        'carouselvariable[2].commercevariable.정상가격 is required and was not sent',
        'carouselvariable[2].commercevariable.상품 is a variable of the template and was not sent',
      ],
    ],
    [
      'ua',
      {
        carouselvariable: [
          { messagevariable: { 계절: '겨울' } },
          {},
          { commercevariable: { 상품: '코트', 정상가격: '1' } },
          {},
        ],
      },
      ['the number of elements in carouselvariable is 4, in the template 3'],
    ],
  ])('%s %j', (type, changes, expected) => {
    expect(problems(type, changes)).toEqual(expected);
  });

  it.each<JsonObject>([{ 할인금액: 'ESCAPE_COUPON' }, { 아무: 'ESCAPE_COUPON' }])(
    'take the coupon out: %j',
    (couponvariable) => {
      const { coupon: _coupon, ...body } = bodies.ut;
      expect(fillBody(patterns.ut, { ...variableValues.ut, couponvariable })).toEqual({ body, problems: [] });
      expect(fillBody(body, { couponvariable })).toEqual({ body, problems: [] });
    },
  );

  it('put other images and another video in', () => {
    const filled = (type: BrandType, more: JsonObject): JsonObject =>
      fillBody(patterns[type], { ...variableValues[type], ...more }).body;
    expect(filled('ui', { imagevariable: ['other'] })).toEqual(changed(bodies.ui, 'image.img_url', 'other'));
    expect(filled('ui', { imagevariable: [] })).toEqual(bodies.ui);
    expect(filled('ul', { imagevariable: ['a', 'b', 'c'] })).toMatchObject({
      item: { list: [{ img_url: 'a' }, { img_url: 'b' }, { img_url: 'c' }] },
    });
    expect(filled('up', { videovariable: { video_url: 'v' } })).toEqual({ ...bodies.up, video: { video_url: 'v' } });
    const [first] = variableValues.uc['carouselvariable'] as JsonObject[];
    expect(filled('uc', { carouselvariable: [{ ...first, imagevariable: ['a'] }] })).toEqual(
      changed(bodies.uc, 'carousel.list.0.attachment.image.img_url', 'a'),
    );
    const [intro, ...cards] = variableValues.ua['carouselvariable'] as JsonObject[];
    expect(filled('ua', { carouselvariable: [{ ...intro, imagevariable: ['a'] }, ...cards] })).toEqual(
      changed(bodies.ua, 'carousel.head.image_url', 'a'),
    );
  });
});
