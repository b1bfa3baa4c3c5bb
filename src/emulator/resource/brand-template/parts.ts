import { length } from '../../../core/variables.ts';
import { type Refused, refuse, result } from '../../answers.ts';
import { type BrandButton, type BrandCoupon, type ChatBubble, type GivenButton, isPlain } from './shape.ts';

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

/** Checks the rules of a coupon that a shape cannot express. `scheme` begins a channel coupon's URL. */
export function brokenCoupon(coupon: BrandCoupon, at: string, scheme: string): Refused | undefined {
  const isOfChannel = [coupon.linkAndroid, coupon.linkIos].some((link) => link?.startsWith(scheme));
  const refused = brokenTitle(coupon.title, `${at}.title`);
  if (refused || coupon.linkMobile !== null || isOfChannel) return refused;
  return refuse(result.links, `${at}.linkMobile is required, or a linkAndroid or linkIos that begins with ${scheme}`);
}

function brokenTitle(title: string, at: string): Refused | undefined {
  if (TITLES.includes(title) || AMOUNT.test(title) || RATE.test(title)) return undefined;
  const product = PRODUCT.exec(title)?.[1];
  if (product === undefined) return refuse(result.parameters, `${at} must be one of ${TITLES.join(', ')}`);
  return length(product) > PRODUCT_MAX
    ? refuse(result.parameters, `${at} may name a product of ${PRODUCT_MAX} characters, not ${length(product)}`)
    : undefined;
}

/** Sorts the buttons of a bubble or card by their `ordering` (resource API 2.4). */
export function sortButtons(given: readonly GivenButton[], list: string, bubble: ChatBubble): BrandButton[] | Refused {
  const all = given.map(({ ordering, ...button }, index) => ({
    button,
    at: `${list}[${index}]`,
    place: ordering === null ? index + 1 : Number(ordering),
    isPlace:
      ordering === null || (Number.isInteger(ordering) && Number(ordering) >= 1 && Number(ordering) <= given.length),
  }));
  const odd = all.find(({ isPlace }) => !isPlace);
  if (odd) return refuse(result.buttons, `${odd.at}.ordering must be an integer from 1 to ${given.length}`);
  all.sort((a, b) => a.place - b.place);
  // An AC button is first in a TEXT or IMAGE, and last in the others.
  const end = isPlain(bubble) ? 'first' : 'last';
  for (const [index, { button, at, place }] of all.entries()) {
    if (place !== index + 1) return refuse(result.buttons, `${at}.ordering is the place of another button too`);
    if (button.linkType === 'AC' && index !== (end === 'first' ? 0 : all.length - 1))
      return refuse(result.buttons, `${at} is an AC button: it must be ${end} in a ${bubble}`);
  }
  return all.map(({ button }) => button);
}
