import { type Refused, refuse, result } from '../../answers.ts';
import type { Context } from '../../context.ts';
import { uploadedFor } from '../image/gallery.ts';
import type { ImageUse } from '../image/rules.ts';
import { ownPath } from '../own-path.ts';
import { playUrl, statusOf, THUMBNAIL_PATH, uploadedVideo, videoAt } from '../video/operations.ts';
import { type BrandContent, type BrandVideo, BUBBLES, type ChatBubble } from './shape.ts';

export interface Uploads {
  context: Context;
  senderKey: string;
}

type Content = Pick<BrandContent, 'imageUrl' | 'mainWideItem' | 'subWideItemList' | 'carousel'>;

/** Checks that every image was uploaded for its place, and the ratios of a carousel (resource API 2.4, 4.7a). */
export function brokenImages(content: Content, bubble: ChatBubble, { context }: Uploads): Refused | undefined {
  const { imageUrl, mainWideItem, subWideItemList, carousel } = content;
  const ofCards = bubble === 'CAROUSEL_FEED' ? 'brand/carousel-feed' : 'brand/carousel-commerce';
  type ImagePlace = [at: string, url: string | null | undefined, use: ImageUse];
  const places: ImagePlace[] = [
    ['imageUrl', imageUrl, BUBBLES[bubble].image ?? 'brand/default'],
    ['carousel.head.imageUrl', carousel?.head?.imageUrl, ofCards],
    ...(carousel?.list ?? []).map(
      (card, index): ImagePlace => [`carousel.list[${index}].imageUrl`, card.imageUrl, ofCards],
    ),
    ['mainWideItem.imageUrl', mainWideItem?.imageUrl, 'brand/wide-first'],
    ...subWideItemList.map(
      (item, index): ImagePlace => [`subWideItemList[${index}].imageUrl`, item.imageUrl, 'brand/wide-items'],
    ),
  ];
  let first: { width: number; height: number } | undefined;
  for (const [at, url, use] of places) {
    if (!url) continue;
    const image = uploadedFor(context, url, use);
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

function notUploaded(at: string): string {
  return `${at} is not the URL of an image uploaded for this use`;
}

/**
 * Reads the `video` of a PREMIUM_VIDEO. The documents do not show its members: a `vid` or a `videoUrl`, and a
 * thumbnail (assumption 123). A send checks the form of the address, and requires a thumbnail for a private video
 * (message API 2.10).
 */
export function readVideo(given: BrandVideo | null, uploads: Uploads | undefined): BrandVideo | Refused {
  if (given === null) return refuse(result.parameters, 'video is required');
  const { vid, videoUrl: url, thumbnailUrl } = given;
  if ((vid === null) === (url === null)) return refuse(result.parameters, 'video needs either vid or videoUrl');
  if (uploads === undefined) return given;
  const { context, senderKey } = uploads;
  const found = vid === null ? videoAt(context, url ?? '') : uploadedVideo(context, senderKey, vid);
  const video = found?.senderKey === senderKey ? found : undefined;
  // A video of another service cannot be checked.
  if (vid !== null || ownPath(url ?? '') !== undefined) {
    const at = vid === null ? 'video.videoUrl' : 'video.vid';
    if (video === undefined) return refuse(result.notFound, `${at} is not a video of this profile`);
    const status = statusOf(video, context.clock.now());
    if (status !== 'PUBLIC' && status !== 'PRIVATE')
      return refuse(result.state, `${at} names a video that is ${status}, not PUBLIC or PRIVATE`);
  }
  const isShown =
    thumbnailUrl === null ||
    (video !== undefined && ownPath(thumbnailUrl) === `${THUMBNAIL_PATH}/${video.vid}.png`) ||
    uploadedFor(context, thumbnailUrl, 'brand/default') !== undefined;
  return isShown
    ? { vid, videoUrl: video ? playUrl(context, video) : url, thumbnailUrl }
    : refuse(result.image, notUploaded('video.thumbnailUrl'));
}
