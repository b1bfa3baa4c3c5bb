import { join, resolve } from 'node:path';
import { Exit } from '../../core/exit.ts';
import { errorProblem, NotiformError } from '../../core/problem.ts';
import { allOrNone } from '../../files/writer.ts';
import type { Invocation } from '../invocation.ts';

/** A file of previews, relative to the folder, `/` between parts. */
export interface PreviewFile {
  path: string;
  text: string;
}

/**
 * Writes previews into a folder: all or none, and none that has the same bytes already. Throws a NotiformError (exit 1), before
 * anything is written, for a file in the way that is no preview.
 */
export async function writePreviews(
  { ports: { files }, cwd }: Pick<Invocation, 'ports' | 'cwd'>,
  out: string,
  previews: readonly PreviewFile[],
): Promise<void> {
  const folder = resolve(cwd, out);
  if ((await files.size(folder)) !== undefined)
    throw new NotiformError(problemOf(`${out} is a file, and previews are written into a folder`), Exit.failed);
  const before = new Map<string, Uint8Array | undefined>();
  const obstacles: string[] = [];
  for (const { path } of previews) {
    const place = join(folder, path);
    const isThere = (await files.realPath(place)) !== undefined;
    const was = isThere ? await files.read(place).catch(() => undefined) : undefined;
    before.set(path, was);
    if (isThere && !(was && isPreview(path, was))) obstacles.push(`${path} is there already and is no preview`);
  }
  if (obstacles.length > 0) throw new NotiformError(obstacles.map(problemOf), Exit.failed);
  await allOrNone(folder, files, async ({ write }) => {
    for (const { path, text } of previews) {
      const was = before.get(path);
      if (was === undefined || !Buffer.from(was).equals(Buffer.from(text))) await write(path, text, was);
    }
  });
}

function isPreview(path: string, bytes: Uint8Array): boolean {
  if (bytes.length === 0) return true;
  const mark = /\.html$/i.test(path) ? '<meta name="generator" content="notiform">' : ' class="nf-bubble ';
  return Buffer.from(bytes.subarray(0, 2048)).includes(mark);
}

function problemOf(message: string) {
  return errorProblem(
    'preview-place',
    message,
    'Name a folder of its own with `--out`, or move that file away. Nothing was written',
  );
}
