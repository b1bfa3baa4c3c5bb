import { relative, resolve, sep } from 'node:path';
import type { Config } from '../../config/load.ts';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { NotiformError } from '../../core/problem.ts';

/** Folders that are never searched for manifests. */
const UNREAD: readonly string[] = ['node_modules', '.notiform'];

/**
 * The folder that manifests are written to, relative to the project's root: `--out`, or the one of `manifests`. Throws a
 * NotiformError where the project would not read them there: what is ours and has no manifest is deleted by the next plan.
 */
export async function importFolder(
  config: Config,
  cwd: string,
  out: string | undefined,
  files: Files,
): Promise<string> {
  const home = resolve(config.root, config.manifests);
  if (/[*?[\]{}]/.test(config.manifests) || (await files.size(home)) !== undefined) {
    throw misplaced(`\`manifests: ${config.manifests}\` is no folder, and an import writes into one`);
  }
  const folder = out === undefined ? home : resolve(cwd, out);
  const way = relative(home, folder);
  const parts = relative(config.root, folder).split(sep);
  if (parts[0] === '..' || way === '..' || way.startsWith(`..${sep}`) || parts.some((part) => UNREAD.includes(part))) {
    throw misplaced(`The project reads no manifests from ${out ?? config.manifests}`);
  }
  return parts.join('/');
}

function misplaced(message: string): NotiformError {
  return new NotiformError(
    {
      code: 'import-place',
      severity: 'error',
      message,
      hint: 'Name a folder inside the one of `manifests` in notiform.yaml: what is ours and has no manifest would be deleted by the next plan',
    },
    Exit.problems,
  );
}
