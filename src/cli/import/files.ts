import { join, posix } from 'node:path';
import pLimit from 'p-limit';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { NotiformError } from '../../core/problem.ts';
import { onDisk, taken } from '../../manifest/import/image-files.ts';
import { openWriter, takenAway, type Writer } from '../undo.ts';
import { requireInside } from './place.ts';

const AT_ONCE = 16;

/**
 * Throws a NotiformError that lists every path where a file, a folder or a link is already, and every path that a link takes
 * out of the project.
 */
export async function requireFree(root: string, paths: readonly string[], files: Files): Promise<void> {
  const limit = pLimit(AT_ONCE);
  const isTaken = async (path: string): Promise<boolean> => {
    const absolute = join(root, path);
    // A broken link also occupies its path.
    return (await files.realPath(absolute)) !== undefined || (await files.writePath(absolute)) !== absolute;
  };
  const folders = [...new Set(paths.map((path) => posix.dirname(path)))];
  // Nothing is in a folder that does not exist.
  const there = new Set<string>();
  for (const folder of folders) if ((await files.realPath(join(root, folder))) !== undefined) there.add(folder);
  const asked = paths.filter((path) => there.has(posix.dirname(path)));
  const found = await Promise.all(asked.map((path) => limit(async () => ((await isTaken(path)) ? [path] : []))));
  const occupied = found.flat();
  if (occupied.length > 0) throw new NotiformError(occupied.map(taken), Exit.failed);
  for (const folder of folders) await requireInside(root, folder, files);
}

/** Writes new files, all or none: if one cannot be written, the others are removed. Returns what can undo them. */
export async function writeAll(
  root: string,
  texts: readonly { file: string; text: string }[],
  files: Files,
): Promise<Writer> {
  const limit = pLimit(AT_ONCE);
  const writer = openWriter(root, files);
  let failed = false;
  const write = async ({ file, text }: { file: string; text: string }): Promise<void> => {
    if (failed) return;
    try {
      await onDisk(file, writer.create(file, text));
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const results = await Promise.allSettled(texts.map((one) => limit(() => write(one))));
  const rejected = results.find((result) => result.status === 'rejected');
  if (rejected) throw takenAway(rejected.reason, await writer.undo());
  return writer;
}
