import type { Shelf } from './shelf.ts';

/** What is made of each entity of a shelf: made once, and anew when the entity has changed. */
export class Derived<T extends object, D> {
  readonly #made = new WeakMap<T, D>();
  readonly #make: (entity: T) => D;

  constructor(shelf: Pick<Shelf<T>, 'watch'>, make: (entity: T) => D) {
    this.#make = make;
    shelf.watch((entity) => this.#made.delete(entity));
  }

  of(entity: T): D {
    const known = this.#made.get(entity);
    if (known !== undefined) return known;
    const made = this.#make(entity);
    this.#made.set(entity, made);
    return made;
  }
}
