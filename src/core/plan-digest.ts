import { digest, isObject, type Json, mapMembers } from './json.ts';
import type { Plan } from './plan.ts';

/** Members about the origin of a plan, not about its contents. */
const APART: readonly string[] = ['createdAt', 'git', 'recorded', 'digest'] satisfies (keyof Plan)[];

/**
 * The paths of places of manifests (`*` is any element), and of comments. Which files the manifests are in, and in which order,
 * changes nothing in a plan. Comments are known only if the detail of a resource was read.
 */
const PLACES: readonly (readonly string[])[] = [
  ['changes', '*', 'source'],
  ['waiting', '*', 'held', 'change', 'source'],
  ['changes', '*', 'comments'],
  ['waiting', '*', 'held', 'change', 'comments'],
  ['blocked', '*', 'source'],
  ['problems', '*', 'place'],
  ['problems', '*', 'related', '*', 'place'],
];

/**
 * Returns the digest of the contents of a plan, whatever the order of its members. The same manifests and the same live state
 * have the same digest. A plan file with another digest was edited.
 */
export function planDigest(plan: object): string {
  return isObject(plan) ? digest(without(plan, [...APART.map((name) => [name]), ...PLACES])) : '';
}

/** Returns a value without the members at some paths. */
function without(value: Json, ways: readonly (readonly string[])[]): Json {
  if (Array.isArray(value)) return value.map((item) => without(item, beyond('*', ways)) ?? null);
  if (!isObject(value)) return value;
  const isLeftOut = (name: string): boolean => ways.some(([first, ...rest]) => first === name && rest.length === 0);
  return mapMembers(value, (member, name) => (isLeftOut(name) ? undefined : without(member, beyond(name, ways))));
}

function beyond(step: string, ways: readonly (readonly string[])[]): (readonly string[])[] {
  return ways.filter(([first]) => first === step).map(([, ...rest]) => rest);
}
