import pLimit from 'p-limit';
import { ServiceFailure } from '../../core/failure.ts';
import { interruptedProblem } from '../problems.ts';

/** Makes a call when it is its turn. */
export type Call = <T>(call: () => Promise<T>) => Promise<T>;

/** The calls of one command: together they never exceed `limits.inFlight`. */
export type Calls = Call & {
  /**
   * Does work that makes calls for each of many items, `limits.inFlight` items at once. Ends when all work has ended, or at the
   * first failure. No work begins after that.
   */
  each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void>;
};

interface CallsInput {
  environment: { limits: { inFlight: number } };
  signal: AbortSignal;
}

/** Makes a limiter for a command's reads. It stops before the next call when the signal is aborted. */
export function callsOf({ environment, signal }: CallsInput): Calls {
  const { inFlight } = environment.limits;
  const limit = pLimit(inFlight);
  const calls: Call = (call) =>
    limit(() => {
      if (signal.aborted) throw new ServiceFailure('interrupted', interruptedProblem());
      return call();
    });
  const each: Calls['each'] = async (items, work) => {
    const left = shared(items);
    const workOn = async (): Promise<void> => {
      for (const item of left) await work(item);
    };
    await Promise.all(Array.from({ length: Math.min(inFlight, items.length) }, workOn));
  };
  return Object.assign(calls, { each });
}

/** Returns items that several loops share. A loop that fails ends the others, because it closes the generator. */
function* shared<T>(items: readonly T[]): Generator<T> {
  yield* items;
}
