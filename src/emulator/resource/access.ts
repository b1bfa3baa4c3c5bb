import type { JsonObject } from '../../core/json.ts';
import { type Answer, isRefused, type Refused, type ResultCode, refuse, result } from '../answers.ts';
import type { UploadedFile } from '../body.ts';
import type { Machine } from '../machine.ts';
import { type Read, readRequest, type Shape } from '../shape.ts';
import type { Profile } from './entities.ts';
import { isUsable } from './profile/operations.ts';
import type { RequestLimit } from './statistics/limits.ts';

/** Endpoints of the resource API, and who may call them for which profile (resource API 2.1, 5). */
export interface Endpoint {
  /** Every documented member of its requests. */
  shape: Shape;
  /** Only statistics have limits of requests (resource API 8). */
  limits?: readonly RequestLimit[];
  /** Set if the request is a multipart form. */
  upload?: Upload;
  handle(machine: Machine, body: JsonObject, files: readonly UploadedFile[]): Answer | Promise<Answer>;
}

interface Upload {
  /** Largest sum of the files, in bytes. */
  bytes: number;
  /** The documented fields of files. */
  files: RegExp;
  tooLarge: Refused;
  /** The code of the answer to an invalid or incomplete form. */
  unreadable: ResultCode;
}

/** Endpoints by their path after a prefix. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Extra bytes for boundaries and fields around files. */
export const ENVELOPE_BYTES = 1024 * 1024;

const accountShape = {
  bizId: { is: 'text', required: true },
  apiKey: { is: 'text', required: true },
} as const satisfies Shape;

const ownerShape = {
  senderKey: { is: 'text', required: true },
  senderKeyType: { is: 'text', pattern: /^[SG]$/, hint: 'must be S or G' },
} as const satisfies Shape;

export function forbidsAccount(machine: Machine, body: JsonObject): Refused | undefined {
  const account = readRequest(body, accountShape);
  if (isRefused(account)) return account;
  if (account.bizId !== machine.credentials.bizId) return refuse(result.unknownUser, 'no such bizId');
  if (account.apiKey !== machine.credentials.apiKey) return refuse(result.invalidKey, 'invalid apiKey');
  return machine.settings.suspended ? refuse(result.suspended, 'the account is suspended') : undefined;
}

interface Options {
  /** True if a group's key is refused (assumption 117). */
  noGroups?: boolean;
  /** True if the profile must be usable, as for every change. */
  changes?: boolean;
  /** Members that the handler reads itself. */
  also?: Shape;
  upload?: Upload;
}

/** The profile or group of `senderKey` and `senderKeyType` (default: S). */
function findProfile(machine: Machine, body: JsonObject, { noGroups, changes }: Options): Profile | Refused {
  const asked = readRequest(body, ownerShape);
  if (isRefused(asked)) return asked;
  const type = asked.senderKeyType ?? 'S';
  const profile = machine.store.profiles.get(asked.senderKey);
  if (profile?.type !== type) return refuse(result.profile, `no such senderKey of type ${type}`);
  if (noGroups && type === 'G')
    return refuse(result.profile, 'this request takes the key of a profile, not of a group');
  return changes && !isUsable(profile)
    ? refuse(result.profile, 'the profile is blocked, dormant or not activated')
    : profile;
}

type EndpointHandler<A extends unknown[], S> = (
  machine: Machine,
  ...given: [...A, fields: Read<S>, body: JsonObject, files: readonly UploadedFile[]]
) => Answer | Promise<Answer>;

export function ofAccount<const S extends Shape>(
  shape: S,
  handle: EndpointHandler<[], S>,
  { also = {}, upload }: Pick<Options, 'also' | 'upload'> = {},
): Endpoint {
  return {
    shape: { ...accountShape, ...shape, ...also },
    ...(upload && { upload }),
    handle: (machine, body, files) => {
      const fields = readRequest(body, shape);
      return isRefused(fields) ? fields : handle(machine, fields, body, files);
    },
  };
}

/** An endpoint of one profile or group. */
export function ofProfile<const S extends Shape>(
  shape: S,
  handle: EndpointHandler<[profile: Profile], S>,
  options: Options = {},
): Endpoint {
  return ofAccount(
    {},
    (machine, _none, body, files) => {
      const profile = findProfile(machine, body, options);
      if (isRefused(profile)) return profile;
      const fields = readRequest(body, shape);
      return isRefused(fields) ? fields : handle(machine, profile, fields, body, files);
    },
    { ...options, also: { ...ownerShape, ...shape, ...options.also } },
  );
}

/** Endpoints of one template, tag or callback of a profile, which `find` looks up by the members `names`. */
export function ofOne<T extends object, const N extends Shape>(
  names: N,
  find: (machine: Machine, profile: Profile, named: Read<N>) => T | Refused,
  usual: Options = {},
) {
  return <const S extends Shape>(
    shape: S,
    handle: EndpointHandler<[one: T, profile: Profile], S>,
    options: Options = {},
  ): Endpoint =>
    ofProfile(
      names,
      (machine, profile, named, body, files) => {
        const one = find(machine, profile, named);
        if (isRefused(one)) return one;
        const fields = readRequest(body, shape);
        return isRefused(fields) ? fields : handle(machine, one, profile, fields, body, files);
      },
      { ...usual, ...options, also: { ...shape, ...options.also } },
    );
}
