import { ServiceFailure } from '../../core/failure.ts';
import type { Problem } from '../../core/problem.ts';
import type { ProfileRef } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { groupEndpoints, profileEndpoints } from './endpoints.ts';

/** A problem for each profile or group that the service does not have, by alias (resource API 4.3, 4.4). */
export async function missingProfiles(
  client: Client,
  profiles: readonly ProfileRef[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Problem>> {
  const [senders, groups] = [profiles.filter(({ type }) => type === 'S'), profiles.filter(({ type }) => type === 'G')];
  const found = await Promise.all([
    ...senders.map((profile) => missingSender(client, profile, signal)),
    missingGroups(client, groups, signal),
  ]);
  return new Map(found.flat());
}

/** A refusal may have many reasons: that the profile is missing is proved by the list of all (assumption 61). */
async function missingSender(client: Client, profile: ProfileRef, signal: AbortSignal): Promise<[string, Problem][]> {
  try {
    await client.call(profileEndpoints.get, { senderKey: profile.key }, signal);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceFailure) || error.kind !== 'refused') throw error;
    const all = await client.call(profileEndpoints.use, {}, signal);
    if (all.success.some(({ senderKey }) => senderKey === profile.key)) throw error;
    return [[profile.alias, unknown(profile, error.problem)]];
  }
}

async function missingGroups(
  client: Client,
  groups: readonly ProfileRef[],
  signal: AbortSignal,
): Promise<[string, Problem][]> {
  if (groups.length === 0) return [];
  const known = new Set((await client.call(groupEndpoints.all, {}, signal)).map(({ groupKey }) => groupKey));
  return groups.filter(({ key }) => !known.has(key)).map((group) => [group.alias, unknown(group)]);
}

function unknown(profile: ProfileRef, refusal?: Problem): Problem {
  const what = profile.type === 'G' ? 'profile group' : 'sender profile';
  return {
    code: 'profile-unknown',
    severity: 'error',
    message: `The service has no ${what} with the key of \`${profile.alias}\``,
    hint: `Check \`profiles.${profile.alias}\` of the environment: its key, its type (now ${profile.type}), and that it belongs to this account.${profile.type === 'S' ? ' A new one is made by `notiform profile create`.' : ''}`,
    ...(refusal?.service ? { service: refusal.service } : {}),
  };
}
