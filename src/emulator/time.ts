import type { Clock } from '../core/ports.ts';
import { Agenda } from './agenda.ts';

// A longer sleep would overflow the timer; the clock simply arms itself again.
const LONGEST_SLEEP_MS = 3_600_000;

/**
 * The emulator's time: the port's clock plus what the control API added, and the tasks that wait for a moment of it.
 * Times are milliseconds since the epoch.
 */
export class EmulatorClock {
  readonly #clock: Clock;
  #offset = 0;
  #agenda = new Agenda();
  #sleep = new AbortController();
  #closed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#clock.now() + this.#offset;
  }

  /** The port's time, to measure how long something took. */
  elapsed(): number {
    return this.#clock.now();
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

  /** Runs `run` at a moment; at once where it is over already. Never, where the function that comes back is called before. */
  at(due: number, run: () => void): () => void {
    const agenda = this.#agenda;
    const task = agenda.add(due, run);
    if (agenda.first === task) this.#runDue();
    return () => agenda.remove(task);
  }

  /** Resolves after `ms` of the port's time, whatever the control API does to the clock. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#clock.sleep(ms, signal);
  }

  /** Forgets every task. */
  clear(): void {
    this.#agenda = new Agenda();
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

  #runDue(): void {
    for (;;) {
      const run = this.#agenda.take(this.now());
      if (run === undefined) break;
      run();
    }
    this.#arm();
  }

  #arm(): void {
    this.#sleep.abort();
    const due = this.#agenda.first?.due;
    if (due === undefined || this.#closed) return;
    const sleep = new AbortController();
    this.#sleep = sleep;
    const ms = Math.min(Math.max(due - this.now(), 0), LONGEST_SLEEP_MS);
    this.#clock.sleep(ms, sleep.signal).then(
      () => this.#runDue(),
      () => undefined, // aborted: another sleep took its place
    );
  }
}
