import { codes } from '../core/codes.ts';
import { ServiceFailure } from '../core/failure.ts';
import { NotiformError, type Problem } from '../core/problem.ts';
import { FileFailure } from '../files/file-failure.ts';

/** The result of one check of `doctor`. Plain data. */
export interface Check {
  /** `resource-credentials` */
  name: string;
  /**
   * - `ok`: works
   * - `note`: works, and should be known
   * - `finding`: does not work
   * - `skipped`: cannot be checked, or needs no check
   */
  result: 'ok' | 'note' | 'finding' | 'skipped';
  says: string;
  /** What it means, and how to fix it. Set for a finding. A note has no `fix` if there is nothing to do. */
  means?: string;
  fix?: string;
  problem?: Problem;
  /** The environment variable that is not set, and the setting that needs it. */
  variable?: { name: string; setting: string };
}

/** The result of a check that has not got its name yet. */
export type Result = Omit<Check, 'name'>;

export function passed(says: string): Result {
  return { result: 'ok', says };
}

export function skipped(says: string): Result {
  return { result: 'skipped', says };
}

/** @param fix left out if there is nothing to do */
export function noted(says: string, means: string, fix?: string): Result {
  return { result: 'note', says, means, ...(fix === undefined ? {} : { fix }) };
}

/** A finding; of a warning a note. */
export function foundIn(given: Problem): Result {
  const { what, help } = codes[given.code];
  // The hint of other commands is to run `doctor`.
  const problem = given.hint?.includes('`notiform doctor`') ? { ...given, hint: help } : given;
  if (problem.severity === 'warning') return noted(problem.message, what, problem.hint ?? help);
  return { result: 'finding', says: problem.message, means: what, fix: problem.hint ?? help, problem };
}

/** Runs a check. A failure that can be explained is its finding, so the next check runs; a bug is thrown. */
export async function resultsOf(check: () => Result[] | Promise<Result[]>): Promise<Result[]> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof NotiformError) return error.problems.map(foundIn);
    if (error instanceof ServiceFailure && error.kind !== 'interrupted') return [foundIn(error.problem)];
    if (error instanceof FileFailure) return [foundIn(error.problem(error.path))];
    throw error;
  }
}
