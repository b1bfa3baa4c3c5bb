import type { Clock } from '../core/ports.ts';

/** `due` is in milliseconds since the epoch. */
interface Task {
  due: number;
  run(): void;
}

/** Tasks by due time; those of one moment in the order in which they were added. Most tasks are added at the end. */
class Agenda {
  #tasks: Task[] = [];
  /** The place of the first task. Those before it were taken. */
  #at = 0;

  get first(): Readonly<Task> | undefined {
    return this.#tasks[this.#at];
  }

  add(due: number, run: () => void): void {
    let [low, high] = [this.#at, this.#tasks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#tasks[middle]?.due ?? 0) <= due) low = middle + 1;
      else high = middle;
    }
    this.#tasks.splice(low, 0, { due, run });
  }

  /** Removes the first task if it is due at `now`, and returns it. */
  take(now: number): (() => void) | undefined {
    const { first } = this;
    if (first === undefined || first.due > now) return undefined;
    this.#at += 1;
    // Taken tasks are removed together: a removal moves all that follow.
    if (this.#at > this.#tasks.length / 2) {
      this.#tasks = this.#tasks.slice(this.#at);
      this.#at = 0;
    }
    return first.run;
  }
}

// A longer sleep would overflow the timer. The clock sleeps again instead.
const LONGEST_SLEEP_MS = 3_600_000;

// Timers stand still while the machine sleeps, so an old one is replaced.
const OLD_MS = 1_000;

/** The clock port plus an offset, and tasks for moments of that time. Times are milliseconds since the epoch. */
export class EmulatorClock {
  readonly #clock: Clock;
  readonly #kept: { offset: number };
  #agenda = new Agenda();
  /** The sleep until the first task: its end and its begin, in the time of the clock port. */
  #sleep: { until: number; since: number; stop: AbortController } | undefined;
  #closed = false;

  /** @param kept keeps the offset, in milliseconds */
  constructor(clock: Clock, kept: { offset: number } = { offset: 0 }) {
    this.#clock = clock;
    this.#kept = kept;
  }

  now(): number {
    return this.#clock.now() + this.#kept.offset;
  }

  /** The time of the clock port, to measure durations. */
  elapsed(): number {
    return this.#clock.now();
  }

  /** The offset that the control API set, in milliseconds. */
  get offset(): number {
    return this.#kept.offset;
  }

  /** Moves the clock and runs every task that becomes due. */
  advance(ms: number): void {
    this.#runDue(this.#kept.offset + ms);
  }

  /** Runs a task at a moment; immediately if the moment has passed. */
  at(due: number, run: () => void): void {
    const agenda = this.#agenda;
    const isFirst = agenda.first === undefined || due < agenda.first.due;
    if (isFirst && due <= this.now()) {
      run();
      this.#runDue();
      return;
    }
    agenda.add(due, run);
    if (isFirst) this.#arm();
  }

  /** Resolves after `ms` of real time. The offset does not matter. */
  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#clock.sleep(ms, signal);
  }

  /** Resolves with the result of `work`, or with undefined after `ms` of real time. Aborts `done` at the end. */
  within<T>(ms: number, work: (done: AbortSignal) => Promise<T>): Promise<T | undefined> {
    const done = new AbortController();
    const late = this.sleep(ms, done.signal).catch(() => undefined); // the work came first
    return Promise.race([work(done.signal), late.then(() => undefined)]).finally(() => done.abort());
  }

  clear(): void {
    this.#agenda = new Agenda();
    this.#arm();
  }

  /** Removes every task and returns to the real time. */
  reset(): void {
    this.#kept.offset = 0;
    this.clear();
  }

  close(): void {
    this.#closed = true;
    this.clear();
  }

  /** Moves the offset and runs what is due, each task at its own time: a reserved message meets the states of its moment. */
  #runDue(offset = this.#kept.offset): void {
    for (;;) {
      const wait = (this.#agenda.first?.due ?? Number.POSITIVE_INFINITY) - this.now();
      this.#kept.offset = Math.min(this.#kept.offset + Math.max(wait, 0), offset);
      const run = this.#agenda.take(this.now());
      if (run === undefined) break;
      run();
    }
    this.#arm();
  }

  #arm(): void {
    const due = this.#closed ? undefined : this.#agenda.first?.due;
    const [until, since] = [due === undefined ? undefined : due - this.#kept.offset, this.#clock.now()];
    if (this.#sleep && this.#sleep.until === until && since - this.#sleep.since < OLD_MS) return;
    this.#sleep?.stop.abort();
    this.#sleep = undefined;
    if (until === undefined) return;
    const stop = new AbortController();
    this.#sleep = { until, since, stop };
    const ms = Math.min(Math.max(until - since, 0), LONGEST_SLEEP_MS);
    this.#clock.sleep(ms, stop.signal).then(
      () => {
        this.#sleep = undefined;
        this.#runDue();
      },
      () => undefined, // aborted: another sleep replaced it
    );
  }
}
