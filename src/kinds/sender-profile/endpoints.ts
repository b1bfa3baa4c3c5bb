import * as z from 'zod';
import type { Endpoint } from '../../wire/endpoint.ts';
import { informative, listOf, none, optional, resultCode, text, withData, words } from '../../wire/shape.ts';
import { endpoint as endpointOf } from '../endpoint.ts';

/** Shapes of profiles and groups (resource API 2.3, 4.3, 4.4). */

const group = z.looseObject({
  groupKey: text,
  name: optional(z.string()),
});

const senderProfile = z.looseObject({
  senderKey: text,
  name: optional(z.string()),
  status: optional(z.string()),
  block: optional(z.boolean()),
  dormant: optional(z.boolean()),
  profileStatus: optional(z.string()),
  modifiedAt: optional(z.string()),
  categoryCode: optional(z.string()),
  unsubscribePhoneNumber: optional(z.string()),
  unsubscribeAuthNumber: optional(z.string()),
  brandMessage: optional(z.boolean()),
  clearBlockUrl: informative(z.string()),
  groups: optional(z.array(group)),
});

/** `data` of the lookups of many: what was found, and why a key was not. */
const senderProfiles = z.looseObject({
  success: listOf(senderProfile),
  fail: z
    .array(z.looseObject({ senderKey: z.string(), code: resultCode, message: informative(z.string()) }))
    .nullish()
    .transform((list) => list ?? []),
});

const profileCategory = z.looseObject({ code: text, name: words });

export type SenderProfile = z.infer<typeof senderProfile>;

function endpoint<T>(...given: Parameters<typeof endpointOf<T>>): Endpoint<T> {
  return { ...endpointOf(...given), help: 'Check the credentials of the environment and the keys of its `profiles`' };
}

const profile = '/v3/{segment}/profile';
const newer = '/v4/{segment}/profile';
const groups = '/v3/{segment}/group';

/** Resource API 4.3. */
export const profileEndpoints = {
  get: endpoint('profile.get', profile, 'read', withData(senderProfile)),
  use: endpoint('profile.use', `${profile}/use`, 'read', withData(senderProfiles)),
  multi: endpoint('profile.multi', `${profile}/multi`, 'read', withData(senderProfiles)),
  categories: endpoint('profile.categories', `${profile}/category/all`, 'read', withData(listOf(profileCategory))),
  category: endpoint('profile.category', `${profile}/category`, 'read', withData(profileCategory)),
  token: {
    ...endpoint('profile.token', `${profile}/token`, 'write', none),
    conceals: { phoneNumber: 'number' } as const,
  },
  create: {
    ...endpoint('profile.create', `${profile}/create`, 'write', withData(z.looseObject({ senderKey: text }))),
    conceals: { phoneNumber: 'number', token: 'secret' } as const,
  },
  recover: endpoint('profile.recover', `${profile}/recover`, 'write', none),
  /** Replaces both numbers: an auth number that is left out is removed (assumption 114). */
  unsubscribe: endpoint('profile.unsubscribe', `${newer}/unsubscribeContent/update`, 'write', none),
  /** Takes png or jpg, at most 5 MB. */
  consent: endpoint(
    'profile.consent',
    `${newer}/marketingAgree/upload`,
    'write',
    withData(z.looseObject({ fileKey: text })),
  ),
  applyBrand: endpoint('profile.applyBrand', `${newer}/brandMessage/apply`, 'write', none),
};

/** Resource API 4.4. */
export const groupEndpoints = {
  list: endpoint('group.list', groups, 'read', withData(listOf(group))),
  all: endpoint('group.all', `${groups}/all`, 'read', withData(listOf(group))),
  add: endpoint('group.add', `${groups}/profile/add`, 'write', withData(group)),
  remove: endpoint('group.remove', `${groups}/profile/delete`, 'write', none),
};
