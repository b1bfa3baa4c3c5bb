import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { checkBrand } from '../../src/emulator/message/brand/payload.ts';
import type { BrandType } from '../../src/emulator/message/message.ts';
import { basic, free } from './brand-message-bodies.ts';

/** Nothing, or the code and what is wrong without where the content stands. */
function refusal(type: BrandType, content: JsonObject): string | undefined {
  const wrong = checkBrand(type, content, `content.${type}.`, 'noticetalk');
  return wrong && `${wrong.error} ${wrong.detail?.replace(`content.${type}.`, '')}`;
}

const marketing = { ...basic, sendtarget: 'marketing', targeting: 'M' };

describe('the common fields', () => {
  it.each<[string, JsonObject]>([
    ['a friend', basic],
    ['marketing to M', marketing],
    ['marketing to N', { ...marketing, targeting: 'N' }],
    ['marketing to O', { ...marketing, targeting: 'O' }],
    ['an opt-out number of 13', { ...marketing, unsubscribephonenumber: '080-0000-0000' }],
    [
      'an auth number of 10',
      { ...marketing, unsubscribephonenumber: '0800000000', unsubscribeauthnumber: '1234567890' },
    ],
    ['flags', { ...basic, pushalarm: 'N', adult: 'Y' }],
    ['a key of 40', { ...basic, senderkey: 'k'.repeat(40), grouptagkey: 't'.repeat(40) }],
    ['a template code of 64', { ...basic, templatecode: 'c'.repeat(64) }],
    ['null and "", as good as left out', { ...basic, targeting: null, grouptagkey: '', message: null, button: '' }],
  ])('may be those of %s', (_what, content) => {
    expect(refusal('ut', content)).toBeUndefined();
  });

  it.each<[JsonObject, string]>([
    [{ ...basic, senderkey: null }, '2000 senderkey is required'],
    [{ ...basic, senderkey: 'k'.repeat(41) }, '2000 senderkey may have 40 characters'],
    [{ ...basic, senderkey: 1 }, '3014 senderkey must be a string'],
    [{ ...basic, brandmessagetype: '' }, '2000 brandmessagetype is required'],
    [{ ...basic, brandmessagetype: 'basic' }, '2000 brandmessagetype must be one of BASIC, FREE'],
    [{ ...basic, sendtarget: null }, '2000 sendtarget is required'],
    [{ ...basic, sendtarget: 'all' }, '2000 sendtarget must be one of marketing, friend'],
    [{ ...basic, sendtarget: 'marketing' }, '2000 targeting is required for marketing'],
    [{ ...marketing, targeting: 'I' }, '2000 targeting must be one of M, N, O'],
    [{ ...basic, targeting: 'M' }, '2000 targeting is for marketing only'],
    [{ ...basic, unsubscribephonenumber: '080-0000-0000' }, '2000 unsubscribephonenumber is for marketing only'],
    [{ ...basic, unsubscribeauthnumber: '1' }, '2000 unsubscribeauthnumber is for marketing only'],
    [{ ...marketing, unsubscribeauthnumber: '1' }, '2000 unsubscribeauthnumber needs unsubscribephonenumber'],
    [{ ...marketing, unsubscribephonenumber: '080-0000-00000' }, '2000 unsubscribephonenumber may have 13 characters'],
    [{ ...marketing, unsubscribephonenumber: '무료' }, '2000 unsubscribephonenumber must be digits and hyphens'],
    [
      { ...marketing, unsubscribephonenumber: '0800000000', unsubscribeauthnumber: '12345678901' },
      '2000 unsubscribeauthnumber may have 10 characters',
    ],
    [
      { ...marketing, unsubscribephonenumber: '0800000000', unsubscribeauthnumber: '번호' },
      '2000 unsubscribeauthnumber must be digits and hyphens',
    ],
    [{ ...basic, pushalarm: 'y' }, '2000 pushalarm must be one of Y, N'],
    [{ ...basic, adult: true }, '3014 adult must be a string'],
    [{ ...basic, grouptagkey: 't'.repeat(41) }, '2000 grouptagkey may have 40 characters'],
    [{ ...basic, templatecode: 'c'.repeat(65) }, '2000 templatecode may have 64 characters'],
  ])('are refused: %j', (content, expected) => {
    expect(refusal('ut', content)).toBe(expected);
  });
});

describe('the four variants', () => {
  it.each<[JsonObject, string]>([
    [{ ...basic, templatecode: null }, '2000 templatecode is required for BASIC'],
    [{ ...basic, templatecode: null, message: '글' }, '2000 templatecode is required for BASIC'],
    [{ ...free, templatecode: 'brand_1', message: '글' }, '2000 templatecode is for BASIC only'],
    [free, '2000 message is required'],
    [{ ...free, messagevariable: { 이름: '길동' } }, '2000 messagevariable is for BASIC only'],
    [
      { ...basic, message: '글', messagevariable: { 이름: '길동' } },
      '2000 messagevariable and message exclude each other',
    ],
    [{ ...basic, couponvariable: {}, button: [] }, '2000 couponvariable and button exclude each other'],
  ])('do not mix: %j', (content, expected) => {
    expect(refusal('ut', content)).toBe(expected);
  });

  it.each<[BrandType, string, Json]>([
    ['ul', 'message', '글'],
    ['uc', 'message', '글'],
    ['um', 'message', '글'],
    ['ua', 'message', '글'],
    ['ut', 'image', { img_url: 'x' }],
    ['up', 'image', { img_url: 'x' }],
    ['ut', 'header', '머리'],
    ['um', 'header', '머리'],
    ['uw', 'item', { list: [] }],
    ['ut', 'carousel', { list: [] }],
    ['um', 'carousel', { list: [] }],
    ['ui', 'video', { video_url: 'x' }],
    ['ui', 'commerce', { title: 'x' }],
    ['ua', 'commerce', { title: 'x' }],
    ['ut', 'additionalcontent', '덧붙임'],
    ['uc', 'button', []],
    ['ua', 'coupon', {}],
    ['ut', 'imagevariable', ['x']],
    ['um', 'imagevariable', ['x']],
    ['up', 'imagevariable', ['x']],
    ['ut', 'videovariable', {}],
    ['ut', 'commercevariable', {}],
    ['ua', 'commercevariable', {}],
    ['ut', 'carouselvariable', []],
    ['uc', 'messagevariable', {}],
    ['ua', 'buttonvariable', {}],
    ['uc', 'couponvariable', {}],
  ])('%s has no %s', (type, name, value) => {
    expect(refusal(type, { ...basic, [name]: value })).toBe(`2000 ${name} is not for ${type}`);
  });
});

const values = { messagevariable: { 이름: '길동' }, buttonvariable: { 링크: 'x' }, couponvariable: { 금액: '1000' } };
const video = { video_url: 'https://tv.example.com/v/1' };

describe('the variable fields', () => {
  it.each<[BrandType, JsonObject]>([
    ['ut', values],
    ['ut', { couponvariable: { 아무: 'ESCAPE_COUPON' } }],
    ['ui', { ...values, imagevariable: ['a'] }],
    ['uw', { ...values, imagevariable: ['a'] }],
    ['ul', { ...values, imagevariable: ['a', 'b', 'c'] }],
    ['ul', { ...values, imagevariable: ['a', 'b', 'c', 'd', 'e'] }],
    ['uc', { carouselvariable: [{}, { ...values, imagevariable: ['a'] }, {}, {}, {}, {}] }],
    ['um', { ...values, commercevariable: { 상품: '코트', 정상가격: '99999999', 할인가격: '0' } }],
    ['um', { commercevariable: { 할인율: '100', 정액할인가격: '999999' } }],
    ['um', { commercevariable: { 할인율: '1', 정액할인가격: '' } }],
    ['up', { ...values, videovariable: { ...video, thumbnail_url: 'x' } }],
    [
      'ua',
      {
        carouselvariable: [
          {},
          { ...values, imagevariable: ['a'], commercevariable: { 할인율: '1' } },
          {},
          {},
          {},
          {},
          {},
        ],
      },
    ],
  ])('%s: %j', (type, variables) => {
    expect(refusal(type, { ...basic, ...variables })).toBeUndefined();
  });

  it.each<[BrandType, JsonObject, string]>([
    ['ut', { messagevariable: ['길동'] }, '3014 messagevariable must be an object'],
    ['ut', { messagevariable: { 이름: 1 } }, '3014 messagevariable.이름 must be a string'],
    ['ut', { buttonvariable: 'x' }, '3014 buttonvariable must be an object'],
    ['ut', { couponvariable: 'ESCAPE_COUPON' }, '3014 couponvariable must be an object'],
    ['ui', { imagevariable: [] }, '2000 imagevariable must have 1 element'],
    ['ui', { imagevariable: ['a', 'b'] }, '2000 imagevariable may have 1 element'],
    ['uw', { imagevariable: ['a', 'b'] }, '2000 imagevariable may have 1 element'],
    ['uw', { imagevariable: [{}] }, '3014 imagevariable[0] must be a string'],
    ['ul', { imagevariable: ['a', 'b'] }, '2000 imagevariable must have 3 elements'],
    ['ul', { imagevariable: ['a', 'b', 'c', 'd', 'e', 'f'] }, '2000 imagevariable may have 5 elements'],
    ['ul', { imagevariable: ['a', '', 'c'] }, '2000 imagevariable[1] is required'],
    ['uc', { carouselvariable: [{}, {}, {}, {}, {}, {}, {}] }, '2000 carouselvariable may have 6 elements'],
    ['uc', { carouselvariable: ['x'] }, '3014 carouselvariable[0] must be an object'],
    [
      'uc',
      { carouselvariable: [{ imagevariable: ['a', 'b'] }] },
      '2000 carouselvariable[0].imagevariable may have 1 element',
    ],
    ['ua', { carouselvariable: [{}, {}, {}, {}, {}, {}, {}, {}] }, '2000 carouselvariable may have 7 elements'],
    [
      'um',
      { commercevariable: { 정상가격: '100000000' } },
      '2000 commercevariable.정상가격 must be 0 to 99999999, in digits',
    ],
    [
      'um',
      { commercevariable: { 할인가격: '1,000' } },
      '2000 commercevariable.할인가격 must be 0 to 99999999, in digits',
    ],
    ['um', { commercevariable: { 할인율: '0' } }, '2000 commercevariable.할인율 must be 1 to 100, in digits'],
    ['um', { commercevariable: { 할인율: '101' } }, '2000 commercevariable.할인율 must be 1 to 100, in digits'],
    [
      'um',
      { commercevariable: { 정액할인가격: '1000000' } },
      '2000 commercevariable.정액할인가격 must be 0 to 999999, in digits',
    ],
    [
      'ua',
      { carouselvariable: [{}, { commercevariable: { 할인율: '007' } }] },
      '2000 carouselvariable[1].commercevariable.할인율 must be 1 to 100, in digits',
    ],
    ['up', { videovariable: {} }, '2000 videovariable.video_url is required'],
    [
      'up',
      { videovariable: { video_url: 'x' } },
      '2000 videovariable.video_url must be the address of a video or of a clip link',
    ],
  ])('%s refuses %j', (type, variables, expected) => {
    expect(refusal(type, { ...basic, ...variables })).toBe(expected);
  });
});
