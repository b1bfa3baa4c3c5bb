import type { Machine } from '../machine.ts';
import { type ControlRequest, integerOf, type Rejected } from '../route.ts';

/** Longest wait of one request, in milliseconds, and the usual one. */
const LONGEST_MS = 600_000;
const USUAL_MS = 10_000;

/** `timeoutMs` of a request that waits. */
export function timeoutOf({ query }: ControlRequest): number | Rejected {
  return integerOf(query, 'timeoutMs', { min: 0, max: LONGEST_MS, missing: USUAL_MS });
}

export interface Awaited<T> {
  /** The one that is there already, if there is one. */
  find(): T | undefined;
  meets(candidate: T): boolean;
  /** Tells of every candidate from now on, until the function that comes back is called. */
  watch(listener: (candidate: T) => void): () => void;
}

/**
 * The first that meets the wish: one that is there, else one that comes. Undefined where `timeoutMs` are over by the
 * port's clock (not by the emulator's, which a test turns), or where the one who asked has gone.
 */
export function waitFor<T>(
  machine: Machine,
  { find, meets, watch }: Awaited<T>,
  timeoutMs: number,
  gone: AbortSignal,
): Promise<T | undefined> {
  const standing = find();
  if (standing !== undefined) return Promise.resolve(standing);
  return new Promise((resolve) => {
    const settled = new AbortController();
    const end = (found?: T): void => {
      forget();
      settled.abort();
      resolve(found);
    };
    const forget = watch((candidate) => {
      if (meets(candidate)) end(candidate);
    });
    machine.clock.sleep(timeoutMs, settled.signal).then(
      () => end(),
      () => undefined, // it came first
    );
    if (gone.aborted) end();
    gone.addEventListener('abort', () => end(), { once: true, signal: settled.signal });
  });
}
