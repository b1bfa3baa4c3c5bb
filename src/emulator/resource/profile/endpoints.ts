import type { JsonObject } from '../../../core/json.ts';
import type { Wire } from '../../../core/wire.ts';
import { type Answer, accept, refuse, result } from '../../answers.ts';
import type { Machine } from '../../machine.ts';
import {
  type Endpoint,
  type Endpoints,
  findSender,
  forbidsProfile,
  holding,
  ofAccount,
  ofCategories,
  ofProfile,
  ofUsableSender,
} from '../access.ts';
import { profileCategories } from '../categories.ts';
import type { Profile } from '../entities.ts';
import { applyForBrand, consentUpload } from './brand.ts';
import { groupOf, groups, groupsOf, profileOf, profileWithGroups, senderProfiles, touchProfile } from './operations.ts';
import { claimShape, createProfile, createShape, sendToken } from './registration.ts';
import { unsubscribeShape } from './shape.ts';

/** The endpoints of resource API 4.3, by their path after `/v3/msgr`. */
export function profileEndpoints(wire: Wire): Endpoints {
  const claim = claimShape(wire);
  return {
    // The sender key of most requests (2.1) is optional here: the channel may have no profile yet.
    '/profile/token': holding(
      claim,
      ofAccount({ senderKey: { is: 'text' }, senderKeyType: { is: 'text' } }, sendToken),
    ),
    '/profile/create': holding({ ...claim, ...createShape }, ofAccount({}, createProfile)),
    ...otherEndpoints,
  };
}

const otherEndpoints: Endpoints = {
  '/profile': ofProfile({}, (_machine, profile) => accept({ data: profileOf(profile) }), findSender),

  // A deleted profile is not in use, but its key still finds it (assumption 116).
  '/profile/use': ofAccount({}, (machine) => {
    const inUse = senderProfiles(machine).filter(({ profileStatus }) => profileStatus !== 'D');
    return accept({ data: { success: inUse.map((profile) => profileWithGroups(machine, profile)), fail: [] } });
  }),

  '/profile/multi': ofAccount(
    {
      senderKey: { is: 'list', each: { is: 'text' } },
      senderKeyType: {
        is: 'text',
        pattern: /^S$/,
        hint: 'must be S: this request takes the keys of profiles',
      },
    },
    (machine, { senderKey }) =>
      senderKey.length === 0
        ? refuse(result.parameters, 'senderKey must be an array of one key or more')
        : accept({ data: lookUp(machine, senderKey) }),
  ),

  ...ofCategories('/profile/category', profileCategories),

  '/profile/recover': ofProfile(
    {},
    (machine, profile) => {
      if (profile.block || profile.profileStatus !== 'A')
        return refuse(result.profile, 'the profile is blocked or not activated');
      if (!profile.dormant) return refuse(result.state, 'the profile is not dormant');
      profile.dormant = false;
      touchProfile(machine, profile);
      return accept();
    },
    findSender,
  ),
};

/** The endpoints of resource API 4.3, by their path after `/v4/msgr`. */
export const newerProfileEndpoints: Endpoints = {
  // Replaces both numbers: an auth number that is left out is removed (assumption 114).
  '/profile/unsubscribeContent/update': ofUsableSender(
    { ...unsubscribeShape, unsubscribePhoneNumber: { ...unsubscribeShape.unsubscribePhoneNumber, required: true } },
    (machine, profile, unsubscribe) => {
      Object.assign(profile, unsubscribe);
      touchProfile(machine, profile);
      return accept();
    },
  ),

  '/profile/brandMessage/apply': ofUsableSender({}, applyForBrand),
  '/profile/marketingAgree/upload': consentUpload,
};

/** Looks up many profiles by their keys. Unknown keys are listed under `fail` (resource API 7). */
function lookUp(machine: Machine, keys: readonly string[]): JsonObject {
  const success: JsonObject[] = [];
  const fail: JsonObject[] = [];
  for (const senderKey of keys) {
    const profile = machine.store.profiles.get(senderKey);
    if (profile?.type === 'S') success.push(profileWithGroups(machine, profile));
    else fail.push({ senderKey, code: result.profile, message: 'no such senderKey of type S' });
  }
  return { success, fail };
}

const listGroups = ofAccount({}, (machine) => accept({ data: groups(machine).map(groupOf) }));

/** The endpoints of resource API 4.4, by their path after `/v3/msgr`. */
export const groupEndpoints: Endpoints = {
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

function ofGroup(handle: (machine: Machine, profile: Profile, group: Profile) => Answer): Endpoint {
  return ofUsableSender({ groupKey: { is: 'text', required: true } }, (machine, profile, { groupKey }) => {
    const group = machine.store.profiles.get(groupKey);
    if (group?.type !== 'G') return refuse(result.notFound, 'no such groupKey');
    return forbidsProfile(group)
      ? refuse(result.profile, 'the group is blocked, dormant or not activated')
      : handle(machine, profile, group);
  });
}

/** The keys of a profile's groups. They are stored with the first change (assumption 118). */
function groupKeys(machine: Machine, profile: Profile): string[] {
  return profile.groups ?? groups(machine).map(({ key }) => key);
}
