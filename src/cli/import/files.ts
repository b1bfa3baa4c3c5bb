import { join, posix } from 'node:path';
import type { Readable } from 'node:stream';
import pLimit from 'p-limit';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { NotiformError } from '../../core/problem.ts';
import { onDisk, taken } from '../../manifest/import/image-files.ts';
import type { Writer } from '../undo.ts';
import { requireInside } from './place.ts';

/** Files to write together: they share the fsyncs of their folder. */
const AT_ONCE = 64;

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

/**
 * Writes the new files of a queue as they arrive, and returns them. When one cannot be written, it destroys the queue, and throws
 * after the other writes have ended.
 */
export async function writeAll<F extends { file: string; text: string }>(
  writer: Writer,
  queue: Readable,
): Promise<F[]> {
  const limit = pLimit(AT_ONCE);
  const written: F[] = [];
  const writing: Promise<void>[] = [];
  let failure: Error | undefined;
  const write = async ({ file, text }: F): Promise<void> => {
    if (failure) return;
    try {
      await onDisk(file, writer.create(file, text));
    } catch (error) {
      failure ??= error as Error;
      queue.destroy(failure);
    }
  };
  try {
    for await (const one of queue as AsyncIterable<F>) {
      written.push(one);
      writing.push(limit(() => write(one)));
    }
  } catch (error) {
    failure ??= error as Error;
  }
  await Promise.all(writing);
  if (failure) throw failure;
  return written;
}
