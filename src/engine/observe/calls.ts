import pLimit, { type LimitFunction } from 'p-limit';
import { ServiceFailure } from '../../core/failure.ts';
import { interruptedProblem } from '../problems.ts';

/** Makes a call when it is its turn. */
export type Call = <T>(call: () => Promise<T>) => Promise<T>;

/** The calls of one command: together they never exceed `limits.inFlight`. */
export type Calls = Call & {
  /**
   * Does work that makes calls for each of many items, no more at once than calls may be under way. Of each list of items, only
   * one waits for its turn: thousands of waiting functions would take more memory than their results.
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
  const [limit, turns] = [pLimit(inFlight), pLimit(inFlight)];
  const calls: Call = (call) =>
    limit(() => {
      if (signal.aborted) throw new ServiceFailure('interrupted', interruptedProblem());
      return call();
    });
  return Object.assign(calls, {
    each: <T>(items: readonly T[], work: (item: T) => Promise<void>) => inTurn(turns, items, work),
  });
}

/** Ends when all work has ended, or at the first failure. No work begins after that. */
async function inTurn<T>(turns: LimitFunction, items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  let open = 1;
  await new Promise<void>((resolve, reject) => {
    const begin = async (): Promise<void> => {
      const item = items[next] as T;
      if (next < items.length) {
        next += 1;
        open += 1;
        void turns(begin);
        try {
          await work(item);
        } catch (error) {
          next = items.length;
          reject(error);
        }
      }
      open -= 1;
      if (open === 0) resolve();
    };
    void turns(begin);
  });
}
