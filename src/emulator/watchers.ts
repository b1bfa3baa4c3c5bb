/** Listeners of a change. */
export class Watchers<T> {
  readonly #listeners = new Set<(value: T) => void>();

  /** Calls `listener` from now on, until the returned function is called. */
  add(listener: (value: T) => void): () => void {
    // A function of its own for each call: the same listener may be added twice.
    const own = (value: T): void => listener(value);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  tell(value: T): void {
    if (this.#listeners.size === 0) return;
    for (const listener of [...this.#listeners]) listener(value);
  }
}
