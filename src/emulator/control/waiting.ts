import type { Machine } from '../machine.ts';
import { integer } from '../members.ts';
import { type ControlRequest, type Rejected, reject } from '../route.ts';

const LONGEST_MS = 600_000;
const USUAL_MS = 10_000;

/** The query of a request that waits. */
export const waiting = { timeoutMs: integer(0, LONGEST_MS) };

interface Awaited<T> {
  /** The noun for the error message: `message`. */
  what: string;
  /** A candidate that exists already. */
  existing: T | undefined;
  meets(candidate: T): boolean;
  /** What exists instead, for the error message: `the inbox is empty`. */
  others(): string;
  /** Calls `listener` with every new candidate, until the returned function is called. */
  watch(listener: (candidate: T | undefined) => void): () => void;
}

/** Resolves with an existing match, or with the first that arrives within `timeoutMs` of real time. */
export async function waitFor<T>(
  { clock }: Machine,
  { query: { timeoutMs = USUAL_MS }, gone }: ControlRequest,
  { what, existing, meets, others, watch }: Awaited<T>,
): Promise<T | Rejected> {
  if (existing !== undefined) return existing;
  const found = await new Promise<T | undefined>((resolve) => {
    const done = new AbortController();
    const end = (candidate?: T): void => {
      forget();
      done.abort();
      resolve(candidate);
    };
    const forget = watch((candidate) => {
      if (candidate !== undefined && meets(candidate)) end(candidate);
    });
    clock.sleep(Number(timeoutMs), done.signal).then(
      () => end(),
      () => undefined, // a candidate came first
    );
    if (gone.aborted) end();
    gone.addEventListener('abort', () => end(), { once: true, signal: done.signal });
  });
  return found ?? reject(408, `no such ${what} within ${timeoutMs} ms: ${others()}`);
}
