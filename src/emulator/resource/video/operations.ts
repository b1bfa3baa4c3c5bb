import { type JsonObject, sha256 } from '../../../core/json.ts';
import { accept, refuse, result } from '../../answers.ts';
import type { Context } from '../../context.ts';
import { ownPath, VIDEO_UPLOAD_PATH } from '../../defaults.ts';
import { filledText, needed, oneOf, textLike } from '../../members.ts';
import { post, type Route, reject, type Seeder } from '../../route.ts';
import { type Endpoints, ofProfile } from '../access.ts';
import { VIDEO_STATUSES, type Video, type VideoStatus } from '../entities.ts';
import { endingOf } from '../file-types.ts';
import { profileSeeder } from '../profile/control.ts';

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

/** The JSON endpoints of resource API 4.8, by their path after `/v4/msgr/brand/video`. Groups have no videos (2.5, 7). */
export const videoEndpoints: Endpoints = {
  '/search': ofProfile(
    { vid: { is: 'text', required: true } },
    (machine, { key }, { vid }) => {
      const video = uploadedVideo(machine, key, vid);
      return video ? accept({ data: infoOf(machine, video) }) : refuse(result.notFound, 'no such video');
    },
    { noGroups: true },
  ),

  '/upload/register': ofProfile(
    {
      fileName: { is: 'text', required: true, max: FILE_NAME_MAX, pattern: /^[^/\\\p{Cc}]*$/u },
      fileSize: { is: 'integer', required: true, min: 1, max: VIDEO_BYTES },
    },
    (machine, { key: senderKey }, { fileName, fileSize }) => {
      const title = fileName.slice(0, fileName.lastIndexOf('.'));
      if (!ENDINGS.includes(endingOf(fileName)) || title.trim() === '')
        return refuse(result.fileType, `fileName must be a name that ends in .${ENDINGS.join(', .')}`);
      const { store, random, clock } = machine;
      const [vid, token] = [random.hex(VID_BYTES), random.hex(TOKEN_BYTES)];
      store.videos.put({
        ...{ vid, senderKey, title, fileName, fileSize },
        tokenDigest: sha256(token),
        uploadUntil: clock.now() + UPLOAD_WINDOW_MS,
        upload: null,
        decided: null,
      });
      return accept({ data: { vid, uploadUrl: `${machine.url()}${VIDEO_UPLOAD_PATH}/${vid}`, token } });
    },
    { noGroups: true, changes: true },
  ),
};

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
function infoOf(context: Context, video: Video): JsonObject {
  return {
    vid: video.vid,
    status: statusOf(video, context.clock.now()) ?? null,
    title: video.title,
    thumbnailUrl: `${context.url()}${THUMBNAIL_PATH}/${video.vid}.png`,
    videoUrl: playUrl(context, video),
  };
}

export const videoRoutes: readonly Route[] = [
  // Sets a status that no longer changes with time.
  post(
    '/video',
    'Sets the status of a video: video',
    { vid: needed(filledText), status: needed(oneOf(...VIDEO_STATUSES)) },
    (machine, { vid, status }) => {
      const video = machine.store.videos.get(vid);
      if (video === undefined || statusOf(video, 0) === undefined) return reject(404, 'no such video');
      video.decided = status;
      machine.store.videos.put(video);
      return { video: infoOf(machine, video) };
    },
  ),
];

const seedShape = {
  vid: needed(textLike(/^[\w-]{1,64}$/, 'a string of 1 to 64 letters and digits')),
  title: filledText,
  status: oneOf(...VIDEO_STATUSES),
};

export const videoSeeds: Record<string, Seeder> = {
  videos: profileSeeder(seedShape, ({ store, clock }, profile, { vid, title = vid, status = 'PUBLIC' }, at) => {
    if (profile.type !== 'S') return `${at}.profile must be a profile of type S`;
    const now = clock.now();
    const [digest, senderKey] = [sha256(''), profile.key];
    const upload = { sha256: digest, duration: 0, at: now, encodingAt: now, publicAt: now };
    const fileName = `${title}.mp4`;
    store.videos.put({
      ...{ vid, senderKey, title, fileName, fileSize: 1, tokenDigest: digest, uploadUntil: now, upload },
      decided: status,
    });
    return undefined;
  }),
};
