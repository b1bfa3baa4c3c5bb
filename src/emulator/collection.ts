import { isObject } from '../core/json.ts';

export class Watchers<T> {
  readonly #listeners = new Set<(value: T) => void>();

  /** Adds a listener, which may be added once. The returned function removes it. */
  add(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  notify(value: T): void {
    if (this.#listeners.size === 0) return;
    for (const listener of [...this.#listeners]) listener(value);
  }
}

/**
 * The entities of one kind by their key. `put` adds an entity, or reports that one of the collection changed: code that
 * changes an entity in place must put it again, or the change is not saved.
 */
export class Collection<T> {
  readonly #entities = new Map<string, T>();
  readonly #keyOf: (entity: T) => string;
  readonly #watchers = new Watchers<[entity: T | undefined, key: string]>();

  constructor(keyOf: (entity: T) => string) {
    this.#keyOf = keyOf;
  }

  get(key: string): T | undefined {
    return this.#entities.get(key);
  }

  has(key: string): boolean {
    return this.#entities.has(key);
  }

  /** True if this very object is in the collection, and not another one with the same key. */
  includes(entity: T): boolean {
    return this.#entities.get(this.#keyOf(entity)) === entity;
  }

  /** True if a stored value is an entity, with this key if one is named. */
  isEntity(value: T, key?: string): boolean {
    const own = typeof value === 'string' || isObject(value) ? this.#keyOf(value) : undefined;
    return own !== undefined && !own.includes('undefined') && (key === undefined || key === own);
  }

  /** In the order in which they were added. */
  values(): IterableIterator<T> {
    return this.#entities.values();
  }

  entries(): [key: string, entity: T][] {
    return [...this.#entities];
  }

  get size(): number {
    return this.#entities.size;
  }

  put(entity: T): void {
    const key = this.#keyOf(entity);
    this.#entities.set(key, entity);
    this.#watchers.notify([entity, key]);
  }

  remove(key: string): void {
    if (this.#entities.delete(key)) this.#watchers.notify([undefined, key]);
  }

  clear(): void {
    for (const key of [...this.#entities.keys()]) this.remove(key);
  }

  /** Makes these the only entities, in this order. */
  restore(entities: readonly T[]): void {
    this.clear();
    for (const entity of entities) this.put(entity);
  }

  /** Reports added and changed entities, and the keys of removed ones. Returns a function that stops it. */
  onChange(listener: (entity: T | undefined, key: string) => void): () => void {
    return this.#watchers.add(([entity, key]) => listener(entity, key));
  }
}
