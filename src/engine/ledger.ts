import { canonical } from '../core/json.ts';
import type { Entries, StateDocument, StateEntry } from '../state/document.ts';
import type { Lease } from '../state/store.ts';

/** The state of one profile while it is applied to: what is changed in it is stored before the change counts. */
export interface Ledger {
  entries(): Entries;
  /** Resolves when the edit is stored. After one write failed every later edit fails with it. */
  change(edit: (entries: Entries) => Entries): Promise<void>;
}

/**
 * Opens the book of a profile. Writes follow each other; edits that come in while one is under way go together into the
 * next. An edit that changes nothing writes nothing.
 */
export function openLedger(stored: StateDocument, account: string, lease: Pick<Lease, 'write'>): Ledger {
  let document = stored;
  let edits: ((entries: Entries) => Entries)[] = [];
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    const taken = edits;
    edits = [];
    next = undefined;
    const entries = taken.reduce((all, edit) => edit(all), document.entries);
    if (sameEntries(entries, document.entries)) return;
    const written = { ...document, account, serial: document.serial + 1, entries };
    await lease.write(written);
    document = written;
  };
  const change = (edit: (entries: Entries) => Entries): Promise<void> => {
    edits.push(edit);
    next ??= last = last.then(flush);
    return next;
  };
  return { entries: () => document.entries, change };
}

function sameEntries(a: Entries, b: Entries): boolean {
  if (a === b) return true;
  const addresses = Object.keys(a);
  return addresses.length === Object.keys(b).length && addresses.every((one) => sameEntry(a[one], b[one]));
}

/** Entries that no edit touched are the same object. */
function sameEntry(a: StateEntry | undefined, b: StateEntry | undefined): boolean {
  return a === b || canonical({ ...a }) === canonical({ ...b });
}
