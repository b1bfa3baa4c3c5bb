import type { JsonObject } from '../../../core/json.ts';
import type { Wire } from '../../../core/wire.ts';
import { type Answer, accept, type Refused, refuse, result } from '../../answers.ts';
import { oneFile } from '../../body.ts';
import type { Machine } from '../../machine.ts';
import { type Endpoint, type Endpoints, ofAccount, ofProfile } from '../access.ts';
import { ofCategories, profileCategories } from '../categories.ts';
import type { Profile } from '../entities.ts';
import { isAsNamed } from '../file-types.ts';
import { measure } from '../image/rules.ts';
import { expectBrandVerdict } from './control.ts';
import {
  groupOf,
  groups,
  groupsOf,
  isUsable,
  profileOf,
  profileWithGroups,
  senderProfiles,
  touchProfile,
} from './operations.ts';
import { createProfile, createShape, ofOwner, sendToken } from './registration.ts';
import { unsubscribeShape } from './shape.ts';

/** The endpoints of resource API 4.3 and 4.4, by their path after `/v3/msgr`. */
export function profileEndpoints(wire: Wire): Endpoints {
  return {
    // The sender key of most requests (2.1) is optional here: the channel may have no profile yet.
    '/profile/token': ofOwner(wire, { senderKey: { is: 'text' }, senderKeyType: { is: 'text' } }, sendToken),
    '/profile/create': ofOwner(wire, createShape, createProfile),
    ...otherEndpoints,
  };
}

const otherEndpoints: Endpoints = {
  '/profile': ofProfile({}, (_machine, profile) => accept({ data: profileOf(profile) }), { noGroups: true }),

  // A deleted profile is not in use, but its key still finds it (assumption 116).
  '/profile/use': ofAccount({}, (machine) => {
    const inUse = senderProfiles(machine).filter(({ profileStatus }) => profileStatus !== 'D');
    return accept({ data: { success: inUse.map((profile) => profileWithGroups(machine, profile)), fail: [] } });
  }),

  // Unknown keys are listed under `fail` (resource API 7).
  '/profile/multi': ofAccount(
    {
      senderKey: { is: 'list', each: { is: 'text' } },
      senderKeyType: { is: 'text', pattern: /^S$/, hint: 'must be S: this request takes the keys of profiles' },
    },
    (machine, { senderKey: keys }) => {
      if (keys.length === 0) return refuse(result.parameters, 'senderKey must be an array of one key or more');
      const senders = new Map(senderProfiles(machine).map((profile) => [profile.key, profile]));
      const known = keys.map((key) => senders.get(key));
      const success = known.flatMap((profile) => (profile ? [profileWithGroups(machine, profile)] : []));
      const unknown = keys.filter((_key, index) => known[index] === undefined);
      const [code, message] = [result.profile, 'no such senderKey of type S'];
      return accept({ data: { success, fail: unknown.map((senderKey) => ({ senderKey, code, message })) } });
    },
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
    { noGroups: true },
  ),

  '/group': ofAccount({}, listGroups),
  '/group/all': ofAccount({}, listGroups),

  '/group/profile/add': ofMember(false, (keys, group) => [...keys, group]),
  '/group/profile/delete': ofMember(true, (keys, group) => keys.filter((key) => key !== group)),
};

/** 5 MB, of 1,024 × 1,024 bytes (resource API 4.3; assumption 55). */
const CONSENT_BYTES = 5 * 1024 * 1024;
const FILE_KEY_BYTES = 16;

const tooLarge = refuse(result.fileSize, `file may have ${CONSENT_BYTES} bytes`);

/** The proof that people consented to marketing (resource API 4.3). A new upload replaces it. */
const consentUpload: Endpoint = ofProfile(
  {},
  async (machine, profile, _none, _body, files) => {
    const { clock, random, gallery, store } = machine;
    const file = oneFile(files, 'file');
    if (typeof file === 'string') return refuse(result.parameters, file);
    const { name, size, sha256, bytes } = file;
    if (size === 0) return refuse(result.file, 'file is empty');
    if (size > CONSENT_BYTES) return tooLarge;
    const measured = measure(bytes);
    if (measured === undefined) return refuse(result.fileType, 'file is not a readable PNG or JPEG');
    if (!isAsNamed(name, bytes))
      return refuse(result.fileType, 'the name of the file does not end as its type: png, jpg or jpeg');
    const fileUrl = await gallery.keep(bytes, 'profile/consent', measured);
    // The profile may have changed while the file was written.
    if (!store.profiles.includes(profile)) return refuse(result.profile, 'the profile was replaced meanwhile');
    const fileKey = random.hex(FILE_KEY_BYTES);
    profile.consent = { fileKey, name, size, sha256, uploadedAt: clock.now() };
    touchProfile(machine, profile);
    return accept({ data: { fileKey, fileUrl } });
  },
  {
    noGroups: true,
    changes: true,
    upload: { bytes: CONSENT_BYTES, files: /^file$/, tooLarge, unreadable: result.file },
  },
);

/** `profile/brandMessage/apply` (resource API 4.3): applies for targeting M and N, with a proof of consent. */
export function applyForBrand(machine: Machine, profile: Profile): JsonObject | Refused {
  if (profile.brandMessage) return refuse(result.state, 'brand messages are approved already');
  if (profile.brandAppliedAt !== null) return refuse(result.state, 'brand messages are applied for already');
  if (profile.consent === null) return refuse(result.state, 'the proof of marketing consent has to be uploaded first');
  profile.brandAppliedAt = machine.clock.now();
  touchProfile(machine, profile);
  expectBrandVerdict(machine, profile);
  return accept();
}

/** The endpoints of resource API 4.3, by their path after `/v4/msgr`. */
export const newerProfileEndpoints: Endpoints = {
  // Replaces both numbers: an auth number that is left out is removed (assumption 114).
  '/profile/unsubscribeContent/update': ofProfile(
    { ...unsubscribeShape, unsubscribePhoneNumber: { ...unsubscribeShape.unsubscribePhoneNumber, required: true } },
    (machine, profile, unsubscribe) => {
      Object.assign(profile, unsubscribe);
      touchProfile(machine, profile);
      return accept();
    },
    { noGroups: true, changes: true },
  ),

  '/profile/brandMessage/apply': ofProfile({}, applyForBrand, { noGroups: true, changes: true }),
  '/profile/marketingAgree/upload': consentUpload,
};

function listGroups(machine: Machine): Answer {
  return accept({ data: groups(machine).map(groupOf) });
}

/** Adds a profile to a group or removes it. The profile's groups are stored with the first change (assumption 118). */
function ofMember(leaves: boolean, change: (keys: string[], group: string) => string[]): Endpoint {
  return ofProfile(
    { groupKey: { is: 'text', required: true } },
    (machine, profile: Profile, { groupKey }) => {
      const group = machine.store.profiles.get(groupKey);
      if (group?.type !== 'G') return refuse(result.notFound, 'no such groupKey');
      if (!isUsable(group)) return refuse(result.profile, 'the group is blocked, dormant or not activated');
      if (groupsOf(machine, profile).includes(group) !== leaves)
        return refuse(result.state, `the profile is ${leaves ? 'not in this group' : 'in this group already'}`);
      profile.groups = change(profile.groups ?? groups(machine).map(({ key }) => key), groupKey);
      touchProfile(machine, profile);
      return accept(leaves ? {} : { data: groupOf(group) });
    },
    { noGroups: true, changes: true },
  );
}
