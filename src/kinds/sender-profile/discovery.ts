import type { Bound, Discovery } from '../../core/kind.ts';
import type { Live } from '../../core/resource.ts';
import type { Client } from '../../wire/client.ts';
import { jsonOf } from './content.ts';
import { profileEndpoints, type SenderProfile } from './endpoints.ts';
import { statusOf } from './standing.ts';

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
