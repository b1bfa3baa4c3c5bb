import type { JsonObject } from '../../../core/json.ts';
import type { Context } from '../../context.ts';
import { uploadedImage } from '../../resource/image/gallery.ts';
import { ownPath } from '../../resource/own-path.ts';
import type { Profile } from '../../resource/profile/profile.ts';
import type { Video } from '../../resource/video/video.ts';
import { statusOf, THUMBNAIL_PATH, videoAt } from '../../resource/video/videos.ts';
import { objectOf, textOf } from '../../shape.ts';

/**
 * What is wrong with the video of a body (message API 2.10, resource API 2.5): one of ours must be the profile's, and
 * open; one that is private may be shown by its template alone, under a picture. One that is elsewhere nobody can look
 * up (assumption 104). Undefined where all is well, or where there is no video at all.
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
  if (video?.senderKey !== profile.key) return 'video.video_url is no video of this profile';
  const status = statusOf(video, context.clock.now());
  if (status === 'PUBLIC') return undefined;
  if (status !== 'PRIVATE' || !isRegistered) return `video.video_url is a video that is ${status}`;
  return picture === '' ? 'video.thumbnail_url is required for a private video' : undefined;
}

/** The video's own picture, or one of the upload that serves PREMIUM_VIDEO (resource API 4.7a). */
function pictureProblem(
  context: Context,
  video: Video | undefined,
  picture: string,
  registered: string,
): string | undefined {
  if (picture === '' || picture === registered) return undefined;
  if (video !== undefined && picture.endsWith(`${THUMBNAIL_PATH}/${video.vid}.png`)) return undefined;
  return uploadedImage(context, picture)?.use === 'brand/default'
    ? undefined
    : 'video.thumbnail_url is no image that was uploaded for brand/default';
}
