import { type JsonObject, own } from '../../../core/json.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { neutralWire } from '../../../core/wire.ts';
import { BESIDE_COUPON } from '../../../kinds/brand-template/lint/parts.ts';
import { CHANNEL_BUTTON_NAME } from '../../../kinds/parts.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import { entriesIn, objectAt, textAt } from '../../members.ts';
import { assumed, checkShape, checkTakers, isAbsent, missingMember, overLimit, wrongValue } from '../../shape.ts';
import { BODIES, BODY, type BrandMessageType, BUTTON_TYPES, FIRST_ITEM, OTHER_ITEM, others } from './form-body.ts';

const CHANNEL_COUPON = new RegExp(`^${neutralWire.couponScheme}=coupon://\\S+$`);

/** Returns what is wrong with the body fields of a message (message API 2.10). */
export function checkBody(type: BrandMessageType, content: JsonObject): ProofFailure[] {
  const carousel = objectAt(content, 'carousel');
  const cards = entriesIn(carousel, 'list');
  const isFirst = type === 'ut' || type === 'ui';
  return [
    ...checkShape(content, BODIES[type]),
    ...notOfType(type, content, others(BODY, BODIES[type])),
    ...checkItems(content),
    ...checkPart(content, '', isFirst),
    ...(isFirst ? checkBesideCoupon(content) : []),
    ...checkCards(type, carousel, cards.length),
    ...cards.flatMap(({ path, entry }) =>
      checkPart(objectAt(entry, 'attachment'), `carousel.${path}.attachment.`, false),
    ),
  ];
}

/** The titles of items: the first one is shorter, and may be left out. */
function checkItems(content: JsonObject): ProofFailure[] {
  return entriesIn(objectAt(content, 'item'), 'list').flatMap(({ path, entry }, index) =>
    checkShape(entry, index === 0 ? FIRST_ITEM : OTHER_ITEM, `item.${path}`),
  );
}

/** The members that message API 2.10 allows for some types only. */
const ONLY = ['item', 'videovariable', 'commercevariable', 'carouselvariable'];

/** Returns the members of other types. Most of them are only documented for those (assumption 100). */
export function notOfType(type: BrandMessageType, content: JsonObject, names: readonly string[]): ProofFailure[] {
  const found = foreign(content, names, '', `A message of type ${type}`);
  return found.flatMap((one) => (ONLY.includes(one.path) ? [one] : assumed([one])));
}

/** Returns the members of an object that its owner does not have. */
export function foreign(object: JsonObject, names: readonly string[], base: string, owner: string): ProofFailure[] {
  return names
    .filter((name) => !isAbsent(object[name]))
    .map((name) => wrongValue(`${base}${name}`, `${owner} has no \`${name}\``, 'Leave it out'));
}

/** A feed has two cards at least, and so have products without an intro (message API 2.10). */
function checkCards(type: BrandMessageType, carousel: JsonObject, count: number): ProofFailure[] {
  const hasIntro = !isAbsent(carousel['head']);
  return [
    ...(type === 'uc' ? foreign(carousel, ['head'], 'carousel.', 'A feed') : []),
    ...(count === 1 && !(type === 'ua' && hasIntro)
      ? [overLimit('carousel.list', `has 1 entry, 2 to 6 are allowed${type === 'ua' ? ' without an intro' : ''}`)]
      : []),
  ];
}

/** The most buttons beside a coupon (message API 2.10, button). */
function checkBesideCoupon(content: JsonObject): ProofFailure[] {
  const count = objectsAt(content, 'button').length;
  if (count !== BESIDE_COUPON + 1 || isAbsent(content['coupon'])) return [];
  return [overLimit('button', `has ${count} entries, ${BESIDE_COUPON} are allowed beside a coupon`)];
}

/** Checks the rules of a bubble, or of the attachment of a card, that no table expresses. */
function checkPart(part: JsonObject, base: string, isFirst: boolean): ProofFailure[] {
  const buttons = entriesIn(part, 'button');
  const place = isFirst ? 0 : buttons.length - 1;
  return [
    ...buttons.flatMap(({ path, entry }, index) => [
      ...checkButton(entry, `${base}${path}`),
      ...(entry['type'] === 'AC' && index !== place
        ? assumed([
            wrongValue(`${base}${path}.type`, `A channel-add button (AC) is the ${isFirst ? 'first' : 'last'} button`),
          ])
        : []),
    ]),
    ...checkCoupon(objectAt(part, 'coupon'), `${base}coupon`),
    ...checkDiscount(objectAt(part, 'commerce'), `${base}commerce`),
  ];
}

/** The members that a type requires, and the types that take a member (assumption 101). Only that of a form is documented. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  WL: ['url_mobile'],
  AL: ['scheme_android', 'scheme_ios'],
  BF: ['biz_form_key'],
};
const TAKERS: Readonly<Record<string, readonly string[]>> = {
  url_mobile: ['WL', 'AL'],
  url_pc: ['WL', 'AL'],
  scheme_android: ['AL'],
  scheme_ios: ['AL'],
  chat_extra: ['BC', 'BT'],
  chat_event: ['BT'],
  biz_form_key: ['BF'],
};

function checkButton(button: JsonObject, at: string): ProofFailure[] {
  const type = textAt(button, 'type') ?? '';
  const name = textAt(button, 'name') ?? CHANNEL_BUTTON_NAME;
  return [
    ...assumed(
      (own(NEEDS, type) ?? [])
        .filter((member) => isAbsent(button[member]))
        .map((member) => wrongValue(`${at}.${member}`, `It is required for the type ${type} and is not there`)),
    ),
    ...(BUTTON_TYPES.includes(type) ? checkTakers(button, TAKERS, at) : []).flatMap((one) =>
      one.path.endsWith('.biz_form_key') ? [one] : assumed([one]),
    ),
    ...(type === 'AC' && name !== CHANNEL_BUTTON_NAME
      ? assumed([wrongValue(`${at}.name`, `A channel-add button (AC) has the name \`${CHANNEL_BUTTON_NAME}\``)])
      : []),
  ];
}

/** A coupon has a web address, or the address of a channel coupon as an app link. */
function checkCoupon(coupon: JsonObject, at: string): ProofFailure[] {
  const isOfChannel = [coupon['scheme_android'], coupon['scheme_ios']].some(
    (link) => typeof link === 'string' && CHANNEL_COUPON.test(link),
  );
  if (Object.keys(coupon).length === 0 || isOfChannel || !isAbsent(coupon['url_mobile'])) return [];
  const hint = `A channel coupon has \`${neutralWire.couponScheme}=coupon://…\` as \`scheme_android\` or \`scheme_ios\``;
  return [missingMember(`${at}.url_mobile`, ': this is not a channel coupon', hint)];
}

function checkDiscount({ discount_price, discount_rate, discount_fixed }: JsonObject, at: string): ProofFailure[] {
  if (isAbsent(discount_price) || !isAbsent(discount_rate) || !isAbsent(discount_fixed)) return [];
  const message = 'It requires a discount rate or a fixed discount beside it';
  return [wrongValue(`${at}.discount_price`, message)];
}
