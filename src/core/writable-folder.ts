import { access, constants, lstat, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { FileFailure } from './file-failure.ts';

/** Throws unless files can be created in a folder, or in the folder above in which it would be made. Creates nothing. */
export async function requireWritableFolder(path: string): Promise<void> {
  if (!(await isThere(path))) return requireWritableFolder(dirname(path));
  // A link to nothing is in the way too.
  if (!(await stat(path)).isDirectory()) throw new FileFailure('written', path, 'ENOTDIR');
  await access(path, constants.W_OK | constants.X_OK);
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))) return false;
    throw error;
  }
}
