import { groupByAll, groupOf } from '../../core/grouping.ts';
import type { Kind } from '../../core/kind.ts';
import { asWarning, type Problem } from '../../core/problem.ts';
import { type Listing, provesAbsence } from '../observe/listing.ts';
import type { View } from '../observe/observe.ts';
import type { SeenSubject } from '../observe/seen.ts';
import { resourceProblem } from '../problems.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Subject } from '../subject/subject.ts';
import type { Decision } from './decide.ts';
import { type Reach, reached } from './references.ts';
import { WRITES } from './warnings.ts';

type RefersTo = NonNullable<Kind<unknown>['refersTo']>;

/** References that a manifest has and its live resource does not, to resources that no manifest declares. */
interface Referring<S> {
  subject: Subject<S>;
  refersTo: RefersTo;
  places: ReturnType<RefersTo['places']>;
  /** The lists in which the names have to be. A group refers to resources of its members. */
  lists: readonly Listing[];
}

/**
 * Returns a warning for each change that writes a reference to a resource which no manifest declares and the service does not list
 * (`Kind.refersTo`). The service may still take it: resource API 2.2 asks for an id only (assumption 119). Pure.
 */
export function unregistered<S>(snapshot: Snapshot<S>, reach: Reach, decisions: readonly Decision<S>[]): Problem[] {
  const writing = decisions.filter((one) => one.is === 'change' && WRITES.includes(one.work.change.action));
  return problemsOf(soughtBy(snapshot, reach, writing));
}

function soughtBy<S>(
  { seenSubjects, views }: Snapshot<S>,
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
    const isMember = ({ profile }: View<S>): boolean =>
      profile.type !== 'G' && reached(reach, profile).includes(subject.profile.alias);
    const lists = views.filter((view) => view.kind.name === kind && isMember(view)).map(({ listing }) => listing);
    return [{ subject, refersTo, places: sought, lists }];
  });
}

function problemsOf<S>(all: readonly Referring<S>[]): Problem[] {
  return all.flatMap(({ subject: { want, profile }, refersTo: { kind, hint }, places, lists }) => {
    const missing = places.find(({ name }) => lists.some((listing) => provesAbsence(listing, name)));
    if (!missing) return [];
    const { name, at } = missing;
    const message = `\`${name}\` is neither declared as a ${kind} nor registered in ${profile.alias}`;
    return [asWarning({ ...resourceProblem(want, 'dangling-reference', message, hint), at })];
  });
}
