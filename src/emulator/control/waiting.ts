import type { JsonObject } from '../../core/json.ts';
import type { Machine } from '../machine.ts';
import { type ControlAnswer, type ControlRequest, integerOf, isRejected, reject } from '../route.ts';

/** Longest wait of one request, in milliseconds, and the usual one. */
const LONGEST_MS = 600_000;
const USUAL_MS = 10_000;

interface Awaited<T> {
  /** The noun of the refusal: `message`. */
  what: string;
  /** The one that exists already. */
  find(): T | undefined;
  meets(candidate: T): boolean;
  /** Calls `listener` with every candidate from now on, until the returned function is called. */
  watch(listener: (candidate: T) => void): () => void;
}

/** Answers a request with the first candidate that matches: one that exists, or one that comes within `timeoutMs`. */
export async function answerFirst<T>(
  machine: Machine,
  { query, gone }: ControlRequest,
  awaited: Awaited<T>,
  answer: (found: T) => JsonObject,
): Promise<ControlAnswer> {
  const timeoutMs = integerOf(query, 'timeoutMs', { min: 0, max: LONGEST_MS, missing: USUAL_MS });
  if (isRejected(timeoutMs)) return timeoutMs;
  const found = await waitFor(machine, awaited, timeoutMs, gone);
  return found ? answer(found) : reject(408, `no such ${awaited.what} within ${timeoutMs} ms`);
}

/**
 * Resolves with undefined when `timeoutMs` are over by the port's clock (tests turn the emulator's), or when the client
 * disconnected.
 */
function waitFor<T>(
  machine: Machine,
  { find, meets, watch }: Awaited<T>,
  timeoutMs: number,
  gone: AbortSignal,
): Promise<T | undefined> {
  const existing = find();
  if (existing !== undefined) return Promise.resolve(existing);
  return new Promise((resolve) => {
    const done = new AbortController();
    const end = (found?: T): void => {
      forget();
      done.abort();
      resolve(found);
    };
    const forget = watch((candidate) => {
      if (meets(candidate)) end(candidate);
    });
    machine.clock.sleep(timeoutMs, done.signal).then(
      () => end(),
      () => undefined, // a candidate came first
    );
    if (gone.aborted) end();
    gone.addEventListener('abort', () => end(), { once: true, signal: done.signal });
  });
}
