import { matchesGlob } from '../../core/address.ts';
import { Watchers } from '../collection.ts';
import type { JournalEntry, JournalFilter } from '../public-types.ts';

const MAX_ENTRIES = 20_000;

/** The number of newest entries that have bodies. */
const WITH_BODIES = 1000;

/** The last requests, at most 20,000. If there are more, the older half is dropped. */
export class Journal {
  /** The numbers have no gaps, so an entry's number determines its index. */
  #entries: JournalEntry[] = [];
  #seq = 0;
  readonly #watchers = new Watchers<JournalEntry | undefined>();

  add(given: Omit<JournalEntry, 'seq'>): void {
    this.#seq += 1;
    const entry = { seq: this.#seq, ...given };
    this.#entries.push(entry);
    const older = this.#entries.at(-WITH_BODIES - 1);
    if (older) Object.assign(older, { request: null, answer: null });
    if (this.#entries.length > MAX_ENTRIES) this.#entries = this.#entries.slice(-MAX_ENTRIES / 2);
    this.#watchers.notify(entry);
  }

  entries(filter: JournalFilter = {}): JournalEntry[] {
    const first = this.#entries[0]?.seq ?? 0;
    const younger = this.#entries.slice(Math.max((filter.after ?? 0) - first + 1, 0));
    return younger.filter((entry) => !JOURNAL_FILTERS.some((name) => missesJournal(entry, filter, name)));
  }

  /** Reports each new entry, and undefined when the journal is cleared. Returns a function that stops it. */
  onChange(listener: (entry: JournalEntry | undefined) => void): () => void {
    return this.#watchers.add(listener);
  }

  get size(): number {
    return this.#entries.length;
  }

  clear(): void {
    this.#entries = [];
    this.#watchers.notify(undefined);
  }
}

export const JOURNAL_FILTERS = ['after', 'templateCode', 'status', 'code', 'path'] as const;

/** True if an entry does not meet one of the filters. */
export function missesJournal(entry: JournalEntry, filter: JournalFilter, name: keyof JournalFilter): boolean {
  if (filter[name] === undefined) return false;
  if (name === 'after') return entry.seq <= Number(filter.after);
  return name === 'path' ? !matchesGlob(entry.path, String(filter.path)) : entry[name] !== filter[name];
}
