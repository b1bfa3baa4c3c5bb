import { type Address, splitVersion, versionAddress } from '../../core/address.ts';
import { groupOf, type KindInProfile, keyIn } from '../../core/grouping.ts';
import type { Kind, Versions } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import type { Entries } from '../../state/document.ts';
import { type Subject, unknown, type Version } from './subject.ts';

/** A subject that is one of several versions, or the only one until now. */
export type Member<S> = Subject<S> & { version: Version };

export function isMember<S>(subject: Subject<S>): subject is Member<S> {
  return subject.version !== undefined;
}

/**
 * Returns a declared subject as the versions that the state knows of it: the first, and each later one with its entry. Returns
 * the subject unchanged if its kind has no versions, or if its manifest asks for none and the state knows none.
 * @param only the subject of the manifest, as if there was one version
 * @param renamedFrom the address that it had before, if no other manifest has it now
 */
export function versionsOf<S>(
  only: Subject<S>,
  { entries, numbers }: Stated,
  renamedFrom: Address | undefined,
): Subject<S>[] {
  const { kind, want } = only;
  const { versions: rules } = kind;
  if (!rules) return [only];
  const known = [want.address, renamedFrom].flatMap((address) => numbers.get(address) ?? []);
  const later = [...new Set(known)].map((number) => ({
    number,
    ...entryUnder(kind, entries, versionAddress(want.address, number), renamedFrom, number),
  }));
  if (later.length === 0 && !rules.asked(want)) return [only];
  const names = later.flatMap(({ boundName = '' }) => rules.split(boundName)?.first ?? []);
  const [firstName] = only.boundName === undefined ? names : [];
  const of = firstName === undefined ? want : (kind.keepName?.(want, firstName) ?? want);
  const first: Member<S> = { ...only, want: of, version: versionIn(rules, of, 1) };
  return [first, ...later.map(({ number, ...found }) => ({ ...asVersion(first, number), ...found }))];
}

/** The entries of a profile, and the numbers of the later versions by the address of the first one. */
export interface Stated {
  entries: Entries;
  numbers: ReadonlyMap<Address | undefined, readonly number[]>;
}

export function statedIn(entries: Entries): Stated {
  const numbers = new Map<Address | undefined, number[]>();
  for (const address of Object.keys(entries)) {
    const { of, version } = splitVersion(address);
    if (version > 1) groupOf(numbers, of).push(version);
  }
  return { entries, numbers };
}

/** Returns a version's entry: its own, or that under the address it had before. */
function entryUnder<S>(
  kind: Kind<S>,
  entries: Entries,
  address: Address,
  renamedFrom: Address | undefined,
  number: number,
): Pick<Subject<S>, 'entry' | 'movedFrom' | 'boundName'> {
  const former = entries[address] || renamedFrom === undefined ? undefined : versionAddress(renamedFrom, number);
  const entry = entries[former ?? address];
  return { entry, movedFrom: former, boundName: entry && kind.nameOf(entry.binding) };
}

function versionIn(rules: Versions, of: Resource, number: number): Version {
  return { rules, number, of, role: 'current', current: of.address, replaces: undefined };
}

/**
 * Makes the subject of a version that the state does not know.
 * @param at that version's live state, if it exists
 */
export function asVersion<S>(member: Member<S>, number: number, at?: ResourceState): Member<S> {
  const { kind, profile, version, want, entry, protectedAs } = member;
  return {
    ...unknown,
    kind,
    profile,
    want: wantOf(version, number, at),
    declared: true,
    protectedAs: entry?.protect ? [...protectedAs, want.address] : protectedAs,
    version: versionIn(version.rules, version.of, number),
  };
}

/** Returns what is declared for a version: the manifest's text under that version's name and address. */
export function wantOf({ rules, of }: Version, number: number, at: ResourceState): Resource {
  return { ...rules.versioned(of, number, at), address: versionAddress(of.address, number) };
}

/** True if a live version has the text of the manifest. */
export function hasSameText<S>({ version }: Member<S>, live: NonNullable<ResourceState>): boolean {
  return version.rules.sameText(live, wantOf(version, version.number, live));
}

/**
 * Returns the versions of a manifest whose id changed. The new id takes over their entries, as it does for the first version.
 * @param left the bound addresses that are no longer declared
 */
export function takenOver<S>(wanted: readonly Subject<S>[], left: readonly Subject<S>[]): Member<S>[] {
  const members = wanted.filter(isMember);
  const known = new Set(members.map(({ want }) => want.address));
  const firsts = firstsOf(members);
  return left.flatMap((old) => {
    const found = old.kind.versions?.split(old.boundName ?? '');
    if (!found || splitVersion(old.want.address).version !== found.version) return [];
    const first = firsts.get(keyIn(old, found.first));
    return first && !known.has(versionAddress(first.want.address, found.version))
      ? [asVersion(first, found.version)]
      : [];
  });
}

function firstsOf<S>(subjects: readonly Subject<S>[]): Map<string, Member<S>> {
  const firsts = subjects.filter(isMember).filter(({ version }) => version.number === 1);
  return new Map(firsts.map((member) => [keyIn(member, String(member.version.of.name)), member]));
}

/**
 * Returns a lookup of names that may belong to versions which the state does not know: those of manifests that ask for versions,
 * in one kind and profile.
 */
export function versionNames<S>(
  where: KindInProfile<S>,
  subjects: readonly Subject<S>[],
): (name: string, at?: ResourceState) => Member<S> | undefined {
  const { versions } = where.kind;
  const asking = subjects.filter(({ version, want }) => version?.rules.asked(want) !== undefined);
  const firsts = firstsOf(asking);
  return (name, at) => {
    const found = versions?.split(name);
    const first = found && firsts.get(keyIn(where, found.first));
    return first && asVersion(first, found.version, at);
  };
}
