import type { Context, Hono } from 'hono';
import { type Json, type JsonObject, sha256 } from '../../../core/json.ts';
import type { Bindings } from '../../bindings.ts';
import { isUnread, mediaType, oneFile, readForm, type Unread, type UploadedFile } from '../../body.ts';
import { VIDEO_UPLOAD_PATH } from '../../defaults.ts';
import type { Machine } from '../../machine.ts';
import { ENVELOPE_BYTES } from '../access.ts';
import type { Video } from '../entities.ts';
import { playUrl } from './operations.ts';

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

async function receive(context: Context<Bindings>, machine: Machine): Promise<Video | Failed> {
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
  context: Context<Bindings>,
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
function tokensOf(context: Context<Bindings>, field: Json | undefined): string[] {
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
