import { groupBy, groupOf, type KindInProfile, keyIn } from '../../core/grouping.ts';
import type { ResourceState } from '../../core/resource.ts';
import type { View } from '../observe/observe.ts';
import { liveIn } from '../observe/seen.ts';
import { asVersion, firstsOf, type Member } from '../subject/members.ts';
import { type Subject, sortSubjects } from '../subject/subject.ts';

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

/**
 * Adds the versions that only the list shows: their names belong to no address, and their texts match the declared one, except for
 * images that are not known yet. A version that could not be read is added as well.
 */
export function withFoundVersions<S>(subjects: readonly Subject<S>[], views: readonly View<S>[]): Subject<S>[] {
  const groups = groupBy(
    subjects.filter(({ kind }) => kind.versions),
    keyIn,
  );
  const found = views.flatMap((view) => {
    const { kind, listing, readResults } = view;
    if (!kind.versions) return [];
    const own = groupOf(groups, keyIn(view));
    const taken = new Set(own.flatMap(({ boundName, want }) => [boundName, want.name]));
    const versionOf = versionNames(view, own);
    return [...listing.rows.keys()].flatMap((name) => {
      const result = taken.has(name) ? undefined : readResults.get(name);
      const live = liveIn(result);
      const member = result && versionOf(name, live);
      return member && (!live || member.version.rules.mayBe(live, member.want)) ? [member] : [];
    });
  });
  return found.length === 0 ? [...subjects] : sortSubjects([...subjects, ...found]);
}
