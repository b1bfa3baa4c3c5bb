/** `due` is in milliseconds since the epoch; `serial` orders tasks of the same moment. */
interface Task {
  due: number;
  serial: number;
  run(): void;
}

/** Tasks by due time, as a binary heap; tasks that are due at the same moment keep the order in which they were added. */
export class Agenda {
  readonly #heap: Task[] = [];
  #serial = 0;

  get first(): Readonly<Task> | undefined {
    return this.#heap[0];
  }

  add(due: number, run: () => void): void {
    this.#serial += 1;
    const task = { due, serial: this.#serial, run };
    let place = this.#heap.push(task) - 1;
    while (place > 0 && this.#isBefore(place, (place - 1) >> 1)) place = this.#swap(place, (place - 1) >> 1);
  }

  /** Removes the first task if it is due at `now`, and returns it. */
  take(now: number): (() => void) | undefined {
    const [first] = this.#heap;
    if (first === undefined || first.due > now) return undefined;
    this.#swap(0, this.#heap.length - 1);
    this.#heap.pop();
    let place = 0;
    for (;;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      const next = this.#isBefore(right, left) ? right : left;
      if (!this.#isBefore(next, place)) return first.run;
      place = this.#swap(place, next);
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (a === undefined || b === undefined) return false;
    return a.due === b.due ? a.serial < b.serial : a.due < b.due;
  }

  /** Returns `to`, the new place of the task. */
  #swap(from: number, to: number): number {
    const [a, b] = [this.#heap[from], this.#heap[to]];
    if (a === undefined || b === undefined) return to;
    this.#heap[from] = b;
    this.#heap[to] = a;
    return to;
  }
}
