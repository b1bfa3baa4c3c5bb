import { ServiceFailure } from '../../core/failure.ts';
import type { Problem } from '../../core/problem.ts';
import type { EngineInput } from '../types.ts';
import { type Calls, callsOf } from './calls.ts';
import { endOf } from './observe.ts';

/** A server that gave no answer this often in a row is not asked again: each try may take as long as a call may. */
const PATIENCE = 3;

/**
 * Fetches images from the URLs that live resources show, at most `limits.inFlight` at once, and passes each on as it arrives, so
 * that few are in memory. Returns, by URL, why an image could not be fetched. Throws a NotiformError if the run is stopped.
 */
export async function fetchImages<S>(
  input: EngineInput<S>,
  urls: readonly string[],
  take: (url: string, bytes: Uint8Array) => Promise<void>,
): Promise<Map<string, Problem>> {
  input.onEvent?.({ type: 'fetching', images: urls.length });
  const calls = callsOf(input);
  const silent = new Map<string, Silence>();
  try {
    const ends = urls.map(async (url) => ({ url, failure: await fetchOne(input, calls, silent, url, take) }));
    return new Map((await Promise.all(ends)).flatMap(({ url, failure }) => (failure ? [[url, failure]] : [])));
  } catch (error) {
    throw endOf(error);
  }
}

/** How often in a row a server gave no answer, and its last failure. */
interface Silence {
  times: number;
  failure: Problem;
}

function fetchOne<S>(
  input: EngineInput<S>,
  calls: Calls,
  silent: Map<string, Silence>,
  url: string,
  take: (url: string, bytes: Uint8Array) => Promise<void>,
): Promise<Problem | undefined> {
  const origin = URL.canParse(url) ? new URL(url).origin : url;
  return calls(async () => {
    const before = silent.get(origin);
    if (before && before.times >= PATIENCE) return before.failure;
    try {
      const bytes = await input.remote.fetchImage(url, input.signal);
      silent.delete(origin);
      await take(url, bytes);
      return undefined;
    } catch (error) {
      if (!(error instanceof ServiceFailure) || error.kind === 'interrupted') throw error;
      const { kind, problem } = error;
      if (kind === 'unreachable') silent.set(origin, { times: (silent.get(origin)?.times ?? 0) + 1, failure: problem });
      return problem;
    }
  });
}
