import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, fstatSync, fsync, realpath as realPathOf } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readFile, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Time as a port: tests turn it by hand, nothing in the house calls `Date.now()` or `setTimeout` itself. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it is aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Chance as a port: seeded in tests. */
export interface Random {
  /** A number in [0, 1). */
  next(): number;
  /** `bytes` random bytes as lower-case hex. */
  hex(bytes: number): string;
}

/** Files as a port. Paths are absolute. A missing file is `undefined`, every other failure is thrown. */
export interface Files {
  /** Of a file that has more than `most` bytes, those and one more: it is read no further. */
  read(path: string, most?: number): Promise<Uint8Array | undefined>;
  /** The bytes piece by piece, so that a large file need not fit into memory. A missing one is a failure too. */
  stream(path: string): AsyncIterable<Uint8Array>;
  /** Size in bytes, or undefined where there is no file. */
  size(path: string): Promise<number | undefined>;
  /** The path with every symbolic link resolved, or undefined where there is nothing. */
  realPath(path: string): Promise<string | undefined>;
  /** Where a file of this path is to be written: at the end of its symbolic links, also of one that leads to nothing yet. */
  writePath(path: string): Promise<string>;
  /**
   * Writes by temporary file, fsync, rename and fsync of the folder; makes folders. Mode 0600 by default; `kept` is that of
   * the file which is replaced, and of any new file where there is none.
   */
  writeAtomic(path: string, bytes: Uint8Array | string, mode?: number | 'kept'): Promise<void>;
  /** Creates the file only where none is, and fsyncs it; false where one was. */
  createExclusive(path: string, text: string): Promise<boolean>;
  /** Puts a file of the same folder into another one's place, and fsyncs the folder; false where it is not there. */
  rename(from: string, to: string): Promise<boolean>;
  /** Adds text at the end and fsyncs; makes the file (mode 0600) and its folders where they are missing. */
  append(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
}

export interface Ports {
  clock: Clock;
  random: Random;
  files: Files;
}

/** True if an open descriptor of this process is a plain file. */
export function isRegularFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(ms, undefined, signal ? { signal } : {}),
};

export const systemRandom: Random = {
  next: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
  hex: (bytes) => randomBytes(bytes).toString('hex'),
};

/** A deterministic `Random` from a seed (mulberry32), for tests and for the emulator's faults. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const hex = (bytes: number): string =>
    Array.from({ length: bytes }, () =>
      Math.floor(next() * 256)
        .toString(16)
        .padStart(2, '0'),
    ).join('');
  return { next, hex };
}

/** The value, or undefined where the failure is one of `codes`. */
async function absent<T>(work: Promise<T>, ...codes: string[]): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    // Whatever the file system rejects with is an error with a code.
    const { code } = error as NodeJS.ErrnoException;
    if (codes.includes(String(code))) return undefined;
    throw error;
  }
}

/**
 * A folder, and those above it that are missing. Node's own `recursive` never ends where a file system refuses to hold one at
 * all (/proc): here the refusal is thrown.
 */
async function makeFolders(path: string): Promise<void> {
  if (await absent(stat(path), 'ENOENT')) return;
  await makeFolders(dirname(path));
  // Somebody else may make it in the same moment.
  await absent(mkdir(path), 'EEXIST');
}

const syncDescriptor = promisify(fsync);

/** Waits until the file is on the disk. Takes the descriptor because Yarn's patched file system has no `FileHandle.sync`. */
function sync(handle: FileHandle): Promise<void> {
  return syncDescriptor(handle.fd);
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await sync(folder);
  } finally {
    await folder.close();
  }
}

async function fill(handle: FileHandle, bytes: Uint8Array | string, mode?: number): Promise<void> {
  try {
    await handle.writeFile(bytes);
    // What a file is opened with, the process's mask narrows.
    if (mode !== undefined) await handle.chmod(mode);
    await sync(handle);
  } finally {
    await handle.close();
  }
}

/** At most one byte more than `most`: a file may grow while it is read. */
async function readMost(path: string, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of createReadStream(path, { end: most }) as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.byteLength;
  }
  return Buffer.concat(chunks, size);
}

export const systemFiles: Files = {
  read: (path, most) => absent(most === undefined ? readFile(path) : readMost(path, most), 'ENOENT', 'ENOTDIR'),
  stream: (path) => createReadStream(path),
  size: async (path) => {
    const found = await absent(stat(path), 'ENOENT', 'ENOTDIR');
    return found?.isFile() ? found.size : undefined;
  },
  realPath: (path) => absent(realpath(path), 'ENOENT', 'ENOTDIR'),
  writePath: async (path) => {
    const real = await systemFiles.realPath(path);
    if (real !== undefined) return real;
    const link = await absent(readlink(path), 'ENOENT', 'ENOTDIR', 'EINVAL');
    return link === undefined ? path : systemFiles.writePath(resolve(await realpath(dirname(path)), link));
  },
  writeAtomic: async (path, bytes, mode = 0o600) => {
    const folder = dirname(path);
    await makeFolders(folder);
    const temporary = `${path}.${process.pid}.${systemRandom.hex(4)}.tmp`;
    const kept = mode === 'kept' ? await absent(stat(path), 'ENOENT') : undefined;
    try {
      await fill(await open(temporary, 'wx', mode === 'kept' ? 0o666 : mode), bytes, kept && kept.mode & 0o777);
      await rename(temporary, path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await syncFolder(folder);
  },
  createExclusive: async (path, text) => {
    await makeFolders(dirname(path));
    const handle = await absent(open(path, 'wx', 0o600), 'EEXIST');
    if (!handle) return false;
    try {
      await fill(handle, text);
    } catch (error) {
      // A lock that says nothing would hold for ever.
      await rm(path, { force: true });
      throw error;
    }
    return true;
  },
  rename: async (from, to) => {
    const renamed = await absent(
      rename(from, to).then(() => true),
      'ENOENT',
    );
    if (renamed) await syncFolder(dirname(to));
    return renamed === true;
  },
  append: async (path, text) => {
    await makeFolders(dirname(path));
    await fill(await open(path, 'a', 0o600), text);
  },
  remove: (path) => rm(path, { force: true }),
};

export const systemPorts: Ports = { clock: systemClock, random: systemRandom, files: systemFiles };

/**
 * What globbing takes to go through symbolic links.
 * @param resolve says where one leads; one that it refuses by throwing is left alone
 */
export function throughLinks(resolve: (path: string) => Promise<string>): { realpath: typeof realPathOf } {
  const realpath = new Proxy(realPathOf, {
    apply: (_target, _self, [path, done]: [string, (error: unknown, real: string) => void]) => {
      resolve(path).then(
        (real) => done(null, real),
        (error: unknown) => done(error, ''),
      );
    },
  });
  return { realpath };
}

/** SHA-256 of what is taken piece by piece. */
export interface Digester {
  take(bytes: Uint8Array): void;
  /** Lower-case hex. Nothing can be taken after it. */
  end(): string;
}

export function createDigester(): Digester {
  const hash = createHash('sha256');
  return { take: (bytes) => void hash.update(bytes), end: () => hash.digest('hex') };
}

/** SHA-256 of bytes or UTF-8 text, lower-case hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
