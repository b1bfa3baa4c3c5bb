import type { Random } from '../core/ports.ts';

/** AWS standard mode: at most three tries, full jitter, a cap, and a bucket that a failing service empties. */
export const MOST_TRIES = 3;
const BASE_MS = 1000;
const CAP_MS = 20_000;
const BUCKET = 500;
const COST = 5;
const TIMEOUT_COST = 10;

/** A random wait before try `next` (2, 3 …), in milliseconds; all of it where the server names none (assumption 32). */
export function backoff(next: number, random: Random): number {
  return Math.floor(random.next() * Math.min(CAP_MS, BASE_MS * 2 ** (next - 2)));
}

/**
 * What may be spent on repeating: a service that is down is not asked three times for each of a thousand templates.
 */
export class RetryBudget {
  #tokens = BUCKET;

  /** Whether a repetition may be made; then it is paid. */
  spend(after: 'time-out' | 'failure'): boolean {
    const cost = after === 'time-out' ? TIMEOUT_COST : COST;
    if (this.#tokens < cost) return false;
    this.#tokens -= cost;
    return true;
  }

  /** A call went well. */
  earn(): void {
    this.#tokens = Math.min(BUCKET, this.#tokens + 1);
  }
}
