import { constants, fstatSync, fsync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
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
    const found = fstatSync(handle.fd);
    requireRegular(path, found);
    return { handle, found };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** The size of one read from a file without a stated size, such as those of /proc. */
const PIECE = 64 * 1024;

/** Waits until a file is on the disk. Takes its descriptor because Yarn's patched file system has no `FileHandle.sync`. */
export function syncDescriptor(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => fsync(descriptor, (error) => (error ? reject(error) : resolve())));
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
