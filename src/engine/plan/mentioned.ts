import { isObject, type Json } from '../../core/json.ts';
import type { Plan } from '../../core/plan.ts';
import type { ProfileRef } from '../../core/resource.ts';
import { profileDigest } from '../../state/account.ts';
import { aliasOf } from '../subject/ownership.ts';
import { deferredIn } from './deferred.ts';

/** The lists of a plan that have addresses. */
export type PlanLists = Pick<Plan, 'changes' | 'waiting' | 'blocked' | 'remembers'>;

/** Returns the aliases of the profiles whose addresses a plan has. Pure. */
export function aliasesIn(lists: PlanLists): Set<string> {
  const { changes, waiting, blocked, remembers } = lists;
  const addresses = [changes, waiting, blocked, remembers].flatMap((list) => list.map(({ address }) => address));
  return new Set(addresses.flatMap((address) => aliasOf(address) ?? []));
}

/**
 * Returns, by alias, the digests of the keys of the profiles that a plan mentions: those of its addresses, and those that a
 * change may name, as a sender profile names its groups. A word that happens to be an alias counts too. Pure.
 * @param accepted the aliases whose state is taken over
 */
export function mentionedProfiles(
  lists: PlanLists,
  profiles: ReadonlyMap<string, ProfileRef>,
  accepted: readonly string[],
): Record<string, string> {
  const words = new Set<Json>([...aliasesIn(lists), ...accepted]);
  for (const { before, after } of [...lists.changes, ...deferredIn(lists)]) collect([before, after], words);
  const spoken = [...profiles.values()].filter(({ alias }) => words.has(alias));
  return Object.fromEntries(spoken.map(({ alias, key }) => [alias, profileDigest(key)]));
}

function collect(value: Json, into: Set<Json>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, into);
  else if (isObject(value)) for (const member of Object.values(value)) collect(member, into);
  else into.add(value);
}
