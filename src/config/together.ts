import { worstExit } from '../core/exit.ts';
import { NotiformError } from '../core/problem.ts';

/**
 * Returns the results of all calls, in their order. If some throw a NotiformError, throws one with the problems of all of them,
 * each once, so a person can fix all settings at once.
 */
export function together<V>(calls: readonly (() => V)[]): V[] {
  const failures: NotiformError[] = [];
  const values = calls.flatMap((call) => {
    try {
      return [call()];
    } catch (error) {
      if (!(error instanceof NotiformError)) throw error;
      failures.push(error);
      return [];
    }
  });
  if (failures.length === 0) return values;
  const problems = failures.flatMap((failure) => failure.problems);
  const distinct = new Map(problems.map((problem) => [`${problem.path} ${problem.message}`, problem]));
  throw new NotiformError([...distinct.values()], worstExit(failures.map(({ exit }) => exit)));
}
