import type { JsonObject } from '../core/json.ts';
import { errorProblem, type Problem } from '../core/problem.ts';
import { profileEndpoints, type SenderProfile } from '../kinds/sender-profile/endpoints.ts';
import { statusOf } from '../kinds/sender-profile/states.ts';
import { maskKey } from '../text/mask.ts';
import { type AccountContext, type LookedUp, plainRow } from './look-up.ts';

interface Refused {
  senderKey: string;
  code: string;
  message?: string | null | undefined;
}

/**
 * Reads sender profiles: those in use by the account, those that aliases or keys name, or those of the environment. A key that
 * the service refuses becomes a problem (resource API 4.3).
 */
export async function readProfiles(
  names: readonly string[],
  inUse: boolean,
  context: AccountContext,
): Promise<LookedUp> {
  const { client, profiles, asked, signal } = context;
  const keyOf = new Map(profiles.map(({ alias, key }) => [alias, key]));
  const own = asked.filter(({ type }) => type === 'S').map(({ key }) => key);
  const keys = names.length === 0 ? own : [...new Set(names.map((name) => keyOf.get(name) ?? name))];
  const nameOf = (key: string): string =>
    profiles.find((one) => one.key === key)?.alias ?? (names.includes(key) && key.length < 16 ? key : maskKey(key));
  if (inUse) return foundIn(await client.call(profileEndpoints.use, {}, signal), nameOf);
  if (keys.length === 0) return { rows: [], problems: [] };
  return foundIn(await client.call(profileEndpoints.multi, { senderKey: keys }, signal), nameOf);
}

function foundIn(
  { success, fail }: { success: readonly SenderProfile[]; fail: readonly Refused[] },
  nameOf: (key: string) => string,
): LookedUp {
  return {
    rows: success.map((profile) => ({ ...plainRow(profile), state: stateOf(profile) })),
    problems: fail.map(({ senderKey, code, message }) => unknownProfile(nameOf(senderKey), code, message ?? '')),
  };
}

/** The state's word, as plans and `status` show it. */
export function stateOf({ profileStatus, block, dormant }: SenderProfile | JsonObject): string {
  return statusOf({ profileStatus: String(profileStatus ?? 'A'), block: block === true, dormant: dormant === true })
    .state;
}

function unknownProfile(name: string, code: string, message: string): Problem {
  const problem = errorProblem(
    'profile-unknown',
    `The service has no sender profile \`${name}\``,
    'Check its key in `profiles` of the environment, and the account',
  );
  return { ...problem, service: { code, message } };
}
