import { type Address, ID_PATTERN, kindOf, parseAddress, splitVersion, versionAddress } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { compareText, errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import type { ProfileRef } from '../../core/resource.ts';
import { profileDigest } from '../../state/account.ts';
import { baseOf, type StateDocuments, type StateEntry } from '../../state/document.ts';
import { didYouMean } from '../../text/suggest.ts';
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

export interface MovedEntry extends KnownEntry {
  from: Address;
}

/**
 * Moves an entry to another address, with all its later versions and in one write, without calling the service. Throws a
 * NotiformError if there is nothing to move or a target is not free (exit 64), and if another run has a lock or the state was
 * written since (exit 6).
 * @param agree called before the state is written; what it throws ends the move
 */
export async function moveEntry(
  input: Locking & { documents: StateDocuments },
  from: Address,
  to: Address,
  agree: () => Promise<void> = async () => {},
): Promise<MovedEntry[]> {
  const all = entriesIn(input.documents);
  const found = all.filter(({ address }) => address === from || splitVersion(address).of === from);
  const [first] = found;
  if (!first) {
    const known = all.map(({ address }) => address);
    const hint = didYouMean(from, known, 'Run `notiform state show` to see its addresses');
    throw new NotiformError(
      errorProblem('selection-empty', `The state has no entry for \`${from}\``, hint),
      Exit.usage,
    );
  }
  const moved = found.map((one): MovedEntry => {
    const address = one.address === from ? to : versionAddress(to, splitVersion(one.address).version);
    return { ...one, from: one.address, address };
  });
  const targets = new Set(moved.map(({ address }) => address));
  const isOfAnother = (address: Address): boolean => splitVersion(address).of === to && splitVersion(from).of !== to;
  const taken = all.filter(({ address }) => targets.has(address) || isOfAnother(address));
  const obstacles = taken.length > 0 ? taken.map(inTheWay) : misplaced(from, to);
  if (obstacles.length > 0) throw new NotiformError(obstacles, Exit.usage);
  await agree();
  const { profile } = first;
  const edit = editOf(
    new Map(moved.map(({ address, entry }) => [address, unseenEntry(entry)])),
    found.map(({ address }) => address),
  );
  await editUnderLock({ ...input, profiles: [profile] }, undefined, async () => new Map([[profile, edit]]));
  return moved;
}

/**
 * Returns an entry that no apply has seen at its new address: a checkout that declares the former one adopts the resource again.
 * One that declares the new address compares with the manifest of the last apply.
 */
function unseenEntry(entry: StateEntry): StateEntry {
  const {
    left: _left,
    commit: _commit,
    begunIn: _in,
    intent: _intent,
    unfinished: _over,
    importedAs: _as,
    ...kept
  } = entry;
  const imported = baseOf(entry);
  return { ...kept, applied: null, ...(imported !== undefined && { imported }) };
}

/**
 * Moves the document of a profile to another alias of the same key, with its bindings and protections; to the same alias, it only
 * writes the document, and the store records the project's place with it. Throws a NotiformError if there is none, if the new alias has state, or if its key is another one (exit 64), and as `moveEntry`.
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
    if (taken.length > 0)
      throw new NotiformError(
        taken.map((address) => inTheWay({ address })),
        Exit.usage,
      );
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

function inTheWay({ address }: Pick<KnownEntry, 'address'>): Problem {
  return errorProblem(
    'usage',
    `\`${address}\` is bound already`,
    `Forget it first: \`notiform state forget ${address}\``,
  );
}

/** Returns a problem unless only the id differs. Without a profile the id is a profile, and cannot change. */
function misplaced(from: Address, to: Address): Problem[] {
  const [was, is] = [parseAddress(from), parseAddress(to)];
  const isSibling = kindOf(from) === kindOf(to) && is?.profile !== undefined && is.profile === was?.profile;
  if (isSibling && ID_PATTERN.test(is.id)) return [];
  const hint = isSibling
    ? 'An id has lower-case letters (a-z), digits and hyphens only'
    : 'Only the id can change: the kind and the profile of a live resource stay';
  return [errorProblem('usage', `\`${from}\` cannot become \`${to}\``, hint)];
}
