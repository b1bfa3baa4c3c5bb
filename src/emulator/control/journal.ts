import { matchesGlob } from '../../core/address.ts';
import { Watchers } from '../watchers.ts';
import type { JournalEntry } from './journal-entry.ts';

export interface JournalFilter {
  /** Entries with a greater number alone. */
  after?: number;
  /** Glob over the path's last parts, as in a fault's rule. */
  path?: string | undefined;
  templateCode?: string | undefined;
  /** The answer's own code. */
  code?: string | undefined;
}

const MAX_ENTRIES = 20_000;

/** The last requests, up to 20,000 of them: where there are more, the older half is forgotten. */
export class Journal {
  /** Numbered without a gap: the place of an entry follows from its number. */
  #entries: JournalEntry[] = [];
  #seq = 0;
  readonly #watchers = new Watchers<JournalEntry>();
  readonly #anyChange = new Watchers<undefined>();

  add(given: Omit<JournalEntry, 'seq'>): void {
    this.#seq += 1;
    const entry = { seq: this.#seq, ...given };
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries = this.#entries.slice(-MAX_ENTRIES / 2);
    this.#watchers.tell(entry);
    this.#anyChange.tell(undefined);
  }

  /** The entries that meet a filter, the oldest first. */
  entries(filter: JournalFilter = {}): JournalEntry[] {
    const first = this.#entries[0]?.seq ?? 0;
    const younger = this.#entries.slice(Math.max((filter.after ?? 0) - first + 1, 0));
    return younger.filter((entry) => meetsJournal(entry, filter));
  }

  /** Tells of each entry from now on, until the function that comes back is called. */
  watch(listener: (entry: JournalEntry) => void): () => void {
    return this.#watchers.add(listener);
  }

  /** Tells that an entry came or that all went, from now on, until the function that comes back is called. */
  onChange(listener: () => void): () => void {
    return this.#anyChange.add(listener);
  }

  get size(): number {
    return this.#entries.length;
  }

  clear(): void {
    this.#entries = [];
    this.#anyChange.tell(undefined);
  }
}

export function meetsJournal(entry: JournalEntry, { after, path, templateCode, code }: JournalFilter): boolean {
  if (after !== undefined && entry.seq <= after) return false;
  if (templateCode !== undefined && entry.templateCode !== templateCode) return false;
  if (code !== undefined && entry.code !== code) return false;
  return path === undefined || matchesGlob(entry.path, path);
}
