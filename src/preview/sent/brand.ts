import type { JsonObject } from '../../core/json.ts';
import type { BrandBubble, Carousel, CarouselCard, Commerce, Price, WideItem } from '../bubble.ts';
import { objectAt, objectsAt, type PictureAt, sentButton, sentLink, textAt } from './parts.ts';

const IMAGE = '이미지';

/** Returns what a phone shows of the body fields of a brand message (message API 2.10, variants 3 and 4), without its video. */
export function brandParts(body: JsonObject, pictureAt: PictureAt): Omit<BrandBubble, 'kind' | 'type' | 'sender'> {
  const carousel = objectAt(body, 'carousel');
  const item = objectAt(body, 'item');
  return {
    ...attachedParts(body, pictureAt),
    header: textAt(body, 'header'),
    content: textAt(body, 'message'),
    additionalContent: textAt(body, 'additionalcontent'),
    ...(item && { items: objectsAt(item, 'list').map((one) => itemOf(one, pictureAt)) }),
    ...(carousel && { carousel: carouselOf(carousel, pictureAt) }),
  };
}

/** The line about opting out, with the number of a send or of its profile. */
export function optOutLine(phone: string, auth: string): string {
  if (phone === '') return '';
  return auth === '' ? `무료수신거부 ${phone}` : `무료수신거부 ${phone} (인증번호 ${auth})`;
}

/** The common members of a bubble and of the `attachment` of a card. */
function attachedParts(part: JsonObject, pictureAt: PictureAt): CarouselCard {
  const image = objectAt(part, 'image');
  const link = textAt(image ?? {}, 'img_link');
  const commerce = objectAt(part, 'commerce');
  const coupon = objectAt(part, 'coupon');
  return {
    ...(image && { image: pictureAt(textAt(image, 'img_url'), IMAGE) }),
    ...(link !== '' && { imageLink: { mobile: link } }),
    ...(commerce && { commerce: commerceOf(commerce) }),
    buttons: objectsAt(part, 'button').map(sentButton),
    ...(coupon && {
      coupon: { title: textAt(coupon, 'title'), description: textAt(coupon, 'description'), link: sentLink(coupon) },
    }),
  };
}

function itemOf(item: JsonObject, pictureAt: PictureAt): WideItem {
  const title = textAt(item, 'title');
  return { title, image: pictureAt(textAt(item, 'img_url'), title || IMAGE), link: sentLink(item) };
}

function carouselOf(carousel: JsonObject, pictureAt: PictureAt): Carousel {
  const head = objectAt(carousel, 'head');
  const tail = objectAt(carousel, 'tail');
  return {
    ...(head && {
      intro: {
        header: textAt(head, 'header'),
        content: textAt(head, 'content'),
        image: pictureAt(textAt(head, 'image_url'), textAt(head, 'header') || IMAGE),
        link: sentLink(head),
      },
    }),
    cards: objectsAt(carousel, 'list').map((card) => ({
      ...attachedParts(objectAt(card, 'attachment') ?? {}, pictureAt),
      header: textAt(card, 'header'),
      content: textAt(card, 'message'),
      additionalContent: textAt(card, 'additional_content'),
    })),
    ...(tail && { more: sentLink(tail) }),
  };
}

function commerceOf(commerce: JsonObject): Commerce {
  return {
    title: textAt(commerce, 'title'),
    regularPrice: priceAt(commerce, 'regular_price'),
    discountPrice: priceAt(commerce, 'discount_price'),
    discountRate: priceAt(commerce, 'discount_rate'),
    discountFixed: priceAt(commerce, 'discount_fixed'),
  };
}

/** "" if there is no price: a bubble treats both as absent. */
function priceAt(commerce: JsonObject, name: string): Price {
  const value = commerce[name];
  return typeof value === 'number' || typeof value === 'string' ? value : '';
}
