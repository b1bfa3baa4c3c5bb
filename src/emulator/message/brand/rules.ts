import { isObject, type Json, type JsonObject, own } from '../../../core/json.ts';
import { type MessageError, messageError } from '../../answers.ts';
import { isCouponLinked, misplacedChannelAdd } from '../../resource/brand-template/rules.ts';
import { firstOf, isNothing, listOf, objectOf, textOf } from '../../shape.ts';
import { check, checkTakers } from '../channel.ts';
import { type BrandType, bubbleTypes } from '../message.ts';
import { bodyShapes } from './shape.ts';

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
  const wrong = firstOf(buttons, (button, index) => checkButton(button, `${path}button[${index}]`));
  if (wrong) return wrong;
  const types = buttons.map((button) => textOf(button, 'type'));
  const misplaced = misplacedChannelAdd(types, bubbleTypes[type]);
  return (
    misplaced &&
    messageError(2000, `${path}button[${misplaced.index}] is AC, which must be ${misplaced.end} for ${type}`)
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

function checkCoupon(coupon: JsonObject, at: string, scheme: string): MessageError | undefined {
  return Object.keys(coupon).length === 0 || isCouponLinked(coupon, scheme)
    ? undefined
    : messageError(2000, `${at}.url_mobile is required, or scheme_android or scheme_ios with ${scheme}=coupon://`);
}

/**
 * Checks what the values of a message make of its template. The rest is sent as it is registered (message API 2.10, variants 1
 * and 2).
 */
export function checkValues(
  type: BrandType,
  pattern: JsonObject,
  body: JsonObject,
): { isTooLong: boolean; detail: string | undefined } | undefined {
  const [shape, part] = [bodyShapes[type], changedIn(pattern, body)];
  const tooLong =
    check(part, shape, '', { isPart: true, ignoresForms: true }) ??
    checkFirstTitle(listOf(objectOf(part, 'item'), 'list'), 'item.list');
  const prices = commercesOf(body).filter((_, at) => !isNothing(commercesOf(part)[at]?.['discount_price']));
  const broken =
    tooLong ?? check(part, shape, '', { isPart: true }) ?? firstOf(prices, (one) => checkPrices(one, 'commerce'));
  return broken && { isTooLong: tooLong !== undefined, detail: broken.detail };
}

/** The prices of a bubble and of the cards of a carousel. */
function commercesOf(body: JsonObject): JsonObject[] {
  const cards = listOf(objectOf(body, 'carousel'), 'list').map((card) => objectOf(card, 'attachment'));
  return [body, ...cards].map((one) => objectOf(one, 'commerce'));
}

/** Returns the members of a filled body that the values of a message changed. The places in lists stay. */
function changedIn(pattern: Json | undefined, body: JsonObject): JsonObject {
  const before = isObject(pattern) ? pattern : {};
  const members = Object.entries(body).flatMap(([name, value]): [string, Json][] => {
    const old = before[name];
    if (isObject(value)) return [[name, changedIn(old, value)]];
    if (Array.isArray(value)) {
      const entries = Array.isArray(old) ? old : [];
      return [[name, value.map((one, at) => (isObject(one) ? changedIn(entries[at], one) : one))]];
    }
    return value === old ? [] : [[name, value]];
  });
  return Object.fromEntries(members);
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
  const [, ...others] = items;
  const tooLong = checkFirstTitle(items, at);
  if (tooLong) return tooLong;
  const untitled = others.findIndex((item) => textOf(item, 'title').trim() === '');
  return untitled < 0 ? undefined : messageError(2000, `${at}[${untitled + 1}].title is required`);
}

function checkFirstTitle([first = {}]: readonly JsonObject[], at: string): MessageError | undefined {
  return [...textOf(first, 'title')].length > FIRST_TITLE_MAX
    ? messageError(2000, `${at}[0].title may have ${FIRST_TITLE_MAX} characters`)
    : undefined;
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
      checkParts(type, attachment, path, couponScheme) ??
      checkPrices(objectOf(attachment, 'commerce'), `${path}commerce`)
    );
  });
}
