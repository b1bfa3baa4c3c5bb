import type { Address } from '../../core/address.ts';
import { groupByAll, groupOf } from '../../core/grouping.ts';
import type { Kind } from '../../core/kind.ts';
import type { Problem } from '../../core/problem.ts';
import { suggest } from '../../core/suggest.ts';
import { callsOf } from '../observe/calls.ts';
import { type Listing, provesAbsence } from '../observe/listing.ts';
import { isListed, listOf, type View } from '../observe/observe.ts';
import type { SeenSubject } from '../observe/seen.ts';
import { resourceProblem } from '../problems.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Subject } from '../subject/subject.ts';
import type { EngineInput } from '../types.ts';
import type { Decision } from './decide.ts';
import { type Reach, reached } from './references.ts';
import { WRITES } from './warnings.ts';

type RefersTo = NonNullable<Kind<unknown>['refersTo']>;
type ListOf<S> = Pick<View<S>, 'kind' | 'profile' | 'listing'>;

/** References that a manifest has and its live resource does not, to resources that no manifest declares. */
interface Referring<S> {
  subject: Subject<S>;
  refersTo: RefersTo;
  places: ReturnType<RefersTo['places']>;
  declared: readonly string[];
  /** The lists in which the names have to be. A group refers to resources of its members. */
  lists: readonly Listing[];
}

/**
 * Returns, by address, an error for each change that writes a reference to a resource which no manifest declares and the service
 * does not have (`Kind.refersTo`): the service would refuse the change. A list that the snapshot does not have is read. Throws
 * ServiceFailure.
 */
export async function unregistered<S>(
  input: EngineInput<S>,
  snapshot: Snapshot<S>,
  reach: Reach,
  decisions: readonly Decision<S>[],
): Promise<ReadonlyMap<Address, Problem>> {
  const writing = decisions.filter((one) => one.is === 'change' && WRITES.includes(one.work.change.action));
  const calls = callsOf(input);
  const missing = new Map<string, Promise<ListOf<S>>>();
  for (const { subject, refersTo, lists } of soughtBy(snapshot, snapshot.views, reach, writing)) {
    const { profile } = subject;
    const kind = input.kinds.filter(isListed).find((one) => one.name === refersTo.kind);
    if (lists.length > 0 || !kind || profile.type === 'G' || missing.has(profile.alias)) continue;
    const listing = listOf(input, calls, kind, profile);
    missing.set(
      profile.alias,
      listing.then((list) => ({ kind, profile, listing: list })),
    );
  }
  const views = [...snapshot.views, ...(await Promise.all(missing.values()))];
  return problemsOf(soughtBy(snapshot, views, reach, writing));
}

/** Does the same as `unregistered` for resources that differ from their manifests, with the lists of the snapshot only. */
export function knownUnregistered<S>(
  snapshot: Snapshot<S>,
  reach: Reach,
  open: readonly SeenSubject<S>[],
): ReadonlyMap<Address, Problem> {
  return problemsOf(soughtBy(snapshot, snapshot.views, reach, open));
}

function soughtBy<S>(
  { seenSubjects }: Snapshot<S>,
  views: readonly ListOf<S>[],
  reach: Reach,
  writing: readonly SeenSubject<S>[],
): Referring<S>[] {
  // Several profiles may share a resource (resource API 4.6), so those of every profile count.
  const declared = groupByAll(
    seenSubjects.filter(({ subject }) => subject.declared),
    ({ subject }) => [subject.kind.name],
  );
  return writing.flatMap(({ subject, seen: { live } }) => {
    const { refersTo } = subject.kind;
    if (!refersTo) return [];
    const { places, kind } = refersTo;
    const known = new Set(live && places(live.content).map(({ name }) => name));
    const begun = places(subject.want.content).filter(({ name }) => !known.has(name));
    if (begun.length === 0) return [];
    const names = groupOf(declared, kind).map((one) => String(one.subject.want.name));
    const sought = begun.filter(({ name }) => !names.includes(name));
    if (sought.length === 0) return [];
    const isMember = ({ profile }: ListOf<S>): boolean =>
      profile.type !== 'G' && reached(reach, profile).includes(subject.profile.alias);
    const lists = views.filter((view) => view.kind.name === kind && isMember(view)).map(({ listing }) => listing);
    return [{ subject, refersTo, places: sought, declared: names, lists }];
  });
}

function problemsOf<S>(all: readonly Referring<S>[]): ReadonlyMap<Address, Problem> {
  return new Map(
    all.flatMap(({ subject: { want, profile }, refersTo: { kind, hint }, places, declared, lists }) => {
      const missing = places.find(({ name }) => lists.some((listing) => provesAbsence(listing, name)));
      if (!missing) return [];
      const { name, at } = missing;
      const meant = suggest(name, [...declared, ...lists.flatMap(({ rows }) => [...rows.keys()])]);
      const message = `\`${name}\` is neither declared as a ${kind} nor registered in ${profile.alias}`;
      const help = meant ? `Did you mean \`${meant}\`? ${hint}` : hint;
      return [[want.address, { ...resourceProblem(want, 'dangling-reference', message, help), at }] as const];
    }),
  );
}
