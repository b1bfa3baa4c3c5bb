import { compactObject, type Json, type JsonObject } from '../../../core/json.ts';
import {
  type BrandButton,
  type BrandCard,
  type BrandCarousel,
  type BrandCommerce,
  type BrandContent,
  type BrandCoupon,
  type BrandItem,
  type BrandLinks,
  PRICE_VARIABLES,
} from '../../resource/brand-template/shape.ts';

/** Converts a template into the body fields of a send (message API 2.10, variants 3 and 4), with its variables. */
export function bodyOf(content: BrandContent): JsonObject {
  return compactObject({
    message: content.content,
    header: content.header,
    image: imageOf(content.imageUrl, content.imageLink),
    item: itemOf(content),
    carousel: content.carousel && carouselOf(content.carousel),
    video: content.video && { video_url: content.video.videoUrl, thumbnail_url: content.video.thumbnailUrl },
    commerce: content.commerce && commerceOf(content.commerce),
    additionalcontent: content.additionalContent,
    button: content.buttons.map(buttonOf),
    coupon: content.coupon && couponOf(content.coupon),
  });
}

function imageOf(url: string | null, link: string | null): JsonObject {
  return { img_url: url, img_link: link };
}

function linksOf({ linkMobile, linkPc, linkAndroid, linkIos }: BrandLinks): JsonObject {
  return { url_mobile: linkMobile, url_pc: linkPc, scheme_android: linkAndroid, scheme_ios: linkIos };
}

function buttonOf(button: BrandButton): JsonObject {
  return { name: button.name, type: button.linkType, ...linksOf(button), biz_form_key: formKey(button) };
}

/** A text at registration, and a number in a send. A text that is not a number stays a text, and is refused later. */
function formKey({ bizFormId }: BrandButton): Json {
  return bizFormId !== null && /^\d+$/.test(bizFormId) ? Number(bizFormId) : bizFormId;
}

function couponOf(coupon: BrandCoupon): JsonObject {
  return { title: coupon.title, description: coupon.description, ...linksOf(coupon) };
}

function commerceOf({ title, regularPrice, discountPrice, discountRate, discountFixed }: BrandCommerce): JsonObject {
  return {
    title,
    regular_price: regularPrice ?? PRICE_VARIABLES.regularPrice,
    discount_price: discountPrice ?? PRICE_VARIABLES.discountPrice,
    discount_rate: discountRate ?? PRICE_VARIABLES.discountRate,
    discount_fixed: discountFixed ?? PRICE_VARIABLES.discountFixed,
  };
}

function itemOf({ mainWideItem, subWideItemList }: BrandContent): JsonObject | null {
  return mainWideItem && { list: [mainWideItem, ...subWideItemList].map(wideItemOf) };
}

function wideItemOf(item: BrandItem): JsonObject {
  return { title: item.title, img_url: item.imageUrl, ...linksOf(item) };
}

function carouselOf({ head, list, tail }: BrandCarousel): JsonObject {
  return {
    head: head && { header: head.header, content: head.content, image_url: head.imageUrl, ...linksOf(head) },
    list: list.map(cardOf),
    tail: tail && linksOf(tail),
  };
}

function cardOf(card: BrandCard): JsonObject {
  return {
    header: card.header,
    message: card.content,
    attachment: {
      button: card.buttons.map(buttonOf),
      image: imageOf(card.imageUrl, card.imageLink),
      coupon: card.coupon && couponOf(card.coupon),
      commerce: card.commerce && commerceOf(card.commerce),
    },
  };
}
