import { isUtf8 } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { jsonMistake } from '../yaml/json-mistake.ts';
import { boundaryOf, MultipartParser, type PartReceiver } from './multipart.ts';
import type { PartHead } from './multipart-head.ts';
import { firstOf } from './shape.ts';

export { isJsonRequest, mediaType } from './multipart-head.ts';

const JSON_BYTES = 1024 * 1024;

/** Deepest nesting. `JSON.stringify` could fail on deeper values. */
const JSON_DEPTH = 32;

const FORM_PARTS = 64;
const FIELD_BYTES = 1024 * 1024;

export interface UploadedFile {
  field: string;
  /** The file name without folders. */
  name: string;
  size: number;
  /** SHA-256 of the whole file, in lower-case hex. */
  sha256: string;
  /** The file, or only its first bytes if the rule keeps no more. */
  bytes: Uint8Array;
}

export interface Form {
  fields: JsonObject;
  files: UploadedFile[];
}

/** The only file of a field, or a sentence about the field. */
export function oneFile({ files }: Form, name: string): UploadedFile | string {
  const [file, ...others] = files.filter(({ field }) => field === name);
  if (file === undefined) return `${name} is required`;
  return others.length > 0 ? `one ${name} at a time` : file;
}

export interface FormRule {
  /** Largest body that is read, in bytes. */
  limit: number;
  /** How many bytes of each file are kept; default: `limit`. The rest only counts for the digest. */
  keep?: number;
  /** Shared memory for the part of a file that is larger than `keep`. */
  more?: Room;
  /** Receives the bytes of each file as they arrive. The buffer is reused. */
  watch?(field: string, chunk: Uint8Array): void;
}

/** Memory that several requests share. */
export interface Room {
  /** Reserves up to so many bytes. Returns how many were free. */
  take(bytes: number): number;
}

export type BodyFailure =
  | 'compressed'
  | 'cut-off'
  | 'not-finite'
  | 'not-json'
  | 'not-multipart'
  | 'not-an-object'
  | 'not-unicode'
  | 'not-utf-8'
  | 'too-deep'
  | 'too-large'
  | 'ambiguous';

export interface Unread {
  unread: BodyFailure;
  /** Where a text stops being JSON, without any of it: it may hold secrets. */
  where?: string;
}

/** `the body is not json from line 1, column 9 on` */
export function unreadBody({ unread, where = '' }: Unread): string {
  return `the body is ${unread.replaceAll('-', ' ')}${where}`;
}

type Incoming = HttpBindings['incoming'];

export function isUnread(value: unknown): value is Unread {
  return typeof value === 'object' && value !== null && 'unread' in value;
}

/** Reads a JSON object. A body that is too large is not read to its end, which may never come. */
export async function readJson(incoming: Incoming, limit = JSON_BYTES): Promise<JsonObject | Unread> {
  const chunks: Buffer[] = [];
  let size = 0;
  const failure = await consume(incoming, (chunk) => {
    size += chunk.byteLength;
    chunks.push(chunk);
    return size <= limit;
  });
  if (size > limit) {
    // The rest is discarded while the answer is on its way.
    incoming.resume();
    return { unread: 'too-large' };
  }
  if (failure) return { unread: failure };
  return parseObject(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size));
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
    return { unread: 'not-json', where: placeIn(text) };
  }
}

function placeIn(text: string): string {
  if (text.trim() === '') return ': it is empty';
  if (text.startsWith('\ufeff')) return ': it begins with a byte order mark';
  const { line, column } = jsonMistake(text);
  return ` from line ${line}, column ${column} on`;
}

/** Returns why a value cannot be stored: nested too deeply, an infinite number, or half of a surrogate pair. */
function failureIn(value: Json, depth: number): BodyFailure | undefined {
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
 * Reads a multipart form while it arrives. Files are digested, and stored as far as the rule allows. A form that is
 * cut off or breaks RFC 7578 is `not-multipart`; one that has a field twice is `ambiguous` (assumption 139).
 */
export async function readForm(incoming: Incoming, rule: FormRule): Promise<Form | Unread> {
  const boundary = boundaryOf(incoming.headers['content-type']);
  const collector = new FormCollector(rule);
  const parser = new MultipartParser(boundary ?? 'none', collector);
  let size = 0;
  const failure = await consume(incoming, (chunk) => {
    size += chunk.byteLength;
    if (size <= rule.limit && boundary !== undefined && collector.failure === undefined) parser.push(chunk);
  });
  if (failure) return { unread: failure };
  if (size > rule.limit) return { unread: 'too-large' };
  if (collector.failure) return { unread: collector.failure };
  return boundary !== undefined && parser.isComplete ? collector.form() : { unread: 'not-multipart' };
}

interface OpenPart {
  head: PartHead;
  size: number;
  kept: Buffer[];
  keptBytes: number;
  hash: Hash;
}

class FormCollector implements PartReceiver {
  failure: BodyFailure | undefined;
  readonly #rule: FormRule;
  readonly #keep: number;
  readonly #fields = new Map<string, string>();
  readonly #files: UploadedFile[] = [];
  #part: OpenPart | undefined;
  #parts = 0;
  #fieldBytes = 0;

  constructor(rule: FormRule) {
    this.#rule = rule;
    this.#keep = rule.keep ?? rule.limit;
  }

  begin(head: PartHead): void {
    this.#parts += 1;
    if (this.#parts > FORM_PARTS) this.failure ??= 'not-multipart';
    if (head.filename === undefined && this.#fields.has(head.name)) this.failure ??= 'ambiguous';
    this.#part = { head, size: 0, kept: [], keptBytes: 0, hash: createHash('sha256') };
  }

  data(chunk: Buffer): void {
    const part = this.#part;
    if (part === undefined || this.failure) return;
    part.size += chunk.byteLength;
    if (part.head.filename === undefined) this.#fieldData(part, chunk);
    else this.#fileData(part, part.head, chunk);
  }

  end(): void {
    const part = this.#part;
    this.#part = undefined;
    if (part === undefined || this.failure) return;
    // Own memory: a parser that reads beyond the end of a truncated image must not see other requests.
    const bytes = new Uint8Array(Buffer.concat(part.kept, part.keptBytes));
    const { name, filename } = part.head;
    // A browser sends this for a file input without a file.
    if (filename === '' && part.size === 0) return;
    if (filename !== undefined)
      this.#files.push({ field: name, name: filename, size: part.size, sha256: part.hash.digest('hex'), bytes });
    else if (isUtf8(bytes)) this.#fields.set(name, Buffer.from(bytes).toString('utf8'));
    else this.failure = 'not-utf-8';
  }

  form(): Form {
    // `fromEntries` makes own members, also of a field called `__proto__`.
    return { fields: Object.fromEntries(this.#fields), files: this.#files };
  }

  #fieldData(part: OpenPart, chunk: Buffer): void {
    this.#fieldBytes += chunk.byteLength;
    if (this.#fieldBytes > FIELD_BYTES) this.failure = 'too-large';
    else keep(part, chunk, FIELD_BYTES);
  }

  #fileData(part: OpenPart, { name }: PartHead, chunk: Buffer): void {
    part.hash.update(chunk);
    const before = part.size - chunk.byteLength;
    const usual = Math.min(Math.max(this.#keep - before, 0), chunk.byteLength);
    const isWhole = part.keptBytes === before;
    const more = isWhole ? (this.#rule.more?.take(chunk.byteLength - usual) ?? 0) : 0;
    keep(part, chunk, part.keptBytes + usual + more);
    if (isWhole && usual + more < chunk.byteLength) keepFirst(part, this.#keep);
    this.#rule.watch?.(name, chunk);
  }
}

function keep(part: OpenPart, chunk: Buffer, limit: number): void {
  const room = Math.min(limit - part.keptBytes, chunk.byteLength);
  if (room <= 0) return;
  part.kept.push(Buffer.from(chunk.subarray(0, room)));
  part.keptBytes += room;
}

/** Keeps only the first bytes of a file that does not fit: half a file is useless. */
function keepFirst(part: OpenPart, bytes: number): void {
  part.keptBytes = Math.min(bytes, part.keptBytes);
  part.kept = [Buffer.concat(part.kept, part.keptBytes)];
}

const endedBodies = new WeakSet<Incoming>();

/** Ends an incomplete body, and keeps the connection open for the answer. */
export function endBody(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  endedBodies.add(incoming);
  // Node closes the connection if a body ends before it is complete.
  incoming.complete = true;
  incoming.push(null);
}

/** The most bytes of a body that are kept in memory before its endpoint reads it. */
const EARLY_BYTES = 8 * 1024 * 1024;

interface EarlyBody {
  chunks: Buffer[];
  end?: { failure: BodyFailure | undefined };
}

const earlyBodies = new WeakMap<Incoming, EarlyBody>();

/**
 * Reads a body for the endpoint that reads it later, because Node discards it if the client disconnects. Returns false if it is too
 * large: its endpoint must read the rest at once.
 */
export async function readEarly(incoming: Incoming): Promise<boolean> {
  const chunks: Buffer[] = [];
  let size = 0;
  let isWhole = true;
  const failure = await consume(incoming, (chunk) => {
    chunks.push(chunk);
    size += chunk.byteLength;
    isWhole = size <= EARLY_BYTES;
    return isWhole;
  });
  earlyBodies.set(incoming, isWhole ? { chunks, end: { failure } } : { chunks });
  return isWhole;
}

/**
 * Reads a body chunk by chunk. Returns a failure if the body is compressed (assumption 132) or the client disconnects
 * before its end.
 * @param take returns false to stop before the end. The next reader then gets the rest
 */
function consume(incoming: Incoming, take: (chunk: Buffer) => unknown): Promise<BodyFailure | undefined> {
  const early = earlyBodies.get(incoming);
  early?.chunks.forEach(take);
  if (early?.end) return Promise.resolve(early.end.failure);
  const encoding = incoming.headers['content-encoding'] ?? 'identity';
  const isPlain = encoding.trim().toLowerCase() === 'identity';
  return new Promise((resolve) => {
    const finish = (failure?: BodyFailure): void => resolve(isPlain ? failure : 'compressed');
    if (incoming.readableEnded) return finish(endedBodies.has(incoming) ? 'cut-off' : undefined);
    if (incoming.destroyed) return finish('cut-off');
    const onData = (chunk: Buffer): void => {
      if (!isPlain || take(chunk) !== false) return;
      incoming.off('data', onData).pause();
      finish();
    };
    incoming.on('data', onData).resume();
    incoming.once('end', () => finish(endedBodies.has(incoming) ? 'cut-off' : undefined));
    incoming.once('error', () => finish('cut-off'));
    incoming.once('close', () => finish('cut-off'));
  });
}
