import { sha256 } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import type { Shard } from '../../core/plan.ts';
import { compareText } from '../../core/problem.ts';
import type { ProfileRef, Resource } from '../../core/resource.ts';
import { aliasOf, profileOf } from '../subject/ownership.ts';
import type { EngineEnvironment } from '../types.ts';

/**
 * Returns the profiles of a shard, by alias. A digest of the alias decides the shard of each profile, so that adding one moves no
 * other. Profiles that resources connect stay together, in the shard of the first by name: a profile whose resource needs
 * another's, and a group with its profiles (assumption 225). Pure.
 */
export function profilesOfShard<S>(
  { index, of }: Shard,
  profiles: Iterable<string>,
  resources: readonly Resource[],
  kinds: readonly Kind<S>[],
): Set<string> {
  const leaderOf = tie(resources.flatMap((resource) => tiesOf(resource, kinds)));
  return new Set([...profiles].filter((alias) => placeOf(leaderOf(alias), of) === index));
}

function placeOf(alias: string, of: number): number {
  return (Number.parseInt(sha256(alias).slice(0, 12), 16) % of) + 1;
}

type Tie = readonly [string, string];

function tiesOf<S>(resource: Resource, kinds: readonly Kind<S>[]): Tie[] {
  const own = profileOf(resource);
  const kind = kinds.find(({ name }) => name === resource.kind);
  const groups = kind?.memberOf?.({ name: '', content: resource.content, status: { state: '' } }) ?? [];
  const needed = resource.dependsOn.flatMap((address) => aliasOf(address) ?? []);
  return [...groups, ...needed].filter((other) => other !== own).map((other) => [own, other]);
}

/** Returns the first, by name, of the profiles that a profile is connected to, directly or through others. */
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

/** Returns the profiles of the shard, or all of them, sorted by alias. */
export function profilesOf({ profiles, shard }: EngineEnvironment): ProfileRef[] {
  const all = [...profiles.values()].filter(({ alias }) => shard?.has(alias) ?? true);
  return all.sort((a, b) => compareText(a.alias, b.alias));
}
