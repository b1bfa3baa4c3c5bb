import { matchesGlob } from '../../core/address.ts';
import { Watchers } from '../collection.ts';
import { maskNumbers } from '../numbers.ts';
import type { JournalEntry, JournalFilter } from '../public-types.ts';

const MAX_ENTRIES = 20_000;

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
    if (this.#entries.length > MAX_ENTRIES) this.#entries = this.#entries.slice(-MAX_ENTRIES / 2);
    this.#watchers.notify(entry);
  }

  entries(filter: JournalFilter = {}): JournalEntry[] {
    const first = this.#entries[0]?.seq ?? 0;
    const younger = this.#entries.slice(Math.max((filter.after ?? 0) - first + 1, 0));
    return younger.filter((entry) => meetsJournal(entry, filter));
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

export function meetsJournal(entry: JournalEntry, { after, path, templateCode, status, code }: JournalFilter): boolean {
  if (after !== undefined && entry.seq <= after) return false;
  if (templateCode !== undefined && entry.templateCode !== templateCode) return false;
  if (status !== undefined && entry.status !== status) return false;
  if (code !== undefined && entry.code !== code) return false;
  return path === undefined || matchesGlob(entry.path, path);
}

export interface UnknownField {
  /** `/v3/msgr/template/add` */
  path: string;
  /** `buttons[].colour`, without indexes. */
  field: string;
  requests: number;
}

/** Limits the memory that a client can fill with new names. */
const MOST = 1000;

export class UnknownFields {
  readonly #fields = new Map<string, UnknownField>();

  note(path: string, members: readonly string[]): void {
    for (const field of new Set(members.map(shownName))) {
      const key = `${path} ${field}`;
      const known = this.#fields.get(key);
      if (known) known.requests += 1;
      else if (this.#fields.size < MOST) this.#fields.set(key, { path, field, requests: 1 });
    }
  }

  entries(): UnknownField[] {
    return [...this.#fields.values()];
  }

  clear(): void {
    this.#fields.clear();
  }
}

/** Removes indexes, and masks a name that is a phone number. */
function shownName(member: string): string {
  return maskNumbers(member.replaceAll(/\[\d+\]/g, '[]'));
}
