interface Task {
  /** Milliseconds since the epoch. */
  due: number;
  /** Orders tasks that are due at the same moment. */
  serial: number;
  run(): void;
}

/** Tasks by due time; tasks that are due at the same moment keep the order in which they were added. */
export class Agenda {
  readonly #tasks: Task[] = [];
  #serial = 0;

  get first(): Readonly<Task> | undefined {
    return this.#tasks[0];
  }

  get size(): number {
    return this.#tasks.length;
  }

  add(due: number, run: () => void): Task {
    this.#serial += 1;
    const task: Task = { due, serial: this.#serial, run };
    this.#tasks.splice(this.#placeOf(task), 0, task);
    return task;
  }

  /** Removes a task; does nothing if it ran or was removed before. */
  remove(task: Task): void {
    const place = this.#placeOf(task);
    if (this.#tasks[place] === task) this.#tasks.splice(place, 1);
  }

  /** Removes the first task if it is due at `now`, and returns it. */
  take(now: number): (() => void) | undefined {
    const [first] = this.#tasks;
    if (first === undefined || first.due > now) return undefined;
    this.#tasks.shift();
    return first.run;
  }

  /** Binary search for the position at which a task belongs. */
  #placeOf({ due, serial }: Task): number {
    let [from, to] = [0, this.#tasks.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.#tasks[middle];
      if (other !== undefined && (other.due < due || (other.due === due && other.serial < serial))) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
