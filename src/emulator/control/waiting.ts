import type { Machine } from '../machine.ts';
import { integer } from '../members.ts';
import { maskNumbers } from '../numbers.ts';
import { type ControlRequest, type Rejected, reject } from '../route.ts';

const LONGEST_MS = 600_000;
const USUAL_MS = 10_000;

/** The query of a request that waits. */
export const waiting = { timeoutMs: integer(0, LONGEST_MS) };

/** What is awaited, and by which filters (`F`) it is found. */
interface Awaited<T, F extends string> {
  /** The noun for the error message: `message`. */
  what: string;
  /** A candidate that exists already. */
  existing: T | undefined;
  filters: readonly F[];
  /** True if a candidate does not meet this filter of the request. */
  misses(candidate: T, filter: F): boolean;
  /** For the error message: all candidates, oldest first, what one is called, and what it has where a filter looks. */
  all(): Iterable<T>;
  nameOf(candidate: T): string;
  has(candidate: T, filter: F): unknown;
  /** Calls `listener` with every new candidate, until the returned function is called. */
  watch(listener: (candidate: T | undefined) => void): () => void;
}

/** Resolves with an existing match, or with the first that arrives within `timeoutMs` of real time. */
export async function waitFor<T, F extends string>(
  { clock }: Machine,
  { query: { timeoutMs = USUAL_MS }, gone }: ControlRequest,
  awaited: Awaited<T, F>,
): Promise<T | Rejected> {
  const { what, existing, filters, misses, watch } = awaited;
  if (existing !== undefined) return existing;
  const arrival = (done: AbortSignal): Promise<T | undefined> =>
    new Promise((resolve) => {
      const forget = watch((candidate) => {
        if (candidate !== undefined && !filters.some((filter) => misses(candidate, filter))) resolve(candidate);
      });
      done.addEventListener('abort', forget, { once: true });
      if (gone.aborted) resolve(undefined);
      gone.addEventListener('abort', () => resolve(undefined), { once: true, signal: done });
    });
  const found = await clock.within(Number(timeoutMs), arrival);
  return found ?? reject(408, `no such ${what} within ${timeoutMs} ms: ${nearest(awaited)}`);
}

/** Names the candidate that misses the fewest filters, the newest of several, and what it has instead. */
function nearest<T, F extends string>({ what, filters, misses, all, nameOf, has }: Awaited<T, F>): string {
  let near: { name: string; instead: string[] } | undefined;
  for (const candidate of all()) {
    const missed = filters.filter((filter) => misses(candidate, filter));
    if (near !== undefined && missed.length > near.instead.length) continue;
    const instead = missed.map((filter) => `${filter} ${JSON.stringify(has(candidate, filter) ?? null)}`);
    near = { name: nameOf(candidate), instead };
  }
  // A path, a refkey and a text may contain a phone number.
  return near ? maskNumbers(`the nearest is ${near.name} with ${near.instead.join(', ')}`) : `there is no ${what}`;
}
