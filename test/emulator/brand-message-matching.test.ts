import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { fillBody } from '../../src/emulator/message/brand/filling.ts';
import { bodyShapes, isOpenPrice } from '../../src/emulator/message/brand/shape.ts';
import { differences, pickBody } from '../../src/emulator/message/matching.ts';
import type { BrandType } from '../../src/emulator/message/message.ts';
import { changed, fullBodies, variableBodies, variableValues } from './brand-message-bodies.ts';
import { type BrandBench, by, DELIVERED, openBrandBench } from './brand-message-templates.ts';

const image = (use: string): string => `http://127.0.0.1/images/${use.replace('/', '-')}.png`;
const bodies = fullBodies(image);
const patterns = variableBodies(image);

/** The first difference between a template and a full text with one thing another. */
function difference(type: BrandType, path: string, value: Json | undefined): string | undefined {
  const sent = pickBody(changed(bodies[type], path, value), bodyShapes[type]);
  return differences(patterns[type], sent, isOpenPrice)[0];
}

const CARD = 'carousel.list.0';

describe('a full text differs from its template', () => {
  it.each<[BrandType, string, Json | undefined, string]>([
    ['ut', 'message', '오늘만 할인합니다. 서두르세요.', 'message differs from the template at line 1, column 11'],
    ['ut', 'message', '오늘만 할인합니다.\n\n서두르세요', 'message differs from the template at line 3, column 6'],
    ['ut', 'message', '오늘만 할인합니다.\n서두르세요.\n', 'message differs from the template at line 2, column 7'],
    ['ut', 'message', '오늘만 합니다.\n서두르세요.', 'message differs from the template at line 1, column 5'],
    ['ut', 'message', '오늘만 #{일}합니다.\n서두르세요.', 'message holds a variable that was not filled'],
    ['ut', 'button', undefined, 'button is registered and was not sent'],
    ['ut', 'button.0.name', '보러', 'button[0].name differs from the template at line 1, column 3'],
    ['ut', 'button.0.type', 'BK', 'button[0].type differs from the template at line 1, column 1'],
    [
      'ut',
      'button.0.url_mobile',
      'https://other.example.com/m',
      'button[0].url_mobile differs from the template at line 1, column 9',
    ],
    ['ut', 'button.0.url_pc', undefined, 'button[0].url_pc is registered and was not sent'],
    ['ut', 'button.0.scheme_ios', 'shop://x', 'button[0].scheme_ios is not registered'],
    ['ut', 'coupon', undefined, 'coupon is registered and was not sent'],
    ['ut', 'coupon.title', '10% 할인 쿠폰', 'coupon.title differs from the template at line 1, column 4'],
    ['ut', 'coupon.description', '할인', 'coupon.description differs from the template at line 1, column 1'],
    ['ut', 'coupon.url_mobile', 'https://a.kr', 'coupon.url_mobile differs from the template at line 1, column 9'],
    ['ui', 'image.img_url', 'https://a.kr/1', 'image.img_url differs from the template at line 1, column 5'],
    ['ui', 'image.img_link', undefined, 'image.img_link is registered and was not sent'],
    ['ul', 'header', '이번 달 상품', 'header differs from the template at line 1, column 4'],
    ['ul', 'item.list', [], 'item is registered and was not sent'],
    ['ul', 'item.list.1.title', '둘째', 'item.list[1].title differs from the template at line 1, column 3'],
    [
      'ul',
      'item.list.2.img_url',
      'https://a.kr/1',
      'item.list[2].img_url differs from the template at line 1, column 5',
    ],
    [
      'ul',
      'item.list.2.url_mobile',
      'https://a.kr/3',
      'item.list[2].url_mobile differs from the template at line 1, column 9',
    ],
    ['um', 'additionalcontent', '무료 배달', 'additionalcontent differs from the template at line 1, column 5'],
    ['um', 'commerce.title', '여름 코트', 'commerce.title differs from the template at line 1, column 1'],
    ['up', 'header', undefined, 'header is registered and was not sent'],
    [
      'up',
      'video.video_url',
      'https://tv.example.com/v/124',
      'video.video_url differs from the template at line 1, column 28',
    ],
    ['up', 'video.thumbnail_url', undefined, 'video.thumbnail_url is registered and was not sent'],
    ['uc', `${CARD}.message`, '첫째', 'carousel.list[0].message differs from the template at line 1, column 3'],
    [
      'uc',
      `${CARD}.attachment.button.0.name`,
      '가기',
      'carousel.list[0].attachment.button[0].name differs from the template at line 1, column 1',
    ],
    ['uc', 'carousel.tail', undefined, 'carousel.tail is registered and was not sent'],
    ['ua', 'carousel.head', undefined, 'carousel.head is registered and was not sent'],
    ['ua', 'carousel.head.content', '여름 상품', 'carousel.head.content differs from the template at line 1, column 1'],
    [
      'ua',
      `${CARD}.attachment.commerce.regular_price`,
      1,
      'carousel.list[0].attachment.commerce.regular_price differs from the template',
    ],
    [
      'ua',
      `${CARD}.attachment.commerce.discount_price`,
      undefined,
      'carousel.list[0].attachment.commerce.discount_price is registered and was not sent',
    ],
    ['ua', `${CARD}.additional_content`, '덧붙임', 'carousel.list[0].additional_content is not registered'],
  ])('%s %s %j', (type, path, value, expected) => {
    expect(difference(type, path, value)).toBe(expected);
  });

  it('by the number of its elements', () => {
    const button = { name: '질문', type: 'BK' };
    expect(difference('ut', 'button.1', button)).toBe('the number of elements in button is 2, in the template 1');
    expect(difference('ul', 'item.list.3', {})).toBe('the number of elements in item.list is 4, in the template 3');
    expect(difference('uc', 'carousel.list.2', {})).toBe(
      'the number of elements in carousel.list is 3, in the template 2',
    );
  });
});

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

describe('a filled template is held to the rules of a bubble', () => {
  const open = async (type: BrandType): Promise<BrandBench & { code: string }> => {
    const bench = await openBrandBench();
    return { ...bench, code: await bench.register(type, variableBodies(bench.image)[type]) };
  };

  it.each<[BrandType, JsonObject, unknown]>([
    ['uw', { messagevariable: { 일: '가'.repeat(72) } }, DELIVERED],
    ['ul', { messagevariable: { 분류: '가'.repeat(15), 순서: '둘째', 번호: '3' } }, DELIVERED],
    ['uw', { messagevariable: { 일: '가'.repeat(73) } }, ['7314', 'message may have 76 characters']],
    ['uw', { messagevariable: { 일: `가${'\n'.repeat(5)}` } }, DELIVERED],
    ['uw', { messagevariable: { 일: `가${'\n'.repeat(6)}` } }, ['7314', 'message may have 5 line breaks']],
    [
      'ul',
      { messagevariable: { 분류: '가'.repeat(16), 순서: '둘째', 번호: '3' } },
      ['7314', 'header may have 20 characters'],
    ],
    ['up', { messagevariable: { 것: '것\n', 행동: '보세요' } }, ['7314', 'header may have 0 line breaks']],
    [
      'um',
      { commercevariable: { 상품: '가'.repeat(28), 정상가격: '1' } },
      ['7314', 'commerce.title may have 30 characters'],
    ],
    ['um', { commercevariable: { 상품: '코트', 정상가격: '1' } }, DELIVERED],
    [
      'um',
      { commercevariable: { 상품: '코트', 정상가격: '1', 할인가격: '1' } },
      ['7204', 'commerce.discount_price needs discount_rate or discount_fixed'],
    ],
    ['um', { commercevariable: { 상품: '코트', 정상가격: '1', 할인가격: '1', 정액할인가격: '0' } }, DELIVERED],
    ['ut', { couponvariable: { 할인금액: '99999999' } }, DELIVERED],
    [
      'ut',
      { couponvariable: { 할인금액: '100000000' } },
      ['7204', 'coupon.title must be one of the five forms of a coupon title'],
    ],
    ['ut', { buttonvariable: { 경로: 'a b' } }, ['7204', 'button[0].url_mobile must begin with http:// or https://']],
    ['ut', { buttonvariable: { 경로: 'x'.repeat(977) } }, ['7314', 'button[0].url_mobile may have 1000 characters']],
    [
      'ut',
      { messagevariable: { 일: '할인' } },
      ['7204', 'messagevariable.말 is a variable of the template and was not sent'],
    ],
  ])('%s %j', async (type, changes, expected) => {
    const { code, send } = await open(type);
    expect(await send(type, by(code, { ...variableValues[type], ...changes }))).toEqual(expected);
  });

  it('and needs its variables where it is sent as it is', async () => {
    const { code, send } = await open('ut');
    const missing = ['messagevariable.일', 'messagevariable.말', 'buttonvariable.경로', 'couponvariable.할인금액'];
    const reasons = missing.map((name) => `${name} is a variable of the template and was not sent`);
    expect(await send('ut', by(code))).toEqual(['7204', reasons.join('; ')]);
  });
});
