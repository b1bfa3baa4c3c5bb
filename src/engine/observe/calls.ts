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
    const turns = pLimit(inFlight);
    await turns.map(items, async (item) => {
      try {
        await work(item);
      } catch (error) {
        turns.clearQueue();
        throw error;
      }
    });
  };
  return Object.assign(calls, { each });
}
