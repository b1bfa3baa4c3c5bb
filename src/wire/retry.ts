import type { Random } from '../core/ports.ts';
import type { CallKind } from './endpoint.ts';
import type { Failed } from './outcome.ts';

/**
 * AWS standard mode: at most three tries, full jitter, a cap, and a bucket that a failing service empties. A send is repeated up to
 * three times (message API 7).
 */
export const MOST_TRIES: Readonly<Record<CallKind, number>> = { read: 3, write: 3, once: 4 };
const BASE_MS = 1000;
const CAP_MS = 20_000;
const BUCKET = 500;
const COST = 5;
const TIMEOUT_COST = 10;

/** True if the transport may repeat a call that failed in this way. */
export function mayRepeat(kind: CallKind, failed: Failed): boolean {
  switch (failed.is) {
    case 'throttled':
    case 'busy':
      return true;
    case 'down':
    case 'lost':
    case 'garbled':
      return kind === 'read';
    case 'unsent':
      return kind === 'read' && !failed.fault.lasting;
    default:
      return false;
  }
}

/** A random wait before try `next` (2, 3 …), in milliseconds. It comes after the wait that the server asks for. */
export function backoff(next: number, random: Random): number {
  return Math.floor(random.next() * Math.min(CAP_MS, BASE_MS * 2 ** (next - 2)));
}

/** The wait after too many requests, in milliseconds, if the server asks for none (assumption 32). */
export function throttledWait(random: Random): number {
  return BASE_MS + Math.floor(random.next() * BASE_MS);
}

/** A budget for repetitions, so that a service that is down is not called three times for each of a thousand templates. */
export class RetryBudget {
  #tokens = BUCKET;

  /** Pays for a repetition. Returns false if the budget is too small for it. */
  spend(after: 'time-out' | 'failure'): boolean {
    const cost = after === 'time-out' ? TIMEOUT_COST : COST;
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }

  earn(): void {
    this.#tokens = Math.min(BUCKET, this.#tokens + 1);
  }
}
