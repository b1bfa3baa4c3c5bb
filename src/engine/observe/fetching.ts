import { ServiceFailure } from '../../core/failure.ts';
import type { EngineInput } from '../types.ts';
import { type Calls, callsOf, endOf } from './observe.ts';

/** A server that gave no answer this often in a row is not asked again: each try may take as long as a call may. */
const PATIENCE = 3;

/**
 * Fetches images from where live resources show them, at most `limits.inFlight` at once, and hands each over as it comes, so
 * that none has to be held. What cannot be had is left out: it stays an address. Throws a NotiformError where the run is
 * stopped.
 */
export async function fetchImages<S>(
  input: EngineInput<S>,
  urls: readonly string[],
  take: (url: string, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  input.onEvent?.({ type: 'fetching', images: urls.length });
  const calls = callsOf(input);
  const silent = new Map<string, number>();
  try {
    await Promise.all(urls.map((url) => fetchOne(input, calls, silent, url, take)));
  } catch (error) {
    throw endOf(error);
  }
}

function fetchOne<S>(
  input: EngineInput<S>,
  calls: Calls,
  silent: Map<string, number>,
  url: string,
  take: (url: string, bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const origin = URL.canParse(url) ? new URL(url).origin : url;
  return calls(async () => {
    if ((silent.get(origin) ?? 0) >= PATIENCE) return;
    try {
      const bytes = await input.remote.fetchImage(url, input.signal);
      silent.delete(origin);
      await take(url, bytes);
    } catch (error) {
      if (!(error instanceof ServiceFailure) || error.kind === 'interrupted') throw error;
      if (error.kind === 'unreachable') silent.set(origin, (silent.get(origin) ?? 0) + 1);
    }
  });
}
