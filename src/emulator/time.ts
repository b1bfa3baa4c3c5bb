import type { Clock } from '../core/ports.ts';

interface Task {
  due: number;
  run(): void;
}

// A longer sleep would overflow the timer; the clock simply arms itself again.
const LONGEST_SLEEP_MS = 3_600_000;

/**
 * The emulator's time: the port's clock plus what the control API added, and the tasks that wait for a moment of it.
 * Times are milliseconds since the epoch.
 */
export class EmulatorClock {
  readonly #clock: Clock;
  #offset = 0;
  #tasks: Task[] = [];
  #sleep = new AbortController();
  #closed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now() + this.#offset;
  }

  /** What the control API added so far, in milliseconds. */
  get offset(): number {
    return this.#offset;
  }

  /** Moves the time and runs all that has become due. */
  advance(ms: number): void {
    this.#offset += ms;
    this.#runDue();
  }

  set(to: number): void {
    this.advance(to - this.now());
  }

  /** Runs `run` at a moment; at once where it is over already. */
  at(due: number, run: () => void): void {
    const place = this.#placeFor(due);
    this.#tasks.splice(place, 0, { due, run });
    if (place === 0) this.#runDue();
  }

  /** Resolves after `ms` of the port's time, whatever the control API does to the clock. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#clock.sleep(ms, signal);
  }

  /** Forgets every task. */
  clear(): void {
    this.#tasks = [];
    this.#arm();
  }

  /** Forgets every task and goes back to the real time. */
  reset(): void {
    this.#offset = 0;
    this.clear();
  }

  close(): void {
    this.#closed = true;
    this.clear();
  }

  /** Behind every task that is due no later: found by halves, as there is one for each message that is kept. */
  #placeFor(due: number): number {
    let from = 0;
    let to = this.#tasks.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#tasks[middle]?.due ?? due) <= due) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #runDue(): void {
    for (;;) {
      const first = this.#tasks[0];
      if (first === undefined || first.due > this.now()) break;
      this.#tasks.shift();
      first.run();
    }
    this.#arm();
  }

  #arm(): void {
    this.#sleep.abort();
    const first = this.#tasks[0];
    if (first === undefined || this.#closed) return;
    const sleep = new AbortController();
    this.#sleep = sleep;
    const ms = Math.min(Math.max(first.due - this.now(), 0), LONGEST_SLEEP_MS);
    this.#clock.sleep(ms, sleep.signal).then(
      () => this.#runDue(),
      () => undefined, // aborted: another sleep took its place
    );
  }
}
