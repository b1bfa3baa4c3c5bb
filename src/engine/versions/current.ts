import { splitVersion } from '../../core/address.ts';
import type { Live, ProfileRef, Resource } from '../../core/resource.ts';
import type { Entries } from '../../state/document.ts';
import { type Listed, listOf } from '../observe/observe.ts';
import { boundOf, type Keys } from '../subject/bound.ts';
import { hasSameText, isMember, type Member } from '../subject/members.ts';
import { findSubjects } from '../subject/ownership.ts';
import { versionNames } from './rows.ts';

export interface CurrentInput<S> {
  kind: Listed<S>;
  service: S;
  profile: ProfileRef;
  /** The profile's entries. */
  entries: Entries;
  keys: Keys;
  signal: AbortSignal;
}

/** The version that a manifest uses now. */
export interface CurrentVersion {
  want: Resource;
  live: Live;
  /** True if it has the text of the manifest. */
  hasSameText: boolean;
}

/**
 * Returns the newest version of a declared resource that is ready or in use and has the declared text; else the newest that is
 * ready or in use. Undefined if there is none, or if its kind has no versions. Reads the versions that the state knows; the list
 * if it knows none. Throws ServiceFailure.
 */
export async function currentVersion<S>(input: CurrentInput<S>, want: Resource): Promise<CurrentVersion | undefined> {
  const { kind, profile, service, entries, keys, signal } = input;
  const { discovery } = kind;
  const bound = boundOf(() => entries, keys);
  const members = await membersOf(input, want);
  const read = members.map(async (member) => {
    const name = member.boundName ?? String(member.want.name);
    return { member, live: await discovery.read(service, profile, name, bound, signal) };
  });
  const usable = (await Promise.all(read))
    .flatMap(({ member, live }) => (live && member.version.rules.usageOf(live) === 'usable' ? [{ member, live }] : []))
    .sort((a, b) => b.member.version.number - a.member.version.number);
  const same = usable.find(({ member, live }) => hasSameText(member, live));
  const found = same ?? usable[0];
  return found && { want: found.member.want, live: found.live, hasSameText: found === same };
}

async function membersOf<S>(input: CurrentInput<S>, want: Resource): Promise<Member<S>[]> {
  const { kind, profile, entries } = input;
  const own = Object.entries(entries).filter(([address]) =>
    [want.address, want.renamedFrom].includes(splitVersion(address).of),
  );
  const members = findSubjects<S>({
    kinds: [kind],
    profiles: new Map([[profile.alias, profile]]),
    resources: [want],
    entries: new Map([[profile.alias, Object.fromEntries(own)]]),
  }).filter(isMember);
  return own.length > 0 ? members : [...members, ...(await listed(input, members))];
}

/** Returns the versions that only the list shows, if the state does not know the resource. */
async function listed<S>(input: CurrentInput<S>, members: readonly Member<S>[]): Promise<Member<S>[]> {
  const { kind, profile, service, entries, keys, signal } = input;
  if (members.length === 0) return [];
  const bound = boundOf(() => entries, keys);
  const { rows } = await listOf({ service, signal }, (call) => call(), kind, profile, bound);
  const versionOf = versionNames({ kind, profile }, members);
  return [...rows.keys()].flatMap((name) => versionOf(name) ?? []);
}
