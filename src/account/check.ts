import { codes } from '../core/codes.ts';
import { ServiceFailure } from '../core/failure.ts';
import { errorProblem, NotiformError, type Problem } from '../core/problem.ts';
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

export function passed(name: string, says: string): Check {
  return { name, result: 'ok', says };
}

export function skipped(name: string, says: string): Check {
  return { name, result: 'skipped', says };
}

/** @param fix left out if there is nothing to do */
export function noted(name: string, says: string, means: string, fix?: string): Check {
  return { name, result: 'note', says, means, ...(fix === undefined ? {} : { fix }) };
}

/** A finding; of a warning a note. */
export function foundIn(name: string, given: Problem): Check {
  const { what, help } = codes[given.code];
  // The hint of other commands is to run `doctor`.
  const problem = given.hint?.includes('`notiform doctor`') ? { ...given, hint: help } : given;
  if (problem.severity === 'warning') return noted(name, problem.message, what, problem.hint ?? help);
  return { name, result: 'finding', says: problem.message, means: what, fix: problem.hint ?? help, problem };
}

/** Runs a check. A failure that can be explained is its finding, so the next check runs; a bug is thrown. */
export async function checked(name: string, work: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotiformError) return error.problems.map((problem) => foundIn(name, problem));
    if (error instanceof ServiceFailure && error.kind !== 'interrupted') return [foundIn(name, error.problem)];
    if (error instanceof FileFailure) return [foundIn(name, error.problem(error.path))];
    throw error;
  }
}

/** True if one of the checks found something. */
export function hasFinding(checks: readonly Check[]): boolean {
  return checks.some(({ result }) => result === 'finding');
}

/** A finding that no call reported. */
export function finding(name: string, code: Problem['code'], says: string, means: string, fix: string): Check {
  return { name, result: 'finding', says, means, fix, problem: errorProblem(code, says, fix) };
}
