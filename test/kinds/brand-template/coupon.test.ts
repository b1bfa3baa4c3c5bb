import { expect, it } from 'vitest';
import { couponTitleHint } from '../../../src/kinds/registry.ts';

it.each([
  ['10,000원 할인쿠폰', 'Write an amount of 1 to 99999999 without commas: `10000원 할인 쿠폰`'],
  ['100000000원 할인 쿠폰', 'Write an amount of 1 to 99999999 without commas: `3000원 할인 쿠폰`'],
  ['0원 쿠폰', 'Write an amount of 1 to 99999999 without commas: `3000원 할인 쿠폰`'],
  ['30 % 할인쿠폰', 'Write a rate of 1 to 100: `30% 할인 쿠폰`'],
  ['130% 할인 쿠폰', 'Write a rate of 1 to 100: `30% 할인 쿠폰`'],
  ['0% 할인 쿠폰', 'Write a rate of 1 to 100: `30% 할인 쿠폰`'],
  ['무료배송 쿠폰', 'Write the title as `배송비 할인 쿠폰`'],
  ['#{금액}원 할인쿠폰', 'Write the title as `#{할인금액}원 할인 쿠폰`'],
  ['머그잔 무료쿠폰', 'Write the title as `머그잔 무료 쿠폰`'],
  ['포인트 up 쿠폰', 'Write the title as `포인트 UP 쿠폰`'],
  ['열 글자인 상품 이름 무료 쿠폰', 'The name of a product has at most 7 characters. Shorten it by 4'],
  ['신규 회원 쿠폰', undefined],
  [`${'가'.repeat(100)} 무료 쿠폰`, undefined],
])('the title %j of a coupon has the hint %j', (title, hint) => {
  expect(couponTitleHint(title)).toBe(hint);
});
