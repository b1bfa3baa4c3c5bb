import type { HttpBindings } from '@hono/node-server';
import { isObject, type JsonObject } from '../core/json.ts';

/** Largest JSON body that is read, in bytes. */
export const JSON_BYTES = 1024 * 1024;

/** Deepest nesting: what is deeper could be read and not be written any more. */
const JSON_DEPTH = 32;

/** A file of a multipart request. */
export interface UploadedFile {
  field: string;
  name: string;
  bytes: Uint8Array;
}

export interface Form {
  fields: JsonObject;
  files: UploadedFile[];
}

export type BodyFailure = 'not-utf-8' | 'not-json' | 'not-an-object' | 'too-large' | 'too-deep' | 'not-multipart';

export interface Unread {
  unread: BodyFailure;
}

export function isUnread(value: unknown): value is Unread {
  return typeof value === 'object' && value !== null && 'unread' in value;
}

/** The media type of a `Content-Type`, and its charset where it names one, in lower case. */
export function mediaType(header: string | undefined): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim().toLowerCase());
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length);
  return { type, charset: charset?.replaceAll('"', '') };
}

/** Whether a request may carry JSON for us: `application/json`, in UTF-8 (resource API 2.1, message API 2.1). */
export function isJsonRequest(header: string | undefined): boolean {
  const { type, charset } = mediaType(header);
  return type === 'application/json' && (charset === undefined || charset === 'utf-8' || charset === 'utf8');
}

/** Reads a JSON object. The whole body is taken off the socket even where it is too large, so that the answer arrives. */
export async function readJson(incoming: HttpBindings['incoming'], limit = JSON_BYTES): Promise<JsonObject | Unread> {
  const bytes = await readBytes(incoming, limit);
  if (bytes === undefined) return { unread: 'too-large' };
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { unread: 'not-utf-8' };
  }
  if (depthOf(text) > JSON_DEPTH) return { unread: 'too-deep' };
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : { unread: 'not-an-object' };
  } catch {
    return { unread: 'not-json' };
  }
}

/** How deep a JSON text nests its objects and arrays. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (quoted && char === '\\') at += 1;
    else if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}

/** Reads a multipart form of at most `limit` bytes. A form that was cut off is `not-multipart`. */
export async function readForm(incoming: HttpBindings['incoming'], limit: number): Promise<Form | Unread> {
  const bytes = await readBytes(incoming, limit);
  if (bytes === undefined) return { unread: 'too-large' };
  const form: Form = { fields: {}, files: [] };
  try {
    const type = incoming.headers['content-type'] ?? '';
    const data = await new Response(bytes, { headers: { 'content-type': type } }).formData();
    for (const [field, value] of data) {
      if (typeof value === 'string') form.fields[field] = value;
      else form.files.push({ field, name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) });
    }
  } catch {
    return { unread: 'not-multipart' };
  }
  return form;
}

async function readBytes(
  incoming: HttpBindings['incoming'],
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of incoming as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > limit) return undefined;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
