import type { JsonObject } from '../../core/json.ts';
import { accept, refuse, result } from '../answers.ts';
import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import type { Profile } from '../store/profile.ts';
import type { Handler } from './access.ts';
import { profileCategories } from './categories.ts';
import { Reading } from './guards/reading.ts';
import { groups, groupsOf, senderProfiles } from './registry.ts';

/** The endpoints of resource API 4.3 and 4.4 that a plan needs, by their path behind `/v3/msgr`. */
export const profileEndpoints: Record<string, Handler> = {
  '/profile': (machine, body) => {
    const reading = new Reading(body);
    const profile = senderProfile(machine, reading.requiredText('senderKey'));
    if (reading.failure) return reading.failure;
    return profile ? accept({ data: profileOf(profile) }) : refuse(result.profile, 'no such senderKey');
  },

  '/profile/use': (machine) =>
    accept({ data: { success: senderProfiles(machine).map((profile) => withGroups(machine, profile)), fail: [] } }),

  '/profile/multi': (machine, body) => {
    const reading = new Reading(body);
    const keys = reading.texts('senderKey');
    if (keys.length === 0) reading.fail(result.parameters, 'senderKey must be an array of one key or more');
    if (reading.failure) return reading.failure;
    const success: JsonObject[] = [];
    const fail: JsonObject[] = [];
    for (const senderKey of keys) {
      const profile = senderProfile(machine, senderKey);
      if (profile) success.push(withGroups(machine, profile));
      else fail.push({ senderKey, code: result.profile, message: 'no such senderKey' });
    }
    return accept({ data: { success, fail } });
  },

  '/profile/category/all': () => accept({ data: [...profileCategories.values()].map((category) => ({ ...category })) }),

  '/profile/category': (_machine, body) => {
    const reading = new Reading(body);
    const category = profileCategories.get(reading.requiredText('categoryCode'));
    if (reading.failure) return reading.failure;
    return category ? accept({ data: { ...category } }) : refuse(result.category, 'there is no such category');
  },

  '/group': (machine) => accept({ data: groups(machine).map(groupOf) }),
  '/group/all': (machine) => accept({ data: groups(machine).map(groupOf) }),
};

function senderProfile(machine: Machine, key: string): Profile | undefined {
  const profile = machine.store.profiles.get(key);
  return profile?.type === 'S' ? profile : undefined;
}

function groupOf({ key, alias, createdAt }: Profile): JsonObject {
  return { groupKey: key, name: alias, createdAt: formatDateTime(createdAt) };
}

function withGroups(machine: Machine, profile: Profile): JsonObject {
  return { ...profileOf(profile), groups: groupsOf(machine, profile).map(groupOf) };
}

/** The sender profile of resource API 2.3. */
function profileOf(profile: Profile): JsonObject {
  return {
    senderKey: profile.key,
    uuid: `@${profile.alias}`,
    name: profile.alias,
    status: profile.profileStatus,
    block: profile.block,
    dormant: profile.dormant,
    profileStatus: profile.profileStatus,
    createdAt: formatDateTime(profile.createdAt),
    modifiedAt: formatDateTime(profile.createdAt),
    categoryCode: '00300010001',
    unsubscribePhoneNumber: null,
    unsubscribeAuthNumber: null,
    bizchat: profile.bizchat,
    brandMessage: false,
    committalCompanyName: null,
    channelKey: null,
    businessProfile: true,
    businessType: null,
    profileSpamLevel: null,
    profileMessageSpamLevel: null,
    clearBlockUrl: null,
  };
}
