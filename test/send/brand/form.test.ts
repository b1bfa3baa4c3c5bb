import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/json.ts';
import { changed } from '../../emulator/brand-message-bodies.ts';
import { basicMessage, characters, freeMessages, IMAGE, lines, sentences, times, web } from './bodies.ts';

const WEB = 'https://shop.example.com';
const wl: JsonObject = { name: '보기', type: 'WL', url_mobile: WEB };
const ac: JsonObject = { name: '채널 추가', type: 'AC' };
const item: JsonObject = { title: '상품', img_url: IMAGE };
const coupon: JsonObject = { title: '배송비 할인 쿠폰', description: '할인', url_mobile: WEB };
const card: JsonObject = { header: '소식', message: '소식', attachment: { image: { img_url: IMAGE } } };
const goods: JsonObject = {
  attachment: { image: { img_url: IMAGE }, commerce: { title: '코트', regular_price: 100 } },
};

function message(type: string): JsonObject {
  const found = freeMessages[type];
  if (!found) throw new Error(`no message of type ${type}`);
  return found;
}

/** The limits of message API 2.10: a place, the most that is allowed, one more, and what is said of one more. */
const LIMITS: [type: string, path: string, edge: Json, beyond: Json, says: string][] = [
  ['ut', 'senderkey', 'a'.repeat(40), 'a'.repeat(41), 'It has 41 characters, 40 are allowed'],
  ['ut', 'grouptagkey', 'a'.repeat(40), 'a'.repeat(41), 'It has 41 characters, 40 are allowed'],
  ['ut', 'message', characters(1300), characters(1301), 'It has 1301 characters, 1300 are allowed'],
  ['ut', 'message', lines(99), lines(100), 'It has 100 line breaks, 99 are allowed'],
  ['ui', 'message', characters(1300), characters(1301), 'It has 1301 characters, 1300 are allowed'],
  ['ui', 'message', lines(99), lines(100), 'It has 100 line breaks, 99 are allowed'],
  ['uw', 'message', characters(76), characters(77), 'It has 77 characters, 76 are allowed'],
  ['uw', 'message', lines(5), lines(6), 'It has 6 line breaks, 5 are allowed'],
  ['up', 'message', characters(76), characters(77), 'It has 77 characters, 76 are allowed'],
  ['up', 'message', lines(5), lines(6), 'It has 6 line breaks, 5 are allowed'],
  ['ul', 'header', characters(20), characters(21), 'It has 21 characters, 20 are allowed'],
  ['up', 'header', characters(20), characters(21), 'It has 21 characters, 20 are allowed'],
  ['ul', 'header', '가', lines(1), 'It has 1 line break, 0 are allowed'],
  ['um', 'additionalcontent', characters(34), characters(35), 'It has 35 characters, 34 are allowed'],
  ['um', 'additionalcontent', lines(1), lines(2), 'It has 2 line breaks, 1 are allowed'],
  ['ui', 'image.img_link', web(1000), web(1001), 'It has 1001 characters, 1000 are allowed'],
  ['ui', 'button.0.url_pc', web(1000), web(1001), 'It has 1001 characters, 1000 are allowed'],
  ['ui', 'button.0.url_mobile', web(1000), web(1001), 'It has 1001 characters, 1000 are allowed'],
  ['ut', 'button.0.name', characters(14), characters(15), 'It has 15 characters, 14 are allowed'],
  ['ui', 'button.0.name', characters(14), characters(15), 'It has 15 characters, 14 are allowed'],
  ['uw', 'button.0.name', characters(8), characters(9), 'It has 9 characters, 8 are allowed'],
  ['um', 'button.0.name', '가', lines(1), 'It has 1 line break, 0 are allowed'],
  ['uw', 'button', times(2, wl), times(3, wl), 'It has 3 entries, 2 are allowed'],
  ['ul', 'button', times(2, wl), times(3, wl), 'It has 3 entries, 2 are allowed'],
  ['up', 'button', times(1, wl), times(2, wl), 'It has 2 entries, 1 are allowed'],
  ['um', 'button', times(2, wl), times(3, wl), 'It has 3 entries, 2 are allowed'],
  ['um', 'button', times(1, wl), [], 'It has no entries'],
  ['ut', 'button', times(4, wl), times(5, wl), 'It has 5 entries, 4 are allowed beside a coupon'],
  ['ui', 'button', times(4, wl), times(6, wl), 'It has 6 entries, 5 are allowed'],
  ['ul', 'item.list', times(5, item), times(6, item), 'It has 6 entries, 3 to 5 are allowed'],
  ['ul', 'item.list', times(3, item), times(2, item), 'It has 2 entries, 3 to 5 are allowed'],
  ['ul', 'item.list.0.title', characters(25), characters(26), 'It has 26 characters, 25 are allowed'],
  ['ul', 'item.list.1.title', characters(30), characters(31), 'It has 31 characters, 30 are allowed'],
  ['ul', 'item.list.2.title', lines(1), lines(2), 'It has 2 line breaks, 1 are allowed'],
  ['ul', 'item.list.0.title', lines(1), lines(2), 'It has 2 line breaks, 1 are allowed'],
  ['ul', 'item.list.1.url_mobile', web(1000), web(1001), 'It has 1001 characters, 1000 are allowed'],
  ['ua', 'carousel.head.header', characters(20), characters(21), 'It has 21 characters, 20 are allowed'],
  ['ua', 'carousel.head.header', '가', lines(1), 'It has 1 line break, 0 are allowed'],
  ['ua', 'carousel.head.content', characters(50), characters(51), 'It has 51 characters, 50 are allowed'],
  ['ua', 'carousel.head.content', lines(2), lines(3), 'It has 3 line breaks, 2 are allowed'],
  ['ua', 'carousel.head.url_mobile', web(1000), web(1001), 'It has 1001 characters, 1000 are allowed'],
  ['uc', 'carousel.list', times(2, card), times(1, card), 'It has 1 entry, 2 to 6 are allowed'],
  ['uc', 'carousel.list', times(6, card), times(7, card), 'It has 7 entries, 6 are allowed'],
  ['ua', 'carousel.list', times(1, goods), [], 'It has no entries'],
  ['ua', 'carousel.list', times(6, goods), times(7, goods), 'It has 7 entries, 6 are allowed'],
  ['uc', 'carousel.list.1.header', characters(20), characters(21), 'It has 21 characters, 20 are allowed'],
  ['uc', 'carousel.list.1.header', '가', lines(1), 'It has 1 line break, 0 are allowed'],
  ['ua', 'carousel.list.1.message', characters(180), characters(181), 'It has 181 characters, 180 are allowed'],
  ['uc', 'carousel.list.1.message', lines(10), lines(11), 'It has 11 line breaks, 10 are allowed'],
  ['ua', 'carousel.list.0.additional_content', characters(34), characters(35), 'It has 35 characters, 34 are allowed'],
  ['ua', 'carousel.list.0.additional_content', lines(1), lines(2), 'It has 2 line breaks, 1 are allowed'],
  ['uc', 'carousel.list.0.attachment.button', times(2, wl), times(3, wl), 'It has 3 entries, 2 are allowed'],
  ['um', 'commerce.title', characters(30), characters(31), 'It has 31 characters, 30 are allowed'],
  ['um', 'commerce.title', '가', lines(1), 'It has 1 line break, 0 are allowed'],
  ['um', 'commerce.regular_price', 99_999_999, 100_000_000, 'It is 100000000, 0 to 99999999 are allowed'],
  ['um', 'commerce.regular_price', 0, -1, 'It is -1, 0 to 99999999 are allowed'],
  ['um', 'commerce.regular_price', 0, 0.5, 'It is not an integer'],
  ['um', 'commerce.regular_price', 1, '1', 'It is not an integer'],
  ['um', 'commerce.discount_price', 99_999_999, 100_000_000, 'It is 100000000, 0 to 99999999 are allowed'],
  ['um', 'commerce.discount_rate', 100, 101, 'It is 101, 1 to 100 are allowed'],
  ['um', 'commerce.discount_rate', 1, 0, 'It is 0, 1 to 100 are allowed'],
  ['um', 'commerce.discount_fixed', 999_999, 1_000_000, 'It is 1000000, 0 to 999999 are allowed'],
  ['um', 'commerce.discount_fixed', 0, -1, 'It is -1, 0 to 999999 are allowed'],
  ['ua', 'carousel.list.0.attachment.commerce.discount_rate', 100, 101, 'It is 101, 1 to 100 are allowed'],
  ['up', 'video.video_url', `${web(496)}/v/1`, `${web(497)}/v/1`, 'It has 501 characters'],
  ['up', 'video.thumbnail_url', web(500), web(501), 'It has 501 characters, 500 are allowed'],
  ['ut', 'coupon.description', characters(12), characters(13), 'It has 13 characters, 12 are allowed'],
  ['um', 'coupon.description', characters(12), characters(13), 'It has 13 characters, 12 are allowed'],
  ['uw', 'coupon.description', characters(18), characters(19), 'It has 19 characters, 18 are allowed'],
  ['ul', 'coupon.description', characters(18), characters(19), 'It has 19 characters, 18 are allowed'],
  ['up', 'coupon.description', characters(18), characters(19), 'It has 19 characters, 18 are allowed'],
  ['uc', 'carousel.list.0.attachment.coupon.description', characters(12), characters(13), 'It has 13 characters, 12'],
  ['ut', 'coupon.description', '가', lines(1), 'It has 1 line break, 0 are allowed'],
  ['ut', 'coupon.title', '1원 할인 쿠폰', '0원 할인 쿠폰', 'It is not one of'],
  ['ut', 'coupon.title', '99999999원 할인 쿠폰', '100000000원 할인 쿠폰', 'It is not one of'],
  ['ut', 'coupon.title', '1% 할인 쿠폰', '0% 할인 쿠폰', 'It is not one of'],
  ['ut', 'coupon.title', '100% 할인 쿠폰', '101% 할인 쿠폰', 'It is not one of'],
  ['ut', 'coupon.title', '배송비 할인 쿠폰', '배송비 할인 쿠폰 ', 'It is not one of'],
  ['ut', 'coupon.title', `${characters(7)} 무료 쿠폰`, `${characters(8)} 무료 쿠폰`, 'It is not one of'],
  ['ut', 'coupon.title', `${characters(7)} UP 쿠폰`, `${characters(8)} UP 쿠폰`, 'It is not one of'],
  ['ut', 'coupon.title', '가 UP 쿠폰', ' UP 쿠폰', 'It is not one of'],
  ['ut', 'coupon.url_pc', web(1000), web(1001), 'It has 1001 characters, 1000 are allowed'],
];

describe('a limit of a brand message', () => {
  it('allows everything that a type has', () => {
    for (const [type, content] of Object.entries(freeMessages))
      expect([type, sentences(type, content)]).toEqual([type, []]);
  });

  it.each(LIMITS)('%s %s', (type, path, edge, beyond, says) => {
    const at = path.replaceAll(/\.(\d+)/g, '[$1]');
    expect(sentences(type, changed(message(type), path, edge))).toEqual([]);
    expect(sentences(type, changed(message(type), path, beyond))).toEqual([
      expect.stringMatching(new RegExp(`^send-(?:limit|value) ${at.replaceAll(/[.[\]]/g, '\\$&')}: ${says}`)),
    ]);
  });

  it('of buttons is five without a coupon', () => {
    const { coupon: _, ...plain } = message('ut');
    expect(sentences('ut', { ...plain, button: times(5, wl) })).toEqual([]);
    expect(sentences('ut', { ...plain, button: times(6, wl) })).toEqual([
      'send-limit button: It has 6 entries, 5 are allowed',
    ]);
  });

  it('of products is one card beside an intro, and two without', () => {
    const one = changed(message('ua'), 'carousel.list', [goods]);
    expect(sentences('ua', one)).toEqual([]);
    expect(sentences('ua', changed(one, 'carousel.head', undefined))).toEqual([
      'send-limit carousel.list: It has 1 entry, 2 to 6 are allowed without an intro',
    ]);
  });

  it('of a template code is 64 characters', () => {
    expect(sentences('ut', { ...basicMessage, templatecode: 'a'.repeat(64) })).toEqual([]);
    expect(sentences('ut', { ...basicMessage, templatecode: 'a'.repeat(65) })).toEqual([
      'send-limit templatecode: It has 65 characters, 64 are allowed',
    ]);
  });
});

/** Members that a message cannot do without: null, "" and absent are one. */
const REQUIRED: [type: string, path: string][] = [
  ['ut', 'senderkey'],
  ['ut', 'brandmessagetype'],
  ['ut', 'sendtarget'],
  ['ut', 'message'],
  ['ui', 'message'],
  ['ui', 'image'],
  ['ui', 'image.img_url'],
  ['uw', 'message'],
  ['uw', 'image'],
  ['ul', 'header'],
  ['ul', 'item'],
  ['ul', 'item.list'],
  ['ul', 'item.list.0.img_url'],
  ['ul', 'item.list.1.img_url'],
  ['ul', 'item.list.1.title'],
  ['uc', 'carousel'],
  ['uc', 'carousel.list'],
  ['uc', 'carousel.list.0.header'],
  ['uc', 'carousel.list.0.message'],
  ['uc', 'carousel.list.1.attachment'],
  ['uc', 'carousel.list.1.attachment.image'],
  ['uc', 'carousel.tail.url_mobile'],
  ['um', 'image'],
  ['um', 'commerce'],
  ['um', 'commerce.title'],
  ['um', 'commerce.regular_price'],
  ['um', 'button'],
  ['up', 'video'],
  ['up', 'video.video_url'],
  ['ua', 'carousel.head.header'],
  ['ua', 'carousel.head.content'],
  ['ua', 'carousel.head.image_url'],
  ['ua', 'carousel.list.0.attachment.image'],
  ['ua', 'carousel.list.0.attachment.commerce'],
  ['ut', 'button.0.name'],
  ['ut', 'button.0.type'],
  ['ut', 'button.0.url_mobile'],
  ['ut', 'coupon.title'],
  ['ut', 'coupon.description'],
  ['ut', 'coupon.url_mobile'],
];

/** Members that a message may leave out. */
const OPTIONAL: [type: string, path: string][] = [
  ['ut', 'button'],
  ['ut', 'coupon'],
  ['ui', 'image.img_link'],
  ['ul', 'item.list.0.title'],
  ['ul', 'item.list.0.url_mobile'],
  ['uc', 'carousel.tail'],
  ['uc', 'carousel.list.0.attachment.button'],
  ['uc', 'carousel.list.0.attachment.coupon'],
  ['um', 'additionalcontent'],
  ['um', 'coupon'],
  ['up', 'header'],
  ['up', 'message'],
  ['up', 'button'],
  ['up', 'video.thumbnail_url'],
  ['ua', 'carousel.head'],
  ['ua', 'carousel.tail'],
  ['ua', 'carousel.head.url_mobile'],
];

describe('a member', () => {
  it.each(REQUIRED)('of %s is required: %s', (type, path) => {
    const at = path.replaceAll(/\.(\d+)/g, '[$1]');
    for (const nothing of [undefined, null, '']) {
      const found = sentences(type, changed(message(type), path, nothing));
      expect(found).toEqual([expect.stringContaining(` ${at}: It is required`)]);
    }
  });

  it.each(OPTIONAL)('of %s is optional: %s', (type, path) => {
    for (const nothing of [undefined, null, ''])
      expect(sentences(type, changed(message(type), path, nothing))).toEqual([]);
  });

  it.each<[type: string, path: string, value: Json, failure: string]>([
    ['ut', 'brandmessagetype', 'basic', 'It is basic, and the message API takes BASIC, FREE'],
    ['ut', 'sendtarget', 'all', 'It is all, and the message API takes marketing, friend'],
    ['ut', 'pushalarm', 'true', 'It is true, and the message API takes Y, N'],
    ['ut', 'pushalarm', true, 'It is not a text: write it in double quotes'],
    ['ut', 'adult', 'y', 'It is y, and the message API takes Y, N'],
    ['ut', 'message', 1, 'It is not a text: write it in double quotes'],
    ['ut', 'message', ' \n', 'It is required and is blank'],
    ['ut', 'button', {}, 'It is not a list'],
    ['ut', 'button.0', 'WL', 'It is not an object'],
    ['ut', 'button.0.type', 'DS', 'It is DS, and the message API takes WL, AL, BK, MD, BC, BT, BF, AC'],
    ['ut', 'button.0.url_mobile', 'shop.example.com', 'It is not a web address'],
    ['ut', 'button.0.url_mobile', 'https://shop.example.com/a b', 'It is not a web address'],
    ['ut', 'coupon', [], 'It is not an object'],
    ['ut', 'coupon.scheme_ios', 'nothing', 'It is not an app link'],
    ['ui', 'image', IMAGE, 'It is not an object'],
    ['ui', 'image.img_url', 'coat.png', 'It is not a web address'],
    ['uc', 'carousel.list', {}, 'It is not a list'],
    ['uc', 'carousel.list.0', 1, 'It is not an object'],
    ['up', 'video.video_url', 'https://tv.example.com/watch?v=1', 'It is not the address of a video'],
    ['up', 'video.video_url', 'https://tv.example.com/channel/1/v', 'It is not the address of a video'],
  ])('of %s has a value that is not allowed: %s', (type, path, value, failure) => {
    const at = path.replaceAll(/\.(\d+)/g, '[$1]');
    expect(sentences(type, changed(message(type), path, value))).toContainEqual(
      expect.stringContaining(` ${at}: ${failure}`),
    );
  });

  it('of a video is the address of a video or of a clip link', () => {
    for (const url of ['https://tv.example.com/v/123', 'https://tv.example.com/channel/7/cliplink/123'])
      expect(sentences('up', changed(message('up'), 'video.video_url', url))).toEqual([]);
  });

  it.each<[type: string, path: string, value: Json]>([
    ['ut', 'header', '소식'],
    ['ut', 'image', { img_url: IMAGE }],
    ['ut', 'carousel', { list: [] }],
    ['ui', 'video', { video_url: 'https://tv.example.com/v/1' }],
    ['uw', 'additionalcontent', '더'],
    ['ul', 'message', '소식'],
    ['uc', 'message', '소식'],
    ['uc', 'button', []],
    ['uc', 'coupon', {}],
    ['um', 'message', '소식'],
    ['up', 'commerce', { title: '코트', regular_price: 1 }],
    ['ua', 'message', '소식'],
    ['ua', 'item', {}],
  ])('of another type is not allowed in %s: %s', (type, path, value) => {
    expect(sentences(type, { ...message(type), [path]: value })).toEqual([
      `send-value ${path}: A message of type ${type} has no \`${path}\``,
    ]);
  });

  it('of a product is allowed in a feed, and an intro is not', () => {
    const feed = { additional_content: '더', 'attachment.commerce': { title: '코트', regular_price: 1 } };
    for (const [path, value] of Object.entries(feed))
      expect(sentences('uc', changed(message('uc'), `carousel.list.0.${path}`, value))).toEqual([]);
    expect(sentences('uc', changed(message('uc'), 'carousel.head', { header: '소식' }))).toEqual([
      expect.stringContaining('send-value carousel.head: A'),
    ]);
  });
});

describe('a button', () => {
  const one = (button: JsonObject): string[] => sentences('ut', { ...message('ut'), button: [button] });

  it.each<JsonObject>([
    { name: '보기', type: 'WL', url_mobile: WEB, url_pc: WEB },
    { name: '보기', type: 'AL', scheme_android: 'shop://1', scheme_ios: 'shop://1', url_mobile: WEB, url_pc: WEB },
    { name: '보기', type: 'BK' },
    { name: '보기', type: 'MD' },
    { name: '보기', type: 'BC', chat_extra: '더' },
    { name: '보기', type: 'BT', chat_extra: '더', chat_event: '일' },
    { name: '보기', type: 'BF', biz_form_key: 7 },
    ac,
  ])('has what its type needs: %j', (button) => {
    expect(one(button)).toEqual([]);
  });

  it.each<[JsonObject, string]>([
    [{ name: '보기', type: 'WL', url_pc: WEB }, 'send-value button[0].url_mobile: It is required for the type WL'],
    [
      { name: '보기', type: 'AL', scheme_ios: 'a://b' },
      'send-value button[0].scheme_android: It is required for the type AL',
    ],
    [
      { name: '보기', type: 'AL', scheme_android: 'a://b' },
      'send-value button[0].scheme_ios: It is required for the type AL',
    ],
    [{ name: '보기', type: 'BF' }, 'send-value button[0].biz_form_key: It is required for the type BF'],
    [{ name: '보기', type: 'BF', biz_form_key: '7' }, 'send-value button[0].biz_form_key: It is not an integer'],
    [{ ...wl, scheme_ios: 'a://b' }, 'send-button-value button[0].scheme_ios: A WL button takes no `scheme_ios`'],
    [{ name: '보기', type: 'BK', url_mobile: WEB }, 'send-button-value button[0].url_mobile: A BK button takes no'],
    [{ name: '보기', type: 'BC', chat_event: '일' }, 'send-button-value button[0].chat_event: A BC button takes no'],
    [{ ...wl, chat_extra: '더' }, 'send-button-value button[0].chat_extra: A WL button takes no `chat_extra`'],
    [{ ...wl, biz_form_key: 7 }, 'send-button-value button[0].biz_form_key: A WL button takes no `biz_form_key`'],
    [{ ...ac, name: '추가' }, 'send-value button[0].name: A channel-add button (AC) has the name `채널 추가`'],
  ])('has not what its type does not take: %j', (button, failure) => {
    expect(one(button)).toEqual([expect.stringContaining(failure)]);
  });

  it('that adds the channel is first in a TEXT or IMAGE, and last otherwise', () => {
    for (const type of ['ut', 'ui']) {
      expect(sentences(type, { ...message(type), button: [ac, wl] })).toEqual([]);
      expect(sentences(type, { ...message(type), button: [wl, ac] })).toEqual([
        'send-value button[1].type: A channel-add button (AC) is the first button',
      ]);
    }
    expect(sentences('um', { ...message('um'), button: [wl, ac] })).toEqual([]);
    expect(sentences('uc', changed(message('uc'), 'carousel.list.0.attachment.button', [ac, wl]))).toEqual([
      'send-value carousel.list[0].attachment.button[0].type: A channel-add button (AC) is the last button',
    ]);
  });
});

describe('a coupon', () => {
  it('of the channel has its address as an app link', () => {
    const { url_mobile: _, ...without } = coupon;
    for (const device of ['scheme_android', 'scheme_ios']) {
      const channels = { ...without, [device]: 'noticetalk=coupon://1' };
      expect(sentences('ut', { ...message('ut'), coupon: channels })).toEqual([]);
    }
    expect(sentences('ut', { ...message('ut'), coupon: { ...without, scheme_ios: 'shop://1' } })).toEqual([
      'send-value coupon.url_mobile: It is required and is not there: this is not a channel coupon',
    ]);
  });
});

describe('a discount price', () => {
  it('requires a rate or a fixed discount', () => {
    const prices = (more: JsonObject) =>
      changed(message('um'), 'commerce', { title: '코트', regular_price: 100, ...more });
    expect(sentences('um', prices({}))).toEqual([]);
    expect(sentences('um', prices({ discount_price: 90, discount_rate: 10 }))).toEqual([]);
    expect(sentences('um', prices({ discount_price: 90, discount_fixed: 10 }))).toEqual([]);
    expect(sentences('um', prices({ discount_price: 90 }))).toEqual([
      'send-value commerce.discount_price: It requires a discount rate or a fixed discount beside it',
    ]);
  });
});

describe('a variant', () => {
  it('without variables has a template code only', () => {
    for (const type of Object.keys(freeMessages)) expect(sentences(type, basicMessage)).toEqual([]);
    const { templatecode: _, ...without } = basicMessage;
    expect(sentences('ut', without)).toEqual([
      'send-value templatecode: It is required for a BASIC message and is not there',
    ]);
  });

  it('with a full text has the body fields of a FREE message', () => {
    const { sendtarget, senderkey, ...body } = message('ut');
    const full = { ...basicMessage, ...body, brandmessagetype: 'BASIC' };
    expect(sentences('ut', full)).toEqual([]);
    expect(sentences('ut', { ...full, message: null })).toEqual([
      'send-value message: It is required and is not there',
    ]);
  });

  it('without a template has no template code and no variables', () => {
    const wrong = { ...message('ut'), templatecode: 'brand_1', messagevariable: {}, buttonvariable: null };
    expect(sentences('ut', wrong)).toEqual([
      'send-value templatecode: A FREE message has no `templatecode`',
      'send-value messagevariable: A FREE message has no `messagevariable`',
    ]);
  });

  it('has variables or a full text, not both', () => {
    const wrong = { ...message('ut'), ...basicMessage, messagevariable: { 이름: '가' } };
    expect(sentences('ut', wrong)).toEqual([
      'send-value messagevariable: It is beside `message`: a message has variables or a full text',
    ]);
  });
});

describe('a variable field', () => {
  const withFields = (fields: JsonObject): JsonObject => ({ ...basicMessage, ...fields });
  const names = { 이름: '가' };
  const part = { messagevariable: names, buttonvariable: names, couponvariable: names };
  const video = { video_url: 'https://tv.example.com/v/1', thumbnail_url: IMAGE };

  /** The fields of each type, by the table of message API 2.10. */
  const TAKEN: Record<string, JsonObject> = {
    ut: part,
    ui: { ...part, imagevariable: [IMAGE] },
    uw: { ...part, imagevariable: [IMAGE] },
    ul: { ...part, imagevariable: times(3, IMAGE) },
    uc: { carouselvariable: [{ ...part, imagevariable: [IMAGE] }, {}] },
    um: { ...part, commercevariable: names },
    up: { ...part, videovariable: video },
    ua: { carouselvariable: [{}, { ...part, imagevariable: [IMAGE], commercevariable: names }] },
  };
  const ALL: JsonObject = {
    ...part,
    imagevariable: [IMAGE],
    commercevariable: names,
    videovariable: video,
    carouselvariable: [],
  };

  it.each(Object.entries(TAKEN))('of %s', (type, taken) => {
    expect(sentences(type, withFields(taken))).toEqual([]);
    const others = Object.entries(ALL).filter(([name]) => !(name in taken));
    for (const [name, value] of others) {
      expect(sentences(type, withFields({ ...taken, [name]: value }))).toEqual([
        `send-value ${name}: A message of type ${type} has no \`${name}\``,
      ]);
    }
  });

  it('of prices takes every amount that a price may be', () => {
    const amounts = [
      { 정상가격: '0', 할인가격: '99999999', 할인율: '1', 정액할인가격: '999999' },
      { 정상가격: '99999999', 할인가격: '0', 할인율: '100', 정액할인가격: '0' },
    ];
    for (const commercevariable of amounts) expect(sentences('um', withFields({ commercevariable }))).toEqual([]);
  });

  it.each<[type: string, fields: JsonObject, failure: string]>([
    ['ut', { messagevariable: [] }, 'messagevariable: It is not an object'],
    ['ut', { messagevariable: { 이름: 1 } }, 'messagevariable.이름: It is not a text'],
    ['ui', { imagevariable: [] }, 'imagevariable: It has no entries'],
    ['ui', { imagevariable: [IMAGE, IMAGE] }, 'imagevariable: It has 2 entries, 1 are allowed'],
    ['ui', { imagevariable: ['coat.png'] }, 'imagevariable[0]: It is not a web address'],
    ['ul', { imagevariable: times(2, IMAGE) }, 'imagevariable: It has 2 entries, 3 to 5 are allowed'],
    ['ul', { imagevariable: times(6, IMAGE) }, 'imagevariable: It has 6 entries, 3 to 5 are allowed'],
    ['up', { videovariable: {} }, 'videovariable.video_url: It is required'],
    ['uc', { carouselvariable: {} }, 'carouselvariable: It is not a list'],
    ['uc', { carouselvariable: [null] }, 'carouselvariable[0]: It is not an object'],
    ['uc', { carouselvariable: times(7, {}) }, 'carouselvariable: It has 7 entries, 6 are allowed'],
    ['ua', { carouselvariable: times(8, {}) }, 'carouselvariable: It has 8 entries, 7 are allowed'],
    ['um', { commercevariable: { 정상가격: '50,000' } }, 'commercevariable.정상가격: It is not an integer'],
    [
      'um',
      { commercevariable: { 정상가격: '100000000' } },
      'commercevariable.정상가격: It is 100000000, 0 to 99999999',
    ],
    ['um', { commercevariable: { 할인가격: '-1' } }, 'commercevariable.할인가격: It is not an integer'],
    ['um', { commercevariable: { 할인율: '101' } }, 'commercevariable.할인율: It is 101, 1 to 100 are allowed'],
    ['um', { commercevariable: { 할인율: '0' } }, 'commercevariable.할인율: It is 0, 1 to 100 are allowed'],
    ['um', { commercevariable: { 정액할인가격: '1000000' } }, 'commercevariable.정액할인가격: It is 1000000, 0 to'],
    [
      'ua',
      { carouselvariable: [{ commercevariable: { 할인율: '007' } }] },
      'carouselvariable[0].commercevariable.할인율: It is not an integer',
    ],
    ['ua', { carouselvariable: [{ imagevariable: [] }] }, 'carouselvariable[0].imagevariable: It has no entries'],
  ])('of %s cannot be %j', (type, fields, failure) => {
    expect(sentences(type, withFields(fields))).toEqual([expect.stringContaining(failure)]);
  });
});
