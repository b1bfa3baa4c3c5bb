import type { JsonObject } from '../../../core/json.ts';
import { accept, refuse, result } from '../../answers.ts';
import type { Machine } from '../../machine.ts';
import { type Endpoint, findSender, holding, ofAccount, ofProfile, ofUsableSender } from '../access.ts';
import { profileCategories } from '../categories.ts';
import { applyForBrand } from './brand.ts';
import type { Profile } from './profile.ts';
import { createProfile, createShape } from './registration.ts';
import { senderProfiles, touchProfile } from './registry.ts';
import { unsubscribeShape } from './shape.ts';
import { claimShape, sendToken } from './token.ts';
import { profileOf, profileWithGroups } from './view.ts';

/** The endpoints of resource API 4.3 by their path behind `/v3/msgr`. */
export function profileEndpoints(machine: Machine): Record<string, Endpoint> {
  const claim = claimShape(machine);
  return {
    // What most requests carry (2.1) is nothing that this one needs: the channel may have no profile yet.
    '/profile/token': holding(
      claim,
      ofAccount({ senderKey: { is: 'text' }, senderKeyType: { is: 'text' } }, sendToken),
    ),
    '/profile/create': holding({ ...claim, ...createShape }, ofAccount({}, createProfile)),
    ...otherEndpoints,
  };
}

const otherEndpoints: Record<string, Endpoint> = {
  '/profile': ofProfile({}, (_machine, profile) => accept({ data: profileOf(profile) }), findSender),

  // A profile that was deleted is not in use any more; by its key it is still found (assumption 116).
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

  '/profile/category/all': ofAccount({}, () =>
    accept({ data: [...profileCategories.values()].map((category) => ({ ...category })) }),
  ),

  '/profile/category': ofAccount({ categoryCode: { is: 'text', required: true } }, (_machine, { categoryCode }) => {
    const category = profileCategories.get(categoryCode);
    return category ? accept({ data: { ...category } }) : refuse(result.category, 'there is no such category');
  }),

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

/** The endpoints of resource API 4.3 by their path behind `/v4/msgr`, without the upload of the proof of consent. */
export const newerProfileEndpoints: Record<string, Endpoint> = {
  // It replaces both numbers: an auth number that is left out is gone (assumption 114).
  '/profile/unsubscribeContent/update': ofUsableSender(
    { ...unsubscribeShape, unsubscribePhoneNumber: { ...unsubscribeShape.unsubscribePhoneNumber, required: true } },
    (machine, profile, unsubscribe) => {
      Object.assign(profile, unsubscribe);
      touchProfile(machine, profile);
      return accept();
    },
  ),

  '/profile/brandMessage/apply': ofUsableSender({}, applyForBrand),
};

/** Many by their keys: each that is not found is told apart (resource API 7). */
function lookUp(machine: Machine, keys: readonly string[]): JsonObject {
  const success: JsonObject[] = [];
  const fail: JsonObject[] = [];
  for (const senderKey of keys) {
    const profile: Profile | undefined = machine.store.profiles.get(senderKey);
    if (profile?.type === 'S') success.push(profileWithGroups(machine, profile));
    else fail.push({ senderKey, code: result.profile, message: 'no such senderKey of type S' });
  }
  return { success, fail };
}
