import { ServiceFailure } from '../../core/failure.ts';
import type { Problem } from '../../core/problem.ts';
import type { ProfileRef } from '../../core/resource.ts';
import type { Service } from '../../service/service.ts';
import type { Remote } from '../types.ts';

/** What the engine asks of the service's client beside what kinds do (resource API 4.3, 4.4). */
export function remoteOf(service: Service): Remote {
  return {
    missingProfiles: async (profiles, signal) => {
      const found = await Promise.all([
        ...profiles.filter(({ type }) => type === 'S').map((profile) => missingSender(service, profile, signal)),
        missingGroups(
          service,
          profiles.filter(({ type }) => type === 'G'),
          signal,
        ),
      ]);
      return new Map(found.flat());
    },
    now: () => service.now(),
    fetchImage: (url, signal) => service.resource.image.fetch(url, signal),
  };
}

/** A refusal may have many reasons: that the profile is missing is proved by the list of all (assumption 61). */
async function missingSender(service: Service, profile: ProfileRef, signal: AbortSignal): Promise<[string, Problem][]> {
  try {
    await service.resource.profile.get(profile.key, signal);
    return [];
  } catch (error) {
    if (!(error instanceof ServiceFailure) || error.kind !== 'refused') throw error;
    const all = await service.resource.profile.use(signal);
    if (all.success.some(({ senderKey }) => senderKey === profile.key)) throw error;
    return [[profile.alias, unknown(profile, error.problem)]];
  }
}

async function missingGroups(
  service: Service,
  groups: readonly ProfileRef[],
  signal: AbortSignal,
): Promise<[string, Problem][]> {
  if (groups.length === 0) return [];
  const known = new Set((await service.resource.group.all(signal)).map(({ groupKey }) => groupKey));
  return groups.filter(({ key }) => !known.has(key)).map((group) => [group.alias, unknown(group)]);
}

function unknown(profile: ProfileRef, refusal?: Problem): Problem {
  const what = profile.type === 'G' ? 'profile group' : 'sender profile';
  return {
    code: 'profile-unknown',
    severity: 'error',
    message: `The service knows no ${what} with the key of \`${profile.alias}\``,
    hint: `Check \`profiles.${profile.alias}\` of the environment: its key, its type (now ${profile.type}), and that it belongs to this account.${profile.type === 'S' ? ' A new one is made by `notiform profile create`.' : ''}`,
    ...(refusal?.service ? { service: refusal.service } : {}),
  };
}
