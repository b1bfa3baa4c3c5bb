import { type JsonObject, own } from '../../../core/json.ts';
import { type MessageError, messageError } from '../../answers.ts';
import type { BrandType } from '../../resource/brand-template/type.ts';
import { firstOf, isNothing, listOf, objectOf, textOf } from '../../shape.ts';
import { checkTakers } from '../channel.ts';

/** Checks the rules that a shape cannot express (message API 2.10). `path` precedes each name. */
export function checkBody(
  type: BrandType,
  body: JsonObject,
  path: string,
  couponScheme: string,
): MessageError | undefined {
  return (
    checkParts(type, body, path, couponScheme) ??
    checkPrices(objectOf(body, 'commerce'), `${path}commerce`) ??
    checkItems(listOf(objectOf(body, 'item'), 'list'), `${path}item.list`) ??
    checkCarousel(type, objectOf(body, 'carousel'), `${path}carousel`, couponScheme)
  );
}

function checkParts(type: BrandType, part: JsonObject, path: string, couponScheme: string): MessageError | undefined {
  return checkButtons(type, part, path) ?? checkCoupon(objectOf(part, 'coupon'), `${path}coupon`, couponScheme);
}

/** Only TEXT and IMAGE allow more. */
const MOST_BUTTONS_BESIDE_COUPON = 4;

function checkButtons(type: BrandType, part: JsonObject, path: string): MessageError | undefined {
  const buttons = listOf(part, 'button');
  if (buttons.length > MOST_BUTTONS_BESIDE_COUPON && !isNothing(part['coupon']))
    return messageError(2000, `${path}button may have ${MOST_BUTTONS_BESIDE_COUPON} elements beside a coupon`);
  return (
    firstOf(buttons, (button, index) => checkButton(button, `${path}button[${index}]`)) ??
    checkChannelAdd(type, buttons, `${path}button`)
  );
}

/** The required members of each button type. The documents do not show them (assumption 101). */
const needed: Readonly<Record<string, readonly string[]>> = {
  WL: ['url_mobile'],
  AL: ['scheme_android', 'scheme_ios'],
  BF: ['biz_form_key'],
};

/** Members that only some button types have (assumption 101). */
const takers: Readonly<Record<string, readonly string[]>> = {
  url_mobile: ['WL', 'AL'],
  url_pc: ['WL', 'AL'],
  scheme_android: ['AL'],
  scheme_ios: ['AL'],
  chat_extra: ['BC', 'BT'],
  chat_event: ['BT'],
  biz_form_key: ['BF'],
};

function checkButton(button: JsonObject, at: string): MessageError | undefined {
  const type = textOf(button, 'type');
  const missing = own(needed, type)?.find((name) => isNothing(button[name]));
  if (missing !== undefined) return messageError(2000, `${at}.${missing} is required for ${type}`);
  return checkTakers(button, takers, at);
}

/** AC is first for TEXT and IMAGE, and last for the others, as at registration (assumption 101). */
function checkChannelAdd(type: BrandType, buttons: readonly JsonObject[], at: string): MessageError | undefined {
  const first = type === 'ut' || type === 'ui';
  const place = first ? 0 : buttons.length - 1;
  const misplaced = buttons.findIndex((button, index) => textOf(button, 'type') === 'AC' && index !== place);
  return misplaced < 0
    ? undefined
    : messageError(2000, `${at}[${misplaced}] is AC, which must be ${first ? 'first' : 'last'} for ${type}`);
}

/** A basic coupon has a mobile address. A channel coupon has an app link with its own scheme. */
function checkCoupon(coupon: JsonObject, at: string, scheme: string): MessageError | undefined {
  if (Object.keys(coupon).length === 0 || textOf(coupon, 'url_mobile') !== '') return undefined;
  const opens = (name: string): boolean => textOf(coupon, name).startsWith(`${scheme}=coupon://`);
  if (opens('scheme_android') || opens('scheme_ios')) return undefined;
  return messageError(2000, `${at}.url_mobile is required, or scheme_android or scheme_ios with ${scheme}=coupon://`);
}

function checkPrices(commerce: JsonObject, at: string): MessageError | undefined {
  if (isNothing(commerce['discount_price'])) return undefined;
  return isNothing(commerce['discount_rate']) && isNothing(commerce['discount_fixed'])
    ? messageError(2000, `${at}.discount_price needs discount_rate or discount_fixed`)
    : undefined;
}

const FIRST_TITLE_MAX = 25;

/** The shape limits every title to 30. The first title is optional and shorter. */
function checkItems(items: readonly JsonObject[], at: string): MessageError | undefined {
  const [first = {}, ...others] = items;
  if ([...textOf(first, 'title')].length > FIRST_TITLE_MAX)
    return messageError(2000, `${at}[0].title may have ${FIRST_TITLE_MAX} characters`);
  const untitled = others.findIndex((item) => textOf(item, 'title').trim() === '');
  return untitled < 0 ? undefined : messageError(2000, `${at}[${untitled + 1}].title is required`);
}

function checkCarousel(
  type: BrandType,
  carousel: JsonObject,
  at: string,
  couponScheme: string,
): MessageError | undefined {
  const cards = listOf(carousel, 'list');
  if (type === 'uc' && !isNothing(carousel['head'])) return messageError(2000, `${at}.head is not for uc`);
  if (cards.length === 1 && isNothing(carousel['head']))
    return messageError(2000, `${at}.list must have 2 elements if there is no head`);
  return firstOf(cards, (card, index) => {
    const attachment = objectOf(card, 'attachment');
    const path = `${at}.list[${index}].attachment.`;
    return (
      checkFeedCard(type, card, `${at}.list[${index}].`) ??
      checkParts(type, attachment, path, couponScheme) ??
      checkPrices(objectOf(attachment, 'commerce'), `${path}commerce`)
    );
  });
}

/** Members that only a card of CAROUSEL_COMMERCE has (assumption 105). */
function checkFeedCard(type: BrandType, card: JsonObject, path: string): MessageError | undefined {
  if (type !== 'uc') return undefined;
  if (!isNothing(card['additional_content'])) return messageError(2000, `${path}additional_content is not for uc`);
  return isNothing(objectOf(card, 'attachment')['commerce'])
    ? undefined
    : messageError(2000, `${path}attachment.commerce is not for uc`);
}
