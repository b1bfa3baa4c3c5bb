import type { Hono, Context as Request } from 'hono';
import { type Json, type JsonObject, sha256 } from '../../../core/json.ts';
import { accept, refuse, result } from '../../answers.ts';
import type { Bindings } from '../../bindings.ts';
import { isUnread, mediaType, oneFile, readForm, type Unread, type UploadedFile } from '../../body.ts';
import type { Context } from '../../context.ts';
import { ownPath, VIDEO_UPLOAD_PATH } from '../../defaults.ts';
import type { Machine } from '../../machine.ts';
import { filledText, needed, oneOf, textLike } from '../../members.ts';
import { post, type Route, reject, type Seeder } from '../../route.ts';
import { ENVELOPE_BYTES, type Endpoints, ofProfile } from '../access.ts';
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

/** A failed upload. The answer has no envelope (resource API 4.8); the HTTP status: assumption 136. */
interface Failed {
  failed: string;
  status: 200 | 404 | 405 | 415;
}

const NO_ADDRESS = 'no such upload address';
const NOTHING: JsonObject = { vid: '', playUrl: '', duration: 0 };

export function mountVideoUpload(app: Hono<Bindings>, machine: Machine): void {
  app.all(`${VIDEO_UPLOAD_PATH}/:vid`, async (context) => {
    const given = await receive(context, machine);
    await machine.saved();
    const isFailed = 'failed' in given;
    const answer = isFailed
      ? { ...NOTHING, message: given.failed }
      : { vid: given.vid, playUrl: playUrl(machine, given), duration: given.upload?.duration ?? 0, message: '' };
    context.set('answer', answer);
    return context.json(answer, isFailed ? given.status : 200);
  });
}

function fail(failed: string, status: Failed['status'] = 200): Failed {
  return { failed, status };
}

async function receive(context: Request<Bindings>, machine: Machine): Promise<Video | Failed> {
  if (context.req.method !== 'POST') return fail('the method must be POST', 405);
  const { type } = mediaType(context.req.header('content-type'));
  if (type !== 'multipart/form-data') return fail('the content type must be multipart/form-data', 415);
  const vid = context.req.param('vid') ?? '';
  const registered = machine.store.videos.get(vid);
  if (registered === undefined) return fail(NO_ADDRESS, 404);
  const form = await readForm(context.env.incoming, registered.fileSize + ENVELOPE_BYTES);
  // A reset or restore may have happened while the file arrived.
  const video = machine.store.videos.get(vid);
  if (video === undefined) return fail(NO_ADDRESS, 404);
  const forbidden = forbidsUpload(context, machine, video, isUnread(form) ? undefined : form.fields['token']);
  if (forbidden !== undefined) return fail(forbidden);
  if (isUnread(form)) return fail(unreadable(form, video), form.unread === 'compressed' ? 415 : 200);
  context.set('request', form.fields);
  const unknown = [...Object.keys(form.fields), ...form.files.map(({ field }) => field)];
  context.set(
    'unknown',
    unknown.filter((name) => name !== 'token' && name !== 'file'),
  );
  return keep(machine, video, form.files);
}

/** Checks the token, then the address. The check comes after the file, so the time may have ended. */
function forbidsUpload(
  context: Request<Bindings>,
  machine: Machine,
  { tokenDigest, uploadUntil, upload }: Video,
  field: Json | undefined,
): string | undefined {
  const tokens = tokensOf(context, field);
  if (tokens.length === 0) return 'token is required';
  if (tokens.some((token) => sha256(token) !== tokenDigest)) return 'invalid token';
  if (upload !== null) return 'the upload address was used already';
  return machine.clock.now() > uploadUntil ? 'the upload address and its token were valid for 5 minutes' : undefined;
}

/** The tokens in the header, in the query and in the form. All of them must be valid (assumption 136). */
function tokensOf(context: Request<Bindings>, field: Json | undefined): string[] {
  const bearer = /^Bearer +(\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
  const given = [bearer, context.req.query('token'), field];
  return given.flatMap((token) => (typeof token === 'string' && token !== '' ? [token] : []));
}

function unreadable({ unread }: Unread, { fileSize }: Video): string {
  if (unread === 'too-large') return `file must have ${fileSize} bytes, as it was registered`;
  if (unread === 'compressed') return 'the body is compressed';
  return unread === 'ambiguous' ? 'a field is given twice' : 'the request is not a complete multipart form';
}

function keep({ clock, settings, store }: Machine, video: Video, files: readonly UploadedFile[]): Video | Failed {
  const file = oneFile(files, 'file');
  if (typeof file === 'string') return fail(file);
  if (file.size !== video.fileSize)
    return fail(`file must have ${video.fileSize} bytes, as it was registered, not ${file.size}`);
  const duration = durationOf(file.bytes);
  if (duration === undefined) return fail('file is not a readable video of the MP4 family');
  const at = clock.now();
  const encodingAt = at + settings.encodeMs;
  video.upload = { sha256: file.sha256, duration, at, encodingAt, publicAt: encodingAt + settings.encodeMs };
  store.videos.put(video);
  return video;
}

/** The seconds of a video of the MP4 family; 0 if its head does not say. Undefined if it is no such video. */
function durationOf(bytes: Uint8Array): number | undefined {
  const video = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (video.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  const at = video.indexOf('mvhd');
  // After the name: version and flags, two dates, time scale, duration. Dates and duration are longer in version 1 (ISO 14496-12).
  const isLong = video[at + 4] === 1;
  const header = video.subarray(at + (isLong ? 24 : 16), at + (isLong ? 36 : 24));
  if (at < 0 || header.byteLength < (isLong ? 12 : 8) || header.readUInt32BE(0) === 0) return 0;
  const units = isLong ? Number(header.readBigUInt64BE(4)) : header.readUInt32BE(4);
  const isUnknown = units >= (isLong ? 2 ** 64 : 2 ** 32 - 1);
  return isUnknown ? 0 : Math.round((units / header.readUInt32BE(0)) * 1000) / 1000;
}
