import type { Declaration, FileRules } from '../../core/declaration.ts';
import { ServiceFailure } from '../../core/failure.ts';
import { elementsOf, member } from '../../core/json.ts';
import type { Discovery, GoalCheck } from '../../core/kind.ts';
import { errorProblem, type Problem } from '../../core/problem.ts';
import type { ProfileRef, Resource, ResourceState } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { type Definition, declared } from '../definition.ts';
import { boundBy, type WordedKind } from '../operations.ts';
import { bindingOfProfile, liveProfile, managedProfile, writeProfile } from './codec.ts';
import { groupEndpoints, profileEndpoints } from './endpoints.ts';
import { contentOf, profileFields } from './fields.ts';
import { nextOf, PROFILE_SENTENCES, profileOperations } from './operations.ts';
import { factsOf, profileStates, profileWaits } from './states.ts';

/** The proof of marketing consent (resource API 4.3): PNG or JPEG of any size in pixels. A MB is 1,024 KB (assumption 55). */
export const consentRules: FileRules = {
  types: ['png', 'jpeg'],
  maxBytes: 5 * 1024 * 1024,
  image: { minWidth: 1, ratio: { min: 0, max: Number.POSITIVE_INFINITY }, shape: 'any' },
  section: '4.3',
};

/** `SenderProfile` documents (docs/manifests.md): the id is the alias of a profile of type S. */
export const profileDeclaration: Declaration = {
  kind: 'SenderProfile',
  uses: { 'profile/consent': consentRules },
  isProfile: true,
  profileType: 'S',
  aliases: ({ groups }) => elementsOf(groups).map((_, index) => ({ at: ['groups', index], type: 'G' })),
  files: ({ brandMessage }) => {
    const file = member(brandMessage, 'consentProof');
    return typeof file === 'string' ? [{ at: ['brandMessage', 'consentProof'], file, use: 'profile/consent' }] : [];
  },
  check: () => [],
  // An empty list of groups means that the profile is in none.
  declare: ({ id, recover, unsubscribe, groups, brandMessage }) =>
    declared(
      {
        ...(unsubscribe !== undefined && { unsubscribe }),
        ...(groups !== undefined && { groups: [...elementsOf(groups)].sort() }),
        ...(brandMessage !== undefined && { brandMessage }),
      },
      { name: String(id), options: recover === true ? { recover } : {} },
    ),
  write: writeProfile,
};

/** The look-up of one profile. Why its key failed is not known, so the profile is not missing: the call is refused. */
const lookUp: typeof profileEndpoints.multi = {
  ...profileEndpoints.multi,
  refusal: ({ fail: [first] }) => first && { code: first.code, message: first.message ?? '' },
};

/** Profiles are read by their key, with all groups (resource API 2.3). The name is the alias. */
const profileDiscovery: Discovery<Client> = {
  by: 'name',
  names: ({ alias, type }) => (type === 'S' ? [alias] : []),
  read: async (client, profile, _name, bound, signal) => {
    const { success } = await client.call(lookUp, { senderKey: [profile.key] }, signal);
    const found = success.find(({ senderKey }) => senderKey === profile.key);
    return found && liveProfile(profile.alias, found, bound);
  },
};

/**
 * Sender profiles (resource API 2.3, 4.3, 4.4), as far as a manifest manages them. A plan creates and deletes none: a profile that
 * is no longer declared is forgotten.
 */
export const senderProfile: WordedKind = {
  name: 'SenderProfile',
  discovery: profileDiscovery,
  operations: profileOperations,
  ...boundBy('alias'),
  bindingOf: bindingOfProfile,
  managed: managedProfile,
  memberOf: ({ content }) => contentOf(content).groups ?? [],
  meets,
  // Every operation requires a profile that can be changed, and nothing else can block a route.
  blockedBy: () => ({ operation: 'profile.recover' }),
};

function meets(at: ResourceState, want: Resource): GoalCheck {
  if (want.goal === 'removed') return { meets: 'yes' };
  if (!at || nextOf(at, want) !== undefined) return { meets: 'no' };
  const waits = contentOf(want.content).brandMessage && !factsOf(at).brandMessage;
  return waits ? { meets: 'waiting', waitsFor: 'approval' } : { meets: 'yes' };
}

export const profileDefinition: Definition = {
  kind: senderProfile,
  noun: { en: 'sender profile', ko: '발신 프로필' },
  declaration: profileDeclaration,
  fields: profileFields,
  sentences: PROFILE_SENTENCES,
  states: profileStates,
  waits: profileWaits,
};

/** A problem for each profile or group that the service does not have, by alias (resource API 4.3, 4.4). */
export async function missingProfiles(
  client: Client,
  profiles: readonly ProfileRef[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Problem>> {
  const hasGroups = profiles.some(({ type }) => type === 'G');
  const groups = hasGroups ? client.call(groupEndpoints.all, {}, signal) : Promise.resolve([]);
  const found = profiles.map(async (profile): Promise<[string, Problem][]> => {
    const isKnown =
      profile.type === 'G'
        ? (await groups).some(({ groupKey }) => groupKey === profile.key)
        : await hasSender(client, profile, signal);
    return isKnown ? [] : [[profile.alias, unknown(profile)]];
  });
  return new Map((await Promise.all(found)).flat());
}

/** A refusal may have many reasons: that the profile is missing is proved by the list of all (assumption 61). */
async function hasSender(client: Client, { key }: ProfileRef, signal: AbortSignal): Promise<boolean> {
  try {
    await client.call(profileEndpoints.get, { senderKey: key }, signal);
  } catch (error) {
    if (!(error instanceof ServiceFailure) || error.kind !== 'refused') throw error;
    const all = await client.call(profileEndpoints.use, {}, signal);
    if (!all.success.some(({ senderKey }) => senderKey === key)) return false;
    throw error;
  }
  return true;
}

function unknown({ alias, type }: ProfileRef): Problem {
  const [what, more] =
    type === 'G' ? ['profile group', ''] : ['sender profile', ' A new one is made by `notiform profile create`.'];
  return errorProblem(
    'profile-unknown',
    `The service has no ${what} with the key of \`${alias}\``,
    `Check \`profiles.${alias}\` of the environment: its key, its type (now ${type}), and that it belongs to this account.${more}`,
  );
}
