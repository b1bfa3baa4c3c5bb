import { isUtf8 } from 'node:buffer';
import type { HttpBindings } from '@hono/node-server';
import { Response } from 'undici';
import { isObject, type Json, type JsonObject, jsonMistake, sha256 } from '../core/json.ts';
import { firstOf } from './shape.ts';

const JSON_BYTES = 1024 * 1024;

/** Deepest nesting. `JSON.stringify` could fail on deeper values. */
const JSON_DEPTH = 32;

const FORM_PARTS = 64;

export interface UploadedFile {
  field: string;
  /** The file name without folders. */
  name: string;
  size: number;
  /** SHA-256 of the file, in lower-case hex. */
  sha256: string;
  bytes: Uint8Array;
}

export interface Form {
  fields: JsonObject;
  files: UploadedFile[];
}

/** The only file of a field, or a sentence about the field. */
export function oneFile(files: readonly UploadedFile[], name: string): UploadedFile | string {
  const [file, ...others] = files.filter(({ field }) => field === name);
  if (file === undefined) return `${name} is required`;
  return others.length > 0 ? `one ${name} at a time` : file;
}

export interface Unread {
  /** Why a body was not read, in words with hyphens: `not-json`, `too-large`, `compressed`, `ambiguous`. */
  unread: string;
  /** Why a text is not JSON, without any of it: it may hold secrets. */
  why?: string;
}

/** `the body is not json: Unexpected token '}'` */
export function unreadBody({ unread, why }: Unread): string {
  return `the body is ${unread.replaceAll('-', ' ')}${why === undefined ? '' : `: ${why}`}`;
}

type Incoming = HttpBindings['incoming'];

export function isUnread(value: unknown): value is Unread {
  return typeof value === 'object' && value !== null && 'unread' in value;
}

/** Reads a JSON object. */
export async function readJson(incoming: Incoming, limit = JSON_BYTES): Promise<JsonObject | Unread> {
  const bytes = await readBytes(incoming, limit);
  return isUnread(bytes) ? bytes : parseObject(bytes);
}

function parseObject(bytes: Buffer): JsonObject | Unread {
  if (!isUtf8(bytes)) return { unread: 'not-utf-8' };
  const text = bytes.toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return { unread: 'not-an-object' };
    const unfit = failureIn(value, 1);
    return unfit === undefined ? value : { unread: unfit };
  } catch {
    return { unread: 'not-json', why: jsonMistake(text) };
  }
}

/** Returns why a value cannot be stored: nested too deeply, an infinite number, or half of a surrogate pair. */
function failureIn(value: Json, depth: number): string | undefined {
  if (typeof value === 'string') return isWhole(value) ? undefined : 'not-unicode';
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'not-finite';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > JSON_DEPTH) return 'too-deep';
  return firstOf(Object.entries(value), ([name, member]) =>
    isWhole(name) ? failureIn(member, depth + 1) : 'not-unicode',
  );
}

/** True if a text has no unpaired surrogate: UTF-8 cannot encode one. */
function isWhole(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/**
 * Reads a multipart form. A form that is cut off or breaks RFC 7578 is `not-multipart`; one that has a field twice is
 * `ambiguous` (assumption 139).
 */
export async function readForm(incoming: Incoming, limit: number): Promise<Form | Unread> {
  const bytes = await readBytes(incoming, limit);
  if (isUnread(bytes)) return bytes;
  const request = new Response(bytes, { headers: { 'content-type': incoming.headers['content-type'] ?? '' } });
  const parts = await request.formData().then(
    (form) => [...form],
    () => undefined,
  );
  if (parts === undefined || parts.length > FORM_PARTS) return { unread: 'not-multipart' };
  const fields = new Map<string, string>();
  const files: UploadedFile[] = [];
  for (const [field, part] of parts) {
    const name = typeof part === 'string' ? '' : (part.name.split(/[/\\]/).at(-1) ?? '');
    if (/\p{Cc}/u.test(field + name)) return { unread: 'not-multipart' };
    if (typeof part === 'string') {
      if (fields.has(field)) return { unread: 'ambiguous' };
      fields.set(field, part);
    } else if (name !== '' || part.size > 0) {
      // A browser sends an empty part without a name for a file input without a file.
      const content = new Uint8Array(await part.arrayBuffer());
      files.push({ field, name, size: part.size, sha256: sha256(content), bytes: content });
    }
  }
  // `fromEntries` makes own members, also of a field called `__proto__`.
  return { fields: Object.fromEntries(fields), files };
}

/** Bodies that were read: a fault may look at one before its request is handled. */
const read = new WeakMap<Incoming, Promise<Buffer | Unread>>();

function readBytes(incoming: Incoming, limit: number): Promise<Buffer | Unread> {
  const known = read.get(incoming) ?? readAll(incoming, limit);
  read.set(incoming, known);
  return known;
}

/** Reads a body. One that is too large is not read to its end, which may never come. A compressed one is not supported (assumption 132). */
function readAll(incoming: Incoming, limit: number): Promise<Buffer | Unread> {
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  const isPlain = encoding.trim().toLowerCase() === 'identity';
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const finish = (isWhole: boolean): void => {
      if (!isPlain) resolve({ unread: 'compressed' });
      else resolve(isWhole ? Buffer.concat(chunks, size) : { unread: 'cut-off' });
    };
    if (incoming.readableEnded) return finish(true);
    if (incoming.destroyed) return finish(false);
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.byteLength;
      if (isPlain && size <= limit) return void chunks.push(chunk);
      // The rest is discarded while the answer is on its way.
      chunks.length = 0;
      resolve({ unread: isPlain ? 'too-large' : 'compressed' });
    });
    incoming.once('end', () => finish(true));
    incoming.once('error', () => finish(false));
    incoming.once('close', () => finish(false));
  });
}

/** The media type of a `Content-Type` and its charset, if it has one, in lower case. */
export function mediaType(header: string | undefined): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length);
  return { type, charset: charset?.replaceAll('"', '') };
}

/** True for `application/json` in UTF-8 (resource API 2.1, message API 2.1). */
export function isJsonRequest(header: string | undefined): boolean {
  const { type, charset } = mediaType(header);
  return type === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8');
}
