import type { JsonObject } from '../../core/json.ts';
import { accept, refuse, result } from '../answers.ts';
import type { Machine } from '../machine.ts';
import type { Profile } from '../store/profile.ts';
import type { Handler } from './access.ts';
import { profileCategories } from './categories.ts';
import { Reading } from './guards/reading.ts';
import { withSender, withUsableSender } from './profile-access.ts';
import { applyForBrand } from './profile-brand.ts';
import { readUnsubscribe } from './profile-numbers.ts';
import { createProfile } from './profile-registration.ts';
import { sendToken } from './profile-token.ts';
import { profileOf, profileWithGroups } from './profile-view.ts';
import { senderProfiles, touchProfile } from './registry.ts';

/** The endpoints of resource API 4.3 by their path behind `/v3/msgr`. */
export const profileEndpoints: Record<string, Handler> = {
  '/profile/token': sendToken,
  '/profile/create': createProfile,

  '/profile': withSender((_machine, _body, profile) => accept({ data: profileOf(profile) })),

  // One that was deleted is not in use any more; by its key it is still found (assumption 116).
  '/profile/use': (machine) => {
    const inUse = senderProfiles(machine).filter(({ profileStatus }) => profileStatus !== 'D');
    return accept({ data: { success: inUse.map((profile) => profileWithGroups(machine, profile)), fail: [] } });
  },

  '/profile/multi': (machine, body) => {
    const reading = new Reading(body);
    const keys = reading.texts('senderKey');
    if (keys.length === 0) reading.fail(result.parameters, 'senderKey must be an array of one key or more');
    if ((reading.text('senderKeyType') ?? 'S') !== 'S')
      reading.fail(result.parameters, 'senderKeyType must be S: this request takes the keys of profiles');
    return reading.failure ?? accept({ data: lookUp(machine, keys) });
  },

  '/profile/category/all': () => accept({ data: [...profileCategories.values()].map((category) => ({ ...category })) }),

  '/profile/category': (_machine, body) => {
    const reading = new Reading(body);
    const category = profileCategories.get(reading.requiredText('categoryCode'));
    if (reading.failure) return reading.failure;
    return category ? accept({ data: { ...category } }) : refuse(result.category, 'there is no such category');
  },

  '/profile/recover': withSender((machine, _body, profile) => {
    if (profile.block || profile.profileStatus !== 'A')
      return refuse(result.profile, 'the profile is blocked or not activated');
    if (!profile.dormant) return refuse(result.state, 'the profile is not dormant');
    profile.dormant = false;
    touchProfile(machine, profile);
    return accept();
  }),
};

/** The endpoints of resource API 4.3 by their path behind `/v4/msgr`; the upload of the proof of consent stands apart. */
export const newerProfileEndpoints: Record<string, Handler> = {
  // It replaces both numbers: an auth number that is left out is gone (assumption 114).
  '/profile/unsubscribeContent/update': withUsableSender((machine, body, profile) => {
    const reading = new Reading(body);
    const unsubscribe = readUnsubscribe(reading, true);
    if (reading.failure) return reading.failure;
    Object.assign(profile, unsubscribe);
    touchProfile(machine, profile);
    return accept();
  }),

  '/profile/brandMessage/apply': withUsableSender((machine, _body, profile) => applyForBrand(machine, profile)),
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
