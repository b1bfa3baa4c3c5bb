import type { JsonObject } from '../../core/json.ts';
import { isRefused, type Refused, refuse, result } from '../answers.ts';
import type { Machine } from '../machine.ts';
import type { Profile } from '../store/profile.ts';
import { findProfile, forbidsProfile, type Handler } from './access.ts';

/** The sender profile of a request that takes no group: its senderKeyType can only be S (assumption 117). */
export function findSender(machine: Machine, body: JsonObject): Profile | Refused {
  const profile = findProfile(machine, body);
  if (isRefused(profile) || profile.type === 'S') return profile;
  return refuse(result.profile, 'this request takes the key of a profile, not of a group');
}

/** As `findSender`, for a request that changes something: nothing is changed under a profile that cannot be used. */
export function findUsableSender(machine: Machine, body: JsonObject): Profile | Refused {
  const profile = findSender(machine, body);
  return isRefused(profile) ? profile : (forbidsProfile(profile) ?? profile);
}

type Handle = (machine: Machine, body: JsonObject, profile: Profile) => JsonObject | Refused;

/** A handler that is given the request's sender profile. */
export function withSender(handle: Handle, find = findSender): Handler {
  return (machine, body) => {
    const profile = find(machine, body);
    return isRefused(profile) ? profile : handle(machine, body, profile);
  };
}

/** A handler that is given the request's sender profile where that can be used. */
export function withUsableSender(handle: Handle): Handler {
  return withSender(handle, findUsableSender);
}
