import type { JsonObject } from '../../core/json.ts';
import { type Answer, isRefused, type Refused, refuse, result } from '../answers.ts';
import type { Machine } from '../machine.ts';
import type { Profile } from '../store/profile.ts';
import type { KeyType, Template } from '../store/template.ts';
import { Reading } from './guards/reading.ts';
import { isUsable } from './registry.ts';
import { settleDormancy } from './templates.ts';

/** Who may call the resource API, and for which profile (resource API 2.1, 5). */

/** Checks `bizId` and `apiKey`. */
export function forbidsAccount(machine: Machine, body: JsonObject): Refused | undefined {
  const reading = new Reading(body);
  const bizId = reading.requiredText('bizId');
  const apiKey = reading.requiredText('apiKey');
  if (reading.failure) return reading.failure;
  if (bizId !== machine.credentials.bizId) return refuse(result.unknownUser, 'no such bizId');
  if (apiKey !== machine.credentials.apiKey) return refuse(result.invalidKey, 'invalid apiKey');
  return machine.settings.suspended ? refuse(result.suspended, 'the account is suspended') : undefined;
}

/** The profile or group of `senderKey` and `senderKeyType` (S where left out); `only`: where a request knows no type. */
export function findProfile(machine: Machine, body: JsonObject, only?: KeyType): Profile | Refused {
  const reading = new Reading(body);
  const key = reading.requiredText('senderKey');
  const type = only ?? reading.text('senderKeyType') ?? 'S';
  if (type !== 'S' && type !== 'G') reading.fail(result.parameters, 'senderKeyType must be S or G');
  if (reading.failure) return reading.failure;
  const profile = machine.store.profiles.get(key);
  if (profile === undefined || profile.type !== type)
    return refuse(result.profile, `no such senderKey of type ${type}`);
  return profile;
}

/** Nothing is changed under a profile that cannot be used. */
export function forbidsProfile(profile: Profile): Refused | undefined {
  return isUsable(profile) ? undefined : refuse(result.profile, 'the profile is blocked, dormant or not activated');
}

/** The template of `templateCode`; 508 where there is none (assumption 11). */
export function findTemplate(machine: Machine, profile: Profile, body: JsonObject): Template | Refused {
  const reading = new Reading(body);
  const code = reading.requiredText('templateCode', { max: 30 });
  if (reading.failure) return reading.failure;
  const template = machine.store.templates.of(profile.key, code);
  return template ? settleDormancy(machine, template) : refuse(result.notFound, 'no such template');
}

export type Handler = (machine: Machine, body: JsonObject) => Answer;

/** A handler that is given the request's profile. */
export function withProfile(
  handle: (machine: Machine, body: JsonObject, profile: Profile) => Answer,
  only?: KeyType,
): Handler {
  return (machine, body) => {
    const profile = findProfile(machine, body, only);
    return isRefused(profile) ? profile : handle(machine, body, profile);
  };
}

/** A handler that is given the request's profile and template. */
export function withTemplate(
  handle: (machine: Machine, body: JsonObject, template: Template, profile: Profile) => Answer,
  only?: KeyType,
): Handler {
  return withProfile((machine, body, profile) => {
    const template = findTemplate(machine, profile, body);
    return isRefused(template) ? template : handle(machine, body, template, profile);
  }, only);
}
