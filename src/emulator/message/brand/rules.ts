import { isObject, type Json, type JsonObject, own } from '../../../core/json.ts';
import { type MessageError, messageError } from '../../answers.ts';
import { isCouponLinked, misplacedChannelAdd } from '../../resource/brand-template/rules.ts';
import { firstOf, isNothing, listOf, objectOf, textOf } from '../../shape.ts';
import { check, checkTakers } from '../channel.ts';
import { type BrandType, bubbleTypes } from '../message.ts';
import { bodyShapes } from './shape.ts';

/** The error of a broken rule; nothing if it is kept. */
export function wrong(isBroken: boolean, detail: string): MessageError | undefined {
  return isBroken ? messageError(2000, detail) : undefined;
}

/** The rules that a shape cannot express (message API 2.10). `path` precedes each name. */
export function* bodyErrors(
  type: BrandType,
  body: JsonObject,
  path: string,
  couponScheme: string,
): Iterable<MessageError | undefined> {
  yield* partErrors(type, body, path, couponScheme);
  const items = listOf(objectOf(body, 'item'), 'list');
  yield firstTitleError(items, `${path}item.list`);
  // The first title is optional.
  const untitled = items.findIndex((item, index) => index > 0 && textOf(item, 'title').trim() === '');
  yield wrong(untitled > 0, `${path}item.list[${untitled}].title is required`);
  const carousel = objectOf(body, 'carousel');
  const [cards, hasHead] = [listOf(carousel, 'list'), !isNothing(carousel['head'])];
  yield wrong(type === 'uc' && hasHead, `${path}carousel.head is not for uc`);
  yield wrong(cards.length === 1 && !hasHead, `${path}carousel.list must have 2 elements if there is no head`);
  for (const [index, card] of cards.entries())
    yield* partErrors(type, objectOf(card, 'attachment'), `${path}carousel.list[${index}].attachment.`, couponScheme);
}

/** Only TEXT and IMAGE allow more. */
const MOST_BUTTONS_BESIDE_COUPON = 4;

/** The buttons, the coupon and the prices of a bubble or a card. */
function* partErrors(
  type: BrandType,
  part: JsonObject,
  path: string,
  scheme: string,
): Iterable<MessageError | undefined> {
  const [buttons, coupon, most] = [listOf(part, 'button'), objectOf(part, 'coupon'), MOST_BUTTONS_BESIDE_COUPON];
  const hasMany = buttons.length > most && !isNothing(part['coupon']);
  yield wrong(hasMany, `${path}button may have ${most} elements beside a coupon`);
  for (const [index, button] of buttons.entries()) {
    const at = `${path}button[${index}]`;
    const missing = own(NEEDED, textOf(button, 'type'))?.find((name) => isNothing(button[name]));
    yield wrong(missing !== undefined, `${at}.${missing} is required for ${textOf(button, 'type')}`);
    yield checkTakers(button, takers, at);
  }
  const types = buttons.map((button) => textOf(button, 'type'));
  const { index, end } = misplacedChannelAdd(types, bubbleTypes[type]) ?? {};
  yield wrong(index !== undefined, `${path}button[${index}] is AC, which must be ${end} for ${type}`);
  const isLinked = Object.keys(coupon).length === 0 || isCouponLinked(coupon, scheme);
  const at = `${path}coupon.url_mobile`;
  yield wrong(!isLinked, `${at} is required, or scheme_android or scheme_ios with ${scheme}=coupon://`);
  yield priceError(objectOf(part, 'commerce'), `${path}commerce`);
}

/** The required members of each button type. The documents do not show them (assumption 101). */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
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
    firstTitleError(listOf(objectOf(part, 'item'), 'list'), 'item.list');
  const prices = commercesOf(body).filter((_, at) => !isNothing(commercesOf(part)[at]?.['discount_price']));
  const broken =
    tooLong ?? check(part, shape, '', { isPart: true }) ?? firstOf(prices, (one) => priceError(one, 'commerce'));
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

function priceError(commerce: JsonObject, at: string): MessageError | undefined {
  const [has, rate, fixed] = ['discount_price', 'discount_rate', 'discount_fixed'].map((name) => commerce[name]);
  const isAlone = !isNothing(has) && isNothing(rate) && isNothing(fixed);
  return wrong(isAlone, `${at}.discount_price needs discount_rate or discount_fixed`);
}

const FIRST_TITLE_MAX = 25;

/** The shape limits every title to 30. The first title is shorter. */
function firstTitleError([first = {}]: readonly JsonObject[], at: string): MessageError | undefined {
  const size = [...textOf(first, 'title')].length;
  return wrong(size > FIRST_TITLE_MAX, `${at}[0].title may have ${FIRST_TITLE_MAX} characters, not ${size}`);
}
