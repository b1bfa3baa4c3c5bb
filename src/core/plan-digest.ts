import { digest, isObject, type Json } from './json.ts';
import type { Plan } from './plan.ts';

/** Members about the origin of a plan, not about its contents. */
const APART: readonly string[] = ['createdAt', 'git', 'digest'] satisfies (keyof Plan)[];

/**
 * The paths of places of manifests (`*` is any element). Which files the manifests are in, and in which order, changes nothing in
 * a plan.
 */
const PLACES: readonly (readonly string[])[] = [
  ['changes', '*', 'source'],
  ['waiting', '*', 'held', 'change', 'source'],
  ['blocked', '*', 'source'],
  ['problems', '*', 'place'],
  ['problems', '*', 'related', '*', 'place'],
];

/**
 * Returns the digest of the contents of a plan, whatever the order of its members. The same manifests and the same live state
 * have the same digest. A plan file with another digest was edited.
 */
export function planDigest(plan: object): string {
  const members = Object.entries(plan).filter(([name]) => !APART.includes(name));
  const content = JSON.parse(JSON.stringify(Object.fromEntries(members))) as Json;
  return digest(without(content, PLACES));
}

/** Returns a value without the members at some paths. */
function without(value: Json, ways: readonly (readonly string[])[]): Json {
  if (ways.length === 0) return value;
  if (Array.isArray(value)) return value.map((item) => without(item, beyond('*', ways)));
  if (!isObject(value)) return value;
  const isLeftOut = (name: string): boolean => ways.some(([first, ...rest]) => first === name && rest.length === 0);
  const kept = Object.entries(value).filter(([name]) => !isLeftOut(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, without(member, beyond(name, ways))]));
}

function beyond(step: string, ways: readonly (readonly string[])[]): (readonly string[])[] {
  return ways.filter(([first]) => first === step).map(([, ...rest]) => rest);
}
