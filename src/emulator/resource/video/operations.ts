import { type JsonObject, sha256 } from '../../../core/json.ts';
import { accept, type Refused, refuse, result } from '../../answers.ts';
import type { Context } from '../../context.ts';
import type { Read, Shape } from '../../shape.ts';
import type { Profile, Video, VideoStatus } from '../entities.ts';
import { endingOf } from '../file-types.ts';
import { ownPath, VIDEO_UPLOAD_PATH } from '../own-path.ts';

export const THUMBNAIL_PATH = '/thumbnails';

/** The upload address and its token are valid for 5 minutes (resource API 4.8). */
const UPLOAD_WINDOW_MS = 5 * 60_000;
const FILE_NAME_MAX = 250;
/** 1 GB. The documents show no limit (assumption 134). */
const VIDEO_BYTES = 1024 ** 3;
/** Allowed file extensions, all of the MP4 family (assumption 134). */
const ENDINGS = ['mp4', 'm4v', 'mov'];

const VID_BYTES = 8;
const TOKEN_BYTES = 24;

export const registerShape = {
  fileName: { is: 'text', required: true, max: FILE_NAME_MAX, pattern: /^[^/\\\p{Cc}]*$/u },
  fileSize: { is: 'integer', min: 1, max: VIDEO_BYTES },
} as const satisfies Shape;

export function registerVideo(
  context: Context,
  { key }: Profile,
  { fileName, fileSize }: Read<typeof registerShape>,
): JsonObject | Refused {
  if (fileSize === null) return refuse(result.parameters, `fileSize must be an integer from 1 to ${VIDEO_BYTES}`);
  const title = fileName.slice(0, fileName.lastIndexOf('.'));
  if (!ENDINGS.includes(endingOf(fileName)) || title.trim() === '')
    return refuse(result.fileType, `fileName must be a name that ends in .${ENDINGS.join(', .')}`);
  const { store, random, clock } = context;
  const vid = random.hex(VID_BYTES);
  const token = random.hex(TOKEN_BYTES);
  const uploadUntil = clock.now() + UPLOAD_WINDOW_MS;
  const tokenDigest = sha256(token);
  store.videos.put({
    vid,
    senderKey: key,
    title,
    fileName,
    fileSize,
    tokenDigest,
    uploadUntil,
    upload: null,
    decided: null,
  });
  return accept({ data: { vid, uploadUrl: `${context.url()}${VIDEO_UPLOAD_PATH}/${vid}`, token } });
}

export function searchVideo(context: Context, { key }: Profile, { vid }: { vid: string }): JsonObject | Refused {
  const video = uploadedVideo(context, key, vid);
  if (video === undefined) return refuse(result.notFound, 'no such video');
  return accept({ data: infoOf(context, video) });
}

/** The uploaded video of a profile; undefined if it belongs to another profile. */
export function uploadedVideo({ store }: Context, senderKey: string, vid: string): Video | undefined {
  const video = store.videos.get(vid);
  return video?.senderKey === senderKey && statusOf(video, 0) !== undefined ? video : undefined;
}

/** The status at a moment, as set or as it follows from the time; undefined before the upload (assumption 135). */
export function statusOf({ upload, decided }: Video, now: number): VideoStatus | undefined {
  if (decided !== null) return decided;
  if (upload === null) return undefined;
  if (now < upload.encodingAt) return 'REGISTERED';
  return now < upload.publicAt ? 'ENCODING' : 'PUBLIC';
}

/** The first of the two forms of a video's address (message API 2.10; assumption 137). */
export function playUrl(context: Context, { vid }: Video): string {
  return `${context.url()}/v/${vid}`;
}

/** The uploaded video of an address of either form. Only the path counts, because the port may have changed. */
export function videoAt(context: Context, url: string): Video | undefined {
  const vid = /^\/(?:v|channel\/[\w-]+\/cliplink)\/([\w-]+)$/.exec(ownPath(url) ?? '')?.[1] ?? '';
  const video = context.store.videos.get(vid);
  return video !== undefined && statusOf(video, 0) !== undefined ? video : undefined;
}

/** The video info of resource API 2.5. */
export function infoOf(context: Context, video: Video): JsonObject {
  return {
    vid: video.vid,
    status: statusOf(video, context.clock.now()) ?? null,
    title: video.title,
    thumbnailUrl: `${context.url()}${THUMBNAIL_PATH}/${video.vid}.png`,
    videoUrl: playUrl(context, video),
  };
}
