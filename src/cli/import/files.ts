import { join } from 'node:path';
import pLimit from 'p-limit';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { NotiformError } from '../../core/problem.ts';
import { onDisk, taken } from '../../manifest/import/shelf.ts';
import { takenAway } from '../undo.ts';

/** Files that are written at once. */
const AT_ONCE = 16;

/** Throws a NotiformError that lists every path where a file or folder stands already. */
export async function requireFree(root: string, paths: readonly string[], files: Files): Promise<void> {
  const limit = pLimit(AT_ONCE);
  const found = await Promise.all(
    paths.map((path) => limit(async () => ((await files.realPath(join(root, path))) === undefined ? [] : [path]))),
  );
  const standing = found.flat();
  if (standing.length > 0) throw new NotiformError(standing.map(taken), Exit.failed);
}

/** Writes new files, all or none: where one cannot be written, those that were are taken away. */
export async function writeAll(
  root: string,
  texts: readonly { file: string; text: string }[],
  files: Files,
): Promise<void> {
  const limit = pLimit(AT_ONCE);
  const tried: string[] = [];
  const written: string[] = [];
  let failed = false;
  const write = async ({ file, text }: { file: string; text: string }): Promise<void> => {
    if (failed) return;
    tried.push(file);
    try {
      await onDisk(file, files.writeAtomic(join(root, file), text, 'kept'));
      written.push(file);
    } catch (error) {
      failed = true;
      throw error;
    }
  };
  const results = await Promise.allSettled(texts.map((one) => limit(() => write(one))));
  const rejected = results.find((result) => result.status === 'rejected');
  if (!rejected) return;
  throw await takenAway(rejected.reason, root, files, tried, written);
}
