import type { Kind } from '../../core/kind.ts';
import type { ProfileRef, ResourceState } from '../../core/resource.ts';
import type { View } from '../observe/observe.ts';
import { liveIn, type Sighted } from '../observe/sightings.ts';
import type { Work } from '../types.ts';

/**
 * What names a resource that is to be deleted: it stops doing so first, or the resource stays (`Kind.refersTo`). What is of a
 * profile is named by the profile's own resources, and by those of the groups that it is in (assumption 119).
 */

/** What is of a kind in a profile. */
interface Of<S> {
  kind: Kind<S>;
  profile: ProfileRef;
}

/** By alias, the profiles whose resources may name those of a profile, itself the first. */
export type Reach = ReadonlyMap<string, readonly string[]>;

/** The groups that each profile is in or comes into, as far as what was read anyway and the manifests tell (`Kind.memberOf`). */
export function reachOf<S>({ sighted, views }: { sighted: readonly Sighted<S>[]; views: readonly View<S>[] }): Reach {
  const reach = new Map<string, string[]>();
  const add = ({ kind, profile: { alias } }: Of<S>, at: ResourceState): void => {
    const { memberOf } = kind;
    if (at && memberOf) reach.set(alias, [...new Set([...(reach.get(alias) ?? [alias]), ...memberOf(at)])]);
  };
  for (const { subject } of sighted) add(subject, { name: '', content: subject.want.content, status: { state: '' } });
  for (const view of views) for (const sighting of view.sightings.values()) add(view, liveIn(sighting));
  return reach;
}

export function reached(reach: Reach, { alias }: ProfileRef): readonly string[] {
  return reach.get(alias) ?? [alias];
}

/** What a standing names, told apart by profile and kind. */
export function namedBy<S>({ kind, profile }: Of<S>, at: ResourceState): string[] {
  const { refersTo } = kind;
  if (!at || !refersTo) return [];
  return [...new Set(refersTo.names(at))].map((name) => keyOf(profile.alias, refersTo.kind, name));
}

function keyOf(alias: string, kind: string, name: string): string {
  return JSON.stringify([alias, kind, name]);
}

/** The keys under which a resource is named. */
export function keysFor<S>({ kind, profile }: Work<S>, at: ResourceState, reach: Reach): string[] {
  return at ? reached(reach, profile).map((alias) => keyOf(alias, kind.name, at.name)) : [];
}

/** Whether what stood there is gone at some point of a change. */
export function takesAway<S>({ states }: Work<S>): boolean {
  return states[0] !== undefined && states.includes(undefined);
}

/**
 * The references that a change begins and ends, as groups for the order of changes: it is in the groups of what it stops naming
 * and of what it makes; it comes after the groups of what it takes away and of what it begins to name.
 */
export function referencesOf<S>(work: Work<S>, reach: Reach): { groups: string[]; after: string[] } {
  const [before, made] = [work.states[0], work.states.at(-1)];
  const [named, names] = [new Set(namedBy(work, before)), new Set(namedBy(work, made))];
  const stops = [...named].filter((key) => !names.has(key));
  const begins = [...names].filter((key) => !named.has(key));
  const gone = takesAway(work) ? keysFor(work, before, reach) : [];
  const makes = made?.name === before?.name ? [] : keysFor(work, made, reach);
  return {
    groups: [...stops.map((key) => `stops ${key}`), ...makes.map((key) => `makes ${key}`)],
    after: [...gone.map((key) => `stops ${key}`), ...begins.map((key) => `makes ${key}`)],
  };
}
