import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Config } from '../../config/load.ts';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import { leaves } from '../file/local-file.ts';

/**
 * Returns the folder for new manifests, relative to the project's root: `--out`, or the folder of `manifests`. Throws a NotiformError
 * if the project does not read manifests there, because the next plan would delete bound resources without a manifest.
 */
export async function importFolder(
  { root, manifests }: Config,
  cwd: string,
  out: string | undefined,
  files: Files,
): Promise<string> {
  const home = resolve(root, manifests);
  if (/[*?[\]{}]/.test(manifests) || (await files.size(home)) !== undefined)
    throw misplaced(`\`manifests: ${manifests}\` is not a folder, so import cannot write manifests there`);
  const folder = out === undefined ? home : resolve(cwd, out);
  const [parts, below] = [relative(root, folder).split(sep), relative(home, folder).split(sep)];
  // No manifest is read from these, nor below `manifests` from a folder whose name begins with a dot. `..` does too.
  const isUnread = parts.some((part) => ['..', 'node_modules', '.notiform'].includes(part));
  if (isUnread || below.some((part) => part.startsWith('.')))
    throw misplaced(`The project reads no manifests from ${out ?? manifests}`);
  const path = parts.join('/');
  // Fetched images are stored beside the manifests.
  for (const one of [path, `${path}/images`]) await requireInside(root, one, files);
  return path;
}

/** Throws a NotiformError if a link takes a folder out of the project: the project reads nothing there. */
export async function requireInside(root: string, folder: string, files: Files): Promise<void> {
  const realRoot = (await files.realPath(root)) ?? root;
  let at = join(root, folder);
  let real = await files.realPath(at);
  while (real === undefined && at !== dirname(at)) {
    at = dirname(at);
    real = await files.realPath(at);
  }
  if (real !== undefined && leaves(realRoot, real))
    throw misplaced(`\`${folder}\` leads out of the project by a symbolic link`);
}

/** Makes the error about a manifest that the project would not read. */
export function misplaced(message: string, more: Partial<Problem> = {}): NotiformError {
  const hint =
    'Name a folder inside the one of `manifests` in notiform.yaml. The next plan would delete a resource that is bound and has no manifest';
  return new NotiformError({ ...errorProblem('import-place', message, hint), ...more }, Exit.problems);
}
