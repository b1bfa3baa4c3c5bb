import { ServiceFailure } from '../../core/failure.ts';
import type { Problem } from '../../core/problem.ts';
import { interruptedProblem } from '../problems.ts';
import type { EngineInput } from '../types.ts';
import { callsOf } from './calls.ts';
import { endOf } from './observe.ts';

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
  const silent = new Map<string, Silence>();
  const failures = new Map<string, Problem>();
  const fetchOne = async (url: string): Promise<void> => {
    const origin = URL.canParse(url) ? new URL(url).origin : url;
    const { times = 0, failure } = silent.get(origin) ?? {};
    if (failure && times >= PATIENCE) {
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
      if (kind === 'unreachable') silent.set(origin, { times: (silent.get(origin)?.times ?? 0) + 1, failure: problem });
      failures.set(url, problem);
    }
  };
  await Promise.all(urls.map((url) => calls(() => fetchOne(url)).catch((error) => stop.abort(error))));
  if (stop.signal.aborted) throw endOf(stop.signal.reason);
  return failures;
}

/** How often in a row a server gave no answer, and its last failure. */
interface Silence {
  times: number;
  failure: Problem;
}
