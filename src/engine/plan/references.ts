import type { Address } from '../../core/address.ts';
import { groupOf, type KindInProfile } from '../../core/grouping.ts';
import { todoWay } from '../../core/plan.ts';
import { compareText } from '../../core/problem.ts';
import type { ProfileRef, ResourceState } from '../../core/resource.ts';
import { callsOf } from '../observe/calls.ts';
import { readByName, type View } from '../observe/observe.ts';
import { liveIn, type SeenSubject } from '../observe/seen.ts';
import { say } from '../sentences.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { boundsIn } from '../subject/bound.ts';
import type { EngineInput, Work } from '../types.ts';
import { blockedOn, type ChangeOf, type Decision } from './decide.ts';

/**
 * References to a resource that is to be deleted (`Kind.refersTo`). They end first, or the resource stays. Resources of a profile
 * are referred to by the profile's own resources, and by those of its groups (assumption 119).
 */

/** By alias, the profiles whose resources may refer to those of a profile, itself first. */
export type Reach = ReadonlyMap<string, readonly string[]>;

/** Returns the groups that each profile is in or joins, by what was read anyway and by the manifests (`Kind.memberOf`). */
export function reachOf<S>({
  seenSubjects,
  views,
}: {
  seenSubjects: readonly SeenSubject<S>[];
  views: readonly View<S>[];
}): Reach {
  const reach = new Map<string, string[]>();
  const add = ({ kind, profile: { alias } }: KindInProfile<S>, at: ResourceState): void => {
    const { memberOf } = kind;
    if (at && memberOf) reach.set(alias, [...new Set([...(reach.get(alias) ?? [alias]), ...memberOf(at)])]);
  };
  for (const { subject } of seenSubjects)
    add(subject, { name: '', content: subject.want.content, status: { state: '' } });
  for (const view of views) for (const result of view.readResults.values()) add(view, liveIn(result));
  return reach;
}

export function reached(reach: Reach, { alias }: ProfileRef): readonly string[] {
  return reach.get(alias) ?? [alias];
}

/** Returns the keys of the resources that a state refers to. */
export function namedBy<S>({ kind, profile }: KindInProfile<S>, at: ResourceState): string[] {
  const { refersTo } = kind;
  if (!at || !refersTo) return [];
  return [...new Set(refersTo.names(at))].map((name) => keyOf(profile.alias, refersTo.kind, name));
}

function keyOf(alias: string, kind: string, name: string): string {
  return JSON.stringify([alias, kind, name]);
}

/** Returns the keys under which others may refer to a resource. */
export function keysFor<S>({ kind, profile }: Work<S>, at: ResourceState, reach: Reach): string[] {
  return at ? reached(reach, profile).map((alias) => keyOf(alias, kind.name, at.name)) : [];
}

/** True if the resource is absent at some point of a change. */
export function deletes<S>({ states }: Work<S>): boolean {
  return states[0] !== undefined && states.includes(undefined);
}

/**
 * Returns the references that a change begins and ends, as groups for the order of changes. It is in the groups of the references
 * it ends and of the resource it creates. It comes after the groups of the resource it deletes and of the references it begins.
 */
export function referencesOf<S>(work: Work<S>, reach: Reach): { groups: string[]; after: string[] } {
  const [before, made] = [work.states[0], work.states.at(-1)];
  const [named, names] = [new Set(namedBy(work, before)), new Set(namedBy(work, made))];
  const stops = [...named].filter((key) => !names.has(key));
  const begins = [...names].filter((key) => !named.has(key));
  const gone = deletes(work) ? keysFor(work, before, reach) : [];
  const makes = made?.name === before?.name ? [] : keysFor(work, made, reach);
  return {
    groups: [...stops.map((key) => `stops ${key}`), ...makes.map((key) => `makes ${key}`)],
    after: [...gone.map((key) => `stops ${key}`), ...begins.map((key) => `makes ${key}`)],
  };
}

/**
 * Returns a function that blocks every change that deletes a resource to which another one refers, managed or not. It may be called
 * again with its result, after others were blocked. Throws ServiceFailure.
 */
export function blockingNamed<S>(
  input: EngineInput<S>,
  snapshot: Snapshot<S>,
  reach: Reach,
): (decisions: readonly Decision<S>[]) => Promise<readonly Decision<S>[]> {
  const unmanaged = unmanagedNaming(input, snapshot, reach);
  return async (decisions) => {
    if (!decisions.some((one) => one.is === 'change' && deletes(one.work))) return decisions;
    const own = ownNaming(decisions, reach);
    return Promise.all(
      decisions.map(async (decision) => {
        if (decision.is !== 'change' || !deletes(decision.work)) return decision;
        const names = [...own(decision), ...(await unmanaged(decision))];
        const unseen = unseenBy(input, decision, reach);
        if (names.length === 0 && unseen.length > 0) {
          return blockedOn(decision.subject, decision.seen, {
            reason: say('used-by-shard', { profiles: unseen.join(', ') }),
            ways: [todoWay(say('without-shard')), todoWay(say('declare-groups'))],
          });
        }
        if (names.length === 0) return decision;
        return blockedOn(decision.subject, decision.seen, {
          reason: say('used-by', { names: names.join(', ') }),
          ways: [todoWay(say('remove-reference'))],
        });
      }),
    );
  };
}

/** Returns the profiles of other shards whose resources may refer to the deleted one. */
function unseenBy<S>({ kinds, environment }: EngineInput<S>, { work }: ChangeOf<S>, reach: Reach): readonly string[] {
  const { shard } = environment;
  if (!shard || !kinds.some(({ refersTo }) => refersTo?.kind === work.kind.name)) return [];
  return reached(reach, work.profile).filter((alias) => !shard.has(alias));
}

/** Returns our resources that refer to the deleted one and still do after their own change. */
function ownNaming<S>(decisions: readonly Decision<S>[], reach: Reach): (change: ChangeOf<S>) => Address[] {
  const atEnd = new Map<string, Address[]>();
  const live = new Map<Address, Set<string>>();
  for (const decision of decisions) {
    const { subject, seen } = decision;
    const { address } = subject.want;
    const end = decision.is === 'change' ? decision.work.states.at(-1) : seen.live;
    for (const key of namedBy(subject, end)) groupOf(atEnd, key).push(address);
    live.set(address, new Set(namedBy(subject, seen.live)));
  }
  return ({ work }) => {
    const [before, after] = [work.states[0], work.states.at(-1)];
    const keys = keysFor(work, before, reach);
    const naming = [...keys, ...keysFor(work, after, reach)].flatMap((key) => atEnd.get(key) ?? []);
    // A new reference to something that is created again comes after it, and is no obstacle.
    const inTheWay = naming.filter((address) => !after || keys.some((key) => live.get(address)?.has(key)));
    return [...new Set(inTheWay)].sort(compareText);
  };
}

/** Returns the unmanaged resources that refer to the deleted one. They are read only here, once, since no other plan needs them. */
function unmanagedNaming<S>(
  input: EngineInput<S>,
  { views, uploads, seenSubjects }: Snapshot<S>,
  reach: Reach,
): (change: ChangeOf<S>) => Promise<string[]> {
  const calls = callsOf(input);
  const boundIn = boundsIn(uploads, input.environment.profiles);
  const read = new Map<View<S>, Promise<{ name: string; names: Set<string> }[]>>();
  const readAll = (view: View<S>): Promise<{ name: string; names: Set<string> }[]> => {
    const { kind, profile, listing } = view;
    const bound = boundIn(profile.alias);
    return Promise.all(
      unmanagedIn(view, seenSubjects).map(async (name) => {
        const live = liveIn(await readByName(input, calls, kind, profile, listing, name, bound));
        return { name, names: new Set(namedBy(view, live)) };
      }),
    );
  };
  return async ({ work }) => {
    const sought = keysFor(work, work.states[0], reach);
    const asked = views.filter(
      ({ kind, profile }) =>
        kind.refersTo?.kind === work.kind.name && reached(reach, work.profile).includes(profile.alias),
    );
    const named = asked.map(async (view) => {
      const unmanaged = read.get(view) ?? readAll(view);
      read.set(view, unmanaged);
      const naming = (await unmanaged).filter(({ names }) => sought.some((key) => names.has(key)));
      return naming.map(({ name }) => `${view.kind.name} ${name} (unmanaged)`);
    });
    return (await Promise.all(named)).flat();
  };
}

function unmanagedIn<S>({ kind, profile, listing }: View<S>, seenSubjects: readonly SeenSubject<S>[]): string[] {
  const own = seenSubjects.filter(({ subject }) => subject.kind === kind && subject.profile === profile);
  const names = new Set(own.map(({ seen }) => seen.live?.name));
  return [...listing.rows.keys()].filter((name) => !names.has(name)).sort(compareText);
}
