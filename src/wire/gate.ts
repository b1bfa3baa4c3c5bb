import type { IncomingHttpHeaders } from 'node:http';
import pLimit, { type LimitFunction } from 'p-limit';
import { type Clock, slept } from '../core/ports.ts';
import { resetOf } from './server-wait.ts';

/** A window of the server's limit. */
interface Window {
  /** How many calls it allows, less the calls since. */
  left: number;
  /** When it ends. */
  until: number;
  /** Answers to calls that began earlier are about another window. */
  since: number;
  /** False until an answer shows when it ends. */
  isShown: boolean;
}

/**
 * Limits the calls to one API: the number in flight, the number begun within any second, and none while the server's
 * own window is used up (message API 8, `RateLimit-Remaining` and `RateLimit-Reset`). The calls of a second are spaced
 * evenly, after a burst of a tenth of them.
 */
export class Gate {
  readonly #clock: Clock;
  readonly #inFlight: LimitFunction;
  readonly #perSecond: number;
  /** When the last `perSecond` calls began, oldest first. Each leaves the list after a second. */
  readonly #begun: number[] = [];
  /** The milliseconds between two calls, and how far a burst may run ahead of them. */
  readonly #spacing: number;
  readonly #ahead: number;
  /** When the next call would begin if all calls were evenly spaced. */
  #due = 0;
  #window: Window | undefined;
  /** The size of a window and the longest known duration of one. The next window is expected to have both. */
  #limit: number | undefined;
  #lasts = 0;
  /** The shortest time from a call to its answer. */
  #quickest = Number.POSITIVE_INFINITY;

  constructor(clock: Clock, limits: { inFlight: number; perSecond: number }) {
    this.#clock = clock;
    this.#inFlight = pLimit(Math.max(1, limits.inFlight));
    this.#perSecond = Math.max(1, limits.perSecond);
    this.#spacing = 1000 / this.#perSecond;
    this.#ahead = this.#spacing === 0 ? 0 : (Math.ceil(this.#perSecond / 10) - 1) * this.#spacing;
  }

  /**
   * Runs the work in its turn. Rejects with the signal's reason if the signal aborts before the work begins. Returns the wait,
   * in milliseconds, if the server's window opens only after `latest` (milliseconds since the epoch).
   */
  pass<T>(work: () => Promise<T>, latest: number, signal: AbortSignal): Promise<{ done: T } | { waitMs: number }> {
    return this.#inFlight(async () => {
      const waitMs = await this.#turn(latest, signal);
      return waitMs === undefined ? { done: await work() } : { waitMs };
    });
  }

  /** Learns from the headers of an answer to a call that began at `began`. */
  learn(headers: IncomingHttpHeaders, began: number): void {
    const left = countOf(headers['ratelimit-remaining']);
    const reset = resetOf(headers);
    if (left === undefined || reset === undefined) return;
    this.#limit = countOf(headers['ratelimit-limit']) ?? this.#limit;
    this.#lasts = Math.max(this.#lasts, reset);
    const now = this.#clock.now();
    this.#quickest = Math.min(this.#quickest, now - began);
    const old = this.#window;
    if (old && began < old.since) return;
    // Seconds are whole numbers, rounded up, so the window ends at the earliest time that an answer shows.
    const until = now + (reset || 1000);
    // Answers may arrive in another order, and do not count the calls under way.
    if (old && now < this.#opensAt(old)) {
      old.left = Math.min(old.left, left);
      old.until = old.isShown ? Math.min(old.until, until) : until;
      old.isShown = true;
    } else {
      this.#window = { left: left - Math.max(0, this.#inFlight.activeCount - 1), until, since: began, isShown: true };
    }
  }

  /** Stops all calls for so long, after the server turned one away. */
  close(ms: number): void {
    const until = this.#clock.now() + Math.max(ms, this.#closedFor());
    this.#window = { left: 0, until, since: until, isShown: false };
  }

  /** Waits for a turn and takes it. Returns the wait if it would be too long. */
  async #turn(latest: number, signal: AbortSignal): Promise<number | undefined> {
    signal.throwIfAborted();
    for (let wait = this.#wait(); wait > 0; wait = this.#wait()) {
      if (this.#clock.now() + wait > latest) return wait;
      await slept(this.#clock, wait, signal);
      signal.throwIfAborted();
    }
    const now = this.#clock.now();
    this.#begun.push(now);
    this.#due = Math.max(this.#due, now) + this.#spacing;
    if (this.#window) this.#window.left -= 1;
    return undefined;
  }

  /** The expected next window, until an answer reports it. Waiting calls all start at its beginning. */
  #next(now: number): Window | undefined {
    if (this.#limit === undefined) return undefined;
    return { left: Math.max(1, this.#limit), until: now + this.#lasts, since: now, isShown: false };
  }

  #closedFor(): number {
    const window = this.#window;
    return window && window.left <= 0 ? Math.max(0, this.#opensAt(window) - this.#clock.now()) : 0;
  }

  /** A call that leaves half a round trip before the end of a window arrives after it. */
  #opensAt({ until, isShown }: Window): number {
    return isShown ? until - Math.floor(this.#quickest / 2) : until;
  }

  #wait(): number {
    const now = this.#clock.now();
    if (this.#window && now >= this.#opensAt(this.#window)) this.#window = this.#next(now);
    while (this.#begun[0] !== undefined && this.#begun[0] + 1000 <= now) this.#begun.shift();
    const oldest = this.#begun[0];
    const paced = oldest !== undefined && this.#begun.length >= this.#perSecond ? oldest + 1000 - now : 0;
    const spaced = Math.ceil(this.#due - this.#ahead - now);
    return Math.max(paced, spaced, this.#closedFor());
  }
}

function countOf(header: string | string[] | undefined): number | undefined {
  return typeof header === 'string' && /^\d{1,9}$/.test(header.trim()) ? Number(header) : undefined;
}
