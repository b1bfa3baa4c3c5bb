import type { JsonObject } from '../../../core/json.ts';
import type { Context } from '../../context.ts';
import { formatDateTime } from '../../dates.ts';
import { groupsOf } from './operations.ts';
import type { Profile } from './store.ts';

/** The sender profile of resource API 2.3, without its groups. */
export function profileOf(profile: Profile): JsonObject {
  const {
    alias: _alias,
    key,
    type: _type,
    groups: _groups,
    consent: _consent,
    brandAppliedAt: _at,
    ...shown
  } = profile;
  return {
    senderKey: key,
    ...shown,
    status: profile.profileStatus,
    createdAt: formatDateTime(profile.createdAt),
    modifiedAt: formatDateTime(profile.modifiedAt),
  };
}

/** A profile with its groups, for lists and lookups of many. */
export function profileWithGroups(context: Context, profile: Profile): JsonObject {
  return { ...profileOf(profile), groups: groupsOf(context, profile).map(groupOf) };
}

/** The group of resource API 2.3. */
export function groupOf({ key, name, createdAt }: Profile): JsonObject {
  return { groupKey: key, name, createdAt: formatDateTime(createdAt) };
}
