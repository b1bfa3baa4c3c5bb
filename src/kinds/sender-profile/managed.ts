import type { JsonObject } from '../../core/json.ts';
import type { Live, Resource, Status } from '../../core/resource.ts';
import { type Content, contentOf, jsonOf, sameNumber } from './content.ts';
import { type LiveProfile, type Memory, memoryOf } from './memory.ts';
import { factsOf, statusOf } from './standing.ts';

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
