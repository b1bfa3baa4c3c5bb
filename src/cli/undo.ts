import { join } from 'node:path';
import type { Files } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';

/**
 * Removes the files that a failed command has written.
 * @param tried those that may be there, also in part
 * @param written those that were there whole
 * @returns the error, with what became of the files
 */
export async function takenAway(
  error: unknown,
  root: string,
  files: Files,
  tried: readonly string[],
  written: readonly string[] = tried,
): Promise<unknown> {
  const left: string[] = [];
  for (const path of tried) await files.remove(join(root, path)).catch(() => left.push(path));
  if (left.length > 0) return withFate(error, `${listed(left)} had been written and could not be removed`);
  if (written.length === 0) return error;
  return withFate(
    error,
    `${listed(written)} had been written and ${written.length === 1 ? 'was' : 'were'} removed again`,
  );
}

/** An error, its first problem with a sentence on what became of the files that had been written before. */
export function withFate(error: unknown, fate: string): unknown {
  if (!(error instanceof NotiformError)) return error;
  const problems = error.problems.map((problem, index) =>
    index === 0 ? { ...problem, message: `${problem.message}; ${fate}` } : problem,
  );
  return new NotiformError(problems, error.exit, error.sources);
}

/** Paths that a sentence names; of many only the first. */
const NAMED = 5;

/** Paths as a sentence names them. */
export function listed(paths: readonly string[]): string {
  const names = paths.slice(0, NAMED).map((path) => `\`${path}\``);
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return `${names.join(', ')}${more}`;
}
