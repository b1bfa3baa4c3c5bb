import type { Declaration, FileRules } from '../../core/declaration.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Kind, Verdict } from '../../core/kind.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { bindingOfProfile, managedProfile, profileDiscovery, writeProfile } from './codec.ts';
import { contentOf } from './fields.ts';
import { nextOf, profileOperations } from './operations.ts';
import { factsOf } from './states.ts';

/** The proof of marketing consent (resource API 4.3): PNG or JPEG of any size in pixels; a MB is assumption 55's. */
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
  aliases: ({ groups }) => listOf(groups).map((_, index) => ({ at: ['groups', index], type: 'G' })),
  files: ({ brandMessage }) => {
    const file = isObject(brandMessage) ? brandMessage['consentProof'] : undefined;
    return typeof file === 'string' ? [{ at: ['brandMessage', 'consentProof'], file, use: 'profile/consent' }] : [];
  },
  check: () => [],
  declare: (manifest) => ({
    goal: 'present',
    name: String(manifest['id']),
    content: managedOf(manifest),
    inputs: {},
    options: manifest['recover'] === true ? { recover: true } : {},
  }),
  write: writeProfile,
};

/** What of the profile the manifest manages. An empty list of groups says that it is in none. */
function managedOf({ unsubscribe, groups, brandMessage }: JsonObject): JsonObject {
  return {
    ...(unsubscribe !== undefined && { unsubscribe }),
    ...(groups !== undefined && { groups: [...listOf(groups)].sort() }),
    ...(brandMessage !== undefined && { brandMessage }),
  };
}

function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/**
 * Sender profiles (resource API 2.3, 4.3, 4.4): what a manifest manages of one, and nothing else. None is made or deleted
 * by a plan; one that is not declared any more is forgotten.
 */
export const senderProfile: Kind<Client> = {
  name: 'SenderProfile',
  discovery: profileDiscovery,
  operations: profileOperations,
  nameOf: ({ alias }) => (typeof alias === 'string' ? alias : undefined),
  bindingOf: bindingOfProfile,
  managed: managedProfile,
  memberOf: ({ content }) => contentOf(content).groups ?? [],
  meets,
  // All of them ask first whether the profile can be changed, and nothing else can be in the way.
  blockedBy: () => ({ operation: 'profile.recover' }),
};

function meets(at: ResourceState, want: Resource): Verdict {
  if (want.goal === 'removed') return { meets: 'yes' };
  if (!at || nextOf(at, want) !== undefined) return { meets: 'no' };
  const waits = contentOf(want.content).brandMessage && !factsOf(at).brandMessage;
  return waits ? { meets: 'waiting', waitsFor: 'approval' } : { meets: 'yes' };
}
