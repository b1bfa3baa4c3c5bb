import type { Address } from '../../core/address.ts';
import { canonical } from '../../core/json.ts';
import type { Entries, StateDocument, StateEntry } from '../../state/document.ts';
import type { Lease } from '../../state/store.ts';
import { entriesFor, isForeign, type Owner } from '../subject/owner.ts';

/** What is changed of the entries: each that is new or another one from now on; undefined for one that goes. */
export type Changed = ReadonlyMap<Address, StateEntry | undefined>;

/** Makes a change of the entries as all the edits before it leave them. It names what it changes, so that its price is its own. */
export type Edit = (entryOf: (address: Address) => StateEntry | undefined) => Changed;

/** Says something else of an address; nothing where it has no entry. */
export function amended(address: Address, changed: Partial<StateEntry>): Edit {
  return edited(address, (entry) => ({ ...entry, ...changed }));
}

/** Says of an address that an apply was through with it; nothing where it has no entry. */
export function through(address: Address, changed: Partial<StateEntry>): Edit {
  return edited(address, ({ unfinished: _over, ...entry }) => ({ ...entry, ...changed }));
}

function edited(address: Address, change: (entry: StateEntry) => StateEntry): Edit {
  return (entryOf) => {
    const entry = entryOf(address);
    return new Map(entry ? [[address, change(entry)]] : []);
  };
}

/** The state of one profile while it is applied to: what is changed in it is stored before the change counts. */
export interface Ledger {
  /** As they are stored. */
  entries(): Entries;
  /**
   * Makes some edits at once, one after another. Resolves when all that they say is stored; undefined where it is already.
   * After one write failed every later change fails with it.
   */
  change(...edits: Edit[]): Promise<void> | undefined;
  /** The creates that earlier runs announced and saw no end of: address and since when. */
  leftUnderWay(): readonly (readonly [Address, string])[];
  /** Forgets those of some addresses, with the next write. */
  forgetUnderWay(addresses: readonly Address[]): void;
  /** Since when this run is creating something for an address; undefined if it is not. */
  announcedAt(address: Address): string | undefined;
  /** Notes by how much the dates of the service lag behind its clock; the most that this run saw goes with the next write. */
  measured(lagMs: number): void;
  /** Says that from now on, or with `undefined` no more. A change of the entry says the latter too. Resolves when stored. */
  announce(address: Address, since: string | undefined): Promise<void>;
}

/**
 * Opens the book of a profile. Writes follow each other; what is changed while one is under way goes together into the next.
 * What changes nothing writes nothing, except where the document was somebody else's. What was known of another key goes with the first write.
 * @param owner whom the bindings belong to from the first write on; whoever they belonged to where left out
 */
export function openLedger(stored: StateDocument, owner: Owner | undefined, lease: Pick<Lease, 'write'>): Ledger {
  let isOwned = owner === undefined || !isForeign(stored, owner);
  let document = owner === undefined ? stored : entriesFor(stored, owner);
  // As the entries will be when everything is stored that was asked for.
  const ahead = new Map(Object.entries(document.entries));
  // By earlier runs: whatever becomes of the addresses, they stay until they are long over.
  const left = new Map(Object.entries(document.underWay ?? {}));
  const announced = new Map<Address, string>();
  // What the write under way changes, and what waits for the next one.
  let writing = new Set<Address>();
  let waiting = new Set<Address>();
  let lagMs = -1;
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    next = undefined;
    isOwned = true;
    [writing, waiting] = [waiting, new Set()];
    const { underWay: _before, ...kept } = document;
    const all = Object.fromEntries([...left, ...announced]);
    const underWay = left.size + announced.size > 0 ? { underWay: all } : {};
    const entries = Object.fromEntries(ahead);
    const measured = lagMs < 0 ? {} : { lagMs };
    const written = { ...kept, ...owner, ...underWay, ...measured, serial: document.serial + 1, entries };
    await lease.write(written);
    document = written;
    writing.clear();
  };
  const soon = (): Promise<void> => {
    next ??= last = last.then(flush);
    return next;
  };
  const make = (edit: Edit): Address[] => {
    const changed = [...edit((address) => ahead.get(address))];
    for (const [address, entry] of changed) {
      // An edit by hand may move the entry of a create that is not over.
      if (owner !== undefined) left.delete(address);
      if (!announced.delete(address) && sameEntry(ahead.get(address), entry)) continue;
      waiting.add(address);
      if (entry) ahead.set(address, entry);
      else ahead.delete(address);
    }
    return changed.map(([address]) => address);
  };
  const change: Ledger['change'] = (...edits) => {
    const addresses = edits.flatMap(make);
    if (!isOwned || addresses.some((address) => waiting.has(address))) return soon();
    return addresses.some((address) => writing.has(address)) ? last : undefined;
  };
  const announce: Ledger['announce'] = (address, since) => {
    if (since === undefined) announced.delete(address);
    else announced.set(address, since);
    waiting.add(address);
    return soon();
  };
  return {
    entries: () => document.entries,
    change,
    leftUnderWay: () => [...left],
    forgetUnderWay: (addresses) => {
      for (const address of addresses) left.delete(address);
    },
    measured: (ms) => {
      lagMs = Math.max(lagMs, ms, 0);
    },
    announcedAt: (address) => announced.get(address),
    announce,
  };
}

function sameEntry(a: StateEntry | undefined, b: StateEntry | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && canonical({ ...a }) === canonical({ ...b }));
}
