import type { Written } from '../../core/declaration.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Bound, Discovery } from '../../core/kind.ts';
import type { Live, Resource, Status } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { profileEndpoints, type SenderProfile } from './endpoints.ts';
import { type Content, contentOf, jsonOf, sameNumber } from './fields.ts';
import { factsOf, statusOf } from './states.ts';

/** A profile as a live resource: everything that a manifest could say of it, and what it would see of the state. */
export function liveProfile(alias: string, profile: SenderProfile, bound: Bound): Live {
  const { unsubscribePhoneNumber: phone, unsubscribeAuthNumber: auth, modifiedAt } = profile;
  // A group that no alias names is another environment's: it is neither shown nor left (assumption 160).
  const groups = (profile.groups ?? []).flatMap(({ groupKey }) => bound.aliasOf(groupKey) ?? []).sort();
  return {
    name: alias,
    content: jsonOf({ groups, ...(phone && { unsubscribe: { phone, ...(auth && { auth }) } }) }),
    status: statusOf({
      profileStatus: profile.profileStatus ?? 'A',
      block: profile.block === true,
      dormant: profile.dormant === true,
      brandMessage: profile.brandMessage === true,
    }),
    ...(modifiedAt && { modifiedAt }),
  };
}

/** Profiles are read by their key, with the others' groups (resource API 2.3): the alias is the name. */
export const profileDiscovery: Discovery<Client> = {
  by: 'name',
  names: ({ alias, type }) => (type === 'S' ? [alias] : []),
  read: async (client, profile, _name, bound, signal) => {
    const { success } = await client.call(profileEndpoints.multi, { senderKey: [profile.key] }, signal);
    const found = success.find(({ senderKey }) => senderKey === profile.key);
    return found && liveProfile(profile.alias, found, bound);
  },
};

/** A profile as far as its manifest manages it, with what its binding remembers. */
export function managedProfile(live: Live, want: Resource, binding: JsonObject | undefined): LiveProfile {
  const memory = memoryOf(binding);
  const wanted = contentOf(want.content);
  const has = contentOf(live.content);
  const content: Content = {
    ...(wanted.unsubscribe && has.unsubscribe && { unsubscribe: spelled(has.unsubscribe, wanted.unsubscribe) }),
    ...(wanted.groups && has.groups && { groups: has.groups }),
    ...(wanted.brandMessage && shownConsent(live.status, wanted.brandMessage, memory)),
  };
  const { brandMessage, ...facts } = factsOf(live);
  const brand = wanted.brandMessage && { brandMessage: brandMessage === true, applied: memory?.applied === true };
  return { ...live, content: jsonOf(content), status: statusOf({ ...facts, ...brand }), ...(memory && { memory }) };
}

/** Numbers with the hyphens that the manifest writes (assumption 163). */
function spelled(
  has: NonNullable<Content['unsubscribe']>,
  wanted: NonNullable<Content['unsubscribe']>,
): NonNullable<Content['unsubscribe']> {
  const same = sameNumber(has.phone, wanted.phone) && sameNumber(has.auth, wanted.auth);
  return same ? wanted : has;
}

/** The proof that was uploaded last. Once brand messages are approved nobody asks for it any more. */
function shownConsent(
  { brandMessage }: Status,
  wanted: NonNullable<Content['brandMessage']>,
  memory: Memory | undefined,
): Pick<Content, 'brandMessage'> {
  if (brandMessage === true) return { brandMessage: wanted };
  return memory ? { brandMessage: { consentProof: memory.proof } } : {};
}

/**
 * What the service does not tell and the binding remembers: which proof of consent was uploaded last, and whether brand
 * messages were applied for with it.
 */
export interface Memory {
  proof: { path: string; sha256: string };
  applied: boolean;
}

/** A profile with what is remembered of it. */
export interface LiveProfile extends Live {
  memory?: Memory;
}

/** The memory of a binding; undefined where it holds none. */
export function memoryOf(binding: JsonObject | undefined): Memory | undefined {
  const { path, sha256, applied } = binding ?? {};
  return typeof path === 'string' && typeof sha256 === 'string'
    ? { proof: { path, sha256 }, applied: applied === true }
    : undefined;
}

/** The binding of a profile: its alias, and what is remembered. */
export function bindingOf(alias: string, memory: Memory | undefined): JsonObject {
  return memory ? { alias, ...memory.proof, applied: memory.applied } : { alias };
}

/** The binding of a live profile. */
export function bindingOfProfile(live: Live): JsonObject {
  return bindingOf(live.name, remembered(live));
}

/** What is remembered of a live profile. */
export function remembered(live: LiveProfile): Memory | undefined {
  return live.memory;
}

/**
 * The document of a live profile: the numbers for opting out, and the groups that it is in. A profile that is in none is
 * not said to be in none, and what was shown as a proof of consent the service does not tell (assumption 181).
 */
export function writeProfile({ content }: Live): Written | undefined {
  const { groups = [], brandMessage: _proof, ...rest } = contentOf(content);
  const manifest = jsonOf({ ...rest, ...(groups.length > 0 && { groups }) });
  return Object.keys(manifest).length === 0 ? undefined : { manifest };
}
