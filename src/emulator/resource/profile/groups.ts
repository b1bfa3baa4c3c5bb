import { type Answer, accept, refuse, result } from '../../answers.ts';
import type { Machine } from '../../machine.ts';
import { type Endpoint, forbidsProfile, ofAccount, ofUsableSender } from '../access.ts';
import type { Profile } from './profile.ts';
import { groups, groupsOf, touchProfile } from './registry.ts';
import { groupOf } from './view.ts';

const listGroups = ofAccount({}, (machine) => accept({ data: groups(machine).map(groupOf) }));

/** The endpoints of resource API 4.4, by their path behind `/v3/msgr`. */
export const groupEndpoints: Record<string, Endpoint> = {
  '/group': listGroups,
  '/group/all': listGroups,

  '/group/profile/add': ofGroup((machine, profile, group) => {
    if (groupsOf(machine, profile).includes(group)) return refuse(result.state, 'the profile is in this group already');
    profile.groups = [...groupKeys(machine, profile), group.key];
    touchProfile(machine, profile);
    return accept({ data: groupOf(group) });
  }),

  '/group/profile/delete': ofGroup((machine, profile, group) => {
    if (!groupsOf(machine, profile).includes(group)) return refuse(result.state, 'the profile is not in this group');
    profile.groups = groupKeys(machine, profile).filter((key) => key !== group.key);
    touchProfile(machine, profile);
    return accept();
  }),
};

/** An endpoint of a profile and a group, both of which can be used. */
function ofGroup(handle: (machine: Machine, profile: Profile, group: Profile) => Answer): Endpoint {
  return ofUsableSender({ groupKey: { is: 'text', required: true } }, (machine, profile, { groupKey }) => {
    const group = machine.store.profiles.get(groupKey);
    if (group?.type !== 'G') return refuse(result.notFound, 'no such groupKey');
    return forbidsProfile(group)
      ? refuse(result.profile, 'the group is blocked, dormant or not activated')
      : handle(machine, profile, group);
  });
}

/** From the first change on a profile's groups are said, where nobody did (assumption 118). */
function groupKeys(machine: Machine, profile: Profile): string[] {
  return profile.groups ?? groups(machine).map(({ key }) => key);
}
