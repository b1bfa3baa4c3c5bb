import type { Live, Resource } from '../../core/resource.ts';
import { liveIn } from '../observe/seen.ts';
import { hasSameText, isMember, type Member } from '../subject/members.ts';
import { profileOf } from '../subject/ownership.ts';
import type { Subject } from '../subject/subject.ts';
import type { EngineInput } from '../types.ts';
import { versionNames } from '../versions/rows.ts';
import { lookAt } from './look.ts';

/**
 * Returns the newest version of a declared resource that is ready or in use and has the declared text; else the newest that is
 * ready or in use. Undefined if there is none, or if its kind has no versions. Reads the versions that the state knows; the list
 * if it knows none. Throws a NotiformError if the service cannot be asked.
 */
export async function currentVersion<S>(
  input: EngineInput<S>,
  want: Resource,
): Promise<{ live: Live; hasSameText: boolean } | undefined> {
  const resources = [want];
  const { subjects, views } = await lookAt({ ...input, resources, direct: knownNames }, want.address, profileOf(want));
  const members = new Map(subjects.filter(isMember).map((member) => [nameOf(member), member]));
  const usable = views
    .flatMap((view) => {
      const versionOf = versionNames(view, subjects);
      return Array.from(view.readResults, ([name, result]) => {
        return { live: liveIn(result), member: members.get(name) ?? versionOf(name) };
      });
    })
    .flatMap(({ member, live }) => (live && member?.version.rules.usageOf(live) === 'usable' ? [{ member, live }] : []))
    .sort((a, b) => b.member.version.number - a.member.version.number);
  const same = usable.find(({ member, live }) => hasSameText(member, live));
  const found = same ?? usable[0];
  return found && { live: found.live, hasSameText: found === same };
}

/** Returns the names of the versions; undefined if the state knows none of them. */
function knownNames<S>(own: readonly Subject<S>[]): string[] | undefined {
  const members = own.filter(isMember);
  const isKnown = members.length === 0 || members.some(({ entry }) => entry !== undefined);
  return isKnown ? members.map(nameOf) : undefined;
}

function nameOf<S>({ boundName, want }: Member<S>): string {
  return boundName ?? String(want.name);
}
