import { randomBytes } from 'node:crypto';
import { constants, readdir as readFolder, realpath as realPathOf, type Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { lstat, open, readdir, readlink, realpath, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Alarm, Clock, Files, Ports, Random } from '../core/ports.ts';
import { FileFailure, fileFailure } from './file-failure.ts';
import { absent, makeFolders, requireWritableFolder, syncFolder } from './folders.ts';
import { openRegular, readRegular, syncDescriptor } from './regular-file.ts';
import { temporaryPath } from './temporary-files.ts';

/** The default limit: more than any file that notiform writes, and less than the longest string in Node. */
const MAX_READ_BYTES = 400 * 1024 * 1024;

/** The longest time of a timer, 24 days. Node takes a longer time for a millisecond. */
const LONGEST_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  // A signal of its own: Node reports many sleepers of one signal as a leak of listeners.
  sleep: async (ms, signal) => {
    const options = signal ? { signal: AbortSignal.any([signal]) } : {};
    let left = ms;
    for (; left > LONGEST_MS; left -= LONGEST_MS) await delay(LONGEST_MS, undefined, options);
    await delay(left, undefined, options);
  },
};

export const systemAlarm: Alarm = {
  after: (ms, act) => {
    let timer: NodeJS.Timeout;
    const arm = (left: number): void => {
      timer = left > LONGEST_MS ? setTimeout(arm, LONGEST_MS, left - LONGEST_MS) : setTimeout(act, left);
    };
    arm(ms);
    return () => clearTimeout(timer);
  },
};

/** Random digits that were not used yet. The emulator gives each message two names. */
let unused = '';

export const systemRandom: Random = {
  next: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
  hex: (bytes) => {
    if (unused.length < 2 * bytes) unused = randomBytes(Math.max(bytes, 4096)).toString('hex');
    const digits = unused.slice(0, 2 * bytes);
    unused = unused.slice(2 * bytes);
    return digits;
  },
};

/** Creates a file, and the folders above it where they are missing. */
async function openNew(path: string, mode: number): Promise<FileHandle> {
  const handle = await absent(open(path, 'wx', mode), 'ENOENT');
  if (handle) return handle;
  await makeFolders(dirname(path));
  return open(path, 'wx', mode);
}

async function fill(handle: FileHandle, bytes: Uint8Array | string, mode?: number): Promise<void> {
  try {
    await handle.writeFile(bytes);
    // The process's umask reduces the mode that a file is opened with.
    if (mode !== undefined) await handle.chmod(mode);
    await syncDescriptor(handle.fd);
  } finally {
    await handle.close();
  }
}

async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  const { handle } = await accessed('read', path, openRegular(path));
  try {
    yield* handle.createReadStream() as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw thrownFor(error, 'read', path);
  }
}

function thrownFor(error: unknown, doing: FileFailure['doing'], path: string): unknown {
  return fileFailure(error, doing, path) ?? error;
}

/** Runs an access to a file. A refusal of the system becomes a `FileFailure` of this path. */
async function accessed<T>(doing: FileFailure['doing'], path: string, access: Promise<T>): Promise<T> {
  try {
    return await access;
  } catch (error) {
    throw thrownFor(error, doing, path);
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  const found = await absent(stat(path), 'ENOENT', 'ENOTDIR');
  return found?.isFile() ? found.size : undefined;
}

async function targetOf(path: string): Promise<string> {
  // A name without a file is the usual case.
  const found = await absent(lstat(path), 'ENOENT', 'ENOTDIR');
  if (!found) return path;
  const real = await absent(realpath(path), 'ENOENT', 'ENOTDIR');
  return real ?? targetOf(resolve(await realpath(dirname(path)), await readlink(path)));
}

const writeAtomic: Files['writeAtomic'] = async (path, bytes, mode = 0o600, sync) => {
  const temporary = temporaryPath(path, systemRandom.hex(4));
  const kept = mode === 'kept' ? await absent(stat(path), 'ENOENT') : undefined;
  // A rename needs only the rights of the folder, and root may write everything. So the file's own mode is checked.
  if (kept && (kept.mode & 0o222) === 0) throw new FileFailure('written', path, 'EACCES');
  try {
    const newMode = mode === 'kept' ? 0o666 : mode;
    const exactMode = kept && kept.mode & 0o777;
    await fill(await openNew(temporary, newMode), bytes, exactMode);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  if (sync !== 'file') await syncFolder(dirname(path));
};

async function createExclusive(path: string, text: string): Promise<boolean> {
  await makeFolders(dirname(path));
  const handle = await absent(open(path, 'wx', 0o600), 'EEXIST');
  if (!handle) return false;
  try {
    await fill(handle, text);
  } catch (error) {
    // An empty lock file would never be released.
    await rm(path, { force: true });
    throw error;
  }
  return true;
}

async function renameWithin(from: string, to: string): Promise<boolean> {
  const renaming = rename(from, to).then(() => true);
  if (!(await absent(renaming, 'ENOENT'))) return false;
  await syncFolder(dirname(to));
  return true;
}

async function append(path: string, text: string): Promise<void> {
  const folder = dirname(path);
  const isNew = !(await absent(stat(path), 'ENOENT'));
  await makeFolders(folder);
  await fill(await open(path, 'a', 0o600), text);
  // Without this, a power failure could lose the file itself.
  if (isNew) await syncFolder(folder);
}

async function extend(path: string, text: string): Promise<number | undefined> {
  const handle = await absent(open(path, constants.O_WRONLY | constants.O_APPEND), 'ENOENT');
  await (handle && fill(handle, text));
  return handle && sizeOf(path);
}

export const systemFiles: Files = {
  read: (path, most = MAX_READ_BYTES) => accessed('read', path, absent(readRegular(path, most), 'ENOENT', 'ENOTDIR')),
  stream: piecesOf,
  names: async (folder) => (await accessed('read', folder, absent(readdir(folder), 'ENOENT', 'ENOTDIR'))) ?? [],
  size: (path) => accessed('read', path, sizeOf(path)),
  realPath: (path) => accessed('read', path, absent(realpath(path), 'ENOENT', 'ENOTDIR')),
  writePath: (path) => accessed('read', path, targetOf(path)),
  writeAtomic: (path, bytes, mode, sync) => accessed('written', path, writeAtomic(path, bytes, mode, sync)),
  syncFolder: (path) => accessed('written', path, syncFolder(path)),
  createExclusive: (path, text) => accessed('written', path, createExclusive(path, text)),
  rename: (from, to) => accessed('written', to, renameWithin(from, to)),
  append: (path, text) => accessed('written', path, append(path, text)),
  extend: (path, text) => accessed('written', path, extend(path, text)),
  remove: (path) => accessed('written', path, rm(path, { force: true })),
  removeEmptyFolder: (path) =>
    accessed('written', path, absent(rmdir(path), 'ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')),
  requireWritable: (folder) => accessed('written', folder, requireWritableFolder(folder)),
};

/**
 * Reads a file that only this user can have written. Throws a `FileFailure` for the file of another user (`EOWNER`), and for a file
 * that others may read or change (`EMODE`).
 * @param user this process's user; undefined on a system without users, which skips the checks
 */
export function readPrivate(path: string, most: number, user: number | undefined): Promise<Uint8Array | undefined> {
  const check = (found: Stats): void => requirePrivate(path, found, user);
  return accessed('read', path, absent(readRegular(path, most, check), 'ENOENT', 'ENOTDIR'));
}

function requirePrivate(path: string, { uid, mode }: Stats, user: number | undefined): void {
  if (user === undefined) return;
  if (uid !== user) throw new FileFailure('read', path, 'EOWNER');
  if ((mode & 0o077) !== 0) throw new FileFailure('read', path, 'EMODE');
}

export const systemPorts: Ports = { clock: systemClock, random: systemRandom, files: systemFiles };

/**
 * Makes a file system for globbing that follows symbolic links.
 * @param resolve returns the target of a link. A link for which it throws is skipped
 * @param onUnread called for each folder that cannot be read, which is skipped
 */
export function throughLinks(
  resolve: (path: string) => Promise<string>,
  onUnread: (path: string, error: Error) => void,
): { realpath: typeof realPathOf; readdir: typeof readFolder } {
  const realpath = new Proxy(realPathOf, {
    apply: (_target, _self, [path, done]: [string, (error: unknown, real: string) => void]) => {
      resolve(path).then(
        (real) => done(null, real),
        (error: unknown) => done(error, ''),
      );
    },
  });
  const readdir = new Proxy(readFolder, {
    apply: (read, self, [path, options, done]: [string, object, (error: Error | null, ...found: unknown[]) => void]) =>
      Reflect.apply(read, self, [
        path,
        options,
        (error: Error | null, ...found: unknown[]) => {
          if (error) onUnread(path, error);
          done(error, ...found);
        },
      ]),
  });
  return { realpath, readdir };
}
