import type { JsonObject } from '../../core/json.ts';
import { type Answer, isRefused, type Refused, refuse, result } from '../answers.ts';
import type { Machine } from '../machine.ts';
import type { Read, Shape } from '../shape.ts';
import type { Profile } from './profile/profile.ts';
import { isUsable } from './profile/registry.ts';
import { readRequest } from './request.ts';
import { applyDormancy } from './template/operations.ts';
import type { KeyType, Template } from './template/template.ts';

/** Who may call the resource API, and for which profile (resource API 2.1, 5). */

/** An endpoint that takes JSON. */
export interface Endpoint {
  /** What its requests may hold, all of it. */
  shape: Shape;
  handle(machine: Machine, body: JsonObject): Answer;
}

export const accountShape = {
  bizId: { is: 'text', required: true },
  apiKey: { is: 'text', required: true },
} as const satisfies Shape;

const key = { is: 'text', required: true } as const;
const keyType = { is: 'text', pattern: /^[SG]$/, hint: 'must be S or G' } as const;
const codeShape = { templateCode: { is: 'text', required: true, max: 30 } } as const satisfies Shape;

/** Checks `bizId` and `apiKey`. */
export function forbidsAccount(machine: Machine, body: JsonObject): Refused | undefined {
  const account = readRequest(body, accountShape);
  if (isRefused(account)) return account;
  if (account.bizId !== machine.credentials.bizId) return refuse(result.unknownUser, 'no such bizId');
  if (account.apiKey !== machine.credentials.apiKey) return refuse(result.invalidKey, 'invalid apiKey');
  return machine.settings.suspended ? refuse(result.suspended, 'the account is suspended') : undefined;
}

/** The profile or group of `senderKey` and `senderKeyType` (S if left out); `only`: for a request that has no type. */
export function findProfile(machine: Machine, body: JsonObject, only?: KeyType): Profile | Refused {
  const asked = readRequest(body, only ? { senderKey: key } : { senderKey: key, senderKeyType: keyType });
  if (isRefused(asked)) return asked;
  const type = only ?? ('senderKeyType' in asked ? asked.senderKeyType : null) ?? 'S';
  const profile = machine.store.profiles.get(asked.senderKey);
  if (profile === undefined || profile.type !== type)
    return refuse(result.profile, `no such senderKey of type ${type}`);
  return profile;
}

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

/** Nothing is changed under a profile that cannot be used. */
export function forbidsProfile(profile: Profile): Refused | undefined {
  return isUsable(profile) ? undefined : refuse(result.profile, 'the profile is blocked, dormant or not activated');
}

/** The template of `templateCode`; 508 if there is none (assumption 11). */
export function findTemplate(machine: Machine, profile: Profile, body: JsonObject): Template | Refused {
  const asked = readRequest(body, codeShape);
  if (isRefused(asked)) return asked;
  const template = machine.store.templates.of(profile.key, asked.templateCode);
  return template ? applyDormancy(machine, template) : refuse(result.notFound, 'no such template');
}

/** An endpoint that needs no more than the account. */
export function ofAccount<const S extends Shape>(
  shape: S,
  handle: (machine: Machine, fields: Read<S>, body: JsonObject) => Answer,
): Endpoint {
  return {
    shape: { ...accountShape, ...shape },
    handle: (machine, body) => {
      const fields = readRequest(body, shape);
      return isRefused(fields) ? fields : handle(machine, fields, body);
    },
  };
}

type ProfileHandler<S> = (machine: Machine, profile: Profile, fields: Read<S>, body: JsonObject) => Answer;

/** An endpoint of one profile or group, as `find` finds it. */
export function ofProfile<const S extends Shape>(
  shape: S,
  handle: ProfileHandler<S>,
  find: (machine: Machine, body: JsonObject) => Profile | Refused = findProfile,
): Endpoint {
  return {
    shape: { ...accountShape, senderKey: key, senderKeyType: keyType, ...shape },
    handle: (machine, body) => {
      const profile = find(machine, body);
      if (isRefused(profile)) return profile;
      const fields = readRequest(body, shape);
      return isRefused(fields) ? fields : handle(machine, profile, fields, body);
    },
  };
}

/** An endpoint of one sender profile that can be used. */
export function ofUsableSender<const S extends Shape>(shape: S, handle: ProfileHandler<S>): Endpoint {
  return ofProfile(shape, handle, findUsableSender);
}

/** An endpoint of one entity of a profile: a template, a tag, a callback. `find` reads what names it. */
export function ofOne<T extends object, const N extends Shape, const S extends Shape>(
  names: N,
  find: (machine: Machine, profile: Profile, named: Read<N>) => T | Refused,
  shape: S,
  handle: (machine: Machine, one: T, profile: Profile, fields: Read<S>, body: JsonObject) => Answer,
  findOwner?: (machine: Machine, body: JsonObject) => Profile | Refused,
): Endpoint {
  const endpoint = ofProfile(
    names,
    (machine, profile, named, body) => {
      const one = find(machine, profile, named);
      if (isRefused(one)) return one;
      const fields = readRequest(body, shape);
      return isRefused(fields) ? fields : handle(machine, one, profile, fields, body);
    },
    findOwner,
  );
  return { ...endpoint, shape: { ...endpoint.shape, ...shape } };
}

/** An endpoint whose handler reads members of a further shape itself. */
export function holding(shape: Shape, endpoint: Endpoint): Endpoint {
  return { ...endpoint, shape: { ...endpoint.shape, ...shape } };
}

/** An endpoint of one notification template. `only`: for a request that has no senderKeyType. */
export function ofTemplate<const S extends Shape>(
  shape: S,
  handle: (machine: Machine, template: Template, profile: Profile, fields: Read<S>, body: JsonObject) => Answer,
  only?: KeyType,
): Endpoint {
  const endpoint = ofProfile(
    {},
    (machine, profile, _none, body) => {
      const template = findTemplate(machine, profile, body);
      if (isRefused(template)) return template;
      const fields = readRequest(body, shape);
      return isRefused(fields) ? fields : handle(machine, template, profile, fields, body);
    },
    (machine, body) => findProfile(machine, body, only),
  );
  const { senderKeyType, ...known } = { ...endpoint.shape, ...codeShape, ...shape };
  return { ...endpoint, shape: only || !senderKeyType ? known : { ...known, senderKeyType } };
}
