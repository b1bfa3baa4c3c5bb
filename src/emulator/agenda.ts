export interface Task {
  /** Milliseconds since the epoch. */
  due: number;
  /** Decides between two of one moment. */
  serial: number;
  /** Where it stands in the heap; -1 once it does not. */
  place: number;
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

  /** The task that is due before all others; undefined where there is none. */
  get first(): Readonly<Task> | undefined {
    return this.#tasks[0];
  }

  get size(): number {
    return this.#tasks.length;
  }

  add(due: number, run: () => void): Task {
    this.#serial += 1;
    const task: Task = { due, serial: this.#serial, place: this.#tasks.length, run };
    this.#tasks.push(task);
    this.#rise(task);
    return task;
  }

  /** Takes a task away that is not wanted any more; one that is gone already is no matter. */
  remove(task: Task): void {
    const { place } = task;
    const last = this.#tasks[place] === task ? this.#tasks.pop() : undefined;
    task.place = -1;
    if (last === undefined || last === task) return;
    last.place = place;
    this.#rise(last);
    this.#sink(last);
  }

  /** The first task that is due by a moment, which is no longer there then. */
  take(now: number): (() => void) | undefined {
    const first = this.#tasks[0];
    if (first === undefined || first.due > now) return undefined;
    this.remove(first);
    return first.run;
  }

  /** From its place up to its own. */
  #rise(task: Task): void {
    let { place } = task;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const other = this.#tasks[above];
      if (other === undefined || isBefore(other, task)) break;
      this.#put(other, place);
      place = above;
    }
    this.#put(task, place);
  }

  /** From its place down to its own. */
  #sink(task: Task): void {
    let { place } = task;
    for (;;) {
      const below = this.#firstBelow(place);
      const other = this.#tasks[below];
      if (other === undefined || isBefore(task, other)) break;
      this.#put(other, place);
      place = below;
    }
    this.#put(task, place);
  }

  #put(task: Task, place: number): void {
    this.#tasks[place] = task;
    task.place = place;
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
