import type { Context, Hono } from 'hono';
import { type Json, type JsonObject, sha256 } from '../../../core/json.ts';
import type { Bindings } from '../../bindings.ts';
import { type BodyFailure, type Form, isUnread, mediaType, oneFile, readForm } from '../../body.ts';
import type { Machine } from '../../machine.ts';
import { ENVELOPE_BYTES } from '../access.ts';
import type { Video } from '../entities.ts';
import { VIDEO_UPLOAD_PATH } from '../own-path.ts';
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
  if (isUnread(form)) return fail(unreadable(form.unread, video), form.unread === 'compressed' ? 415 : 200);
  context.set('request', form.fields);
  const unknown = [...Object.keys(form.fields), ...form.files.map(({ field }) => field)];
  context.set(
    'unknown',
    unknown.filter((name) => name !== 'token' && name !== 'file'),
  );
  return keep(machine, video, form);
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

function unreadable(unread: BodyFailure, { fileSize }: Video): string {
  if (unread === 'too-large') return `file must have ${fileSize} bytes, as it was registered`;
  if (unread === 'compressed') return 'the body is compressed';
  return unread === 'ambiguous' ? 'a field is given twice' : 'the request is not a complete multipart form';
}

function keep(machine: Machine, video: Video, form: Form): Video | Failed {
  const file = oneFile(form, 'file');
  if (typeof file === 'string') return fail(file);
  if (file.size !== video.fileSize)
    return fail(`file must have ${video.fileSize} bytes, as it was registered, not ${file.size}`);
  const duration = durationOf(file.bytes);
  if (duration === undefined) return fail('file is not a readable video of the MP4 family');
  const { clock, settings, store } = machine;
  const at = clock.now();
  const encodingAt = at + settings.encodeMs;
  video.upload = {
    sha256: file.sha256,
    duration,
    at,
    encodingAt,
    publicAt: encodingAt + settings.encodeMs,
  };
  store.videos.put(video);
  return video;
}

/** Where the fields of a movie header are: version and flags, two dates, time scale, duration (ISO 14496-12). */
const HEADER = { short: { scale: 12, duration: 16, end: 20 }, long: { scale: 20, duration: 24, end: 32 } };

/** The duration of a video of the MP4 family, in seconds to the millisecond; 0 if unknown. Undefined if it is no such video. */
export function durationOf(bytes: Uint8Array): number | undefined {
  const video = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (video.toString('latin1', 4, 8) !== 'ftyp') return undefined;
  // The movie header is the first box of the movie box.
  for (let at = video.indexOf('moov'); at >= 0; at = video.indexOf('moov', at + 4))
    if (video.toString('latin1', at + 8, at + 12) === 'mvhd') return headerDuration(video.subarray(at + 12));
  return 0;
}

function headerDuration(header: Buffer): number {
  const isLong = header[0] === 1;
  const { scale: at, duration, end } = isLong ? HEADER.long : HEADER.short;
  if (header.byteLength < end) return 0;
  const scale = header.readUInt32BE(at);
  const units = isLong ? header.readBigUInt64BE(duration) : BigInt(header.readUInt32BE(duration));
  const isUnknown = scale === 0 || units === (isLong ? 0xffff_ffff_ffff_ffffn : 0xffff_ffffn);
  return isUnknown ? 0 : Math.round((Number(units) / scale) * 1000) / 1000;
}
