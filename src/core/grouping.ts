import type { Kind } from './kind.ts';
import type { ProfileRef } from './resource.ts';

/** A kind in a profile: names and titles are unique within it. */
export interface KindInProfile<S> {
  kind: Kind<S>;
  profile: ProfileRef;
}

interface NamedKindInProfile {
  kind: { name: string };
  profile: { alias: string };
}

/** Makes a key within one kind and profile, whose names have no line breaks. */
export function keyIn({ kind, profile }: NamedKindInProfile, ...rest: string[]): string {
  return [kind.name, profile.alias, ...rest].join('\n');
}

/** Returns the group of a key. Makes it if there is none yet. */
export function groupOf<K, V>(groups: Map<K, V[]>, key: K): V[] {
  const group = groups.get(key) ?? [];
  groups.set(key, group);
  return group;
}

/** Groups items that may have several keys, in the order given. */
export function groupByAll<T, K>(items: Iterable<T>, keysOf: (item: T) => Iterable<K>): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) for (const key of keysOf(item)) groupOf(groups, key).push(item);
  return groups;
}

/** Groups items by their key, in the order given. An item without a key is in no group. */
export function groupBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K | undefined): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) groupOf(groups, key).push(item);
  }
  return groups;
}
