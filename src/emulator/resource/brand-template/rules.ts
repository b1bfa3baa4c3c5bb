import { compact, type Json, type JsonObject } from '../../../core/json.ts';
import { findVariables, length, variableNames } from '../../../core/variables.ts';
import { isRefused, type Refused, refuse, result } from '../../answers.ts';
import { firstOf, firstText, readRequest, textOf } from '../../shape.ts';
import type { KeyType } from '../template/template.ts';
import { bodyOf, couponOf } from './body.ts';
import {
  type BrandButton,
  type BrandCarousel,
  type BrandContent,
  type BrandCoupon,
  BUBBLES,
  type ChatBubble,
  contentShapeOf,
  type GivenButton,
  type GivenContent,
  headShape,
  isPlain,
  OF_ONE_BUBBLE,
  REQUIRED,
} from './template.ts';
import { imageProblem, readVideo, type Uploads } from './uploads.ts';

/** Maximum variables of all buttons of a template together (resource API 2.4). */
const MAX_VARIABLES = 20;
/** Maximum cards of a CAROUSEL_COMMERCE. The cards of a feed are counted when they are sent (message API 2.10). */
const MAX_CARDS = 6;

interface BrandRules {
  senderKeyType: KeyType;
  /** `noticetalk`: the scheme of a channel coupon's URL. */
  couponScheme: string;
  /** If left out, images and videos are not checked. */
  uploads?: Uploads;
}

/** Reads the content of a brand template and checks every rule of resource API 2.4. */
export function readBrandTemplate(body: JsonObject, rules: BrandRules): BrandContent | Refused {
  const head = readRequest(body, headShape);
  if (isRefused(head)) return head;
  const bubble = head.chatBubbleType;
  const given = foreignMember(body, bubble) ?? readRequest(body, contentShapeOf(bubble));
  if (isRefused(given)) return given;
  const carousel = readCarousel(given.carousel, bubble);
  if (isRefused(carousel)) return carousel;
  const draft: BrandContent = { ...head, ...given, carousel, video: null, buttons: [] };
  const image = rules.uploads && imageProblem(rules.uploads.context, bubble, bodyOf(draft), 'registration');
  if (image !== undefined) return refuse(result.image, image);
  const video = bubble === 'PREMIUM_VIDEO' ? readVideo(given.video, rules.uploads) : null;
  if (isRefused(video)) return video;
  const buttons = sortButtons(given.buttons, 'buttons', bubble);
  if (isRefused(buttons)) return buttons;
  const content: BrandContent = { ...draft, video, buttons };
  return brokenContent(content, rules) ?? content;
}

/** Refuses members that the bubble does not have, and required members that are missing. */
function foreignMember(body: JsonObject, bubble: ChatBubble): Refused | undefined {
  const { required } = BUBBLES[bubble];
  return firstOf(REQUIRED, (name) => {
    const isGiven = Object.hasOwn(body, name) && compact(body[name]) !== undefined;
    if (isGiven && OF_ONE_BUBBLE.includes(name) && !required.includes(name))
      return refuse(result.parameters, `${name} is not a member of a ${bubble}`);
    return isGiven || !required.includes(name)
      ? undefined
      : refuse(result.parameters, `${name === 'carousel' ? 'carousel.list' : name} is required`);
  });
}

/** Reads an intro (CAROUSEL_COMMERCE only), cards, and a "more" button (resource API 2.4; assumption 122). */
function readCarousel(given: GivenContent['carousel'], bubble: ChatBubble): BrandCarousel | Refused | null {
  if (given === null) return null;
  const count = given.list.length;
  if (count === 0) return refuse(result.parameters, 'carousel.list is required');
  if (bubble === 'CAROUSEL_FEED' && given.head !== null)
    return refuse(result.parameters, `carousel.head is not a member of a ${bubble}`);
  const min = given.head === null ? 2 : 1;
  if (bubble === 'CAROUSEL_COMMERCE' && (count < min || count > MAX_CARDS))
    return refuse(result.parameters, `carousel.list must have ${min} to ${MAX_CARDS} elements, not ${count}`);
  const list: BrandCarousel['list'] = [];
  for (const [index, card] of given.list.entries()) {
    const buttons = sortButtons(card.buttons, `carousel.list[${index}].buttons`, bubble);
    if (isRefused(buttons)) return buttons;
    list.push({ ...card, buttons });
  }
  // The "more" button has the same links for everybody.
  const variable = Object.entries(given.tail ?? {}).find(([, link]) => findVariables(link ?? '').length > 0);
  if (variable) return refuse(result.links, `carousel.tail.${variable[0]} may have no variables`);
  return { ...given, list };
}

function brokenContent(content: BrandContent, rules: BrandRules): Refused | undefined {
  const cards = content.carousel?.list ?? [];
  const coupons = [content, ...cards].map(({ coupon }, index) => {
    const at = index === 0 ? 'coupon' : `carousel.list[${index - 1}].coupon`;
    return coupon && brokenCoupon(coupon, at, rules.couponScheme);
  });
  const texts = [content, ...cards].flatMap(({ buttons }) => buttons.flatMap((button) => Object.values(button)));
  const count = variableNames(texts.filter((text) => typeof text === 'string')).length;
  return (
    coupons.find((refused) => refused) ??
    brokenVariable({ ...content, templateName: null }) ??
    (count > MAX_VARIABLES
      ? refuse(result.buttons, `buttons may have ${MAX_VARIABLES} different variables together, not ${count}`)
      : undefined) ??
    (content.chatBubbleType === 'PREMIUM_VIDEO' && rules.senderKeyType === 'G'
      ? refuse(result.profile, 'video is not for groups: their profiles have no videos')
      : undefined)
  );
}

/** The text between `#{` and `}`, which may be an invalid name. */
const VARIABLE = /#\{([^{}]*)\}/g;
const VARIABLE_NAME = /^[\p{Script=Hangul}A-Za-z0-9_-]{1,20}$/u;

/** Checks the names of variables in every text except the template's own name (assumption 129). */
function brokenVariable(content: object): Refused | undefined {
  const rule = 'has a variable whose name is not 1 to 20 characters of Korean, letters, digits, - and _';
  return firstText(content, (text, at) => {
    const wrong = [...text.matchAll(VARIABLE)].find(([, name = '']) => !VARIABLE_NAME.test(name));
    return wrong && refuse(result.parameters, `${at} ${rule}: ${wrong[0]}`);
  });
}

const PRODUCT_MAX = 7;

/** The five titles with their variables (resource API 2.4). */
const TITLES: readonly string[] = [
  '#{할인금액}원 할인 쿠폰',
  '#{할인율}% 할인 쿠폰',
  '배송비 할인 쿠폰',
  '#{상품명} 무료 쿠폰',
  '#{상품명} UP 쿠폰',
];

/** The same with values, as in a send (message API 2.10; assumption 125). */
const AMOUNT = /^(?:[1-9]\d{0,7}|[1-9]\d?(?:,\d{3}){1,2}|[1-9]\d{2},\d{3})원 할인 쿠폰$/;
const RATE = /^(?:[1-9]\d?|100)% 할인 쿠폰$/;
const PRODUCT = /^([^#{}\r\n]*\S) (?:무료|UP) 쿠폰$/;

/** Checks the rules of a coupon that a shape cannot express. */
function brokenCoupon(coupon: BrandCoupon, at: string, scheme: string): Refused | undefined {
  const { title } = coupon;
  const isFixed = TITLES.includes(title) || AMOUNT.test(title) || RATE.test(title);
  const product = isFixed ? '' : PRODUCT.exec(title)?.[1];
  if (product === undefined) return refuse(result.parameters, `${at}.title must be one of ${TITLES.join(', ')}`);
  const size = length(product);
  if (size > PRODUCT_MAX)
    return refuse(result.parameters, `${at}.title may name a product of ${PRODUCT_MAX} characters, not ${size}`);
  const words = 'is required, or a linkAndroid or linkIos that begins with';
  return isCouponLinked(couponOf(coupon), scheme)
    ? undefined
    : refuse(result.links, `${at}.linkMobile ${words} ${scheme}=coupon://`);
}

/** True if a coupon of a send has a mobile address, or an app link with the scheme of a channel coupon. */
export function isCouponLinked(coupon: JsonObject, scheme: string): boolean {
  const opens = (name: string): boolean => textOf(coupon, name).startsWith(`${scheme}=coupon://`);
  return textOf(coupon, 'url_mobile') !== '' || opens('scheme_android') || opens('scheme_ios');
}

/** Sorts the buttons of a bubble or card by their `ordering` (resource API 2.4). */
function sortButtons(given: readonly GivenButton[], list: string, bubble: ChatBubble): BrandButton[] | Refused {
  const count = given.length;
  const isPlace = (place: Json): boolean => Number.isInteger(place) && Number(place) >= 1 && Number(place) <= count;
  const odd = given.findIndex(({ ordering }) => ordering !== null && !isPlace(ordering));
  if (odd >= 0) return refuse(result.buttons, `${list}[${odd}].ordering must be an integer from 1 to ${count}`);
  const all = given
    .map(({ ordering, ...button }, index) => ({ button, index, place: Number(ordering ?? index + 1) }))
    .sort((a, b) => a.place - b.place);
  const twice = all.find(({ place }, at) => place !== at + 1);
  if (twice) return refuse(result.buttons, `${list}[${twice.index}].ordering is the place of another button too`);
  const buttons = all.map(({ button }) => button);
  const types = buttons.map(({ linkType }) => linkType);
  const { index, end } = misplacedChannelAdd(types, bubble) ?? {};
  if (index === undefined) return buttons;
  return refuse(result.buttons, `${list}[${all[index]?.index}] is an AC button: it must be ${end} in a ${bubble}`);
}

/** A channel-add button that is not first in a TEXT or IMAGE, or not last in the others (assumption 101). */
export function misplacedChannelAdd(
  types: readonly string[],
  bubble: ChatBubble,
): { index: number; end: 'first' | 'last' } | undefined {
  const end = isPlain(bubble) ? 'first' : 'last';
  const place = end === 'first' ? 0 : types.length - 1;
  const index = types.findIndex((type, at) => type === 'AC' && at !== place);
  return index < 0 ? undefined : { index, end };
}
