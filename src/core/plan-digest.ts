import { createHash, type Hash } from 'node:crypto';
import { canonicalObject, isObject } from './json.ts';
import type { Plan } from './plan.ts';
import { compareText } from './problem.ts';

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
 *
 * It is the digest of the canonical JSON, whose text may be longer than the plan takes in memory. So each change is hashed on its
 * own.
 */
export function planDigest(plan: object): string {
  const hash = createHash('sha256').update('{');
  const members = Object.entries(plan).filter(([name, member]) => !APART.includes(name) && member !== undefined);
  for (const [index, [name, member]] of members.sort(([a], [b]) => compareText(a, b)).entries()) {
    hash.update(`${index === 0 ? '' : ','}${JSON.stringify(name)}:`);
    const ways = beyond(name, PLACES);
    if (Array.isArray(member)) hashList(hash, member, beyond('*', ways));
    else hash.update(textOf(member, ways));
  }
  return hash.update('}').digest('hex');
}

function hashList(hash: Hash, list: readonly unknown[], ways: readonly (readonly string[])[]): void {
  hash.update('[');
  for (const [index, item] of list.entries()) hash.update(`${index === 0 ? '' : ','}${textOf(item, ways)}`);
  hash.update(']');
}

/** Returns the canonical JSON of a value without the members at some paths. */
function textOf(value: unknown, ways: readonly (readonly string[])[]): string {
  if (Array.isArray(value)) return `[${value.map((item) => textOf(item, beyond('*', ways))).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const isLeftOut = (name: string): boolean => ways.some(([first, ...rest]) => first === name && rest.length === 0);
  const names = Object.keys(value).filter((name) => value[name] !== undefined && !isLeftOut(name));
  return canonicalObject(names, (name) => textOf(value[name], beyond(name, ways)));
}

function beyond(step: string, ways: readonly (readonly string[])[]): (readonly string[])[] {
  return ways.filter(([first]) => first === step).map(([, ...rest]) => rest);
}
