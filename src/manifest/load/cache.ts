import { sha256 } from '../../core/json.ts';
import { readOwn, writeOwn } from '../../core/ports.ts';
import type { CacheOptions } from '../options.ts';
import type { KnownDocument } from './known.ts';

/** What is known of files by the digest of their bytes. */
export interface ManifestCache {
  /** The number of files that it has. */
  size: number;
  get(digest: string): KnownDocument[] | undefined;
  /** Keeps the documents of a file for the next run, unless the cache is full. */
  keep(digest: string, documents: readonly KnownDocument[]): void;
  /** Writes what was asked for or kept, if it differs from what the file has. Everything else is dropped. Never fails. */
  save(): Promise<void>;
}

const MOST_BYTES = 64 * 1024 * 1024;
const DIGEST = 64;
const LINE_FEED = 0x0a;

/**
 * Opens the cache of a project's manifests. The first line of the file names the build of the program, the identity of the file and
 * a digest of the other lines. If one of them differs, the cache is empty: of another version, damaged, or made by somebody else
 * and copied or checked out into the project.
 */
export async function openCache({ path, build }: CacheOptions, most = MOST_BYTES): Promise<ManifestCache> {
  const program = `${build} ${process.version}`;
  const before = await readLines(path, program);
  const used = new Map<string, Buffer>();
  let size = 0;
  let isChanged = false;
  const use = (digest: string, line: Buffer): boolean => {
    const more = line.length - (used.get(digest)?.length ?? 0);
    if (size + more > most) return false;
    size += more;
    used.set(digest, line);
    return true;
  };
  return {
    size: before.size,
    get: (digest) => {
      const line = before.get(digest);
      if (line === undefined) return undefined;
      use(digest, line);
      // The digest of all lines has shown that this program wrote it.
      return JSON.parse(line.toString('utf8', DIGEST + 1)) as KnownDocument[];
    },
    keep: (digest, documents) => {
      const isKept = use(digest, Buffer.from(`${digest} ${JSON.stringify(documents)}\n`));
      isChanged ||= isKept;
    },
    save: async () => {
      if (!isChanged && used.size === before.size) return;
      const lines = Buffer.concat([...used.values()]);
      const content = (identity: string): Uint8Array => Buffer.concat([headerOf(program, identity, lines), lines]);
      // Without a cache the next run only takes longer: the folder may be read-only, or the disk full.
      await writeOwn(path, content).catch(() => undefined);
    },
  };
}

function headerOf(program: string, identity: string, lines: Uint8Array): Buffer {
  return Buffer.from(`${JSON.stringify({ program, identity, sha256: sha256(lines) })}\n`);
}

async function readLines(path: string, program: string): Promise<Map<string, Buffer>> {
  const lines = new Map<string, Buffer>();
  const found = await readOwn(path, 2 * MOST_BYTES).catch(() => undefined);
  if (!found) return lines;
  const bytes = Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.length);
  const start = bytes.indexOf(LINE_FEED) + 1;
  const rest = bytes.subarray(start);
  if (!headerOf(program, found.identity, rest).equals(bytes.subarray(0, start))) return lines;
  for (let from = 0; from < rest.length; ) {
    const next = rest.indexOf(LINE_FEED, from) + 1;
    lines.set(rest.toString('latin1', from, from + DIGEST), rest.subarray(from, next));
    from = next;
  }
  return lines;
}
