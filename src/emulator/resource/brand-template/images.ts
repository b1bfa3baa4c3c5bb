import { type Refused, refuse, result } from '../../answers.ts';
import type { ImageUse } from '../image/image.ts';
import { type BrandContent, BUBBLES, type ChatBubble } from './template.ts';

/** The measures of an image, in pixels. */
export interface Measures {
  width: number;
  height: number;
}

/** The image that an upload for this use gave this URL to. */
export type FindImage = (url: string, use: ImageUse) => Measures | undefined;

type Content = Pick<BrandContent, 'imageUrl' | 'mainWideItem' | 'subWideItemList' | 'carousel'>;

/** Every image comes of an upload for its place (resource API 2.4, 4.7a); those of a CAROUSEL_COMMERCE have one ratio. */
export function brokenImages(content: Content, bubble: ChatBubble, find: FindImage): Refused | undefined {
  const { imageUrl, mainWideItem, subWideItemList, carousel } = content;
  const ofCards = bubble === 'CAROUSEL_FEED' ? 'brand/carousel-feed' : 'brand/carousel-commerce';
  const places: [at: string, url: string | null | undefined, use: ImageUse][] = [
    ['imageUrl', imageUrl, BUBBLES[bubble].image ?? 'brand/default'],
    ['carousel.head.imageUrl', carousel?.head?.imageUrl, ofCards],
    ...(carousel?.list ?? []).map(
      (card, index) =>
        [`carousel.list[${index}].imageUrl`, card.imageUrl, ofCards] as [string, string | null, ImageUse],
    ),
    ['mainWideItem.imageUrl', mainWideItem?.imageUrl, 'brand/wide-first'],
    ...subWideItemList.map(
      (item, index) =>
        [`subWideItemList[${index}].imageUrl`, item.imageUrl, 'brand/wide-items'] as [string, string | null, ImageUse],
    ),
  ];
  let first: Measures | undefined;
  for (const [at, url, use] of places) {
    if (!url) continue;
    const image = find(url, use);
    if (image === undefined) return refuse(result.image, notUploaded(at));
    if (use !== 'brand/carousel-commerce') continue;
    first ??= image;
    if (image.width * first.height !== image.height * first.width)
      return refuse(
        result.image,
        `${at} is ${image.width}:${image.height}, the carousel's first image ${first.width}:${first.height}: all must have the same ratio`,
      );
  }
  return undefined;
}

export function notUploaded(at: string): string {
  return `${at} is not the URL of an image uploaded for this use`;
}
