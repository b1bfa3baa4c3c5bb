import { length } from '../../core/variables.ts';

/** The most characters of the name of a product, and the highest amount and rate (message API 2.10). */
const MOST = { name: 7, amount: 99_999_999, rate: 100 };

const AMOUNT = /^([\d,]+)\s*원\s*(?:할인)?\s*쿠폰$/u;
const RATE = /^(\d+)\s*%\s*(?:할인)?\s*쿠폰$/u;
const PRODUCT = /^([^#{}]*[^#{}\s])\s*(무료|UP)\s*쿠폰$/iu;

/** Titles without a value, as they may be written. */
const FIXED: readonly (readonly [RegExp, string])[] = [
  [/^#\{[^}]*\}\s*원\s*할인\s*쿠폰$/u, '#{할인금액}원 할인 쿠폰'],
  [/^#\{[^}]*\}\s*%\s*할인\s*쿠폰$/u, '#{할인율}% 할인 쿠폰'],
  [/^(?:배송비|무료\s*배송|배송비\s*무료)\s*(?:할인)?\s*쿠폰$/u, '배송비 할인 쿠폰'],
  [/^#\{[^}]*\}\s*무료\s*쿠폰$/u, '#{상품명} 무료 쿠폰'],
  [/^#\{[^}]*\}\s*UP\s*쿠폰$/iu, '#{상품명} UP 쿠폰'],
];

/** A longer text is no title that a reader only has to correct. */
const LONGEST = 100;

/** Returns how to write the title of a coupon that is none of the five, or undefined if it is like none of them. */
export function couponTitleHint(title: string): string | undefined {
  const text = title.trim();
  if (text.length > LONGEST) return undefined;
  const fixed = FIXED.find(([form]) => form.test(text))?.[1];
  if (fixed !== undefined) return `Write the title as \`${fixed}\``;
  const amount = Number(AMOUNT.exec(text)?.[1]?.replaceAll(',', ''));
  if (!Number.isNaN(amount)) return amountHint(amount);
  const rate = Number(RATE.exec(text)?.[1]);
  if (!Number.isNaN(rate)) return rateHint(rate);
  const [, name = '', offer = ''] = PRODUCT.exec(text) ?? [];
  if (name === '') return undefined;
  const over = length(name) - MOST.name;
  if (over <= 0) return `Write the title as \`${name} ${offer.toUpperCase()} 쿠폰\``;
  return `The name of a product has at most ${MOST.name} characters. Shorten it by ${over}`;
}

/** Returns how to write the title of a coupon with this amount. */
function amountHint(amount: number): string {
  const isAllowed = amount >= 1 && amount <= MOST.amount;
  return `Write an amount of 1 to ${MOST.amount} without commas: \`${isAllowed ? amount : 3000}원 할인 쿠폰\``;
}

function rateHint(rate: number): string {
  const isAllowed = rate >= 1 && rate <= MOST.rate;
  return `Write a rate of 1 to ${MOST.rate}: \`${isAllowed ? rate : 30}% 할인 쿠폰\``;
}
