import type { Address } from '../../core/address.ts';
import { equalJson } from '../../core/json.ts';
import type { StateDocument, StateEntry, StoredUpload, UploadTable } from '../../state/document.ts';
import { changeBetween } from '../../state/journal.ts';
import type { Lease } from '../../state/store.ts';
import { isForeign, type Owner, withoutRekeyedEntries } from '../subject/owner.ts';

/** The changed entries: the new value of each, or undefined if it is removed. */
export type Changed = ReadonlyMap<Address, StateEntry | undefined>;

/**
 * Changes entries as all edits before it leave them. It returns only the entries that it changes, so that its cost does not
 * depend on the others.
 */
export interface Edit {
  (entryOf: (address: Address) => StateEntry | undefined): Changed;
  /** Uploads that it adds, or removes with null. */
  uploads?: Readonly<Record<string, StoredUpload | null>> | undefined;
}

/** Makes the edit that adds uploads, or removes them with null, beside another edit if there is one. */
export function uploadsEdit(uploads: Edit['uploads'], beside: Edit = () => new Map()): Edit {
  const edit: Edit = (entryOf) => beside(entryOf);
  return Object.assign(edit, { uploads });
}

/** Makes the edit that changes some members of an entry. An address without an entry stays without. */
export function amendEntry(address: Address, changed: Partial<StateEntry>): Edit {
  return editEntry(address, (entry) => ({ ...entry, ...changed }));
}

/**
 * Makes the edit after an apply finished with an address. An address without an entry stays without. The commit is that of this
 * apply, or none.
 */
export function completeEntry(address: Address, changed: Partial<StateEntry>): Edit {
  return editEntry(
    address,
    ({
      unfinished: _over,
      begunIn: _in,
      intent: _done,
      paused: _until,
      commit: _commit,
      imported: _by,
      importedBefore: _older,
      importedAs: _as,
      ...entry
    }) => ({ ...entry, ...changed }),
  );
}

/** Makes an edit of an entry. An address without an entry stays without. */
export function editEntry(address: Address, change: (entry: StateEntry) => StateEntry): Edit {
  return (entryOf) => {
    const entry = entryOf(address);
    return new Map(entry ? [[address, change(entry)]] : []);
  };
}

/** The state of one profile during an apply. A change counts after it is stored. */
export interface Ledger {
  /** The entries as they are stored. Every write changes them. */
  entries: ReadonlyMap<Address, StateEntry>;
  /** The uploads, also those that are about to be stored. */
  uploads(): UploadTable;
  /**
   * Makes some edits in order. Resolves when all of them are stored; undefined if they are stored already. After a failed write
   * every later change fails with the same error.
   */
  change(...edits: Edit[]): Promise<void> | undefined;
  /** Returns the creates that earlier runs announced and did not see end: address and start. */
  leftUnderWay(): readonly (readonly [Address, string])[];
  /** Forgets those of some addresses, with the next write. */
  forgetUnderWay(addresses: readonly Address[]): void;
  /** Returns since when this run is creating something for an address; undefined if it is not. */
  announcedAt(address: Address): string | undefined;
  /** Records the commit of the apply that deletes or forgets an address, with the next write. */
  deletes(address: Address, commit: string): void;
  /** Records the commit of an apply of everything that begins, with the next write. */
  begins(commit: string | undefined): void;
  /** Records the commit of an apply of everything. Resolves when that is stored; nothing is written if it is there, or left out. */
  covers(applied: string | undefined): Promise<void>;
  /** Records how much the service's dates lag behind its clock, if known. The largest lag of this run goes with the next write. */
  measured(lagMs: number | undefined): void;
  /** Returns the largest lag that this run or an earlier one measured; undefined if none did. */
  lagMs(): number | undefined;
  /** Announces a create, or withdraws it with `undefined`. A change of the entry withdraws it too. Resolves when stored. */
  announce(address: Address, since: string | undefined): Promise<void>;
}

/**
 * Opens the state of a profile for writing. Writes are sequential, and changes during a write share the next one. Nothing is
 * written if nothing changes, unless the document belonged to another owner. The first write drops the entries of another key.
 * @param owner whom the bindings belong to from the first write on; the former owner if left out
 */
export function openLedger(stored: StateDocument, owner: Owner | undefined, lease: Pick<Lease, 'write'>): Ledger {
  let isCurrent = owner === undefined || !isForeign(stored, owner);
  const { entries: kept, underWay = {}, ...members } = owner ? withoutRekeyedEntries(stored, owner) : stored;
  const entries = new Map(Object.entries(kept));
  // The entries and the other members after everything that was requested is stored.
  const ahead = new Map(entries);
  let now: typeof members & { uploads: UploadTable } = { uploads: {}, ...members, ...owner };
  // Announced by earlier runs. They stay, whatever happens to the addresses, until they are certainly over.
  const left = new Map(Object.entries(underWay));
  const announced = new Map<Address, string>();
  // The changes of the write under way, and of the next one.
  let writing = new Set<Address>();
  let waiting = new Set<Address>();
  let before: Partial<StateDocument> = stored.serial === 0 ? {} : stored;
  let lagMs: number | undefined;
  const deletedIn = new Map(Object.entries(members.deletedIn ?? {}));
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    next = undefined;
    isCurrent = true;
    [writing, waiting] = [waiting, new Set()];
    const gone = [...deletedIn].filter(([address]) => !ahead.has(address));
    const after = {
      ...now,
      ...(left.size + announced.size > 0 && { underWay: Object.fromEntries([...left, ...announced]) }),
      ...(lagMs !== undefined && { lagMs }),
      ...(deletedIn.size > 0 && { deletedIn: Object.fromEntries(gone) }),
      serial: (before.serial ?? 0) + 1,
    };
    const changed = [...writing].flatMap((address) => {
      const [was, is] = [entries.get(address), ahead.get(address)];
      return was === is ? [] : [{ address, was, is }];
    });
    // The first write also removes the entries of another key.
    const change = changeBetween(before, { ...after, entries: before.entries === stored.entries ? kept : {} });
    const own = Object.fromEntries(changed.map(({ address, is }) => [address, is ?? null]));
    await lease.write({ ...change, entries: { ...change.entries, ...own } });
    before = after;
    for (const { address, is } of changed) {
      if (is) entries.set(address, is);
      else entries.delete(address);
    }
    writing.clear();
  };
  const soon = (): Promise<void> => {
    next ??= last = last.then(flush);
    return next;
  };
  const make = (edit: Edit): Address[] => {
    const changed = [...edit((address) => ahead.get(address))];
    for (const [address, entry] of changed) {
      // A `state` command may move the entry of a create that is not over.
      if (owner !== undefined) left.delete(address);
      const had = ahead.get(address);
      if (!announced.delete(address) && equalJson(had && { ...had }, entry && { ...entry })) continue;
      waiting.add(address);
      if (entry) ahead.set(address, entry);
      else ahead.delete(address);
    }
    return changed.map(([address]) => address);
  };
  const add = ({ uploads: changed }: Edit): boolean => {
    const all = Object.entries({ ...now.uploads, ...changed });
    const uploads: UploadTable = Object.fromEntries(all.flatMap(([handle, one]) => (one ? [[handle, one]] : [])));
    if (!changed || equalJson({ ...uploads }, { ...now.uploads })) return false;
    now = { ...now, uploads };
    return true;
  };
  const change: Ledger['change'] = (...edits) => {
    const addresses = edits.flatMap(make);
    const isAdded = edits.filter(add).length > 0;
    if (isAdded || !isCurrent || addresses.some((address) => waiting.has(address))) return soon();
    const isPending = edits.some(({ uploads }) => uploads) || addresses.some((address) => writing.has(address));
    return isPending ? last : undefined;
  };
  const announce: Ledger['announce'] = (address, since) => {
    if (since === undefined) announced.delete(address);
    else announced.set(address, since);
    waiting.add(address);
    return soon();
  };
  return {
    entries,
    uploads: () => now.uploads,
    change,
    leftUnderWay: () => [...left],
    forgetUnderWay: (addresses) => {
      for (const address of addresses) left.delete(address);
    },
    deletes: (address, commit) => {
      deletedIn.set(address, commit);
    },
    begins: (begunIn = now.begunIn) => {
      isCurrent &&= begunIn === now.begunIn;
      now = { ...now, ...(begunIn !== undefined && { begunIn }) };
    },
    covers: (commit = now.commit) => {
      if (commit === undefined || commit === now.commit) return last;
      now = { ...now, commit };
      return soon();
    },
    measured: (ms) => {
      if (ms !== undefined) lagMs = Math.max(lagMs ?? 0, ms);
    },
    lagMs: () => (lagMs === undefined ? members.lagMs : Math.max(lagMs, members.lagMs ?? 0)),
    announcedAt: (address) => announced.get(address),
    announce,
  };
}
