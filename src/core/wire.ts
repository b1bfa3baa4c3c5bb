import { isObject, type Json, mapObject } from './json.ts';

/** The words that the service's documents neutralise; an environment may name the real ones (`wire`). */
export interface Wire {
  /** Path segment, as in `/v3/msgr/template/add`. */
  segment: string;
  /** Product value, also a segment of the image paths. */
  product: string;
  /** Name of the channel admin id's field. */
  adminId: string;
  /** Scheme of a channel coupon's URL. */
  couponScheme: string;
}

export const neutralWire: Wire = {
  segment: 'msgr',
  product: 'noticetalk',
  adminId: 'channelId',
  couponScheme: 'noticetalk',
};

/** Credentials of both APIs (resource API 5, message API 5). */
export interface Credentials {
  bizId: string;
  apiKey: string;
  account: string;
  password: string;
}

/** The limits of the calls to each of the two APIs. */
export interface Limits {
  inFlight: number;
  /** Calls begun in any second; infinite for no limit. */
  perSecond: number;
  /** Time of one call in milliseconds, from its first byte to the last byte of the answer. Uploads get more by their size. */
  timeoutMs: number;
}

/** The links of a coupon that may hold a channel coupon's address (resource API 2.4, message API 2.10). */
const COUPON_LINKS = ['linkAndroid', 'linkIos', 'scheme_android', 'scheme_ios'];

/**
 * A body of either API with the two words of a channel coupon exchanged in every coupon's links: the neutral one
 * (`noticetalk=coupon://`), which manifests write, and the environment's. It goes both ways: twice gives the same again
 * (assumption 245).
 */
export function exchangeCouponWord(body: unknown, wire: Wire): unknown {
  if (wire.couponScheme === neutralWire.couponScheme) return body;
  if (Array.isArray(body)) return body.map((element) => exchangeCouponWord(element, wire));
  if (!isObject(body)) return body;
  return mapObject(body, (link, at) => {
    const [coupon, name] = at.slice(-2);
    // The values of a coupon's variables: one of them may be a whole link.
    const isLink = coupon === 'coupon' ? COUPON_LINKS.includes(String(name)) : coupon === 'couponvariable';
    return isLink && name !== undefined ? exchangeWord(link, wire) : undefined;
  });
}

function exchangeWord(link: Json, { couponScheme }: Wire): Json {
  const [, word, rest] = /^([^=]*)(=coupon:\/\/.*)$/s.exec(String(link)) ?? [];
  if (word === neutralWire.couponScheme) return `${couponScheme}${rest}`;
  return word === couponScheme ? `${neutralWire.couponScheme}${rest}` : link;
}
