import { errorProblem, type Problem } from '../core/problem.ts';
import type { ProfileRef } from '../core/resource.ts';
import { groupEndpoints } from '../kinds/sender-profile/endpoints.ts';
import type { Client } from '../wire/client.ts';
import { foundIn, passed, type Result, skipped } from './check.ts';
import { readProfiles } from './profiles.ts';

/** Sending hours, reservations and tokens are compared with this machine's clock. */
const MOST_SKEW_S = 60;

/** Compares this machine's clock with the time of the service, which is at most a second ahead. */
export function clockCheck(service: number | undefined, now: number): Result {
  if (service === undefined) return skipped('the service did not send its time');
  const ahead = Math.round((now - service + 500) / 1000);
  const skew = Math.abs(ahead);
  const says = skew <= 1 ? 'agrees with the service' : `${skew} s ${ahead > 0 ? 'ahead of' : 'behind'} the service`;
  if (skew <= MOST_SKEW_S) return passed(says);
  const fix = 'Synchronize the clock of this machine (NTP)';
  return foundIn(errorProblem('clock-skew', `This machine's clock is ${says}`, fix));
}

/** Returns a problem for each profile and group that the service does not know, and for each profile that cannot send. */
export async function profileProblems(
  client: Client,
  profiles: readonly ProfileRef[],
  signal: AbortSignal,
): Promise<Problem[]> {
  const { rows, problems } = await readProfiles([], false, { client, profiles, asked: profiles, signal });
  const groups = profiles.filter(({ type }) => type === 'G');
  const known = groups.length === 0 ? [] : await client.call(groupEndpoints.all, {}, signal);
  const unknown = groups.filter(({ key }) => known.every(({ groupKey }) => groupKey !== key));
  const aliasOf = new Map(profiles.map(({ alias, key }) => [key, alias]));
  return [
    ...problems,
    ...unknown.map(({ alias }) => {
      const fix = `Check the key and the type of \`${alias}\` in \`profiles\` of the environment, and the account`;
      return errorProblem('profile-unknown', `The service has no group \`${alias}\``, fix);
    }),
    ...rows.flatMap(({ senderKey, state, clearBlockUrl }) => {
      if (state === 'activated') return [];
      const alias = aliasOf.get(String(senderKey));
      const release =
        state === 'blocked' && clearBlockUrl ? `Request its release: ${clearBlockUrl}` : 'Ask the service';
      const fix = state === 'dormant' ? `Run \`notiform profile recover ${alias}\`` : release;
      return [errorProblem('profile-unusable', `The profile \`${alias}\` is ${state}`, fix)];
    }),
  ];
}
