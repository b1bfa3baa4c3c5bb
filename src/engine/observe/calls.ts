import pLimit from 'p-limit';
import { ServiceFailure } from '../../core/failure.ts';
import { groupOf } from '../../core/grouping.ts';
import { interruptedProblem, NotiformError, type Problem } from '../../core/problem.ts';
import type { EngineInput } from '../types.ts';

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

/** Makes a limiter for a command's reads. It stops before the next call when the signal is aborted. */
export function callsOf<S>({ environment, signal }: Pick<EngineInput<S>, 'environment' | 'signal'>): Calls {
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

/** Converts a failed read to the command's error: the service's problem, or the interruption. */
export function endOf(error: unknown): unknown {
  return error instanceof ServiceFailure
    ? new NotiformError(error.problem, error.kind === 'interrupted' ? 130 : 1)
    : error;
}

/** A server that gave no answer this often in a row is not asked again: each try may take as long as a call may. */
const PATIENCE = 3;

/**
 * Fetches images from the URLs that live resources show, at most `limits.inFlight` at once, and passes each on as it arrives, so
 * that few are in memory. Returns, by URL, why an image could not be fetched. Throws a NotiformError if the run is stopped. If it
 * fails, no image is passed on any more, and none is still being taken.
 */
export async function fetchImages<S>(
  input: EngineInput<S>,
  urls: readonly string[],
  take: (url: string, bytes: Uint8Array) => Promise<void>,
): Promise<Map<string, Problem>> {
  const stop = new AbortController();
  const signal = AbortSignal.any([input.signal, stop.signal]);
  const calls = callsOf({ ...input, signal });
  const silent = new Map<string, Problem[]>();
  const failures = new Map<string, Problem>();
  const fetchOne = async (url: string): Promise<void> => {
    const origin = URL.canParse(url) ? new URL(url).origin : url;
    const failure = silent.get(origin)?.[PATIENCE - 1];
    if (failure) {
      failures.set(url, failure);
      return;
    }
    try {
      const bytes = await input.remote.fetchImage(url, signal);
      silent.delete(origin);
      if (signal.aborted) throw new ServiceFailure('interrupted', interruptedProblem());
      await take(url, bytes);
    } catch (error) {
      if (!(error instanceof ServiceFailure) || error.kind === 'interrupted') throw error;
      const { kind, problem } = error;
      if (kind === 'unreachable') groupOf(silent, origin).push(problem);
      failures.set(url, problem);
    }
  };
  await Promise.all(urls.map((url) => calls(() => fetchOne(url)).catch((error) => stop.abort(error))));
  if (stop.signal.aborted) throw endOf(stop.signal.reason);
  return failures;
}
