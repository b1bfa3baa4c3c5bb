import type { JsonObject } from '../../core/json.ts';
import type { Bound } from '../../core/kind.ts';
import { NotiformError } from '../../core/problem.ts';
import { present } from '../notification-template/members.ts';
import { encodeImage } from '../shown-file.ts';
import { VIDEO_USE } from '../video/rules.ts';
import {
  type BrandContent,
  type Button,
  brandOf,
  type Card,
  type Commerce,
  type Coupon,
  type Intro,
  type Item,
  type LinkedImage,
  type Video,
} from './content.ts';
import { encodeLink } from './links.ts';
import { cardUse, imageUse, itemUse, THUMBNAIL_USE } from './places.ts';
import type {
  BrandTemplateRequest,
  RequestBrandButton,
  RequestCard,
  RequestCarousel,
  RequestCommerce,
  RequestCoupon,
  RequestHead,
  RequestVideo,
  RequestWideItem,
} from './request.ts';

/**
 * The request body of a brand template (resource API 2.4) from its manifest form.
 * @param content in normal form
 * @param bound knows what the service calls every file that was uploaded; a file without that is a `NotiformError`
 */
export function encodeBrand(content: JsonObject, bound: Bound): BrandTemplateRequest {
  const brand = brandOf(content);
  const [main, ...others] = (brand.items ?? []).map((item, index) => encodeItem(item, itemUse(index), bound));
  return present<BrandTemplateRequest>({
    templateName: brand.name,
    chatBubbleType: brand.bubble,
    adult: brand.adult ?? false,
    header: brand.header,
    content: brand.content,
    additionalContent: brand.additionalContent,
    imageUrl: brand.image && encodeLinked(brand.image, imageUse(brand.bubble), bound),
    imageLink: linkOf(brand.image),
    carousel: encodeCarousel(brand, bound),
    mainWideItem: main,
    subWideItemList: main && others,
    video: brand.video && encodeVideo(brand.video, bound),
    commerce: brand.commerce && encodeCommerce(brand.commerce),
    buttons: brand.buttons?.map(encodeButton),
    coupon: brand.coupon && encodeCoupon(brand.coupon),
  });
}

function encodeLinked(image: LinkedImage, use: string, bound: Bound): string | undefined {
  if ('file' in image) return encodeImage(image.file, use, bound);
  return 'path' in image || 'url' in image ? encodeImage(image, use, bound) : undefined;
}

function linkOf(image: LinkedImage | undefined): string | undefined {
  return image && 'link' in image ? image.link : undefined;
}

function encodeItem({ title, image, link }: Item, use: string, bound: Bound): RequestWideItem {
  const imageUrl = image && encodeImage(image, use, bound);
  return { ...present<RequestWideItem>({ title, imageUrl }), ...encodeLink(link) };
}

function encodeCarousel({ bubble, carousel }: BrandContent, bound: Bound): RequestCarousel | undefined {
  if (!carousel) return undefined;
  const use = cardUse(bubble);
  return present<RequestCarousel>({
    head: carousel.intro && encodeIntro(carousel.intro, use, bound),
    list: carousel.cards.map((card) => encodeCard(card, use, bound)),
    tail: carousel.more && encodeLink(carousel.more.link),
  });
}

function encodeIntro({ header, content, image, link }: Intro, use: string, bound: Bound): RequestHead {
  const imageUrl = image && encodeImage(image, use, bound);
  return { ...present<RequestHead>({ header, content, imageUrl }), ...encodeLink(link) };
}

function encodeCard(card: Card, use: string, bound: Bound): RequestCard {
  return present<RequestCard>({
    header: card.header,
    content: card.content,
    imageUrl: card.image && encodeLinked(card.image, use, bound),
    imageLink: linkOf(card.image),
    commerce: card.commerce && encodeCommerce(card.commerce),
    buttons: card.buttons?.map(encodeButton),
    coupon: card.coupon && encodeCoupon(card.coupon),
  });
}

function encodeCommerce(commerce: Commerce): RequestCommerce {
  return { ...commerce };
}

function encodeButton({ name, type, link, bizFormId }: Button, index: number): RequestBrandButton {
  return {
    ...present<RequestBrandButton>({ name, linkType: type, bizFormId, ordering: index + 1 }),
    ...encodeLink(link),
  };
}

function encodeCoupon({ title, description, link }: Coupon): RequestCoupon {
  return { ...present<RequestCoupon>({ title, description }), ...encodeLink(link) };
}

/** Its members at the service are assumed (assumption 123). */
function encodeVideo({ file, vid, url, thumbnail }: Video, bound: Bound): RequestVideo {
  return present<RequestVideo>({
    vid: file ? vidOf(file, bound) : vid,
    videoUrl: url,
    thumbnailUrl: thumbnail && encodeImage(thumbnail, THUMBNAIL_USE, bound),
  });
}

function vidOf({ path, sha256 }: NonNullable<Video['file']>, bound: Bound): string {
  const vid = bound.handleOf(VIDEO_USE, sha256);
  if (vid !== undefined) return vid;
  throw new NotiformError({
    code: 'video-not-uploaded',
    severity: 'error',
    message: `${path} has no id at the service yet`,
    hint: 'Apply the video first; a plan without `--target` does.',
  });
}
