import type { Json } from '../../../core/json.ts';
import { array, needed, object, oneOf, text } from '../../members.ts';
import { PRICE_VARIABLES } from '../../resource/brand-template/template.ts';
import type { Rule, Shape } from '../../shape.ts';
import type { BrandType } from '../message.ts';

const number = { is: 'text', pattern: /^\d+(?:-\d+)*$/, hint: 'must be digits and hyphens' } as const satisfies Rule;
const yesOrNo = oneOf('Y', 'N');

/** The members of every brand message (message API 2.10). */
export const commonShape: Shape = {
  senderkey: { is: 'text', required: true, max: 40 },
  brandmessagetype: needed(oneOf('BASIC', 'FREE')),
  templatecode: { is: 'text', max: 64 },
  sendtarget: needed(oneOf('marketing', 'friend')),
  targeting: oneOf('M', 'N', 'O'),
  unsubscribephonenumber: { ...number, max: 13 },
  unsubscribeauthnumber: { ...number, max: 10 },
  pushalarm: yesOrNo,
  adult: yesOrNo,
  grouptagkey: { is: 'text', max: 40 },
};

/** The form of a link is that of the registration (assumption 101). */
const link = {
  is: 'text',
  max: 1000,
  pattern: /^https?:\/\/\S+$/i,
  hint: 'must begin with http:// or https://',
} as const;
const appLink: Rule = { is: 'text', max: 1000, pattern: /^[a-z][a-z0-9+.=-]*:\S+$/i, hint: 'must begin with a scheme' };
const links = { url_mobile: link, url_pc: link, scheme_android: appLink, scheme_ios: appLink } satisfies Shape;
const address = needed(text);

const image = needed(object({ img_url: address, img_link: link }));
const header = { is: 'text', max: 20, breaks: 0 } as const;
const longText: Rule = { is: 'text', required: true, max: 1300, breaks: 99 };
const shortText = { is: 'text', max: 76, breaks: 5 } as const satisfies Rule;

/** A name is required as at registration; the documents of a send do not show it (assumption 101). */
function buttons(nameMax: 8 | 14, limits: { min?: number; max: number }) {
  const button = object({
    name: { is: 'text', required: true, max: nameMax, breaks: 0 },
    type: needed(oneOf('WL', 'AL', 'BK', 'MD', 'BC', 'BT', 'BF', 'AC')),
    ...links,
    ...{ chat_extra: text, chat_event: text },
    biz_form_key: { is: 'integer' },
  });
  return array(button, limits);
}

/** The titles of a coupon in a send. At registration the first two contain a variable (message API 2.10). */
const COUPON_TITLE =
  /^(?:[1-9]\d{0,7}원 할인 쿠폰|(?:100|[1-9]\d?)% 할인 쿠폰|배송비 할인 쿠폰|(?!.*#\{)[^\r\n]{0,6}\S (?:무료|UP) 쿠폰)$/u;

function coupon(descriptionMax: 12 | 18) {
  const hint = 'must be one of the five forms of a coupon title';
  return object({
    title: { is: 'text', required: true, pattern: COUPON_TITLE, hint },
    description: { is: 'text', required: true, max: descriptionMax, breaks: 0 },
    ...links,
  });
}

const price = { is: 'integer', min: 0, max: 99_999_999 } as const satisfies Rule;

/** Title and regular price are required (assumption 103). */
export const priceShape = {
  regular_price: { ...price, required: true },
  discount_price: price,
  discount_rate: { is: 'integer', min: 1, max: 100 },
  discount_fixed: { is: 'integer', min: 0, max: 999_999 },
} as const satisfies Shape;

/** The prices of a send, with the name of each price's variable. */
export const priceNames = {
  regular_price: PRICE_VARIABLES.regularPrice.slice(2, -1),
  discount_price: PRICE_VARIABLES.discountPrice.slice(2, -1),
  discount_rate: PRICE_VARIABLES.discountRate.slice(2, -1),
  discount_fixed: PRICE_VARIABLES.discountFixed.slice(2, -1),
} as const satisfies Record<keyof typeof priceShape, string>;

/** A price that was left out at registration is a variable, which every amount matches, and no amount too (assumption 103). */
export function isOpenPrice(name: string, pattern: Json | undefined): boolean {
  return Object.hasOwn(priceNames, name) && typeof pattern === 'string';
}

/** The amount of a price's variable, which is a text. */
export function amountOf(value: Json): number | undefined {
  return typeof value === 'string' && /^(?:0|[1-9]\d{0,8})$/.test(value) ? Number(value) : undefined;
}

const commerce = object({ title: { is: 'text', required: true, max: 30, breaks: 0 }, ...priceShape });

/** The address of a video, or of a clip in a channel, on any host (assumption 104). */
const VIDEO_URL = /^https?:\/\/[^\s/?#]+(?:\/[^\s/?#]+)*?\/(?:v\/[\w-]+|channel\/[\w-]+\/cliplink\/[\w-]+)$/;

const hint = 'must be the address of a video or of a clip link';

const video = object({
  video_url: { is: 'text', required: true, max: 500, pattern: VIDEO_URL, hint },
  thumbnail_url: { is: 'text', max: 500 },
});

const listed = object({ title: { is: 'text', max: 30, breaks: 1 }, img_url: address, ...links });

/** The documents' schema has 3 to 4 items, their text 3 to 5 (assumption 102). */
const item = needed(object({ list: needed(array(listed, { min: 3, max: 5 })) }));

const additional: Rule = { is: 'text', max: 34, breaks: 1 };

/** Up to two buttons and a coupon on each card (resource API 4.9). */
function cards(members: Shape, attachment: Shape, min: number) {
  const attached = object({ button: buttons(8, { max: 2 }), image, coupon: coupon(12), ...attachment });
  return needed(array(object({ ...members, attachment: needed(attached) }), { min, max: 6 }));
}

/** The documents do not show `tail`: the links of the "more" button, as at registration (assumption 105). */
const tail = object({ ...links, url_mobile: needed(link) });

const head = object({
  header: needed(header),
  content: { is: 'text', required: true, max: 50, breaks: 2 },
  image_url: address,
  ...links,
});

const cardText = { is: 'text', max: 180, breaks: 10 } as const satisfies Rule;

/** A card of UC has two texts, one of UA has prices (assumption 105). Both may have the other members (message API 2.10). */
const feedCards = cards(
  { header: needed(header), message: needed(cardText), additional_content: additional },
  { commerce },
  2,
);
const commerceCards = cards(
  { header, message: cardText, additional_content: additional },
  { commerce: needed(commerce) },
  1,
);

/** The body fields of each type, in variants 3 and 4 (message API 2.10). */
export const bodyShapes: Record<BrandType, Shape> = {
  ut: { message: longText, button: buttons(14, { max: 5 }), coupon: coupon(12) },
  ui: { message: longText, image, button: buttons(14, { max: 5 }), coupon: coupon(12) },
  uw: { message: needed(shortText), image, button: buttons(8, { max: 2 }), coupon: coupon(18) },
  ul: { header: needed(header), item, button: buttons(8, { max: 2 }), coupon: coupon(18) },
  uc: { carousel: needed(object({ list: feedCards, tail })) },
  um: {
    ...{ image, commerce: needed(commerce), additionalcontent: additional },
    ...{ button: needed(buttons(8, { min: 1, max: 2 })), coupon: coupon(12) },
  },
  up: { header, message: shortText, video: needed(video), button: buttons(8, { max: 1 }), coupon: coupon(18) },
  ua: { carousel: needed(object({ head, list: commerceCards, tail })) },
};

/** Names are the template's variables. All values are texts, also prices (assumption 106). */
const values: Rule = { is: 'record', each: { is: 'text' } };
const fillers = { messagevariable: values, buttonvariable: values, couponvariable: values } satisfies Shape;

const oneImage = array(address, { min: 1, max: 1 });
const cardFillers = object({ ...fillers, imagevariable: oneImage, commercevariable: values });

/** The variable fields of variant 2 by type (message API 2.10). */
export const variableShapes: Record<BrandType, Shape> = {
  ut: fillers,
  ui: { ...fillers, imagevariable: oneImage },
  uw: { ...fillers, imagevariable: oneImage },
  ul: { ...fillers, imagevariable: array(address, { min: 3, max: 5 }) },
  uc: { carouselvariable: array(cardFillers, { max: 6 }) },
  um: { ...fillers, commercevariable: values },
  // A video replaces that of the template, as an image does (assumption 106).
  up: { ...fillers, videovariable: video },
  // Those of the intro come first, then up to six cards.
  ua: { carouselvariable: array(cardFillers, { max: 7 }) },
};

export function brandShape(type: BrandType): Shape {
  return { ...commonShape, ...variableShapes[type], ...bodyShapes[type] };
}

export const variableNames: readonly string[] = namesOf(variableShapes);
export const bodyNames: readonly string[] = namesOf(bodyShapes);

function namesOf(shapes: Record<BrandType, Shape>): string[] {
  return [...new Set(Object.values(shapes).flatMap(Object.keys))];
}
