import { isFileNode } from '../../core/content.ts';
import { isObject, type Json, type JsonObject, own } from '../../core/json.ts';
import type { Bound } from '../../core/kind.ts';
import { besideOf } from '../beside.ts';
import { known } from '../notification-template/members.ts';
import { decodeImage } from '../shown-file.ts';
import { normalise } from './content.ts';
import type { BrandTemplateDetail } from './endpoints.ts';
import { decodeLink } from './links.ts';
import { PRICE_VARIABLES } from './texts.ts';

type Detail<Member extends keyof BrandTemplateDetail> = NonNullable<BrandTemplateDetail[Member]>;
type Text = string | null | undefined;

/** What is decoded: what a manifest can say, or everything that the service holds; and the files that were uploaded from here. */
interface Scope {
  everything: boolean;
  bound: Bound;
}

/**
 * The manifest form of a brand template as the service answers it, in normal form: what the service adds (the code,
 * dates, ordering, names of prices) is gone, and so is what no manifest can say. `decodeBrand(encodeBrand(x))` is x.
 * @param bound turns what the service calls a file that was uploaded from here back into that file
 */
export function decodeBrand(detail: BrandTemplateDetail, bound: Bound): JsonObject {
  return decode(detail, { everything: false, bound });
}

/** What the service holds and no manifest can say: an update clears it. */
export function decodeBeside(detail: BrandTemplateDetail, bound: Bound): JsonObject {
  return besideOf(decodeBrand(detail, bound), decode(detail, { everything: true, bound }));
}

/** The bubbles whose manifests have these members; a bubble that the documents do not know may have all of them. */
const BUBBLES: Readonly<Record<string, readonly string[]>> = {
  TEXT: [],
  IMAGE: [],
  WIDE: [],
  COMMERCE: [],
  WIDE_ITEM_LIST: ['items'],
  PREMIUM_VIDEO: ['video'],
  CAROUSEL_FEED: ['carousel'],
  CAROUSEL_COMMERCE: ['carousel', 'intro'],
};

function decode(detail: BrandTemplateDetail, scope: Scope): JsonObject {
  const { bound, everything } = scope;
  const members = everything ? undefined : own(BUBBLES, detail.chatBubbleType);
  const has = (member: string): boolean => members?.includes(member) ?? true;
  return normalise({
    name: detail.templateName,
    bubble: detail.chatBubbleType,
    adult: known(detail.adult),
    header: known(detail.header),
    content: known(detail.content),
    additionalContent: known(detail.additionalContent),
    image: decodeLinked(detail.imageUrl, detail.imageLink, bound),
    items: has('items') ? (detail.wideItemList ?? []).map((item) => decodeItem(item, bound)) : null,
    carousel: detail.carousel && has('carousel') ? decodeCarousel(detail.carousel, scope, has('intro')) : null,
    video: detail.video && has('video') ? decodeVideo(detail.video, bound) : null,
    commerce: decodeCommerce(detail.commerce, scope),
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

function decodeCarousel({ head, list, tail }: Detail<'carousel'>, scope: Scope, hasIntro: boolean): JsonObject {
  return {
    intro: hasIntro ? decodeIntro(head, scope) : null,
    cards: (list ?? []).map((card) => decodeCard(card, scope)),
    more: { link: decodeLink(tail) },
  };
}

function decodeIntro(head: Detail<'carousel'>['head'], { bound }: Scope): JsonObject {
  return {
    header: known(head?.header),
    content: known(head?.content),
    image: decodeImage(head?.imageUrl, bound),
    link: decodeLink(head),
  };
}

function decodeCard(card: NonNullable<Detail<'carousel'>['list']>[number], scope: Scope): JsonObject {
  return {
    header: known(card.header),
    content: known(card.content),
    additionalContent: scope.everything ? known(card.additionalContent) : null,
    image: decodeLinked(card.imageUrl, card.imageLink, scope.bound),
    commerce: decodeCommerce(card.commerce, scope),
    buttons: decodeButtons(card.buttons),
    coupon: decodeCoupon(card.coupon),
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

function decodeCommerce(commerce: BrandTemplateDetail['commerce'], scope: Scope): JsonObject {
  const price = (key: keyof typeof PRICE_VARIABLES): Json => {
    const value = priceOf(commerce?.[key], commerce?.[`${key}Name`], PRICE_VARIABLES[key]);
    return scope.everything || Number.isInteger(value) ? value : null;
  };
  return {
    title: known(commerce?.title),
    regularPrice: price('regularPrice'),
    discountPrice: price('discountPrice'),
    discountRate: price('discountRate'),
    discountFixed: price('discountFixed'),
  };
}

/** A price that was left out is told as null, as its variable (`#{정상가격}`) or as a 0 that has a name (assumption 151). */
function priceOf(price: number | Text, name: Text, variable: string): Json {
  if (name && Number(price) === 0) return null;
  if (price === name || price === `#{${variable}}`) return null;
  return typeof price === 'string' && /^\d+$/.test(price) ? Number(price) : known(price);
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
