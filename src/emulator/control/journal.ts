/** One request of either API: what was called and what came of it. No body, no secret, no number. */
export interface JournalEntry {
  seq: number;
  /** Milliseconds since the epoch, of the emulator's clock. */
  at: number;
  method: string;
  path: string;
  /** The template that the request named, where it named one. */
  templateCode: string | null;
  /** HTTP status; null where the connection was dropped. */
  status: number | null;
  /** The answer's own code; null where none was given. */
  code: string | null;
  /** The kind of the fault that struck it. */
  fault: string | null;
}

const MAX_ENTRIES = 20_000;

export class Journal {
  #entries: JournalEntry[] = [];
  #seq = 0;

  add(entry: Omit<JournalEntry, 'seq'>): void {
    this.#seq += 1;
    this.#entries.push({ seq: this.#seq, ...entry });
    if (this.#entries.length > MAX_ENTRIES) this.#entries = this.#entries.slice(-MAX_ENTRIES / 2);
  }

  entries(after = 0): JournalEntry[] {
    return this.#entries.filter((entry) => entry.seq > after);
  }

  clear(): void {
    this.#entries = [];
  }
}
