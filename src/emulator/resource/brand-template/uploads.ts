import type { JsonObject } from '../../../core/json.ts';
import { type Refused, refuse, result } from '../../answers.ts';
import type { Context } from '../../context.ts';
import { ownPath } from '../../defaults.ts';
import { listOf, objectOf, textOf } from '../../shape.ts';
import type { Profile, Video } from '../entities.ts';
import { uploadedFor } from '../image/gallery.ts';
import type { ImageUse, UploadedImage } from '../image/rules.ts';
import { playUrl, statusOf, THUMBNAIL_PATH, uploadedVideo, videoAt } from '../video/operations.ts';
import type { BrandVideo, ChatBubble } from './template.ts';

export interface Uploads {
  context: Context;
  senderKey: string;
}

interface Shown {
  /** Its place in a send. */
  at: string;
  url: string;
  use: ImageUse;
}

/** The place at registration of an image of a send: `mainWideItem.imageUrl`. */
function registeredPlace(at: string): string {
  return at
    .replace(/^item\.list\[(\d)\]/, (_, index) => (index === '0' ? 'mainWideItem' : `subWideItemList[${index - 1}]`))
    .replace('attachment.image.', '')
    .replace(/(?:image\.)?(?:img_url|image_url)$/, 'imageUrl');
}

/**
 * Checks the images of a body, at registration and in a send. Each must be an upload for its place (message API 2.10, resource
 * API 2.4, 4.7a), and those of a CAROUSEL_COMMERCE must have one ratio. Images of `registered`, the template's own body, were
 * checked at registration.
 */
export function imageProblem(
  context: Context,
  bubble: ChatBubble,
  body: JsonObject,
  act: 'send' | 'registration',
  registered: JsonObject = {},
): string | undefined {
  const known = new Set(imagesOf(bubble, registered).map(({ url }) => url));
  const placeOf = ({ at }: Shown): string => (act === 'send' ? at : registeredPlace(at));
  let first: [Shown, UploadedImage] | undefined;
  for (const shown of imagesOf(bubble, body)) {
    const image = uploadedFor(context, shown.url, shown.use);
    if (image === undefined) {
      if (known.has(shown.url)) continue;
      return `${placeOf(shown)} is not an image that was uploaded for ${shown.use}`;
    }
    if (shown.use !== 'brand/carousel-commerce') continue;
    first ??= [shown, image];
    if (image.width * first[1].height !== image.height * first[1].width)
      return `${placeOf(shown)} has another ratio than ${placeOf(first[0])}`;
  }
  return undefined;
}

/** The images of a body, except the thumbnail of a video. */
function imagesOf(bubble: ChatBubble, body: JsonObject): Shown[] {
  const ofCards = bubble === 'CAROUSEL_FEED' ? 'brand/carousel-feed' : 'brand/carousel-commerce';
  const carousel = objectOf(body, 'carousel');
  const shown: Shown[] = [
    {
      at: 'image.img_url',
      url: textOf(objectOf(body, 'image'), 'img_url'),
      use: bubble === 'WIDE' ? 'brand/wide' : 'brand/default',
    },
    ...listOf(objectOf(body, 'item'), 'list').map((item, index): Shown => {
      const use = index === 0 ? 'brand/wide-first' : 'brand/wide-items';
      return { at: `item.list[${index}].img_url`, url: textOf(item, 'img_url'), use };
    }),
    { at: 'carousel.head.image_url', url: textOf(objectOf(carousel, 'head'), 'image_url'), use: ofCards },
    ...listOf(carousel, 'list').map((card, index): Shown => {
      const url = textOf(objectOf(objectOf(card, 'attachment'), 'image'), 'img_url');
      return { at: `carousel.list[${index}].attachment.image.img_url`, url, use: ofCards };
    }),
  ];
  return shown.filter(({ url }) => url !== '');
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
  return thumbnailUrl === null || isThumbnail(context, thumbnailUrl, video)
    ? { vid, videoUrl: video ? playUrl(context, video) : url, thumbnailUrl }
    : refuse(result.image, 'video.thumbnailUrl is not an image that was uploaded for brand/default');
}

/** True for the video's own thumbnail, and for an image that was uploaded for PREMIUM_VIDEO (resource API 4.7a). */
function isThumbnail(context: Context, url: string, video: Video | undefined): boolean {
  const isOwn = video !== undefined && url.endsWith(`${THUMBNAIL_PATH}/${video.vid}.png`);
  return isOwn || uploadedFor(context, url, 'brand/default') !== undefined;
}

/**
 * Checks the video of a send (message API 2.10, resource API 2.5). A video of this emulator must be the profile's, and public. A
 * private one must come from the template and have a thumbnail. A video of another service is not checked (assumption 104).
 */
export function videoProblem(
  context: Context,
  profile: Profile,
  body: JsonObject,
  registered: JsonObject,
): string | undefined {
  const [shown, own] = [objectOf(body, 'video'), objectOf(registered, 'video')];
  const [url, picture] = [textOf(shown, 'video_url'), textOf(shown, 'thumbnail_url')];
  if (url === '') return undefined;
  const video = videoAt(context, url);
  if (ownPath(url) !== undefined) {
    if (video?.senderKey !== profile.key) return 'video.video_url is not a video of this profile';
    const status = statusOf(video, context.clock.now());
    if (status !== 'PUBLIC' && (status !== 'PRIVATE' || url !== textOf(own, 'video_url')))
      return `video.video_url is a video that is ${status}`;
    if (status === 'PRIVATE' && picture === '') return 'video.thumbnail_url is required for a private video';
  }
  return picture === '' || picture === textOf(own, 'thumbnail_url') || isThumbnail(context, picture, video)
    ? undefined
    : 'video.thumbnail_url is not an image that was uploaded for brand/default';
}
