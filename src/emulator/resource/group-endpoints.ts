import type { JsonObject } from '../../core/json.ts';
import { accept, isRefused, type Refused, refuse, result } from '../answers.ts';
import type { Machine } from '../machine.ts';
import type { Profile } from '../store/profile.ts';
import { forbidsProfile, type Handler } from './access.ts';
import { Reading } from './guards/reading.ts';
import { withUsableSender } from './profile-access.ts';
import { groupOf } from './profile-view.ts';
import { groups, groupsOf, touchProfile } from './registry.ts';

const listGroups: Handler = (machine) => accept({ data: groups(machine).map(groupOf) });

/** The endpoints of resource API 4.4, by their path behind `/v3/msgr`. */
export const groupEndpoints: Record<string, Handler> = {
  '/group': listGroups,
  '/group/all': listGroups,

  '/group/profile/add': withGroup((machine, profile, group) => {
    if (groupsOf(machine, profile).includes(group)) return refuse(result.state, 'the profile is in this group already');
    profile.groups = [...groupKeys(machine, profile), group.key];
    touchProfile(machine, profile);
    return accept({ data: groupOf(group) });
  }),

  '/group/profile/delete': withGroup((machine, profile, group) => {
    if (!groupsOf(machine, profile).includes(group)) return refuse(result.state, 'the profile is not in this group');
    profile.groups = groupKeys(machine, profile).filter((key) => key !== group.key);
    touchProfile(machine, profile);
    return accept();
  }),
};

/** A handler that is given the request's profile and group, both of which can be used. */
function withGroup(handle: (machine: Machine, profile: Profile, group: Profile) => JsonObject | Refused): Handler {
  return withUsableSender((machine, body, profile) => {
    const group = findGroup(machine, body);
    return isRefused(group) ? group : handle(machine, profile, group);
  });
}

function findGroup(machine: Machine, body: JsonObject): Profile | Refused {
  const reading = new Reading(body);
  const group = machine.store.profiles.get(reading.requiredText('groupKey'));
  if (reading.failure) return reading.failure;
  if (group?.type !== 'G') return refuse(result.notFound, 'no such groupKey');
  return forbidsProfile(group) ? refuse(result.profile, 'the group is blocked, dormant or not activated') : group;
}

/** From the first change on a profile's groups are said, where nobody did (assumption 118). */
function groupKeys(machine: Machine, profile: Profile): string[] {
  return profile.groups ?? groups(machine).map(({ key }) => key);
}
