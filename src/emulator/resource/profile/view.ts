import type { JsonObject } from '../../../core/json.ts';
import type { Context } from '../../context.ts';
import { formatDateTime } from '../../dates.ts';
import type { Profile } from './profile.ts';
import { groupsOf } from './registry.ts';

/** The sender profile of resource API 2.3, without its groups: those are in lookups of many alone. */
export function profileOf(profile: Profile): JsonObject {
  return {
    senderKey: profile.key,
    uuid: profile.uuid,
    name: profile.name,
    status: profile.profileStatus,
    block: profile.block,
    dormant: profile.dormant,
    profileStatus: profile.profileStatus,
    createdAt: formatDateTime(profile.createdAt),
    modifiedAt: formatDateTime(profile.modifiedAt),
    categoryCode: profile.categoryCode,
    unsubscribePhoneNumber: profile.unsubscribePhoneNumber,
    unsubscribeAuthNumber: profile.unsubscribeAuthNumber,
    bizchat: profile.bizchat,
    brandMessage: profile.brandMessage,
    committalCompanyName: profile.committalCompanyName,
    channelKey: profile.channelKey,
    businessProfile: profile.businessProfile,
    businessType: profile.businessType,
    profileSpamLevel: profile.profileSpamLevel,
    profileMessageSpamLevel: profile.profileMessageSpamLevel,
    clearBlockUrl: profile.clearBlockUrl,
  };
}

/** A profile as the lookups of many show it. */
export function profileWithGroups(context: Context, profile: Profile): JsonObject {
  return { ...profileOf(profile), groups: groupsOf(context, profile).map(groupOf) };
}

/** The group of resource API 2.3. */
export function groupOf({ key, name, createdAt }: Profile): JsonObject {
  return { groupKey: key, name, createdAt: formatDateTime(createdAt) };
}
