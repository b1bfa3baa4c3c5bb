import { isFileNode } from '../../core/content.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Bound } from '../../core/kind.ts';
import { known } from '../notification-template/members.ts';
import { decodeImage } from '../shown-file.ts';
import { normalise } from './content.ts';
import type { BrandTemplateDetail } from './endpoints.ts';
import { decodeLink } from './links.ts';

type Detail<Member extends keyof BrandTemplateDetail> = NonNullable<BrandTemplateDetail[Member]>;
type Text = string | null | undefined;

/**
 * The manifest form of a brand template as the service answers it, in normal form: what the service adds (the code,
 * dates, ordering, names of prices) is gone. `decodeBrand(encodeBrand(x))` is x.
 * @param bound turns what the service calls a file that was uploaded from here back into that file
 */
export function decodeBrand(detail: BrandTemplateDetail, bound: Bound): JsonObject {
  return normalise({
    name: detail.templateName,
    bubble: detail.chatBubbleType,
    adult: known(detail.adult),
    header: known(detail.header),
    content: known(detail.content),
    additionalContent: known(detail.additionalContent),
    image: decodeLinked(detail.imageUrl, detail.imageLink, bound),
    items: (detail.wideItemList ?? []).map((item) => decodeItem(item, bound)),
    carousel: detail.carousel ? decodeCarousel(detail.carousel, bound) : null,
    video: detail.video ? decodeVideo(detail.video, bound) : null,
    commerce: decodeCommerce(detail.commerce),
    buttons: decodeButtons(detail.buttons),
    coupon: decodeCoupon(detail.coupon),
  });
}

function decodeLinked(url: Text, link: Text, bound: Bound): Json {
  const image = decodeImage(url, bound);
  if (!link) return image;
  if (isFileNode(image)) return { file: image, link };
  return { ...(isObject(image) && image), link };
}

function decodeItem({ title, imageUrl, ...links }: Detail<'wideItemList'>[number], bound: Bound): JsonObject {
  return { title: known(title), image: decodeImage(imageUrl, bound), link: decodeLink(links) };
}

function decodeCarousel({ head, list, tail }: Detail<'carousel'>, bound: Bound): JsonObject {
  return {
    intro: {
      header: known(head?.header),
      content: known(head?.content),
      image: decodeImage(head?.imageUrl, bound),
      link: decodeLink(head),
    },
    cards: (list ?? []).map((card) => ({
      header: known(card.header),
      content: known(card.content),
      image: decodeLinked(card.imageUrl, card.imageLink, bound),
      commerce: decodeCommerce(card.commerce),
      buttons: decodeButtons(card.buttons),
      coupon: decodeCoupon(card.coupon),
    })),
    more: { link: decodeLink(tail) },
  };
}

/** Asked with a `vid` the service may tell the address too, or the address alone (assumption 123). */
function decodeVideo({ vid, videoUrl, thumbnailUrl }: Detail<'video'>, bound: Bound): JsonObject {
  const handle = vid || vidAt(videoUrl);
  const file = handle ? bound.fileOf(handle) : undefined;
  return {
    ...(file ? { file: { ...file } } : vid ? { vid } : { url: known(videoUrl) }),
    thumbnail: decodeImage(thumbnailUrl, bound),
  };
}

/** The vid in an address of either form (assumption 104). */
function vidAt(videoUrl: Text): string | undefined {
  return /\/(?:v|cliplink)\/([^/?#]+)$/.exec(videoUrl ?? '')?.[1];
}

function decodeCommerce(commerce: BrandTemplateDetail['commerce']): JsonObject {
  return {
    title: known(commerce?.title),
    regularPrice: priceOf(commerce?.regularPrice, commerce?.regularPriceName),
    discountPrice: priceOf(commerce?.discountPrice, commerce?.discountPriceName),
    discountRate: priceOf(commerce?.discountRate, commerce?.discountRateName),
    discountFixed: priceOf(commerce?.discountFixed, commerce?.discountFixedName),
  };
}

/** A price that was left out is told as null, as its variable (`#{정상가격}`) or as a 0 that has a name (assumption 151). */
function priceOf(price: number | Text, name: Text): Json {
  if (name && Number(price) === 0) return null;
  if (typeof price === 'number') return price;
  return price && /^\d+$/.test(price) ? Number(price) : null;
}

/** In their order, where the service tells one (assumption 153). */
function decodeButtons(buttons: BrandTemplateDetail['buttons']): Json[] {
  return (buttons ?? [])
    .map((button, index) => ({ button, order: button.ordering ?? index }))
    .sort((a, b) => a.order - b.order)
    .map(({ button }) => ({
      type: button.linkType,
      name: known(button.name),
      link: decodeLink(button),
      bizFormId: button.bizFormId === null || button.bizFormId === undefined ? null : String(button.bizFormId),
    }));
}

function decodeCoupon(coupon: BrandTemplateDetail['coupon']): JsonObject {
  return {
    title: known(coupon?.title),
    description: known(coupon?.description),
    link: decodeLink(coupon),
  };
}
