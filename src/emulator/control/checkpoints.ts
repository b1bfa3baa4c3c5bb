import type { Checkpoint, Store } from '../store.ts';

/** Bounds the memory that a test suite without an end can take. */
const MOST = 20;

/** What was there at moments that were given a name. In memory alone, whole numbers and all: nothing of it is shown. */
export class Checkpoints {
  readonly #kept = new Map<string, Checkpoint>();

  /** False where there are too many already. One of the same name is replaced. */
  keep(name: string, store: Store): boolean {
    if (this.#kept.size >= MOST && !this.#kept.has(name)) return false;
    this.#kept.set(name, structuredClone(store.checkpoint()));
    return true;
  }

  has(name: string): boolean {
    return this.#kept.has(name);
  }

  /** Does nothing where there is none of this name. */
  restore(name: string, store: Store): void {
    const kept = this.#kept.get(name);
    // A copy: what is restored lives on, and the checkpoint may be wanted again.
    if (kept !== undefined) store.restore(structuredClone(kept));
  }

  clear(): void {
    this.#kept.clear();
  }
}
