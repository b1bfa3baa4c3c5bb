import type { JsonObject } from '../../core/json.ts';
import { type Answer, accept, isRefused, type Refused, type ResultCode, refuse, result } from '../answers.ts';
import type { Form } from '../body.ts';
import type { Machine } from '../machine.ts';
import { type Read, readRequest, type Shape } from '../shape.ts';
import type { Profile } from './entities.ts';
import { isUsable } from './profile/operations.ts';
import type { RequestLimit } from './statistics/limits.ts';
import { applyDormancy } from './template/operations.ts';
import type { KeyType } from './template/shape.ts';
import type { Template } from './template/store.ts';

/** Endpoints of the resource API, and who may call them for which profile (resource API 2.1, 5). */

export interface Endpoint {
  /** Every documented member of its requests. */
  shape: Shape;
  /** Only statistics have limits of requests (resource API 8). */
  limits?: readonly RequestLimit[];
  handle(machine: Machine, body: JsonObject): Answer;
}

export interface UploadEndpoint {
  /** Largest body that is read, in bytes. */
  limit: number;
  shape: Shape;
  /** The documented fields of files. */
  files: RegExp;
  tooLarge: Refused;
  /** The code of the answer to an invalid or incomplete form. */
  unreadable: ResultCode;
  handle(machine: Machine, form: Form): Promise<Answer> | Answer;
}

/** Endpoints by their path after a prefix. */
export type Endpoints = Readonly<Record<string, Endpoint | UploadEndpoint>>;

/** Extra bytes for boundaries and fields around files. */
export const ENVELOPE_BYTES = 1024 * 1024;

export const accountShape = {
  bizId: { is: 'text', required: true },
  apiKey: { is: 'text', required: true },
} as const satisfies Shape;

const key = { is: 'text', required: true } as const;
const keyType = { is: 'text', pattern: /^[SG]$/, hint: 'must be S or G' } as const;
const codeShape = { templateCode: { is: 'text', required: true, max: 30 } } as const satisfies Shape;

export function forbidsAccount(machine: Machine, body: JsonObject): Refused | undefined {
  const account = readRequest(body, accountShape);
  if (isRefused(account)) return account;
  if (account.bizId !== machine.credentials.bizId) return refuse(result.unknownUser, 'no such bizId');
  if (account.apiKey !== machine.credentials.apiKey) return refuse(result.invalidKey, 'invalid apiKey');
  return machine.settings.suspended ? refuse(result.suspended, 'the account is suspended') : undefined;
}

/** The profile or group of `senderKey` and `senderKeyType` (default: S). `only` is for requests without a type. */
export function findProfile(machine: Machine, body: JsonObject, only?: KeyType): Profile | Refused {
  const asked = readRequest(body, only ? { senderKey: key } : { senderKey: key, senderKeyType: keyType });
  if (isRefused(asked)) return asked;
  const type = only ?? ('senderKeyType' in asked ? asked.senderKeyType : null) ?? 'S';
  const profile = machine.store.profiles.get(asked.senderKey);
  if (profile === undefined || profile.type !== type)
    return refuse(result.profile, `no such senderKey of type ${type}`);
  return profile;
}

/** The sender profile of a request that does not allow groups (assumption 117). */
export function findSender(machine: Machine, body: JsonObject): Profile | Refused {
  const profile = findProfile(machine, body);
  if (isRefused(profile) || profile.type === 'S') return profile;
  return refuse(result.profile, 'this request takes the key of a profile, not of a group');
}

/** As `findSender`, for a change: the profile must be usable. */
export function findUsableSender(machine: Machine, body: JsonObject): Profile | Refused {
  const profile = findSender(machine, body);
  return isRefused(profile) ? profile : (forbidsProfile(profile) ?? profile);
}

export function forbidsProfile(profile: Profile): Refused | undefined {
  return isUsable(profile) ? undefined : refuse(result.profile, 'the profile is blocked, dormant or not activated');
}

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

/** The endpoints of categories, with the path of the look-up of one. */
export function ofCategories(
  path: string,
  categories: ReadonlyMap<string, Record<'code' | 'name', string>>,
): Endpoints {
  return {
    [`${path}/all`]: ofAccount({}, () => accept({ data: Array.from(categories.values(), (one) => ({ ...one })) })),
    [path]: ofAccount({ categoryCode: key }, (_machine, { categoryCode }) => {
      const category = categories.get(categoryCode);
      return category ? accept({ data: { ...category } }) : refuse(result.category, 'there is no such category');
    }),
  };
}

type ProfileHandler<S> = (machine: Machine, profile: Profile, fields: Read<S>, body: JsonObject) => Answer;

/** An endpoint of one profile or group, which `find` looks up. */
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

export function ofUsableSender<const S extends Shape>(shape: S, handle: ProfileHandler<S>): Endpoint {
  return ofProfile(shape, handle, findUsableSender);
}

export type OneHandler<T, S> = (
  machine: Machine,
  one: T,
  profile: Profile,
  fields: Read<S>,
  body: JsonObject,
) => Answer;

/** An endpoint of one template, tag or callback of a profile, which `find` looks up by the members `names`. */
export function ofOne<T extends object, const N extends Shape, const S extends Shape>(
  names: N,
  find: (machine: Machine, profile: Profile, named: Read<N>) => T | Refused,
  shape: S,
  handle: OneHandler<T, S>,
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

/** Adds members to an endpoint that its handler reads itself. */
export function holding(shape: Shape, endpoint: Endpoint): Endpoint {
  return { ...endpoint, shape: { ...endpoint.shape, ...shape } };
}

/** An endpoint of one template; 508 if there is none (assumption 11). `only` is for requests without a type. */
export function ofTemplate<const S extends Shape>(shape: S, handle: OneHandler<Template, S>, only?: KeyType): Endpoint {
  const endpoint = ofOne(codeShape, templateOf, shape, handle, (machine, body) => findProfile(machine, body, only));
  const { senderKeyType: _type, ...known } = endpoint.shape;
  return only ? { ...endpoint, shape: known } : endpoint;
}

function templateOf(machine: Machine, { key }: Profile, { templateCode }: Read<typeof codeShape>): Template | Refused {
  const template = machine.store.templates.of(key, templateCode);
  return template ? applyDormancy(machine, template) : refuse(result.notFound, 'no such template');
}

export function findTemplate(machine: Machine, profile: Profile, body: JsonObject): Template | Refused {
  const named = readRequest(body, codeShape);
  return isRefused(named) ? named : templateOf(machine, profile, named);
}
