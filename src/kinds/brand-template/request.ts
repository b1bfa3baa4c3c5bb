/** What the service is asked with about brand templates: wire words of the resource API 2.4, as requests carry them. */

export type ChatBubble =
  | 'TEXT'
  | 'IMAGE'
  | 'WIDE'
  | 'WIDE_ITEM_LIST'
  | 'CAROUSEL_FEED'
  | 'PREMIUM_VIDEO'
  | 'COMMERCE'
  | 'CAROUSEL_COMMERCE';

export interface BrandLinks {
  linkMobile?: string;
  linkPc?: string;
  linkAndroid?: string;
  linkIos?: string;
}

export interface RequestBrandButton extends BrandLinks {
  name: string;
  linkType: string;
  bizFormId?: string;
  /** The place, from 1. */
  ordering: number;
}

export interface RequestCoupon extends BrandLinks {
  title: string;
  description?: string;
}

/** A price that is left out is stored as its fixed variable. */
export interface RequestCommerce {
  title: string;
  regularPrice?: number;
  discountPrice?: number;
  discountRate?: number;
  discountFixed?: number;
}

export interface RequestWideItem extends BrandLinks {
  title?: string;
  imageUrl?: string;
}

export interface RequestHead extends BrandLinks {
  header?: string;
  content?: string;
  imageUrl?: string;
}

export interface RequestCard {
  header?: string;
  content?: string;
  imageUrl?: string;
  imageLink?: string;
  commerce?: RequestCommerce;
  buttons?: RequestBrandButton[];
  coupon?: RequestCoupon;
}

export interface RequestCarousel {
  head?: RequestHead;
  list: RequestCard[];
  tail?: BrandLinks;
}

/** The documents do not show the members (assumption 123): one of the first two. */
export interface RequestVideo {
  vid?: string;
  videoUrl?: string;
  thumbnailUrl?: string;
}

/** The body of `brandTemplate.add`, without what every call carries. */
export interface BrandTemplateRequest {
  templateName: string;
  chatBubbleType: ChatBubble;
  adult?: boolean;
  header?: string;
  content?: string;
  additionalContent?: string;
  imageUrl?: string;
  imageLink?: string;
  carousel?: RequestCarousel;
  mainWideItem?: RequestWideItem;
  subWideItemList?: RequestWideItem[];
  video?: RequestVideo;
  commerce?: RequestCommerce;
  buttons?: RequestBrandButton[];
  coupon?: RequestCoupon;
}
