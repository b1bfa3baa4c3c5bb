import type { Address } from '../../core/address.ts';
import { groupBy } from '../../core/grouping.ts';
import type { Live, Resource } from '../../core/resource.ts';
import { liveIn } from '../observe/live.ts';
import { hasSameText, isMember, type Member, versionNames, wantOf } from '../subject/members.ts';
import { profileOf } from '../subject/ownership.ts';
import type { Subject } from '../subject/subject.ts';
import type { EngineInput } from '../types.ts';
import { lookAt } from './snapshot.ts';

/** The version of a template that can be sent. */
interface CurrentVersion {
  live: Live;
  /** True if the version has the text of the manifest. */
  hasSameText: boolean;
  /** The name of the version with the text of the manifest that waits for its verdict. */
  waiting: string | undefined;
}

/**
 * Returns, by address, the newest version of each declared resource that is ready or in use and has the declared text; else the newest
 * that is ready or in use. Resources without one are left out. Reads the versions that the state knows, and the list of a profile if
 * it knows none of one of them. Throws a NotiformError if the service cannot be asked.
 */
export async function currentVersions<S>(
  input: EngineInput<S>,
  wants: readonly Resource[],
): Promise<Map<Address, CurrentVersion>> {
  const found = await Promise.all(
    Array.from(groupBy(wants, profileOf), ([profile, resources]) => versionsIn(input, profile, resources)),
  );
  return new Map(found.flat());
}

async function versionsIn<S>(
  input: EngineInput<S>,
  profile: string,
  resources: readonly Resource[],
): Promise<[Address, CurrentVersion][]> {
  const addresses = resources.map(({ address }) => address);
  const { subjects, views } = await lookAt({ ...input, resources, direct: knownNames }, addresses, profile);
  const members = new Map(subjects.filter(isMember).map((member) => [nameOf(member), member]));
  const versions = views.flatMap((view) => {
    const versionOf = versionNames(view, subjects);
    return Array.from(view.readResults, ([name, result]) => {
      return { live: liveIn(result), member: members.get(name) ?? versionOf(name) };
    }).flatMap(({ live, member }) => (live && member ? [factsOf(live, member)] : []));
  });
  const usable = versions.filter(({ isUsable }) => isUsable);
  const bestLast = usable.sort((a, b) => Number(a.hasSameText) - Number(b.hasSameText) || a.number - b.number);
  // Of the versions of one resource, a map keeps the last.
  return bestLast.map(({ of, live, hasSameText: isSame }) => {
    const waiting = versions.find((one) => one.isWaiting && one.of.address === of.address)?.live.name;
    return [of.address, { live, hasSameText: isSame, waiting }];
  });
}

function factsOf<S>(live: Live, member: Member<S>) {
  const { kind, version } = member;
  return {
    live,
    hasSameText: hasSameText(member, live),
    isUsable: version.rules.usageOf(live) === 'usable',
    isWaiting: kind.meets(live, wantOf(version, version.number, live)).meets === 'waiting',
    ...version,
  };
}

/** Returns the names of the versions; undefined if the state knows no version of one of the resources. */
function knownNames<S>(own: readonly Subject<S>[]): string[] | undefined {
  const members = own.filter(isMember);
  const known = new Set(members.flatMap(({ entry, version }) => (entry ? version.of.address : [])));
  return members.every(({ version }) => known.has(version.of.address)) ? members.map(nameOf) : undefined;
}

function nameOf<S>({ boundName, want }: Member<S>): string {
  return boundName ?? String(want.name);
}
