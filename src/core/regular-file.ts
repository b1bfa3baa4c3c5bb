import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsync,
  openSync,
  readSync,
  renameSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { promisify } from 'node:util';
import { FileFailure } from './file-failure.ts';

/** Opens a file without waiting for the writer of a pipe, and without taking over a terminal. */
const READING = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

function requireRegular(path: string, found: Stats): void {
  if (!found.isFile()) throw new FileFailure('read', path, found.isDirectory() ? 'EISDIR' : 'ENOTREG');
}

/** Opens a regular file. Throws a `FileFailure` for anything else. */
export async function openRegular(path: string): Promise<{ handle: FileHandle; found: Stats }> {
  const handle = await open(path, READING);
  try {
    const found = await handle.stat();
    requireRegular(path, found);
    return { handle, found };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The size of one read from a file without a stated size, such as those of /proc. */
const PIECE = 64 * 1024;

/** A file up to this size is read or written in less time than the way to a thread and back takes, if the disk is a fast one. */
const SMALL = 64 * 1024;

/**
 * Two accesses in a row of more milliseconds show a slow disk: one alone may have waited for another program. The next accesses
 * then go to threads, where several wait at once.
 */
const SLOW_MS = 5;
const AFTER_SLOW = 100;
let inThreads = 0;
let wasSlow = false;

/** Runs an access at once. Returns undefined, without the access, if the disk is slow and the access belongs in a thread. */
function atOnce<T>(access: () => T): T | undefined {
  if (inThreads > 0) {
    inThreads -= 1;
    return undefined;
  }
  const began = performance.now();
  try {
    return access();
  } finally {
    const isSlow = performance.now() - began > SLOW_MS;
    if (isSlow && wasSlow) inThreads = AFTER_SLOW;
    wasSlow = isSlow;
  }
}

/** Reads a small file. Returns undefined if it has to be read in a thread. */
export function readSmall(
  path: string,
  most: number,
  check: (found: Stats) => void = () => undefined,
  small = SMALL,
): Uint8Array | undefined {
  const descriptor = openSync(path, READING);
  try {
    const found = fstatSync(descriptor);
    requireRegular(path, found);
    check(found);
    const { size } = found;
    if (size > most) throw new FileFailure('read', path, 'EFBIG');
    if (size === 0 || size > small) return undefined;
    const bytes = Buffer.allocUnsafe(size);
    // A file that shrinks meanwhile is read again, piece by piece.
    return readSync(descriptor, bytes, 0, size, 0) === size ? bytes : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates a small file with these bytes and fsyncs it. Returns false if that belongs in a thread, or if the folder is missing.
 * @param exactMode the mode that it gets whatever the umask is
 */
export async function createSmall(
  path: string,
  bytes: Uint8Array | string,
  mode: number,
  exactMode: number | undefined,
): Promise<boolean> {
  const descriptor = bytes.length > SMALL ? undefined : atOnce(() => openNew(path, mode));
  if (descriptor === undefined) return false;
  try {
    writeFileSync(descriptor, bytes);
    if (exactMode !== undefined) fchmodSync(descriptor, exactMode);
    await syncDescriptor(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return true;
}

/** Returns the descriptor of a new file; undefined if its folder is missing. */
function openNew(path: string, mode: number): number | undefined {
  try {
    return openSync(path, 'wx', mode);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Waits until a file is on the disk. Takes its descriptor because Yarn's patched file system has no `FileHandle.sync`. */
export const syncDescriptor = promisify(fsync);

/** Renames a file. */
export async function renameFile(from: string, to: string): Promise<void> {
  const isRenamed = atOnce(() => {
    renameSync(from, to);
    return true;
  });
  if (!isRenamed) await rename(from, to);
}

/**
 * Reads a regular file. Throws a `FileFailure` for a folder, a pipe, a socket or a device, and for a file of more than `most` bytes.
 * @param check throws if the file may not be read
 */
export async function readRegular(
  path: string,
  most: number,
  check: (found: Stats) => void = () => undefined,
): Promise<Uint8Array> {
  const small = atOnce(() => readSmall(path, most, check));
  if (small) return small;
  const { handle, found } = await openRegular(path);
  const { size } = found;
  try {
    check(found);
    if (size > most) throw new FileFailure('read', path, 'EFBIG');
    const pieces: Uint8Array[] = [];
    let length = 0;
    while (size === 0 || length < size) {
      const piece = Buffer.allocUnsafe(size === 0 ? PIECE : size - length);
      const { bytesRead } = await handle.read(piece, 0, piece.length);
      if (bytesRead === 0) break;
      pieces.push(piece.subarray(0, bytesRead));
      length += bytesRead;
      if (length > most) throw new FileFailure('read', path, 'EFBIG');
    }
    return pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces, length);
  } finally {
    await handle.close();
  }
}

/** True if an open descriptor of this process is a plain file. */
export function isRegularFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
