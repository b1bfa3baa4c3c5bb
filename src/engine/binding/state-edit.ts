import { type Address, splitVersion } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { compareText, errorProblem, NotiformError } from '../../core/problem.ts';
import type { ProfileRef } from '../../core/resource.ts';
import { profileDigest } from '../../state/account.ts';
import type { StateDocuments, StateEntry } from '../../state/document.ts';
import { resourceProblem } from '../problems.ts';
import { editUnderLock } from '../stored-state/edit-under-lock.ts';
import { type Locking, lockAll, releaseAll } from '../stored-state/leases.ts';
import { editOf } from './binding.ts';

/** A state entry, with its address and profile. */
export interface KnownEntry {
  address: Address;
  profile: string;
  entry: StateEntry;
}

/** Returns all entries, by address. */
export function entriesIn(documents: StateDocuments): KnownEntry[] {
  const all = Array.from(documents, ([profile, document]) =>
    Object.entries(document?.entries ?? {}).map(([address, entry]) => ({ address, profile, entry })),
  );
  return all.flat().sort((a, b) => compareText(a.address, b.address));
}

interface MovedEntry extends KnownEntry {
  from: Address;
}

/**
 * Moves the document of a profile to another alias of the same key, with its bindings and protections; to the same alias, it only
 * writes the document, and the store records the project's place with it. Throws a NotiformError if there is none, if the new alias has state, or if its key is another one (exit 64), and if another run has a lock (exit 6).
 */
export async function moveProfile(
  input: Locking,
  from: string,
  to: Pick<ProfileRef, 'alias' | 'key'>,
): Promise<MovedEntry[]> {
  const { store } = input;
  const leases = await lockAll(input, [...new Set([from, to.alias])]);
  try {
    const [old, now] = [await store.read(from), await store.read(to.alias)];
    if (!old || old.keyDigest !== profileDigest(to.key)) {
      const message = `The state has no document for \`${from}\` with the key of \`${to.alias}\``;
      const hint = 'Only an alias can change: the resources of another key are other resources';
      throw new NotiformError(errorProblem('selection-empty', message, hint), Exit.usage);
    }
    if (from === to.alias) await leases.get(from)?.write({ serial: old.serial + 1 });
    if (from === to.alias) return [];
    const known = Object.entries(old.entries);
    const moved = known.map(([address, entry]) => ({
      from: address,
      address: inProfile(address, to.alias),
      profile: to.alias,
      entry: { ...entry, binding: { ...entry.binding, ...(entry.binding['alias'] === from && { alias: to.alias }) } },
    }));
    const entries = Object.fromEntries(moved.map(({ address, entry }) => [address, entry]));
    // A move that was interrupted wrote the same entries.
    const taken = Object.keys(now?.entries ?? {}).filter((address) => !entries[address]);
    const inTheWay = taken.map((one) => {
      const hint = `Forget it first: \`notiform state forget ${one}\``;
      return errorProblem('usage', `\`${one}\` is bound already`, hint);
    });
    if (inTheWay.length > 0) throw new NotiformError(inTheWay, Exit.usage);
    const serial = (now?.serial ?? 0) + 1;
    const moving = (record: Readonly<Record<Address, string>> = {}) =>
      Object.fromEntries(Object.entries(record).map(([address, value]) => [inProfile(address, to.alias), value]));
    const others = { underWay: moving(old.underWay), deletedIn: moving(old.deletedIn) };
    await leases.get(to.alias)?.write({ ...old, ...others, profile: to.alias, serial, entries });
    const gone = (record: object = {}) => Object.fromEntries(Object.keys(record).map((key) => [key, null]));
    const emptied = { entries: gone(old.entries), underWay: gone(old.underWay), deletedIn: {} };
    await leases.get(from)?.write({ serial: old.serial + 1, ...emptied });
    return moved;
  } finally {
    await releaseAll(input, leases);
  }
}

/** Returns the address of a resource in another profile. The id of a resource without a profile is the profile. */
function inProfile(address: Address, alias: string): Address {
  const [kind = '', _former, ...rest] = address.split('/');
  return [kind, alias, ...rest].join('/');
}

/**
 * Forgets some entries without calling the service. Throws a NotiformError if a protected one is not among `unprotect` (exit 7),
 * and if another run has a lock or the state was written since (exit 6).
 */
export async function forgetEntries(
  input: Locking & { documents: StateDocuments },
  forgotten: readonly KnownEntry[],
  unprotect: readonly Address[],
): Promise<void> {
  requireUnprotected(forgotten, unprotect);
  const profiles = forgotten.map(({ profile }) => profile);
  const addresses = forgotten.map(({ address }) => address);
  const edit = editOf(new Map(), addresses);
  const edits = new Map(profiles.map((profile) => [profile, edit]));
  await editUnderLock({ ...input, profiles }, undefined, async () => edits);
}

/** Throws (exit 7) if one of these is protected and not among `unprotect`. */
export function requireUnprotected(forgotten: readonly KnownEntry[], unprotect: readonly Address[]): void {
  const isNamed = (address: Address): boolean =>
    unprotect.includes(address) || unprotect.includes(splitVersion(address).of);
  const guarded = forgotten.flatMap(({ address, entry }) => (entry.protect && !isNamed(address) ? [address] : []));
  if (guarded.length === 0) return;
  const problems = guarded.map((address) => {
    const message = `${address} is protected, and forgetting it would lose the protection`;
    return resourceProblem({ address }, 'state-protected', message, `To forget it, pass \`--unprotect ${address}\``);
  });
  throw new NotiformError(problems, Exit.refused);
}
