import { dirname, join, resolve } from 'node:path';
import pLimit from 'p-limit';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { errorProblem, NotiformError } from '../../core/problem.ts';
import { allOrNone } from '../../files/writer.ts';
import { leaves } from '../../manifest/file/local-file.ts';
import type { Invocation } from '../invocation.ts';

/** A file of previews, relative to the folder, `/` between parts. */
export interface PreviewFile {
  path: string;
  text: string;
}

const AT_ONCE = 16;

interface Pending extends PreviewFile {
  was: Uint8Array | undefined;
}

/**
 * Writes previews into a folder: all or none, and none that has the same bytes already. Throws a NotiformError (exit 1), before
 * anything is written, for a file in the way that is no preview, and for a link that leads out of the folder.
 */
export async function writePreviews(
  { ports: { files }, cwd }: Pick<Invocation, 'ports' | 'cwd'>,
  out: string,
  previews: readonly PreviewFile[],
): Promise<void> {
  const folder = resolve(cwd, out);
  if ((await files.size(folder)) !== undefined)
    throw new NotiformError(problemOf(`${out} is a file, and previews are written into a folder`), Exit.failed);
  const pending = await Promise.all(previews.map((file) => pendingOf(folder, file, files)));
  const obstacles = pending.filter((one) => typeof one === 'string');
  if (obstacles.length > 0) throw new NotiformError(obstacles.map(problemOf), Exit.failed);
  const limit = pLimit(AT_ONCE);
  await allOrNone(folder, files, async ({ write }) => {
    const writes = pending
      .filter((one) => typeof one === 'object')
      .map(({ path, text, was }) => limit(() => write(path, text, was)));
    const rejected = (await Promise.allSettled(writes)).find((result) => result.status === 'rejected');
    if (rejected) throw rejected.reason;
  });
}

/** Returns the write to make, undefined if the file already has these bytes, or the message of an obstacle. */
async function pendingOf(folder: string, file: PreviewFile, files: Files): Promise<Pending | string | undefined> {
  const path = join(folder, file.path);
  if (!(await isInside(folder, path, files))) return `${file.path} leads out of the folder by a symbolic link`;
  if ((await files.realPath(path)) === undefined) return { ...file, was: undefined };
  const was = (await files.size(path)) === undefined ? undefined : await files.read(path);
  const text = was && Buffer.from(was).toString('utf8');
  if (was === undefined || text === undefined || !isPreview(file.path, text))
    return `${file.path} is there already and is no preview`;
  return text === file.text ? undefined : { ...file, was };
}

function isPreview(path: string, text: string): boolean {
  if (text === '') return true;
  const mark = /\.html$/i.test(path) ? '<meta name="generator" content="notiform">' : ' class="nf-bubble ';
  return text.slice(0, 2048).includes(mark);
}

/** True if a path is inside the folder, with all links resolved. */
async function isInside(folder: string, path: string, files: Files): Promise<boolean> {
  const root = await files.realPath(folder);
  if (root === undefined) return true;
  const target = await files.writePath(path);
  let at = target;
  while ((await files.realPath(at)) === undefined) at = dirname(at);
  const real = (await files.realPath(at)) ?? at;
  return !leaves(root, real) && (at !== target || !leaves(root, target));
}

function problemOf(message: string) {
  return errorProblem(
    'preview-place',
    message,
    'Name a folder of its own with `--out`, or move that file away. Nothing was written',
  );
}
