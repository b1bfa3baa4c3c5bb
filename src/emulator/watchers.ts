export class Watchers<T> {
  readonly #listeners = new Set<(value: T) => void>();

  /** Adds a listener. The returned function removes it. */
  add(listener: (value: T) => void): () => void {
    // A new function for each call, because the same listener may be added twice.
    const own = (value: T): void => listener(value);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  notify(value: T): void {
    if (this.#listeners.size === 0) return;
    for (const listener of [...this.#listeners]) listener(value);
  }
}
