import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Config } from '../../config/load.ts';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import { leaves } from '../file/local-file.ts';

/** Folders that are never searched for manifests, beside those below `manifests` whose names begin with a dot. */
const UNREAD: readonly string[] = ['node_modules', '.notiform'];

/**
 * Returns the folder for new manifests, relative to the project's root: `--out`, or the folder of `manifests`. Throws a NotiformError
 * if the project does not read manifests there, because the next plan would delete bound resources without a manifest.
 */
export async function importFolder(
  config: Config,
  cwd: string,
  out: string | undefined,
  files: Files,
): Promise<string> {
  const home = resolve(config.root, config.manifests);
  if (/[*?[\]{}]/.test(config.manifests) || (await files.size(home)) !== undefined) {
    throw misplaced(`\`manifests: ${config.manifests}\` is not a folder, so import cannot write manifests there`);
  }
  const folder = out === undefined ? home : resolve(cwd, out);
  const way = relative(home, folder);
  const parts = relative(config.root, folder).split(sep);
  if (
    parts[0] === '..' ||
    way === '..' ||
    way.startsWith(`..${sep}`) ||
    way.split(sep).some((part) => part.startsWith('.')) ||
    parts.some((part) => UNREAD.includes(part))
  ) {
    throw misplaced(`The project reads no manifests from ${out ?? config.manifests}`);
  }
  const path = parts.join('/');
  // Fetched images are stored beside the manifests.
  for (const one of [path, `${path}/images`]) await requireInside(config.root, one, files);
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

function misplaced(message: string): NotiformError {
  return new NotiformError(problemOf(message), Exit.problems);
}

/** Makes the problem of a written manifest that the project does not read. */
export function unreadAt(file: string): Problem {
  return problemOf(`The project reads no manifest from \`${file}\``);
}

function problemOf(message: string): Problem {
  return errorProblem(
    'import-place',
    message,
    'Name a folder inside the one of `manifests` in notiform.yaml. The next plan would delete a resource that is bound and has no manifest',
  );
}
