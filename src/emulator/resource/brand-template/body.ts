import { compactObject, type Json, type JsonObject } from '../../../core/json.ts';
import {
  type BrandButton,
  type BrandCard,
  type BrandCommerce,
  type BrandContent,
  type BrandCoupon,
  type BrandItem,
  type BrandLinks,
  PRICE_VARIABLES,
} from './template.ts';

/** Converts a template into the body fields of a send (message API 2.10, variants 3 and 4), with its variables. */
export function bodyOf(content: BrandContent): JsonObject {
  const { carousel, commerce, coupon, mainWideItem: item, video } = content;
  const head = carousel?.head;
  return compactObject({
    message: content.content,
    header: content.header,
    image: imageOf(content.imageUrl, content.imageLink),
    item: item && { list: [item, ...content.subWideItemList].map(wideItemOf) },
    carousel: carousel && {
      head: head ? { header: head.header, content: head.content, image_url: head.imageUrl, ...linksOf(head) } : null,
      list: carousel.list.map(cardOf),
      tail: carousel.tail && linksOf(carousel.tail),
    },
    video: video && { video_url: video.videoUrl, thumbnail_url: video.thumbnailUrl },
    commerce: commerce && commerceOf(commerce),
    additionalcontent: content.additionalContent,
    button: content.buttons.map(buttonOf),
    coupon: coupon && couponOf(coupon),
  });
}

function imageOf(url: string | null, link: string | null): JsonObject {
  return { img_url: url, img_link: link };
}

function linksOf({ linkMobile, linkPc, linkAndroid, linkIos }: BrandLinks): JsonObject {
  return { url_mobile: linkMobile, url_pc: linkPc, scheme_android: linkAndroid, scheme_ios: linkIos };
}

/** A form's key is a text at registration, and a number in a send. Another text stays, and is refused later. */
function buttonOf(button: BrandButton): JsonObject {
  const { name, linkType: type, bizFormId: form } = button;
  const key: Json = form !== null && /^\d+$/.test(form) ? Number(form) : form;
  return { name, type, ...linksOf(button), biz_form_key: key };
}

export function couponOf(coupon: BrandCoupon): JsonObject {
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

function wideItemOf(item: BrandItem): JsonObject {
  return { title: item.title, img_url: item.imageUrl, ...linksOf(item) };
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
