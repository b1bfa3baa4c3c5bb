import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import type { BrandType } from '../../src/emulator/message/brand-type.ts';
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
