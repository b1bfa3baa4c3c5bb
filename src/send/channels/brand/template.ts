import { isFileNode } from '../../../core/content.ts';
import { isObject, type Json, type JsonObject, own } from '../../../core/json.ts';
import type { Path } from '../../../core/path.ts';
import { PRICE_VARIABLES } from '../../../kinds/brand-template/fields.ts';
import { CHANNEL_BUTTON_NAME } from '../../../kinds/parts.ts';
import { objectsAt } from '../../../preview/sent/parts.ts';
import { LINK_MEMBERS, objectAt, textAt, textsIn } from '../../members.ts';
import type { MemberRule, PayloadShape } from '../../shape.ts';
import { BODIES, type BrandMessageType } from './form-body.ts';

/** The message type of each bubble (message API 2.4). */
const BRAND_TYPES: Readonly<Record<string, BrandMessageType>> = {
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
export function typeOf(content: JsonObject): BrandMessageType | undefined {
  return own(BRAND_TYPES, textAt(content, 'bubble') ?? '');
}

/**
 * Translates a template from manifest form to the body fields of a message (message API 2.10). Variables are not filled. A price
 * that the template omits is its variable (assumption 103), and so is the address of a file that has none yet.
 */
export function bodyOf(content: JsonObject): JsonObject {
  const type = typeOf(content);
  if (type === undefined) return {};
  const item = { list: objectsAt(content, 'items').map(itemOf) };
  const carousel = carouselOf(objectAt(content, 'carousel'));
  const video = videoOf(objectAt(content, 'video'));
  return sentMembers({ ...partOf(content), item, carousel, video }, BODIES[type]);
}

/**
 * Returns the members of a body that a message has and that are not empty. A template may have others, as the text of a COMMERCE
 * (assumption 332).
 */
export function sentMembers(body: JsonObject, shape: PayloadShape): JsonObject {
  const members = Object.entries(shape).map(
    ([name, rule]) => [name, sentValue(own(body, name) ?? null, rule)] as const,
  );
  return Object.fromEntries(members.filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
}

function sentValue(value: Json, rule: MemberRule): Json {
  if (rule.is === 'object' && isObject(value)) return sentMembers(value, rule.members);
  if (rule.is === 'list' && Array.isArray(value)) return value.map((one) => sentValue(one, rule.each));
  return value;
}

/** The members that a bubble and a card of a carousel have in common. */
function partOf(part: JsonObject): JsonObject {
  const { link = null, ...image } = { ...objectAt(part, 'image') };
  return {
    header: part['header'] ?? null,
    message: part['content'] ?? null,
    additionalcontent: part['additionalContent'] ?? null,
    image: { img_url: addressOf(image), img_link: link },
    commerce: commerceOf(part['commerce']),
    button: objectsAt(part, 'buttons').map(buttonOf),
    coupon: linkedTexts(objectAt(part, 'coupon'), ['title', 'description']),
  };
}

/** The address of an image. A file that was not uploaded yet stands for any address, as a variable does for any text. */
function addressOf(image: JsonObject): Json {
  const { file = image, url = null } = image;
  return isFileNode(file) ? `#{${file.path}}` : url;
}

function itemOf(item: JsonObject): JsonObject {
  return { ...linkedTexts(item, ['title']), img_url: addressOf(objectAt(item, 'image')) };
}

function carouselOf(carousel: JsonObject): JsonObject {
  const intro = objectAt(carousel, 'intro');
  return {
    head: { ...linkedTexts(intro, ['header', 'content']), image_url: addressOf(objectAt(intro, 'image')) },
    list: objectsAt(carousel, 'cards').map(cardOf),
    tail: linkedTexts(objectAt(carousel, 'more'), []),
  };
}

function cardOf(card: JsonObject): JsonObject {
  const { header = null, message = null, additionalcontent = null, ...attachment } = partOf(card);
  return { header, message, additional_content: additionalcontent, attachment };
}

/** A video of the service is known by its id, which ends both forms of its address (assumption 104). */
function videoOf(video: JsonObject): JsonObject {
  const { vid = null, url = null } = video;
  const address = url ?? (vid === null ? addressOf(video) : `#{video}/${vid}`);
  return { video_url: address, thumbnail_url: addressOf(objectAt(video, 'thumbnail')) };
}

function commerceOf(commerce: Json | undefined): Json {
  if (!isObject(commerce)) return null;
  const price = (key: keyof typeof PRICE_VARIABLES): Json => commerce[key] ?? `#{${PRICE_VARIABLES[key]}}`;
  return {
    title: commerce['title'] ?? null,
    regular_price: price('regularPrice'),
    discount_price: price('discountPrice'),
    discount_rate: price('discountRate'),
    discount_fixed: price('discountFixed'),
  };
}

/** True for a price of a template or of a message. */
export function isPrice(at: Path): boolean {
  return at.at(-2) === 'commerce' && at.at(-1) !== 'title';
}

/** True for a discount that the template leaves open. A message may leave it out (assumption 103). */
export function isOpenPrice(at: Path, template: Json): boolean {
  return isPrice(at) && at.at(-1) !== 'regular_price' && typeof template === 'string';
}

function buttonOf(button: JsonObject): JsonObject {
  const { type = null, name = type === 'AC' ? CHANNEL_BUTTON_NAME : null, bizFormId = null } = button;
  const isNumber = typeof bizFormId === 'string' && /^\d+$/.test(bizFormId);
  return { name, type, ...linkedTexts(button, []), biz_form_key: isNumber ? Number(bizFormId) : bizFormId };
}

/** Returns some texts of a part, and its links under the names of the message API. */
function linkedTexts(part: JsonObject, texts: readonly string[]): JsonObject {
  const link = objectAt(part, 'link');
  return {
    ...Object.fromEntries(texts.map((name) => [name, part[name] ?? null])),
    ...Object.fromEntries(Object.entries(LINK_MEMBERS).map(([device, name]) => [name, link[device] ?? null])),
  };
}

/** A text of a body, and the variable field of a message that sets it. */
export interface BodyText {
  at: Path;
  text: string;
  /** `messagevariable`, `carouselvariable[1].buttonvariable`; of an address `imagevariable[0]`, `videovariable.video_url`. */
  field: Path;
  isAddress: boolean;
}

/** Returns every text of a template's body (assumption 106). */
export function textsOf(body: JsonObject): BodyText[] {
  return textsIn(body).map(({ at, text }) => {
    const field = fieldOf(body, at);
    return { at, text, field, isAddress: field.includes('imagevariable') || field.includes('videovariable') };
  });
}

/** The number of entries of `carouselvariable` that come before those of the cards. */
export function introsOf(body: JsonObject): number {
  return isObject(objectAt(body, 'carousel')['head']) ? 1 : 0;
}

/** Returns the variable field of a message that sets a text of its template's body. */
export function fieldOf(body: JsonObject, at: Path): Path {
  const [outer, level, ...rest] = at;
  if (outer !== 'carousel') return fieldWithin(at);
  if (level === 'head') return ['carouselvariable', 0, ...fieldWithin(rest)];
  const [index, ...inner] = rest;
  // A link behind the last card has no variables (resource API 2.4).
  if (level !== 'list') return ['messagevariable'];
  const within = fieldWithin(inner.filter((name) => name !== 'attachment'));
  return ['carouselvariable', Number(index) + introsOf(body), ...within];
}

const OWN_FIELDS = { button: ['buttonvariable'], coupon: ['couponvariable'], commerce: ['commercevariable'] };

function fieldWithin([name = '', ...rest]: Path): Path {
  if (name === 'video') return ['videovariable', ...rest];
  if (name === 'image_url') return ['imagevariable', 0];
  if (rest.at(-1) === 'img_url') return ['imagevariable', name === 'item' ? Number(rest[1]) : 0];
  return own(OWN_FIELDS, String(name)) ?? ['messagevariable'];
}
