import { type FileNode, isFileNode } from '../../core/content.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import type { Resource } from '../../core/resource.ts';
import { group, local, text } from '../field-types.ts';
import type { Present } from '../operations.ts';

/** Fields of a sender profile (resource API 2.3, 4.3, 4.4), in the order in which people read them. */
export const profileFields = {
  groups: local('groupKey'),
  unsubscribe: group({ phone: text('unsubscribePhoneNumber'), auth: text('unsubscribeAuthNumber') }),
  brandMessage: local(),
};

/** The fields of a profile that a manifest manages. A field that is left out is not managed. */
export interface Content {
  unsubscribe?: { phone: string; auth?: string };
  /** Aliases, sorted. */
  groups?: string[];
  brandMessage?: { consentProof: FileNode };
}

/** The content of a profile. */
export function contentOf({ unsubscribe, groups, brandMessage }: JsonObject): Content {
  const proof = isObject(brandMessage) ? brandMessage['consentProof'] : undefined;
  return {
    ...(isObject(unsubscribe) && { unsubscribe: numbersOf(unsubscribe) }),
    ...(Array.isArray(groups) && { groups: groups.map(String) }),
    ...(isFileNode(proof) && { brandMessage: { consentProof: proof } }),
  };
}

function numbersOf({ phone, auth }: JsonObject): { phone: string; auth?: string } {
  return { phone: String(phone), ...(typeof auth === 'string' && { auth }) };
}

/** The content as JSON. */
export function jsonOf({ unsubscribe, groups, brandMessage }: Content): JsonObject {
  return {
    ...(unsubscribe && { unsubscribe: { ...unsubscribe } }),
    ...(groups && { groups }),
    ...(brandMessage && { brandMessage: { consentProof: { ...brandMessage.consentProof } } }),
  };
}

/** The groups that the profile still has to join and to leave. */
export function groupsBetween(at: Present, want: Resource): { missing: string[]; superfluous: string[] } {
  const wanted = contentOf(want.content).groups;
  const has = contentOf(at.content).groups ?? [];
  if (!wanted) return { missing: [], superfluous: [] };
  return {
    missing: wanted.filter((alias) => !has.includes(alias)),
    superfluous: has.filter((alias) => !wanted.includes(alias)),
  };
}

/** Compares digits only: hyphens make no difference. */
export function sameNumber(a: string | undefined, b: string | undefined): boolean {
  return a?.replace(/\D/g, '') === b?.replace(/\D/g, '');
}
