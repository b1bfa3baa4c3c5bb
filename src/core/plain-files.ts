import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Lists the files below a folder, with `/` between the parts of a path. Undefined if the folder or one inside it cannot be read, or
 * has anything but files and folders, for example a link.
 * @param isSkipped true for the name of a file or folder to leave out
 */
export async function plainFiles(folder: string, isSkipped: (name: string) => boolean): Promise<string[] | undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  if (!entries?.every((entry) => entry.isFile() || entry.isDirectory())) return undefined;
  const kept = entries.filter(({ name }) => !isSkipped(name));
  const files = kept.filter((entry) => entry.isFile()).map(({ name }) => name);
  const folders = kept.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const inside = await Promise.all(folders.map((name) => plainFiles(join(folder, name), isSkipped)));
  for (const [index, list] of inside.entries()) {
    if (!list) return undefined;
    for (const file of list) files.push(`${folders[index]}/${file}`);
  }
  return files;
}
