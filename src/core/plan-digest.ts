import { digest, isObject, type Json } from './json.ts';
import type { Plan } from './plan.ts';

/** What tells when and from where a plan was made, not what it says. */
const APART: readonly string[] = ['createdAt', 'git', 'digest'] satisfies (keyof Plan)[];

/**
 * Where manifests stand, by the way to it (`*` is any element): which files they are in, and in which order, changes nothing of
 * what a plan does.
 */
const PLACES: readonly (readonly string[])[] = [
  ['changes', '*', 'source'],
  ['waiting', '*', 'held', 'change', 'source'],
  ['blocked', '*', 'source'],
  ['problems', '*', 'place'],
  ['problems', '*', 'related', '*', 'place'],
];

/**
 * The digest of everything that a plan says, whatever the order of its members. The same manifests and the same live state
 * give the same; a plan file whose own digest is another was edited.
 */
export function planDigest(plan: object): string {
  const members = Object.entries(plan).filter(([name]) => !APART.includes(name));
  const content = JSON.parse(JSON.stringify(Object.fromEntries(members))) as Json;
  return digest(without(content, PLACES));
}

/** A value without the members that some ways lead to. */
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
