import type { KeyType } from './template.ts';

/** Brand message templates as they are kept (resource API 2.4). Members bear the names of the wire; absent is null. */

export const CHAT_BUBBLES = [
  'TEXT',
  'IMAGE',
  'WIDE',
  'WIDE_ITEM_LIST',
  'CAROUSEL_FEED',
  'PREMIUM_VIDEO',
  'COMMERCE',
  'CAROUSEL_COMMERCE',
] as const;

export type ChatBubble = (typeof CHAT_BUBBLES)[number];

export const BRAND_BUTTON_TYPES = ['WL', 'AL', 'BK', 'AC', 'BF', 'BT', 'BC'] as const;

export type BrandButtonType = (typeof BRAND_BUTTON_TYPES)[number];

export interface BrandLinks {
  linkMobile: string | null;
  linkPc: string | null;
  linkAndroid: string | null;
  linkIos: string | null;
}

/** In the order of its list: `ordering` is the place, counted from 1. */
export interface BrandButton extends BrandLinks {
  name: string;
  linkType: BrandButtonType;
  bizFormId: string | null;
}

export interface BrandCoupon extends BrandLinks {
  title: string;
  description: string | null;
}

export const PRICES = ['regularPrice', 'discountPrice', 'discountRate', 'discountFixed'] as const;

export type Price = (typeof PRICES)[number];

/** A price that is null was left out: a send fills its variable (`PRICE_VARIABLES`). */
export interface BrandCommerce extends Record<Price, number | null> {
  title: string;
}

/** The fixed variable that stands for a price that was left out, with its `#{}`. */
export const PRICE_VARIABLES: Readonly<Record<Price, string>> = {
  regularPrice: '#{정상가격}',
  discountPrice: '#{할인가격}',
  discountRate: '#{할인율}',
  discountFixed: '#{정액할인가격}',
};

/** An entry of a WIDE_ITEM_LIST. */
export interface BrandItem extends BrandLinks {
  title: string | null;
  imageUrl: string | null;
}

/** The intro of a CAROUSEL_COMMERCE. */
export interface BrandHead extends BrandLinks {
  header: string | null;
  content: string | null;
  imageUrl: string | null;
}

export interface BrandCard {
  header: string | null;
  content: string | null;
  imageUrl: string | null;
  imageLink: string | null;
  commerce: BrandCommerce | null;
  buttons: BrandButton[];
  coupon: BrandCoupon | null;
}

export interface BrandCarousel {
  head: BrandHead | null;
  list: BrandCard[];
  /** Where the "more" button at the end leads. */
  tail: BrandLinks | null;
}

/** Either a `vid` or a `videoUrl`: the inner fields are not shown (assumption 123). */
export interface BrandVideo {
  vid: string | null;
  videoUrl: string | null;
  thumbnailUrl: string | null;
}

/** What `add` and `update` write. Lists are empty where the bubble has none. */
export interface BrandContent {
  templateName: string;
  chatBubbleType: ChatBubble;
  adult: boolean;
  header: string | null;
  content: string | null;
  additionalContent: string | null;
  imageUrl: string | null;
  imageLink: string | null;
  carousel: BrandCarousel | null;
  mainWideItem: BrandItem | null;
  subWideItemList: BrandItem[];
  video: BrandVideo | null;
  commerce: BrandCommerce | null;
  buttons: BrandButton[];
  coupon: BrandCoupon | null;
}

/** `A` registered, `S` blocked. */
export type BrandStatus = 'A' | 'S';

/** One writing of a template's content. */
export interface BrandVersion {
  /** 1 for what was registered, one more for every update. */
  version: number;
  content: BrandContent;
  /** Milliseconds since the epoch. */
  insertedAt: number;
}

/** `version`, `content` and `insertedAt` are those of now. */
export interface BrandTemplate extends BrandVersion {
  senderKey: string;
  senderKeyType: KeyType;
  /** Given by the service. */
  templateCode: string;
  status: BrandStatus;
  /** Milliseconds since the epoch. */
  createdAt: number;
  modifiedAt: number;
  /** Order of registration. */
  serial: number;
}

/** A version that an update replaced. It never changes: it has a place of its own on the disk. */
export interface BrandPast extends BrandVersion {
  senderKey: string;
  templateCode: string;
}
