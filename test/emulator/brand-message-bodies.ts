import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import type { BrandType } from '../../src/emulator/message/message.ts';
import { SHOP } from './support.ts';

const WEB = 'https://shop.example.com';

/** Where the images of a body come from: by the use that they were uploaded for. */
export type ImageUrls = (use: string) => string;

const webButton = { name: '보러 가기', type: 'WL', url_mobile: `${WEB}/m`, url_pc: `${WEB}/pc` };
const coupon = { title: '1000원 할인 쿠폰', description: '첫 구매 할인', url_mobile: `${WEB}/coupon` };
const commerce = { title: '겨울 코트', regular_price: 100_000, discount_price: 80_000, discount_rate: 20 };

/** A body of each type, with everything that the type has. */
export function fullBodies(image: ImageUrls): Record<BrandType, JsonObject> {
  const picture = (use: string): JsonObject => ({ img_url: image(use), img_link: `${WEB}/image` });
  const card = { attachment: { button: [webButton], image: picture('brand/carousel-feed'), coupon } };
  const goods = {
    attachment: { button: [webButton], image: picture('brand/carousel-commerce'), coupon, commerce },
  };
  return {
    ut: { message: '오늘만 할인합니다.\n서두르세요.', button: [webButton], coupon },
    ui: { message: '오늘만 할인합니다.', image: picture('brand/default'), button: [webButton], coupon },
    uw: { message: '오늘만 할인', image: picture('brand/wide'), button: [webButton], coupon },
    ul: {
      header: '이번 주 상품',
      item: {
        list: [
          { title: '대표 상품', img_url: image('brand/wide-first'), url_mobile: `${WEB}/1` },
          { title: '둘째 상품', img_url: image('brand/wide-items'), url_mobile: `${WEB}/2` },
          { title: '셋째 상품', img_url: image('brand/wide-items'), url_mobile: `${WEB}/3` },
        ],
      },
      button: [webButton],
      coupon,
    },
    uc: {
      carousel: {
        list: [
          { header: '첫째', message: '첫째 소식', ...card },
          { header: '둘째', message: '둘째 소식', ...card },
        ],
        tail: { url_mobile: `${WEB}/more` },
      },
    },
    um: {
      image: picture('brand/default'),
      commerce,
      additionalcontent: '무료 배송',
      button: [webButton],
      coupon,
    },
    up: {
      header: '새 영상',
      message: '지금 보세요',
      video: { video_url: 'https://tv.example.com/v/123', thumbnail_url: image('brand/default') },
      button: [webButton],
      coupon,
    },
    ua: {
      carousel: {
        head: { header: '겨울', content: '겨울 상품', image_url: image('brand/carousel-commerce'), url_mobile: WEB },
        list: [goods, goods],
        tail: { url_mobile: `${WEB}/more` },
      },
    },
  };
}

/** What every brand message carries, for friends, without a template. */
export const free: JsonObject = { senderkey: SHOP, brandmessagetype: 'FREE', sendtarget: 'friend' };

/** The same with a template. */
export const basic: JsonObject = {
  senderkey: SHOP,
  brandmessagetype: 'BASIC',
  sendtarget: 'friend',
  templatecode: 'brand_1',
};

/** A copy with another value at a path such as `carousel.list.0.header`; without the member where it is undefined. */
export function changed(source: JsonObject, path: string, value: Json | undefined): JsonObject {
  // Through a text: what stands at two places of the source is two things in the copy.
  const copy: JsonObject = JSON.parse(JSON.stringify(source));
  const names = path.split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce<Json>((at, name) => memberOf(at, name), copy);
  if (Array.isArray(holder)) holder[Number(last)] = value ?? null;
  else if (!isObject(holder)) throw new Error(`nothing at ${path}`);
  else if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

function memberOf(holder: Json, name: string): Json {
  const member = Array.isArray(holder) ? holder[Number(name)] : isObject(holder) ? holder[name] : undefined;
  if (member === undefined || member === null) throw new Error(`nothing at ${name}`);
  return member;
}

/** A body with another value at each of some paths. */
function withVariables(body: JsonObject, variables: JsonObject): JsonObject {
  return Object.entries(variables).reduce((made, [path, value]) => changed(made, path, value), body);
}

const partVariables = { 'button.0.url_mobile': `${WEB}/#{경로}`, 'coupon.title': '#{할인금액}원 할인 쿠폰' };
const partValues = { buttonvariable: { 경로: 'm' }, couponvariable: { 할인금액: '1000' } };
const CARD = 'carousel.list.0';

/** The bodies above with variables in them, as a template has them. */
export function variableBodies(image: ImageUrls): Record<BrandType, JsonObject> {
  const { ut, ui, uw, ul, uc, um, up, ua } = fullBodies(image);
  return {
    ut: withVariables(ut, { message: '오늘만 #{일}합니다.\n#{말}세요.', ...partVariables }),
    ui: withVariables(ui, { message: '오늘만 #{일}합니다.', ...partVariables }),
    uw: withVariables(uw, { message: '오늘만 #{일}', ...partVariables }),
    ul: withVariables(ul, {
      header: '이번 주 #{분류}',
      'item.list.1.title': '#{순서} 상품',
      'item.list.2.url_mobile': `${WEB}/#{번호}`,
      ...partVariables,
    }),
    uc: withVariables(uc, {
      [`${CARD}.header`]: '#{순서}',
      [`${CARD}.attachment.button.0.url_mobile`]: `${WEB}/#{경로}`,
      [`${CARD}.attachment.coupon.title`]: '#{할인금액}원 할인 쿠폰',
    }),
    um: withVariables(um, {
      additionalcontent: '#{값} 배송',
      'commerce.title': '겨울 #{상품}',
      'commerce.regular_price': '#{정상가격}',
      'commerce.discount_price': '#{할인가격}',
      'commerce.discount_rate': '#{할인율}',
      'commerce.discount_fixed': '#{정액할인가격}',
      ...partVariables,
    }),
    up: withVariables(up, { header: '새 #{것}', message: '지금 #{행동}', ...partVariables }),
    ua: withVariables(ua, {
      'carousel.head.header': '#{계절}',
      'carousel.list.0.attachment.commerce.discount_fixed': '#{정액할인가격}',
      'carousel.list.1.attachment.commerce.discount_fixed': '#{정액할인가격}',
      'carousel.list.1.attachment.commerce.title': '겨울 #{상품}',
      'carousel.list.1.attachment.commerce.regular_price': '#{정상가격}',
    }),
  };
}

/** What makes the full bodies of those with variables. */
export const variableValues: Record<BrandType, JsonObject> = {
  ut: { messagevariable: { 일: '할인', 말: '서두르' }, ...partValues },
  ui: { messagevariable: { 일: '할인' }, ...partValues },
  uw: { messagevariable: { 일: '할인' }, ...partValues },
  ul: { messagevariable: { 분류: '상품', 순서: '둘째', 번호: '3' }, ...partValues },
  uc: { carouselvariable: [{ messagevariable: { 순서: '첫째' }, ...partValues }, {}] },
  um: {
    messagevariable: { 값: '무료' },
    commercevariable: { 상품: '코트', 정상가격: '100000', 할인가격: '80000', 할인율: '20' },
    ...partValues,
  },
  up: { messagevariable: { 것: '영상', 행동: '보세요' }, ...partValues },
  ua: {
    carouselvariable: [
      { messagevariable: { 계절: '겨울' } },
      {},
      { commercevariable: { 상품: '코트', 정상가격: '100000' } },
    ],
  },
};
