import type { JsonObject } from '../../core/json.ts';
import type { Machine } from '../machine.ts';
import { integerText } from '../members.ts';
import { type ControlAnswer, type ControlRequest, reject } from '../route.ts';

const LONGEST_MS = 600_000;
const USUAL_MS = 10_000;

export const timeoutMs = integerText(0, LONGEST_MS, USUAL_MS);

interface Awaited<T> {
  /** The noun for the error message: `message`. */
  what: string;
  /** Returns a candidate that exists already. */
  find(): T | undefined;
  meets(candidate: T): boolean;
  /** What exists instead, for the error message: `the inbox is empty`. */
  others(): string;
  /** Calls `listener` with every new candidate, until the returned function is called. */
  watch(listener: (candidate: T) => void): () => void;
}

/** Answers with the first matching candidate: an existing one, or one that arrives within `timeoutMs`. */
export async function answerFirst<T>(
  machine: Machine,
  { query, gone }: ControlRequest,
  awaited: Awaited<T>,
  answer: (found: T) => JsonObject,
): Promise<ControlAnswer> {
  const patienceMs = Number(query.get('timeoutMs') ?? USUAL_MS);
  const found = await waitFor(machine, awaited, patienceMs, gone);
  return found ? answer(found) : reject(408, `no such ${awaited.what} within ${patienceMs} ms: ${awaited.others()}`);
}

/** Resolves with undefined after `patienceMs` of real time, or when the client disconnects. */
function waitFor<T>(
  machine: Machine,
  { find, meets, watch }: Awaited<T>,
  patienceMs: number,
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
    machine.clock.sleep(patienceMs, done.signal).then(
      () => end(),
      () => undefined, // a candidate came first
    );
    if (gone.aborted) end();
    gone.addEventListener('abort', () => end(), { once: true, signal: done.signal });
  });
}
