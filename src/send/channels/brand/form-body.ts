import { isObject, type JsonObject, own } from '../../../core/json.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { neutralWire } from '../../../core/wire.ts';
import { BESIDE_COUPON, BUTTONS } from '../../../kinds/brand-template/lint/parts.ts';
import { VIDEO_URL, VIDEO_URL_MAX } from '../../../kinds/brand-template/lint/sendable.ts';
import { LENGTHS, LINE_BREAKS, LONGEST_LINK, REGISTERED_LENGTHS } from '../../../kinds/brand-template/lint/texts.ts';
import { CHANNEL_BUTTON_NAME } from '../../../kinds/parts.ts';
import { objectAt, objectsAt, textAt } from '../../members.ts';
import {
  checkShape,
  checkTakers,
  integer,
  isAbsent,
  list,
  object,
  overLimit,
  type PayloadShape,
  text,
  wrongValue,
} from '../../shape.ts';

/** The body fields of brand messages (message API 2.10). */

const required = true;
const WEB = [/^https?:\/\/[^\s/?#]\S*$/i, 'a web address, which begins with http:// or https://'] as const;
const APP = [/^[a-z][a-z0-9+.-]*:\S+$/i, 'an app link, which begins with a scheme, as `shop://`'] as const;
const CHANNEL_COUPON = new RegExp(`^${neutralWire.couponScheme}=coupon://\\S+$`);

export const address = text({ required, form: WEB });
const web = text({ max: LONGEST_LINK, form: WEB });
const app = text({ max: LONGEST_LINK, form: APP });
const links: PayloadShape = { url_mobile: web, url_pc: web, scheme_android: app, scheme_ios: app };

const TYPES = ['WL', 'AL', 'BK', 'MD', 'BC', 'BT', 'BF', 'AC'];

function button(nameMax: number): PayloadShape {
  return {
    name: text({ required, max: nameMax, breaks: LINE_BREAKS['buttons[].name'] }),
    type: text({ required, of: TYPES }),
    ...links,
    chat_extra: text(),
    chat_event: text(),
    biz_form_key: integer(),
  };
}

function buttons(nameMax: number, max: number, min = 0) {
  return list(object(button(nameMax)), { max, min, required: min > 0 });
}

const LINE_BREAK_OF_COUPON = LINE_BREAKS['coupon.description'];

/** A name of up to seven characters, or an amount (message API 2.10, coupon). */
const COUPON_TITLE =
  /^(?:[1-9]\d{0,7}원 할인 쿠폰|(?:100|[1-9]\d?)% 할인 쿠폰|배송비 할인 쿠폰|.{0,6}\S (?:무료|UP) 쿠폰)$/u;
const TITLES =
  '`N원 할인 쿠폰` (1 to 99999999), `N% 할인 쿠폰` (1 to 100), `배송비 할인 쿠폰`, `상품명 무료 쿠폰` or `상품명 UP 쿠폰` (7 characters)';

function coupon(description: number) {
  const couponApp = text({
    max: LONGEST_LINK,
    form: [new RegExp(`${APP[0].source}|${CHANNEL_COUPON.source}`, 'i'), APP[1]],
  });
  return object({
    title: text({ required, form: [COUPON_TITLE, `one of ${TITLES}`] }),
    description: text({ required, max: description, breaks: LINE_BREAK_OF_COUPON }),
    url_mobile: web,
    url_pc: web,
    scheme_android: couponApp,
    scheme_ios: couponApp,
  });
}

const image = object({ img_url: address, img_link: web }, { required });

const PRICE_MAX = 99_999_999;

const commerce = object(
  {
    title: text({ required, max: LENGTHS['commerce.title'], breaks: LINE_BREAKS['commerce.title'] }),
    regular_price: integer(0, PRICE_MAX, { required }),
    discount_price: integer(0, PRICE_MAX),
    discount_rate: integer(1, 100),
    discount_fixed: integer(0, 999_999),
  },
  { required },
);

/** The picture is required for a private video only, which a payload does not tell. */
export const video: PayloadShape = {
  video_url: text({
    required,
    max: VIDEO_URL_MAX,
    form: [VIDEO_URL, 'the address of a video (`…/v/ID`) or of a clip link (`…/channel/ID/cliplink/ID`)'],
  }),
  thumbnail_url: text({ max: VIDEO_URL_MAX, form: WEB }),
};

const item: PayloadShape = { img_url: address, ...links };
const FIRST_ITEM: PayloadShape = { title: text({ max: LENGTHS['items[0].title'], breaks: 1 }) };
const OTHER_ITEM: PayloadShape = { title: text({ required, max: LENGTHS['items[].title'], breaks: 1 }) };

const tail = object({ ...links, url_mobile: { ...web, required } });

function carousel(card: PayloadShape, head: PayloadShape = {}) {
  return object({ ...head, list: list(object(card), { required, min: 1, max: 6 }), tail }, { required });
}

const nameMax = REGISTERED_LENGTHS['buttons[].name'];
const attachment: PayloadShape = {
  image,
  button: buttons(REGISTERED_LENGTHS['carousel.cards[].buttons[].name'], 2),
  coupon: coupon(LENGTHS['carousel.cards[].coupon.description']),
};
const cardHeader = text({ max: LENGTHS['carousel.cards[].header'], breaks: 0 });
const cardMessage = text({
  max: LENGTHS['carousel.cards[].content'],
  breaks: LINE_BREAKS['carousel.cards[].content'],
});
const additional = text({ max: LENGTHS.additionalContent, breaks: LINE_BREAKS.additionalContent });
const introHead = object({
  header: text({ required, max: LENGTHS['carousel.intro.header'], breaks: 0 }),
  content: text({
    required,
    max: LENGTHS['carousel.intro.content'],
    breaks: LINE_BREAKS['carousel.intro.content'],
  }),
  image_url: address,
  ...links,
});

function message(bubble: keyof typeof LENGTHS.content, isRequired = true) {
  return text({ required: isRequired, max: LENGTHS.content[bubble], breaks: LINE_BREAKS.content[bubble] });
}

/** The body fields of each type. Other types' fields are not allowed (assumption 100). */
export const BODIES = {
  ut: {
    message: message('TEXT'),
    button: buttons(nameMax.TEXT, BUTTONS.TEXT),
    coupon: coupon(LENGTHS['coupon.description'].TEXT),
  },
  ui: {
    message: message('IMAGE'),
    image,
    button: buttons(nameMax.IMAGE, BUTTONS.IMAGE),
    coupon: coupon(LENGTHS['coupon.description'].IMAGE),
  },
  uw: {
    message: message('WIDE'),
    image,
    button: buttons(nameMax.WIDE, BUTTONS.WIDE),
    coupon: coupon(LENGTHS['coupon.description'].WIDE),
  },
  ul: {
    header: text({ required, max: LENGTHS.header.WIDE_ITEM_LIST, breaks: LINE_BREAKS.header }),
    item: object({ list: list(object(item), { required, min: 3, max: 5 }) }, { required }),
    button: buttons(nameMax.WIDE_ITEM_LIST, BUTTONS.WIDE_ITEM_LIST),
    coupon: coupon(LENGTHS['coupon.description'].WIDE_ITEM_LIST),
  },
  uc: {
    carousel: carousel({
      header: { ...cardHeader, required },
      message: { ...cardMessage, required },
      attachment: object(attachment, { required }),
    }),
  },
  um: {
    image,
    commerce,
    additionalcontent: additional,
    button: buttons(nameMax.COMMERCE, BUTTONS.COMMERCE, 1),
    coupon: coupon(LENGTHS['coupon.description'].COMMERCE),
  },
  up: {
    video: object(video, { required }),
    header: text({ max: LENGTHS.header.PREMIUM_VIDEO, breaks: LINE_BREAKS.header }),
    message: message('PREMIUM_VIDEO', false),
    button: buttons(nameMax.PREMIUM_VIDEO, BUTTONS.PREMIUM_VIDEO),
    coupon: coupon(LENGTHS['coupon.description'].PREMIUM_VIDEO),
  },
  ua: {
    carousel: carousel(
      {
        header: cardHeader,
        message: cardMessage,
        additional_content: additional,
        attachment: object({ ...attachment, commerce }, { required }),
      },
      { head: introHead },
    ),
  },
} as const satisfies Readonly<Record<string, PayloadShape>>;

/** The body fields of all types. */
export const BODY = namesOf(BODIES);

export function namesOf(fields: Readonly<Record<string, PayloadShape>>): string[] {
  return [...new Set(Object.values(fields).flatMap(Object.keys))];
}

export function others(all: readonly string[], taken: PayloadShape): string[] {
  return all.filter((name) => !(name in taken));
}

export type BrandMessageType = keyof typeof BODIES;

/** Returns what is wrong with the body fields of a message (message API 2.10). */
export function checkBody(type: BrandMessageType, content: JsonObject): ProofFailure[] {
  const carousel = objectAt(content, 'carousel');
  const cards = entriesOf(carousel, 'list', 'carousel.');
  const isFirst = type === 'ut' || type === 'ui';
  return [
    ...checkShape(content, BODIES[type]),
    ...foreign(content, others(BODY, BODIES[type]), '', `A message of type ${type}`),
    ...entriesOf(objectAt(content, 'item'), 'list', 'item.').flatMap(({ at, one }, index) =>
      checkShape(one, index === 0 ? FIRST_ITEM : OTHER_ITEM, at),
    ),
    ...checkPart(content, '', isFirst),
    ...(isFirst ? checkBesideCoupon(content) : []),
    ...checkCards(type, carousel, cards.length),
    ...cards.flatMap(({ at, one }) => [
      ...(type === 'uc' ? foreign(one, ['additional_content'], `${at}.`, CARD_OF_FEED) : []),
      ...(type === 'uc' ? foreign(objectAt(one, 'attachment'), ['commerce'], `${at}.attachment.`, CARD_OF_FEED) : []),
      ...checkPart(objectAt(one, 'attachment'), `${at}.attachment.`, false),
    ]),
  ];
}

const CARD_OF_FEED = 'A card of a feed';

/** Returns the members of an object that its owner does not have. */
export function foreign(object: JsonObject, names: readonly string[], base: string, owner: string): ProofFailure[] {
  return names
    .filter((name) => !isAbsent(object[name]))
    .map((name) => wrongValue(`${base}${name}`, `${owner} has no \`${name}\``, 'Leave it out'));
}

function entriesOf(object: JsonObject, name: string, base: string): { at: string; one: JsonObject }[] {
  const value = object[name];
  const entries = Array.isArray(value) ? value : [];
  return entries.flatMap((one, index) => (isObject(one) ? [{ at: `${base}${name}[${index}]`, one }] : []));
}

/** A feed has two cards at least, and so have products without an intro (message API 2.10). */
function checkCards(type: BrandMessageType, carousel: JsonObject, count: number): ProofFailure[] {
  const hasIntro = !isAbsent(carousel['head']);
  return [
    ...(type === 'uc' ? foreign(carousel, ['head'], 'carousel.', 'A feed') : []),
    ...(count === 1 && !(type === 'ua' && hasIntro)
      ? [overLimit('carousel.list', `has one entry, 2 to 6 are allowed${type === 'ua' ? ' without a `head`' : ''}`)]
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
  const buttons = entriesOf(part, 'button', base);
  const place = isFirst ? 0 : buttons.length - 1;
  return [
    ...buttons.flatMap(({ at, one }, index) => [
      ...checkButton(one, at),
      ...(one['type'] === 'AC' && index !== place
        ? [wrongValue(`${at}.type`, `A channel-add button (AC) is the ${isFirst ? 'first' : 'last'} button`)]
        : []),
    ]),
    ...checkCoupon(objectAt(part, 'coupon'), `${base}coupon`),
    ...checkDiscount(objectAt(part, 'commerce'), `${base}commerce`),
  ];
}

/** The members that a type requires, and the types that take a member (assumption 101). */
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
    ...(own(NEEDS, type) ?? [])
      .filter((member) => isAbsent(button[member]))
      .map((member) => wrongValue(`${at}.${member}`, `It is required for the type ${type} and is not there`)),
    ...(TYPES.includes(type) ? checkTakers(button, TAKERS, at) : []),
    ...(type === 'AC' && name !== CHANNEL_BUTTON_NAME
      ? [wrongValue(`${at}.name`, `A channel-add button (AC) has the name \`${CHANNEL_BUTTON_NAME}\``)]
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
  return [wrongValue(`${at}.url_mobile`, 'It is required and is not there: this is not a channel coupon', hint)];
}

function checkDiscount({ discount_price, discount_rate, discount_fixed }: JsonObject, at: string): ProofFailure[] {
  if (isAbsent(discount_price) || !isAbsent(discount_rate) || !isAbsent(discount_fixed)) return [];
  const message = 'It is beside neither `discount_rate` nor `discount_fixed`, and one of them is required';
  return [wrongValue(`${at}.discount_price`, message)];
}
