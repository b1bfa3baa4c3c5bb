import { access, constants, lstat, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileFailure } from './file-failure.ts';
import { syncDescriptor } from './regular-file.ts';

/** Returns the value, or undefined if the failure is one of `codes`. */
export async function absent<T>(work: Promise<T>, ...codes: string[]): Promise<T | undefined> {
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
 * Creates a folder, and the missing folders above it. Node's own `recursive` never ends on a file system that refuses folders
 * (/proc). This function throws the refusal.
 */
export async function makeFolders(path: string): Promise<void> {
  if (await absent(stat(path), 'ENOENT')) return;
  const above = dirname(path);
  await makeFolders(above);
  // Another process may create it at the same time.
  await absent(mkdir(path), 'EEXIST');
  // Otherwise a power failure could lose the folder, with files in it that are on the disk.
  await syncFolder(above);
}

/** Waits until the entries of a folder are on the disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await syncDescriptor(folder.fd);
  } finally {
    await folder.close();
  }
}

/** Throws unless files can be created in a folder, or in the folder above in which it would be made. Creates nothing. */
export async function requireWritableFolder(path: string): Promise<void> {
  if (!(await absent(lstat(path), 'ENOENT', 'ENOTDIR'))) return requireWritableFolder(dirname(path));
  // A link to nothing is in the way too.
  if (!(await stat(path)).isDirectory()) throw new FileFailure('written', path, 'ENOTDIR');
  await access(path, constants.W_OK | constants.X_OK);
}
