import { worstExit } from '../core/exit.ts';
import { NotiformError } from '../core/problem.ts';

/**
 * What each call gives, in their order. Where some throw a NotiformError, one is thrown with the problems of all of them, each
 * once: who mends settings is told every one at once.
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
