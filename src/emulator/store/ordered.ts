interface Registered {
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Order of registration, which decides between two of one moment. */
  serial: number;
}

interface Sent extends Registered {
  senderKey: string;
}

/** The entities of each sender key in the order of their registration, the oldest first. */
export class BySender<T extends Sent> {
  readonly #ordered = new Map<string, Ordered<T>>();

  of(senderKey: string): readonly T[] {
    return this.#ordered.get(senderKey)?.list ?? [];
  }

  /** When an entity was registered never changes in place: its order is that of the first call. */
  put(entity: T, before: T | undefined): void {
    if (before === entity) return;
    if (before) this.remove(before);
    const ordered = this.#ordered.get(entity.senderKey) ?? new Ordered<T>();
    this.#ordered.set(entity.senderKey, ordered);
    ordered.add(entity);
  }

  remove(entity: T): void {
    this.#ordered.get(entity.senderKey)?.remove(entity);
  }
}

/** Entities in the order of their registration, the oldest first, each found without a scan. */
class Ordered<T extends Registered> {
  readonly #list: T[] = [];

  get list(): readonly T[] {
    return this.#list;
  }

  /** Takes the place of one that was registered at the same moment under the same serial. */
  add(entity: T): void {
    const place = this.#placeOf(entity);
    this.#list.splice(place, this.#isAt(place, entity) ? 1 : 0, entity);
  }

  remove(entity: T): void {
    const place = this.#placeOf(entity);
    if (this.#isAt(place, entity)) this.#list.splice(place, 1);
  }

  #isAt(place: number, { serial }: T): boolean {
    return this.#list[place]?.serial === serial;
  }

  /** The first place that is not before the entity. */
  #placeOf(entity: T): number {
    let from = 0;
    let to = this.#list.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const there = this.#list[middle];
      if (there !== undefined && isBefore(there, entity)) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function isBefore(a: Registered, b: Registered): boolean {
  return a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.serial < b.serial);
}
