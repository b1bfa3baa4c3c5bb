import { worstExit } from '../core/exit.ts';
import { ifProblem, NotiformError, type Problem } from '../core/problem.ts';

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
  const found = failures.flatMap((failure) =>
    failure.problems.map((problem, index) => ({
      problem,
      name: failure instanceof UnsetVariables ? failure.names[index] : undefined,
    })),
  );
  const distinct = new Map(found.map((one) => [`${one.problem.path} ${one.problem.message}`, one]));
  const all = [...distinct.values()];
  throw new UnsetVariables(
    all.map(({ problem }) => problem),
    all.map(({ name }) => name),
    worstExit(failures.map(({ exit }) => exit)),
  );
}

/** Returns the value of a setting, or undefined if it cannot be resolved: it may be an environment variable that is not set. */
export function resolved<T>(setting: () => T): T | undefined {
  try {
    return setting();
  } catch (error) {
    return ifProblem(undefined)(error);
  }
}

/** Settings have no value. `names` has the environment variable that is not set of each problem; undefined if there is none. */
export class UnsetVariables extends NotiformError {
  readonly names: readonly (string | undefined)[];

  constructor(problems: readonly Problem[], names: readonly (string | undefined)[], exit: number) {
    super(problems, exit);
    this.names = names;
  }
}
