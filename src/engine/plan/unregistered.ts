import type { Kind } from '../../core/kind.ts';
import type { Problem } from '../../core/problem.ts';
import { suggest } from '../../core/suggest.ts';
import { callsOf } from '../observe/calls.ts';
import { type Listing, provesAbsence } from '../observe/listing.ts';
import { isListed, listOf, type View } from '../observe/observe.ts';
import { resourceProblem } from '../problems.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { groupBy, groupOf } from '../subject/grouping.ts';
import type { Subject } from '../subject/subject.ts';
import type { EngineInput } from '../types.ts';
import { blockedOn, type Decision, reasonOf } from './decide.ts';
import { type Reach, reached } from './references.ts';
import { WRITES } from './warnings.ts';

type RefersTo = NonNullable<Kind<unknown>['refersTo']>;

/**
 * Blocks each change that writes a reference to a resource which no manifest declares and the service does not have
 * (`Kind.refersTo`): the service would refuse the change. A list that the snapshot does not have is read. Throws ServiceFailure.
 */
export async function blockUnregistered<S>(
  input: EngineInput<S>,
  { views }: Snapshot<S>,
  reach: Reach,
  decisions: readonly Decision<S>[],
): Promise<readonly Decision<S>[]> {
  const calls = callsOf(input);
  const read = new Map<string, Promise<Listing>>();
  const declared = groupBy(
    decisions.filter(({ subject }) => subject.declared),
    ({ subject }) => subject.kind.name,
  );
  // Several profiles may share a resource (resource API 4.6), so those of every profile count.
  const declaredOf = ({ kind }: RefersTo) => groupOf(declared, kind).map(({ subject }) => String(subject.want.name));
  /** Returns the lists in which a profile's references must be. A group refers to resources of its members. */
  const listingsOf = ({ profile }: Subject<S>, { kind: name }: RefersTo): Promise<Listing>[] => {
    const isMember = (view: View<S>) =>
      view.profile.type !== 'G' && reached(reach, view.profile).includes(profile.alias);
    const known = views.filter((view) => view.kind.name === name && isMember(view));
    const kind = input.kinds.filter(isListed).find((one) => one.name === name);
    if (known.length > 0 || !kind || profile.type === 'G') return known.map(async ({ listing }) => listing);
    const listing = read.get(profile.alias) ?? listOf(input, calls, kind, profile);
    read.set(profile.alias, listing);
    return [listing];
  };
  const begun = decisions.map((decision) => {
    const { refersTo } = decision.subject.kind;
    const places = refersTo ? placesBegun(decision, refersTo) : [];
    if (!refersTo || places.length === 0) return undefined;
    const names = declaredOf(refersTo);
    const sought = places.filter(({ name }) => !names.includes(name));
    const lists = sought.length === 0 ? [] : listingsOf(decision.subject, refersTo);
    return { refersTo, names, sought, lists };
  });
  const listings = await Promise.all(begun.map((one) => Promise.all(one?.lists ?? [])));
  return decisions.map((decision, index) => {
    const [one, lists = []] = [begun[index], listings[index]];
    const missing = one?.sought.find(({ name }) => lists.some((listing) => provesAbsence(listing, name)));
    if (!one || !missing) return decision;
    const names = [...one.names, ...lists.flatMap(({ rows }) => [...rows.keys()])];
    const problem = unregistered(decision, one.refersTo, missing, names);
    return blockedOn(decision.subject, decision.seen, reasonOf(problem), problem);
  });
}

/** Returns the references that a change writes and the live resource does not have. */
function placesBegun<S>(decision: Decision<S>, { places }: RefersTo): ReturnType<RefersTo['places']> {
  if (decision.is !== 'change' || !WRITES.includes(decision.work.change.action)) return [];
  const { subject, seen } = decision;
  const known = new Set(seen.live && places(seen.live.content).map(({ name }) => name));
  return places(subject.want.content).filter(({ name }) => !known.has(name));
}

function unregistered<S>(
  { subject: { want, profile } }: Decision<S>,
  { kind, hint }: RefersTo,
  { name, at }: ReturnType<RefersTo['places']>[number],
  names: readonly string[],
): Problem {
  const message = `\`${name}\` is neither declared as a ${kind} nor registered in ${profile.alias}`;
  const meant = suggest(name, names);
  const problem = resourceProblem(
    want,
    'dangling-reference',
    message,
    meant ? `Did you mean \`${meant}\`? ${hint}` : hint,
  );
  return { ...problem, at };
}
