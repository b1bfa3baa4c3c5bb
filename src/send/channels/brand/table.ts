import type * as z from 'zod';
import { isFileNode } from '../../../core/content.ts';
import { elementsOf, isObject, type Json, type JsonObject, member, own } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import type { ProofFailure } from '../../../core/send-result.ts';
import { neutralWire } from '../../../core/wire.ts';
import { PRICE_VARIABLES } from '../../../kinds/brand-template/fields.ts';
import { BESIDE_COUPON, BUTTON_PARTS, BUTTONS, LONGEST_LINK, ruleAt } from '../../../kinds/brand-template/message.ts';
import { CHANNEL_BUTTON_NAME } from '../../../kinds/parts.ts';
import { LINK_MEMBERS } from '../../members.ts';
import {
  assumed,
  checkShape,
  digitsOf,
  formNumber,
  integer,
  isAbsent,
  list,
  type MemberRule,
  type Members,
  map,
  missingMember,
  object,
  overLimit,
  type PayloadShape,
  shape,
  type TextRule,
  text,
  wrongValue,
} from '../../shape.ts';

/**
 * The body fields of brand messages (message API 2.10): the place of each in the manifest of a template, its limits and when it is
 * required. Messages are made, checked and compared by this table. Lint has the same limits.
 */

const required = true;
/** Message API 2.10 marks few members as required. The others are those of a registration (assumptions 101 to 105). */
const expected = { required, assumed: ['required'] } as const;
const WEB = [/^https?:\/\/\S+$/i, 'a web address, which begins with http:// or https://'] as const;
/** The address of a channel coupon is an app link too. */
const APP = [/^[a-z][a-z0-9+.=-]*:\S+$/i, 'an app link, which begins with a scheme, as `shop://`'] as const;

/** A text with the rules that hints have for its place: `carousel.cards[].header`. `bubble` chooses among several. */
function said(place: string, bubble = '', rule: TextRule = {}) {
  const { isNeeded, max, registeredMax = Infinity, breaks, sentBreaks = Infinity } = ruleAt([place], bubble);
  const limits = { max: max ?? registeredMax, breaks: breaks ?? sentBreaks };
  return text({ from: place.split('.').slice(-1), ...limits, ...(isNeeded && expected), ...rule });
}

function link(device: string, form: TextRule['form'], rule: MemberRule = {}) {
  return text({ from: ['link', device], max: LONGEST_LINK, ...(form && { form }), assumed: ['form'], ...rule });
}

/** The links of a button, with the types that take and require them, and of other parts. */
const links: Members = Object.fromEntries(
  Object.entries(LINK_MEMBERS).map(([device, name]) => {
    const form = device === 'mobile' || device === 'pc' ? WEB : APP;
    return [
      name,
      link(device, form, { ...own(BUTTON_PARTS, `link.${device}`), assumed: ['form', 'types', 'neededBy'] }),
    ];
  }),
);

/** The members of a button besides its name. Only the type of a form's number is documented (assumption 101). */
export const BUTTON: Members = {
  type: text({ required, of: ['WL', 'AL', 'BK', 'MD', 'BC', 'BT', 'BF', 'AC'] }),
  ...links,
  chat_extra: text({ types: ['BC', 'BT'], assumed: ['types'] }),
  chat_event: text({ types: ['BT'], assumed: ['types'] }),
  biz_form_key: formNumber({
    ...own(BUTTON_PARTS, 'bizFormId'),
    assumed: ['neededBy'],
    read: (id) => digitsOf(id) ?? id,
  }),
};

/** The address of an image at a place. A file that was not uploaded yet is any address, as a variable is any text. */
export function address(...from: Path) {
  return text({ required, form: WEB, assumed: ['required', 'form'], from, read: addressOf });
}

function addressOf(image: Json): Json {
  const file = member(image, 'file') ?? image;
  return isFileNode(file) ? `#{${file.path}}` : (member(image, 'url') ?? null);
}

const image = object(
  { img_url: address(), img_link: text({ max: LONGEST_LINK, form: WEB, assumed: ['form'], from: ['link'] }) },
  expected,
);

/** A button that adds the channel has a fixed name, and is the first one of a TEXT and of an IMAGE, or the last one. */
function checkName({ type, name }: JsonObject): ProofFailure[] {
  if (type !== 'AC' || isAbsent(name) || name === CHANNEL_BUTTON_NAME) return [];
  return assumed([wrongValue('name', `A channel-add button (AC) has the name \`${CHANNEL_BUTTON_NAME}\``)]);
}

function checkOrder(list: readonly Json[], bubble: string): ProofFailure[] {
  const [place, word] = bubble === 'TEXT' || bubble === 'IMAGE' ? [0, 'first'] : [list.length - 1, 'last'];
  const wrong = list.flatMap((button, index) => (member(button, 'type') === 'AC' && index !== place ? [index] : []));
  return assumed(
    wrong.map((index) => wrongValue(`[${index}].type`, `A channel-add button (AC) is the ${word} button`)),
  );
}

function buttons(place: string, bubble: string, rule: MemberRule) {
  const name = said(`${place}.name`, bubble, {
    required,
    assumed: ['required', 'max', 'breaks'],
    read: (value, { type = '' }) => value ?? (type === 'AC' ? CHANNEL_BUTTON_NAME : null),
  });
  const button = object({ name, ...BUTTON }, { check: checkName });
  return list(button, { from: ['buttons'], check: (list) => checkOrder(list, bubble), ...rule });
}

/** An amount, a rate, or a product of up to seven characters (message API 2.10, coupon; assumption 334). */
const COUPON_TITLE =
  /^(?:[1-9]\d{0,7}원 할인 쿠폰|(?:100|[1-9]\d?)% 할인 쿠폰|배송비 할인 쿠폰|.{0,6}\S (?:무료|UP) 쿠폰)$/u;
const TITLES =
  '`N원 할인 쿠폰` (1 to 99999999), `N% 할인 쿠폰` (1 to 100), `배송비 할인 쿠폰`, `상품명 무료 쿠폰` or `상품명 UP 쿠폰` (7 characters)';

const CHANNEL_COUPON = new RegExp(`^${neutralWire.couponScheme}=coupon://\\S+$`);

/** A coupon has a web address, or the address of a channel coupon as an app link. */
function checkCoupon({ url_mobile, scheme_android, scheme_ios }: JsonObject): ProofFailure[] {
  const isOfChannel = [scheme_android, scheme_ios].some((link) => CHANNEL_COUPON.test(String(link)));
  if (isOfChannel || !isAbsent(url_mobile)) return [];
  const hint = `A channel coupon has \`${neutralWire.couponScheme}=coupon://…\` as \`scheme_android\` or \`scheme_ios\``;
  return [missingMember('url_mobile', ': this is not a channel coupon', hint)];
}

function coupon(place: string, bubble = '') {
  const members = {
    title: text({ required, form: [COUPON_TITLE, `one of ${TITLES}`] }),
    description: said(`${place}.description`, bubble),
    ...links,
  };
  return object(members, { check: checkCoupon });
}

/** The least and the most of a price (message API 2.10). */
const PRICES = {
  regularPrice: [0, 99_999_999],
  discountPrice: [0, 99_999_999],
  discountRate: [1, 100],
  discountFixed: [0, 999_999],
} as const;

/** A price that a template omits is a variable (assumption 103). */
function price(key: keyof typeof PRICES, rule: MemberRule = {}) {
  const [min, max] = PRICES[key];
  return integer({ min, max, from: [key], read: (value) => value ?? `#{${PRICE_VARIABLES[key]}}`, ...rule });
}

/** The values of variables. Those of prices have fixed names, and amounts as values (message API 2.10; assumption 106). */
export const names = map(text());
export const amounts = map(
  text(),
  {},
  Object.fromEntries(Object.entries(PRICES).map(([key, limits]) => [own(PRICE_VARIABLES, key) ?? key, amount(limits)])),
);

function amount([min, max]: readonly [number, number]) {
  return text({
    check: (value) => {
      if (!/^(?:0|[1-9]\d*)$/.test(value)) return [wrongValue('', 'It is not an integer')];
      const isWithin = Number(value) >= min && Number(value) <= max;
      return isWithin ? [] : [overLimit('', `is ${value}, ${min} to ${max} are allowed`)];
    },
  });
}

function checkDiscount({ discount_price, discount_rate, discount_fixed }: JsonObject): ProofFailure[] {
  if (isAbsent(discount_price) || !isAbsent(discount_rate) || !isAbsent(discount_fixed)) return [];
  return [wrongValue('discount_price', 'It requires a discount rate or a fixed discount beside it')];
}

const COMMERCE: Members = {
  title: said('commerce.title', '', expected),
  regular_price: price('regularPrice', expected),
  discount_price: price('discountPrice'),
  discount_rate: price('discountRate'),
  discount_fixed: price('discountFixed'),
};
const commerce = (rule: MemberRule = expected) => object(COMMERCE, { ...rule, check: checkDiscount });

/** The two forms in which a message takes a video. */
const VIDEO_URL = /^https?:\/\/[^\s/?#]+(?:\/[^\s/?#]+)*\/(?:v\/[\w-]+|channel\/[\w-]+\/cliplink\/[\w-]+)$/;
const VIDEO_URL_MAX = 500;

/**
 * Only a private video requires the picture, and a payload does not show that a video is private. A video of the service is known by
 * its id, which ends both forms of its address (assumption 104).
 */
export const video: Members = {
  video_url: text({
    required,
    max: VIDEO_URL_MAX,
    form: [VIDEO_URL, 'the address of a video (`…/v/ID`) or of a clip link (`…/channel/ID/cliplink/ID`)'],
    assumed: ['form'],
    from: ['url'],
    read: (url, shown) => url ?? (shown['vid'] ? `#{video}/${String(shown['vid'])}` : addressOf(shown)),
  }),
  thumbnail_url: text({ max: VIDEO_URL_MAX, form: WEB, assumed: ['form'], from: ['thumbnail'], read: addressOf }),
};

const item = object({ title: text(), img_url: address('image'), ...links });
const FIRST_ITEM = shape({ title: said('items[0].title') });
const OTHER_ITEM = shape({ title: said('items[].title', '', { required, assumed: [] }) });

/** The title of the first item is shorter, and may be left out. */
function checkItems(items: readonly Json[]): ProofFailure[] {
  return items.flatMap((one, index) =>
    isObject(one) ? checkShape(one, index === 0 ? FIRST_ITEM : OTHER_ITEM, `[${index}]`) : [],
  );
}

const tail = object(
  { ...links, url_mobile: link('mobile', WEB, { required, assumed: ['required', 'form'] }) },
  { from: ['more'] },
);

/** A feed has two cards at least, and so have products without an intro (message API 2.10). */
function carousel(card: Members, head: z.ZodType, without = '') {
  const cards = list(object(card), { required, min: 1, max: 6, from: ['cards'] });
  const check = ({ head: intro, list }: JsonObject): ProofFailure[] =>
    elementsOf(list).length === 1 && (isAbsent(intro) || without === '')
      ? [overLimit('list', `has 1 entry, 2 to 6 are allowed${without}`)]
      : [];
  return object({ head, list: cards, tail }, { required, check });
}

const noHead = object({}, { check: () => [wrongValue('', 'A feed has no `head`', 'Leave it out')] });

const CARDS = 'carousel.cards[]';
const attachment: Members = {
  image,
  button: buttons(`${CARDS}.buttons[]`, '', { max: 2, assumed: ['max'] }),
  coupon: coupon(`${CARDS}.coupon`),
};

function card(bubble: string, attached: Members): Members {
  return {
    header: said(`${CARDS}.header`, bubble),
    message: said(`${CARDS}.content`, bubble),
    additional_content: said('additionalContent'),
    attachment: object({ ...attachment, ...attached }, { ...expected, from: [] }),
  };
}

const head = object(
  {
    header: said('carousel.intro.header'),
    content: said('carousel.intro.content'),
    image_url: address('image'),
    ...links,
  },
  { from: ['intro'] },
);

/** The most buttons beside a coupon (message API 2.10, button). */
function checkBesideCoupon({ button, coupon: shown }: JsonObject): ProofFailure[] {
  const { length: count } = elementsOf(button);
  if (count !== BESIDE_COUPON + 1 || isAbsent(shown)) return [];
  return [overLimit('button', `has ${count} entries, ${BESIDE_COUPON} are allowed beside a coupon`)];
}

/** The buttons and the coupon below a bubble. */
function offer(bubble: keyof typeof BUTTONS, min = 0): Members {
  return {
    button: buttons('buttons[]', bubble, { min, max: BUTTONS[bubble], required: min > 0 }),
    coupon: coupon('coupon', bubble),
  };
}

const header = (bubble: string, rule: TextRule = {}) => said('header', bubble, { ...rule, assumed: ['breaks'] });
const message = (bubble: string) => said('content', bubble, expected);

/** The body fields of each type. Other types' fields are not allowed (assumption 100). A header has one line (assumption 334). */
export const BODIES = {
  ut: shape({ message: message('TEXT'), ...offer('TEXT') }, checkBesideCoupon),
  ui: shape({ message: message('IMAGE'), image, ...offer('IMAGE') }, checkBesideCoupon),
  uw: shape({ message: message('WIDE'), image, ...offer('WIDE') }),
  ul: shape({
    header: header('WIDE_ITEM_LIST', { required }),
    item: object(
      { list: list(item, { required, min: 3, max: 5, from: ['items'], check: checkItems }) },
      { ...expected, from: [] },
    ),
    ...offer('WIDE_ITEM_LIST'),
  }),
  uc: shape({ carousel: carousel(card('CAROUSEL_FEED', { commerce: commerce({}) }), noHead) }),
  um: shape({ image, commerce: commerce(), additionalcontent: said('additionalContent'), ...offer('COMMERCE', 1) }),
  up: shape({
    video: object(video, { required }),
    header: header('PREMIUM_VIDEO'),
    message: said('content', 'PREMIUM_VIDEO'),
    ...offer('PREMIUM_VIDEO'),
  }),
  ua: shape({ carousel: carousel(card('CAROUSEL_COMMERCE', { commerce: commerce() }), head, ' without an intro') }),
};

export type BrandMessageType = keyof typeof BODIES;

/** The message type of each bubble (message API 2.4). */
const TYPES: Readonly<Record<string, BrandMessageType>> = {
  TEXT: 'ut',
  IMAGE: 'ui',
  WIDE: 'uw',
  WIDE_ITEM_LIST: 'ul',
  CAROUSEL_FEED: 'uc',
  COMMERCE: 'um',
  PREMIUM_VIDEO: 'up',
  CAROUSEL_COMMERCE: 'ua',
};

/** Returns the message type of a template's bubble; undefined for a bubble that the documents do not have. */
export function typeOf({ bubble = '' }: JsonObject): BrandMessageType | undefined {
  return own(TYPES, String(bubble));
}

export const BODY = namesOf(BODIES);

export function namesOf(shapes: Readonly<Record<string, PayloadShape>>): string[] {
  return [...new Set(Object.values(shapes).flatMap((one) => Object.keys(one.shape)))];
}
