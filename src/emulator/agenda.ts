interface Task {
  /** Milliseconds since the epoch. */
  due: number;
  /** Decides between two of one moment. */
  serial: number;
  run(): void;
}

/**
 * What is to be done, each at its moment; of one moment, in the order in which it was added. A binary heap, as there are
 * some tasks for each message that is kept: adding one and taking one moves no more than a few of the others.
 */
export class Agenda {
  /** No task is due before the one at half its place. */
  readonly #tasks: Task[] = [];
  #serial = 0;

  /** When the first task is due; undefined where there is none. */
  get next(): number | undefined {
    return this.#tasks[0]?.due;
  }

  /** Whether it is the first of all now. */
  add(due: number, run: () => void): boolean {
    this.#serial += 1;
    const task = { due, serial: this.#serial, run };
    this.#tasks.push(task);
    this.#rise(task);
    return this.#tasks[0] === task;
  }

  /** The first task that is due by a moment, which is no longer there then. */
  take(now: number): (() => void) | undefined {
    const first = this.#tasks[0];
    if (first === undefined || first.due > now) return undefined;
    const last = this.#tasks.pop();
    if (last !== undefined && last !== first) this.#sink(last);
    return first.run;
  }

  /** From the last place up to its own. */
  #rise(task: Task): void {
    let place = this.#tasks.length - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const other = this.#tasks[above];
      if (other === undefined || isBefore(other, task)) break;
      this.#tasks[place] = other;
      place = above;
    }
    this.#tasks[place] = task;
  }

  /** From the first place, which is free, down to its own. */
  #sink(task: Task): void {
    let place = 0;
    for (;;) {
      const below = this.#firstBelow(place);
      const other = this.#tasks[below];
      if (other === undefined || isBefore(task, other)) break;
      this.#tasks[place] = other;
      place = below;
    }
    this.#tasks[place] = task;
  }

  /** Of the two places below one, that of the earlier task. */
  #firstBelow(place: number): number {
    const left = 2 * place + 1;
    const [one, other] = [this.#tasks[left], this.#tasks[left + 1]];
    return one !== undefined && other !== undefined && isBefore(other, one) ? left + 1 : left;
  }
}

function isBefore(a: Task, b: Task): boolean {
  return a.due < b.due || (a.due === b.due && a.serial < b.serial);
}
