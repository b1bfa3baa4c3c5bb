import { join, posix } from 'node:path';
import pLimit from 'p-limit';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { NotiformError } from '../../core/problem.ts';
import { onDisk, taken } from '../../manifest/import/image-files.ts';
import { isOccupied, type Writer } from '../undo.ts';
import { requireInside } from './place.ts';
import type { Queue } from './queue.ts';

/** Files to write together: they share the fsyncs of their folder. */
const AT_ONCE = 64;

/**
 * Throws a NotiformError that lists every path where a file, a folder or a link is already, and every path that a link takes
 * out of the project.
 */
export async function requireFree(root: string, paths: readonly string[], files: Files): Promise<void> {
  const limit = pLimit(AT_ONCE);
  const isTaken = (path: string): Promise<boolean> => isOccupied(join(root, path), files);
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

/**
 * Writes the new files of a queue as they arrive, and returns them when all are on the disk. When one cannot be written, the queue
 * fails, and the error is thrown after the other writes have ended.
 */
export async function writeAll<F extends { file: string; text: string }>(
  writer: Writer,
  queue: Queue<F>,
): Promise<F[]> {
  const written: F[] = [];
  const writing: Promise<void>[] = [];
  let next = 0;
  let running = 0;
  let failure: { error: unknown } | undefined;
  const fail = (error: unknown): void => {
    failure ??= { error };
    queue.fail(error);
  };
  const writeOn = async (): Promise<void> => {
    running += 1;
    while (next < written.length && !failure) {
      const { file, text } = written[next] as F;
      next += 1;
      try {
        await onDisk(file, writer.create(file, text));
      } catch (error) {
        fail(error);
      }
    }
    running -= 1;
  };
  try {
    for (let files = await queue.take(); files.length > 0; files = await queue.take()) {
      written.push(...files);
      for (let more = written.length - next; more > 0 && running < AT_ONCE; more -= 1) writing.push(writeOn());
    }
  } catch (error) {
    fail(error);
  }
  await Promise.all(writing);
  if (failure) throw failure.error;
  const folders = new Set(written.map(({ file }) => posix.dirname(file)));
  await Promise.all(Array.from(folders, (folder) => onDisk(folder, writer.syncFolder(folder))));
  return written;
}
