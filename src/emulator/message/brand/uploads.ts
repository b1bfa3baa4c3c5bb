import type { JsonObject } from '../../../core/json.ts';
import type { Context } from '../../context.ts';
import type { BrandType } from '../../resource/brand-template/type.ts';
import { uploadedFor } from '../../resource/image/gallery.ts';
import type { ImageUse, UploadedImage } from '../../resource/image/rules.ts';
import { ownPath } from '../../resource/own-path.ts';
import type { Profile } from '../../resource/profile/store.ts';
import { statusOf, THUMBNAIL_PATH, videoAt } from '../../resource/video/operations.ts';
import type { Video } from '../../resource/video/store.ts';
import { listOf, objectOf, textOf } from '../../shape.ts';

interface Shown {
  at: string;
  url: string;
  use: ImageUse;
}

/**
 * Checks the images of a body. Each must be an upload for its place (message API 2.10, resource API 4.7a), and those
 * of a CAROUSEL_COMMERCE must have one ratio. Images of `registered`, the template's own body, were checked at
 * registration.
 */
export function imageProblem(
  context: Context,
  type: BrandType,
  body: JsonObject,
  registered: JsonObject,
): string | undefined {
  const known = new Set(imagesOf(type, registered).map(({ url }) => url));
  const images: [Shown, UploadedImage][] = [];
  for (const shown of imagesOf(type, body)) {
    const image = uploadedFor(context, shown.url, shown.use);
    if (image) images.push([shown, image]);
    else if (!known.has(shown.url)) return `${shown.at} is not an image that was uploaded for ${shown.use}`;
  }
  return type === 'ua' ? ratioProblem(images) : undefined;
}

function ratioProblem([first, ...others]: readonly [Shown, UploadedImage][]): string | undefined {
  const other = others.find(
    ([, { width, height }]) => first !== undefined && width * first[1].height !== height * first[1].width,
  );
  return other && `${other[0].at} has another ratio than ${first?.[0].at}`;
}

/** The image use of each type; `brand/default` for the others (resource API 4.7a). */
const useOf: Partial<Record<BrandType, ImageUse>> = {
  uw: 'brand/wide',
  uc: 'brand/carousel-feed',
  ua: 'brand/carousel-commerce',
};

/** The images of a body, except the thumbnail of a video, which `videoProblem` checks. */
function imagesOf(type: BrandType, body: JsonObject): Shown[] {
  const use = useOf[type] ?? 'brand/default';
  const carousel = objectOf(body, 'carousel');
  const shown: Shown[] = [
    { at: 'image.img_url', url: textOf(objectOf(body, 'image'), 'img_url'), use },
    ...listOf(objectOf(body, 'item'), 'list').map(
      (item, index): Shown => ({
        at: `item.list[${index}].img_url`,
        url: textOf(item, 'img_url'),
        use: index === 0 ? 'brand/wide-first' : 'brand/wide-items',
      }),
    ),
    { at: 'carousel.head.image_url', url: textOf(objectOf(carousel, 'head'), 'image_url'), use },
    ...listOf(carousel, 'list').map((card, index) => ({
      at: `carousel.list[${index}].attachment.image.img_url`,
      url: textOf(objectOf(objectOf(card, 'attachment'), 'image'), 'img_url'),
      use,
    })),
  ];
  return shown.filter(({ url }) => url !== '');
}

/**
 * Checks the video of a body (message API 2.10, resource API 2.5). A video of this emulator must be the profile's, and
 * public. A private one must come from the template and have a thumbnail. A video of another service is not checked
 * (assumption 104).
 */
export function videoProblem(
  context: Context,
  profile: Profile,
  body: JsonObject,
  registered: JsonObject,
): string | undefined {
  const { video_url: url, thumbnail_url: picture } = textsOf(body);
  if (url === '') return undefined;
  const video = videoAt(context, url);
  return (
    (ownPath(url) !== undefined
      ? uploadProblem(context, profile, video, url === textsOf(registered).video_url, picture)
      : undefined) ?? pictureProblem(context, video, picture, textsOf(registered).thumbnail_url)
  );
}

function textsOf(body: JsonObject): { video_url: string; thumbnail_url: string } {
  const video = objectOf(body, 'video');
  return { video_url: textOf(video, 'video_url'), thumbnail_url: textOf(video, 'thumbnail_url') };
}

function uploadProblem(
  context: Context,
  profile: Profile,
  video: Video | undefined,
  isRegistered: boolean,
  picture: string,
): string | undefined {
  if (video?.senderKey !== profile.key) return 'video.video_url is not a video of this profile';
  const status = statusOf(video, context.clock.now());
  if (status === 'PUBLIC') return undefined;
  if (status !== 'PRIVATE' || !isRegistered) return `video.video_url is a video that is ${status}`;
  return picture === '' ? 'video.thumbnail_url is required for a private video' : undefined;
}

/** The video's own thumbnail, or an image that was uploaded for PREMIUM_VIDEO (resource API 4.7a). */
function pictureProblem(
  context: Context,
  video: Video | undefined,
  picture: string,
  registered: string,
): string | undefined {
  if (picture === '' || picture === registered) return undefined;
  if (video !== undefined && picture.endsWith(`${THUMBNAIL_PATH}/${video.vid}.png`)) return undefined;
  return uploadedFor(context, picture, 'brand/default')
    ? undefined
    : 'video.thumbnail_url is not an image that was uploaded for brand/default';
}
