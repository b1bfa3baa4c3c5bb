import { length } from '../../../core/variables.ts';
import { result } from '../../answers.ts';
import type { BrandCoupon, ChatBubble } from '../../store/brand-template.ts';
import { readBrandLinks, readLines } from './brand-texts.ts';
import { placeOf, type Reading } from './reading.ts';

const WIDE_BUBBLES: readonly ChatBubble[] = ['WIDE', 'WIDE_ITEM_LIST', 'PREMIUM_VIDEO'];
const WIDE_DESCRIPTION_MAX = 18;
const DESCRIPTION_MAX = 12;

const PRODUCT_MAX = 7;

/** The five titles with their variables (resource API 2.4). */
const TITLES: readonly string[] = [
  '#{할인금액}원 할인 쿠폰',
  '#{할인율}% 할인 쿠폰',
  '배송비 할인 쿠폰',
  '#{상품명} 무료 쿠폰',
  '#{상품명} UP 쿠폰',
];

/** The same with values in their places, as a send has them (message API 2.10; assumption 125). */
const AMOUNT = /^(?:[1-9]\d{0,7}|[1-9]\d?(?:,\d{3}){1,2}|[1-9]\d{2},\d{3})원 할인 쿠폰$/;
const RATE = /^(?:[1-9]\d?|100)% 할인 쿠폰$/;
const PRODUCT = /^([^#{}\r\n]*\S) (?:무료|UP) 쿠폰$/;

/** `coupon` of a bubble or of a card. `scheme` begins the URL of a channel coupon: `noticetalk=coupon://`. */
export function readCoupon(reading: Reading, bubble: ChatBubble, scheme: string): BrandCoupon | null {
  const member = reading.object('coupon');
  if (member === null) return null;
  const max = WIDE_BUBBLES.includes(bubble) ? WIDE_DESCRIPTION_MAX : DESCRIPTION_MAX;
  const coupon: BrandCoupon = {
    title: member.requiredText('title'),
    description: readLines(member, 'description', { max, breaks: 0 }),
    ...readBrandLinks(member),
  };
  checkTitle(member, coupon.title);
  const isOfChannel = [coupon.linkAndroid, coupon.linkIos].some((link) => link?.startsWith(scheme));
  if (coupon.linkMobile === null && !isOfChannel)
    member.fail(
      result.links,
      `${placeOf(member, 'linkMobile')} is required, or a linkAndroid or linkIos that begins with ${scheme}`,
    );
  return coupon;
}

function checkTitle(member: Reading, title: string): void {
  if (TITLES.includes(title) || AMOUNT.test(title) || RATE.test(title)) return;
  const at = placeOf(member, 'title');
  const product = PRODUCT.exec(title)?.[1];
  if (product === undefined) member.fail(result.parameters, `${at} must be one of ${TITLES.join(', ')}`);
  else if (length(product) > PRODUCT_MAX)
    member.fail(result.parameters, `${at} may name a product of ${PRODUCT_MAX} characters, not ${length(product)}`);
}
