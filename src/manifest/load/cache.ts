import { sha256 } from '../../core/json.ts';
import { readOwn, writeOwn } from '../../core/ports.ts';
import { compareText } from '../../core/problem.ts';
import { stampOf } from '../../core/regular-file.ts';
import type { CacheOptions } from '../options.ts';
import type { KnownDocument } from './known.ts';
import { PackedFiles, packed } from './packed.ts';

/**
 * What is known of files by the digest of their bytes. Files are asked for in the order of their names. A file that moved far away
 * from its former place may be unknown.
 */
export interface ManifestCache {
  /** The number of files that it has. */
  size: number;
  /** Returns the stamp of a file, and the digest of its bytes if an earlier run read it with the same stamp. */
  seen(path: string): SeenFile | Promise<SeenFile>;
  get(name: string, digest: string): Promise<KnownDocument[] | undefined>;
  /** Keeps the documents of the file that was last asked for, unless the cache is full. */
  keep(name: string, digest: string, documents: readonly KnownDocument[]): void;
  /** Records the bytes that a file with this stamp has. */
  stamp(stamp: string, digest: string): void;
  /** Writes what was asked for or kept, if it differs from what the cache has. Everything else is dropped. Never fails. */
  save(): Promise<void>;
}

export interface SeenFile {
  stamp?: string | undefined;
  digest?: string | undefined;
}

interface StoredPiece {
  bytes: number;
  sha256: string;
}

/** A part of the file: the documents of neighbouring files. Only one part at a time is in memory. */
interface CachePart extends StoredPiece {
  /** The first file of the part. */
  from: string;
  files: number;
}

interface OpenCachePart {
  /** The part as it is stored. Undefined if it is new or damaged. */
  stored: CachePart | undefined;
  known: PackedFiles;
  /** The names of the files that are asked for or kept, by digest. */
  used: Map<string, string>;
  /** The documents of files that the part did not have. */
  kept: Map<string, readonly KnownDocument[]>;
}

const MOST_BYTES = 256 * 1024 * 1024;
/** The files of a new part. A part that grows to twice as many is divided. */
const FILES = 512;
/** More than the header of any project that fits. */
const HEADER_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

/**
 * Opens the cache of a project's manifests. The first line of the file names the build of the program, the identity of the file, and
 * the digests of what follows: the stamps of files, and the parts. If one of them differs, the file or the part is ignored: it is of
 * another version, damaged, or made by somebody else and copied or checked out into the project.
 */
export async function openCache({ path, build, began }: CacheOptions, most = MOST_BYTES): Promise<ManifestCache> {
  const program = `${build} ${process.version}`;
  const { parts, stamps, identity, start } = await readHeader(path, program);
  const written: { part: CachePart; content: Uint8Array | undefined }[] = [];
  let size = 0;
  let index = -1;
  let open: OpenCachePart | undefined;
  let isDamaged = false;
  // The parts are read one after another into the same memory.
  let space = new Uint8Array();

  const pieceAt = async (from: number, piece: StoredPiece, into?: Uint8Array): Promise<Uint8Array | undefined> => {
    const found = await readOwn(path, from, piece.bytes, into).catch(() => undefined);
    return found?.identity === identity && sha256(found.bytes) === piece.sha256 ? found.bytes : undefined;
  };
  const bytesOf = (part: CachePart, into?: Uint8Array): Promise<Uint8Array | undefined> =>
    pieceAt(
      parts.slice(0, parts.indexOf(part)).reduce((sum, { bytes }) => sum + bytes, start + stamps.bytes),
      part,
      into,
    );
  const known = new Map(began === undefined ? [] : unpackedStamps((await pieceAt(start, stamps)) ?? new Uint8Array()));
  const fresh = new Map<string, string>();
  let hits = 0;
  const add = (part: CachePart, content?: Uint8Array): void => {
    if (size + part.bytes > most) return;
    size += part.bytes;
    written.push({ part, content });
  };
  /** Adds the first files of the open part as a part of their own. */
  const divide = ({ used, known, kept }: OpenCachePart, count: number): void => {
    const files = [...used].slice(0, count);
    const [[, first] = []] = files;
    if (first === undefined) return;
    const content = packed(files.map(([digest]) => [digest, kept.get(digest) ?? known.get(digest) ?? []] as const));
    for (const [digest] of files) {
      used.delete(digest);
      kept.delete(digest);
    }
    add({ from: first, files: files.length, bytes: content.length, sha256: sha256(content) }, content);
  };
  const close = (): void => {
    if (open?.stored && open.used.size === open.known.size) add(open.stored);
    else if (open) divide(open, open.used.size);
  };
  const seenBy = (stamp: string | undefined): SeenFile => {
    const digest = stamp && known.get(stamp);
    if (digest) hits += 1;
    return { stamp, digest };
  };
  /** Returns the open part if it may have the file of this name. */
  const isIn = (name: string): OpenCachePart | undefined => {
    const next = parts[index + 1];
    return next && (index < 0 || compareText(next.from, name) <= 0) ? undefined : open;
  };
  /** Returns the part that has the file of this name, if the cache knows the file. */
  const turnTo = async (name: string): Promise<OpenCachePart> => {
    let at = index;
    for (let next = parts[at + 1]; next && (at < 0 || compareText(next.from, name) <= 0); next = parts[at + 1]) at += 1;
    close();
    index = at;
    const stored = parts[at];
    if (stored && stored.bytes > space.length) space = new Uint8Array(stored.bytes * 2);
    const bytes = stored && (await bytesOf(stored, space));
    isDamaged ||= stored !== undefined && bytes === undefined;
    open = openPart(stored, bytes);
    return open;
  };
  return {
    size: parts.reduce((sum, { files }) => sum + files, 0),
    seen: (path) => {
      const stamp = began === undefined ? undefined : stampOf(path, began);
      return stamp instanceof Promise ? stamp.then(seenBy) : seenBy(stamp);
    },
    stamp: (stamp, digest) => fresh.set(stamp, digest),
    get: async (name, digest) => {
      const part = isIn(name) ?? (await turnTo(name));
      const found = part.known.get(digest);
      // Only a changed part is packed again.
      if (found) part.used.set(digest, name);
      return found;
    },
    keep: (name, digest, documents) => {
      if (!open) return;
      open.stored = undefined;
      open.used.set(digest, name);
      open.kept.set(digest, documents);
      if (open.used.size >= 2 * FILES) divide(open, FILES);
    },
    save: async () => {
      close();
      open = undefined;
      const same =
        written.length === parts.length && written.every(({ part }, at) => part.sha256 === parts[at]?.sha256);
      // Stamps of files that are gone stay until they are the most.
      const mostAreGone = known.size > 2 * hits;
      const isSeen = began === undefined || (fresh.size === 0 && !mostAreGone);
      if (same && isSeen && !isDamaged) return;
      const seen =
        began === undefined
          ? await pieceAt(start, stamps)
          : packedStamps(new Map([...(mostAreGone ? [] : known), ...fresh]));
      const contents: { part: CachePart; content: Uint8Array }[] = [];
      for (const { part, content: own } of written) {
        const content = own ?? (await bytesOf(part));
        if (content) contents.push({ part, content });
      }
      const file = (identity: string): Uint8Array[] => {
        const kept = seen ?? new Uint8Array();
        const header = headerOf({
          program,
          identity,
          stamps: { bytes: kept.length, sha256: sha256(kept) },
          parts: contents.map(({ part }) => part),
        });
        return [header, kept, ...contents.map(({ content }) => content)];
      };
      // Without a cache the next run only takes longer: the folder may be read-only, or the disk full.
      await writeOwn(path, file).catch(() => undefined);
    },
  };
}

interface CacheHeader {
  program: string;
  identity: string;
  stamps: StoredPiece;
  parts: readonly CachePart[];
}

function headerOf(header: CacheHeader): Buffer {
  const text = JSON.stringify(header);
  return Buffer.from(`${sha256(text)} ${text}\n`);
}

/** Returns what the file has, and where that begins. Nothing if the file cannot be used. */
async function readHeader(path: string, program: string): Promise<Omit<CacheHeader, 'program'> & { start: number }> {
  const none = { identity: '', stamps: { bytes: 0, sha256: '' }, parts: [], start: 0 };
  const found = await readOwn(path, 0, HEADER_BYTES).catch(() => undefined);
  const end = found?.bytes.indexOf(LINE_FEED) ?? -1;
  if (!found || end < 0) return none;
  const line = new TextDecoder().decode(found.bytes.subarray(0, end));
  const text = line.slice(line.indexOf(' ') + 1);
  if (line !== `${sha256(text)} ${text}`) return none;
  // The digest has shown that this program wrote it.
  const header = JSON.parse(text) as CacheHeader;
  const isOwn = header.program === program && header.identity === found.identity;
  return isOwn ? { ...header, start: end + 1 } : none;
}

function packedStamps(stamps: ReadonlyMap<string, string>): Uint8Array {
  return Buffer.from(Array.from(stamps, ([stamp, digest]) => `${digest} ${stamp}\n`).join(''));
}

function unpackedStamps(bytes: Uint8Array): [stamp: string, digest: string][] {
  const text = new TextDecoder('latin1').decode(bytes);
  return text
    .split('\n', -1)
    .filter((line) => line !== '')
    .map((line) => [line.slice(65), line.slice(0, 64)]);
}

function openPart(stored: CachePart | undefined, bytes: Uint8Array | undefined): OpenCachePart {
  const known = new PackedFiles(bytes ?? new Uint8Array());
  return { stored: bytes && stored, known, used: new Map(), kept: new Map() };
}
