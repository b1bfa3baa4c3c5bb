import { matchesGlob } from '../../core/address.ts';
import { Watchers } from '../watchers.ts';

/** One request of either API: what was called and what came of it. No body, no secret, no number. */
export interface JournalEntry {
  seq: number;
  /** Milliseconds since the epoch, of the emulator's clock. */
  at: number;
  /** Milliseconds from the request to its answer, whatever the control API does to the clock meanwhile. */
  ms: number;
  method: string;
  path: string;
  /** The template that the request named: for a send, the one of its `content`. Null if it named none. */
  templateCode: string | null;
  /** HTTP status; null if the connection was dropped. */
  status: number | null;
  /** The answer's own code; null if none was given. */
  code: string | null;
  /** The kind of the fault that struck it. */
  fault: string | null;
}

export interface JournalFilter {
  /** Only entries with a greater number. */
  after?: number;
  /** Glob over the path's last parts, as in a fault's rule. */
  path?: string | undefined;
  templateCode?: string | undefined;
  /** The answer's own code. */
  code?: string | undefined;
}

const MAX_ENTRIES = 20_000;

/** The last requests, at most 20,000: when there are more, the older half is dropped. */
export class Journal {
  /** Numbered without a gap: the number of an entry determines its place. */
  #entries: JournalEntry[] = [];
  #seq = 0;
  readonly #watchers = new Watchers<JournalEntry | undefined>();

  add(given: Omit<JournalEntry, 'seq'>): void {
    this.#seq += 1;
    const entry = { seq: this.#seq, ...given };
    this.#entries.push(entry);
    if (this.#entries.length > MAX_ENTRIES) this.#entries = this.#entries.slice(-MAX_ENTRIES / 2);
    this.#watchers.tell(entry);
  }

  /** The entries that match a filter, oldest first. */
  entries(filter: JournalFilter = {}): JournalEntry[] {
    const first = this.#entries[0]?.seq ?? 0;
    const younger = this.#entries.slice(Math.max((filter.after ?? 0) - first + 1, 0));
    return younger.filter((entry) => meetsJournal(entry, filter));
  }

  /** Calls `listener` with each new entry, and with undefined when all were removed. Returns its end. */
  onChange(listener: (entry: JournalEntry | undefined) => void): () => void {
    return this.#watchers.add(listener);
  }

  get size(): number {
    return this.#entries.length;
  }

  clear(): void {
    this.#entries = [];
    this.#watchers.tell(undefined);
  }
}

export function meetsJournal(entry: JournalEntry, { after, path, templateCode, code }: JournalFilter): boolean {
  if (after !== undefined && entry.seq <= after) return false;
  if (templateCode !== undefined && entry.templateCode !== templateCode) return false;
  if (code !== undefined && entry.code !== code) return false;
  return path === undefined || matchesGlob(entry.path, path);
}
