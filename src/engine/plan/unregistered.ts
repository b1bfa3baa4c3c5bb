import type { Kind } from '../../core/kind.ts';
import { compareText, type Problem } from '../../core/problem.ts';
import { suggest } from '../../core/suggest.ts';
import { callsOf } from '../observe/calls.ts';
import { type Listing, provesAbsence } from '../observe/listing.ts';
import { isListed, listOf, type View } from '../observe/observe.ts';
import { resourceProblem } from '../problems.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { groupBy, groupOf } from '../subject/grouping.ts';
import type { EngineInput } from '../types.ts';
import { blockedOn, type ChangeOf, type Decision, reasonOf } from './decide.ts';
import { type Reach, reached } from './references.ts';
import { WRITES } from './warnings.ts';

type RefersTo = NonNullable<Kind<unknown>['refersTo']>;

/**
 * Blocks each change that writes a reference to a resource which no manifest declares and the service does not have
 * (`Kind.refersTo`): the service would refuse the change. A list that the snapshot does not have is read. Throws ServiceFailure.
 */
export function blockUnregistered<S>(
  input: EngineInput<S>,
  { views }: Snapshot<S>,
  reach: Reach,
  decisions: readonly Decision<S>[],
): Promise<readonly Decision<S>[]> {
  const calls = callsOf(input);
  const read = new Map<string, Promise<Listing>>();
  /** Returns the lists in which a profile's references must be. A group refers to resources of its members. */
  const listingsOf = ({ subject: { profile } }: ChangeOf<S>, { kind: name }: RefersTo): Promise<Listing[]> => {
    const isMember = (view: View<S>) =>
      view.profile.type !== 'G' && reached(reach, view.profile).includes(profile.alias);
    const listings = views.filter((view) => view.kind.name === name && isMember(view)).map(({ listing }) => listing);
    const kind = input.kinds.filter(isListed).find((one) => one.name === name);
    if (listings.length > 0 || !kind || profile.type === 'G') return Promise.resolve(listings);
    const listing = read.get(profile.alias) ?? listOf(input, calls, kind, profile);
    read.set(profile.alias, listing);
    return Promise.all([listing]);
  };
  const declared = groupBy(
    decisions.filter(({ subject }) => subject.declared),
    ({ subject }) => subject.kind.name,
  );
  return Promise.all(
    decisions.map(async (decision) => {
      const { refersTo } = decision.subject.kind;
      if (decision.is !== 'change' || !refersTo || !WRITES.includes(decision.work.change.action)) return decision;
      const known = new Set(decision.seen.live && refersTo.places(decision.seen.live.content).map(({ name }) => name));
      const begun = refersTo.places(decision.subject.want.content).filter(({ name }) => !known.has(name));
      if (begun.length === 0) return decision;
      // Several profiles may share a resource (resource API 4.6), so those of every profile count.
      const own = groupOf(declared, refersTo.kind).map(({ subject }) => String(subject.want.name));
      const sought = begun.filter(({ name }) => !own.includes(name));
      const listings = sought.length === 0 ? [] : await listingsOf(decision, refersTo);
      const missing = sought.find(({ name }) => listings.some((listing) => provesAbsence(listing, name)));
      if (!missing) return decision;
      const names = [...own, ...listings.flatMap(({ rows }) => [...rows.keys()])].sort(compareText);
      const problem = unregistered(decision, refersTo, missing, names);
      return blockedOn(decision.subject, decision.seen, reasonOf(problem), problem);
    }),
  );
}

function unregistered<S>(
  { subject: { want, profile } }: ChangeOf<S>,
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
