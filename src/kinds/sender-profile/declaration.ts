import type { Declaration } from '../../core/declaration.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { consentRules } from './consent.ts';
import { writeProfile } from './write.ts';

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
