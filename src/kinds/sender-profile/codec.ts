import type { Written } from '../../core/declaration.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Bound } from '../../core/kind.ts';
import type { Live, Resource } from '../../core/resource.ts';
import type { SenderProfile } from './endpoints.ts';
import { type Content, contentOf, jsonOf, sameNumber } from './fields.ts';
import { factsOf, statusOf } from './states.ts';

/** Decodes a profile as a live resource, with everything that a manifest can manage. */
export function liveProfile(alias: string, profile: SenderProfile, bound: Bound): Live {
  const { unsubscribePhoneNumber: phone, unsubscribeAuthNumber: auth, modifiedAt } = profile;
  // A group without an alias belongs to another environment: it is neither shown nor left (assumption 160).
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

/** The last uploaded proof of consent, and whether brand messages were applied for with it. The service does not return them. */
interface Memory {
  proof: { path: string; sha256: string };
  applied: boolean;
}

interface LiveProfile extends Live {
  memory?: Memory;
}

/** The binding of a profile: its alias, and the memory if there is one. */
export function bindingOf(alias: string, memory: Memory | undefined): JsonObject {
  if (!memory) return { alias };
  const { path, sha256 } = memory.proof;
  return { alias, path, sha256, applied: memory.applied };
}

export function bindingOfProfile(live: LiveProfile): JsonObject {
  return bindingOf(live.name, live.memory);
}

function memoryOf(binding: JsonObject = {}): Memory | undefined {
  const { path, sha256, applied } = binding;
  return typeof path === 'string' && typeof sha256 === 'string'
    ? { proof: { path, sha256 }, applied: applied === true }
    : undefined;
}

/** Reduces a profile to the fields that its manifest manages, and adds the memory of its binding. */
export function managedProfile(live: Live, want: Resource, binding: JsonObject | undefined): LiveProfile {
  const memory = memoryOf(binding);
  const wanted = contentOf(want.content);
  const has = contentOf(live.content);
  const { brandMessage, ...facts } = factsOf(live);
  const content: Content = {
    ...(wanted.unsubscribe && has.unsubscribe && { unsubscribe: spelled(has.unsubscribe, wanted.unsubscribe) }),
    ...(wanted.groups && has.groups && { groups: has.groups }),
    ...(wanted.brandMessage && shownConsent(brandMessage === true, wanted.brandMessage, memory)),
  };
  const brand = wanted.brandMessage && { brandMessage: brandMessage === true, applied: memory?.applied === true };
  return { ...live, content: jsonOf(content), status: statusOf({ ...facts, ...brand }), ...(memory && { memory }) };
}

/** Numbers with the hyphens of the manifest (assumption 163). */
function spelled<T extends NonNullable<Content['unsubscribe']>>(has: T, wanted: T): T {
  return sameNumber(has.phone, wanted.phone) && sameNumber(has.auth, wanted.auth) ? wanted : has;
}

/** The last uploaded proof. Approved brand messages need none any more. */
function shownConsent(
  isApproved: boolean,
  wanted: NonNullable<Content['brandMessage']>,
  memory: Memory | undefined,
): Pick<Content, 'brandMessage'> {
  if (isApproved) return { brandMessage: wanted };
  return memory ? { brandMessage: { consentProof: memory.proof } } : {};
}

/**
 * Writes the document of a live profile: the numbers for opting out, and its groups. Without groups, the field is left out.
 * The service does not return the proof of consent (assumption 181).
 */
export function writeProfile({ content }: Live): Written | undefined {
  const { groups = [], brandMessage: _proof, ...rest } = contentOf(content);
  const manifest = jsonOf({ ...rest, ...(groups.length > 0 && { groups }) });
  return Object.keys(manifest).length === 0 ? undefined : { manifest };
}
