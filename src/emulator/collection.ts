import { Watchers } from './watchers.ts';

/** A change to save, with the entity as it is now; without one where it is gone. */
export type StoreChange = [collection: string, key: string, value?: unknown];

/**
 * The entities of one kind by their key. `put` adds one, and says of one that stands here that it changed: whoever
 * changes an entity in place puts it again, else the change is not saved.
 */
export class Collection<T> {
  readonly #entities = new Map<string, T>();
  readonly #keyOf: (entity: T) => string;
  #changed = new Set<string>();
  #count = 0;
  readonly #watchers = new Watchers<T>();
  readonly #anyChange = new Watchers<undefined>();
  readonly #removals = new Watchers<string>();

  constructor(keyOf: (entity: T) => string) {
    this.#keyOf = keyOf;
  }

  get(key: string): T | undefined {
    return this.#entities.get(key);
  }

  has(key: string): boolean {
    return this.#entities.has(key);
  }

  /** True if this object is on the collection, not another one of its key. */
  holds(entity: T): boolean {
    return this.#entities.get(this.#keyOf(entity)) === entity;
  }

  /** In the order in which they came. */
  values(): IterableIterator<T> {
    return this.#entities.values();
  }

  entries(): [key: string, entity: T][] {
    return [...this.#entities];
  }

  get size(): number {
    return this.#entities.size;
  }

  /** How often something changed here. */
  get changes(): number {
    return this.#count;
  }

  put(entity: T): void {
    const key = this.#keyOf(entity);
    this.#entities.set(key, entity);
    this.#mark(key);
    this.#watchers.tell(entity);
  }

  remove(key: string): void {
    if (!this.#entities.delete(key)) return;
    this.#mark(key);
    this.#removals.tell(key);
  }

  clear(): void {
    for (const key of [...this.#entities.keys()]) this.remove(key);
  }

  /** Tells of each entity that comes or changes from now on, until the function that comes back is called. */
  watch(listener: (entity: T) => void): () => void {
    return this.#watchers.add(listener);
  }

  /** Tells that something came, changed or went, from now on, until the function that comes back is called. */
  onChange(listener: () => void): () => void {
    return this.#anyChange.add(listener);
  }

  /** Tells the key of each entity that goes from now on, until the function that comes back is called. */
  onRemoval(listener: (key: string) => void): () => void {
    return this.#removals.add(listener);
  }

  /** What changed since the last call, to be saved. The values are the entities themselves. */
  drain(): [key: string, value: T | undefined][] {
    const changed = this.#changed;
    this.#changed = new Set();
    return [...changed].map((key) => [key, this.#entities.get(key)]);
  }

  #mark(key: string): void {
    this.#changed.add(key);
    this.#count += 1;
    this.#anyChange.tell(undefined);
  }
}
