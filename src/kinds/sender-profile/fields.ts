import type { FileNode } from '../../core/content.ts';
import type { JsonObject } from '../../core/json.ts';
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

/** Takes content that the schema or the codec has checked: the parsed boundary of this kind. */
export function contentOf(content: JsonObject): Content {
  return content as unknown as Content;
}

/** The content as JSON. */
export function jsonOf(content: Content): JsonObject {
  return content as unknown as JsonObject;
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
