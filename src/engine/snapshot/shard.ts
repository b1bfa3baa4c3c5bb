import { parseAddress } from '../../core/address.ts';
import { sha256 } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import type { Shard } from '../../core/plan.ts';
import { compareText } from '../../core/problem.ts';
import type { ProfileRef, Resource } from '../../core/resource.ts';
import { profileOf } from '../subject/ownership.ts';
import type { EngineEnvironment } from '../types.ts';

/**
 * The profiles of a shard, by alias. Each profile has its place by a digest of its alias, so that one that is added moves no other.
 * Profiles that resources tie together stay together, at the place of the first by name: one whose resource needs another's,
 * and a group with the profiles that come into it (assumption 225). Pure.
 */
export function profilesIn<S>(
  { index, of }: Shard,
  profiles: Iterable<string>,
  resources: readonly Resource[],
  kinds: readonly Kind<S>[],
): Set<string> {
  const leaderOf = tie(resources.flatMap((resource) => tiesOf(resource, kinds)));
  return new Set([...profiles].filter((alias) => placeOf(leaderOf(alias), of) === index));
}

/** @returns from 1 to `of` */
function placeOf(alias: string, of: number): number {
  return (Number.parseInt(sha256(alias).slice(0, 12), 16) % of) + 1;
}

type Tie = readonly [string, string];

function tiesOf<S>(resource: Resource, kinds: readonly Kind<S>[]): Tie[] {
  const own = profileOf(resource);
  const kind = kinds.find(({ name }) => name === resource.kind);
  const groups = kind?.memberOf?.({ name: '', content: resource.content, status: { state: '' } }) ?? [];
  const needed = resource.dependsOn.flatMap((address) => {
    const parts = parseAddress(address);
    return parts ? profileOf(parts) : [];
  });
  return [...groups, ...needed].filter((other) => other !== own).map((other) => [own, other]);
}

/** Who leads the profiles that one is tied to, directly or through others: the first by name. */
function tie(ties: readonly Tie[]): (alias: string) => string {
  const above = new Map<string, string>();
  const leaderOf = (alias: string): string => {
    let leader = alias;
    for (let next = above.get(leader); next !== undefined; next = above.get(leader)) leader = next;
    return leader;
  };
  for (const [one, other] of ties) {
    const [first = one, second = other] = [leaderOf(one), leaderOf(other)].sort(compareText);
    if (first !== second) above.set(second, first);
  }
  return leaderOf;
}

/** The profiles that an errand looks at, in the order of their aliases: all, or those of its shard. */
export function profilesOf({ profiles, shard }: EngineEnvironment): ProfileRef[] {
  const all = [...profiles.values()].filter(({ alias }) => shard?.has(alias) ?? true);
  return all.sort((a, b) => compareText(a.alias, b.alias));
}
