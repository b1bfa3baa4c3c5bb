import { dirname, join, resolve } from 'node:path';
import type { Files } from '../core/ports.ts';

export const FILE_NAME = 'notiform.yaml';

export interface ConfigPlace {
  cwd: string;
  /** The file or the folder that the command line names. */
  file?: string | undefined;
  files: Pick<Files, 'read' | 'size'>;
}

/** Returns the path of the configuration: the file that was named, or the one in the folder that was named. */
export async function configPath({ cwd, file, files }: ConfigPlace): Promise<string | undefined> {
  if (!file) return findConfig(cwd, files);
  const path = resolve(cwd, file);
  const inside = join(path, FILE_NAME);
  // The caller reads the file, and reports it by the name that the person gave.
  const size = await files.size(inside).catch(() => undefined);
  return size === undefined ? path : inside;
}

/** Returns the path of the configuration in a folder, or in the nearest folder above. */
export async function findConfig(from: string, files: Pick<Files, 'size'>): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, FILE_NAME);
    if ((await files.size(path)) !== undefined) return path;
    if (dirname(folder) === folder) return undefined;
  }
}
