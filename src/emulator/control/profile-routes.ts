import type { JsonObject } from '../../core/json.ts';
import type { Machine } from '../machine.ts';
import { filledText, flag, listOf, moment, nullable, oneOf, type Rules, read, text } from '../members.ts';
import { brandApplications, decideBrand } from '../resource/profile/brand.ts';
import { PROFILE_STATUSES, type Profile } from '../resource/profile/profile.ts';
import { profileBy, type RegisteredProfile, touchProfile } from '../resource/profile/registry.ts';
import { shownTokens } from '../resource/profile/token.ts';
import type { Channel } from '../resource/profile/verification-token.ts';
import { profileOf } from '../resource/profile/view.ts';
import { type Given, plain, type Route, reject } from './route.ts';

/** What the phones of channel admins got, and states of profiles that no endpoint makes. */
export const profileRoutes: readonly Route[] = [
  { method: 'GET', path: '/tokens', handle: (machine) => ({ tokens: plain(shownTokens(machine)) }) },
  {
    method: 'GET',
    path: '/brand-applications',
    handle: (machine) => ({ applications: plain(brandApplications(machine)) }),
  },
  { method: 'POST', path: '/brand-verdict', handle: (machine, { body }) => giveBrandVerdict(machine, body) },
  { method: 'POST', path: '/profile', handle: (machine, { body }) => changeProfile(machine, body) },
];

/** What others than the account decide: the states of a profile, and what its channel is. */
const stateRules = {
  block: flag,
  dormant: flag,
  profileStatus: oneOf(...PROFILE_STATUSES),
  bizchat: flag,
  brandMessage: flag,
  committalCompanyName: nullable(text),
  channelKey: nullable(text),
  businessProfile: flag,
  businessType: nullable(text),
  profileSpamLevel: nullable(text),
  profileMessageSpamLevel: nullable(text),
  clearBlockUrl: nullable(text),
};

/** A profile or group as an environment or a seed brings it along. */
export const profileRules: Rules<RegisteredProfile> = {
  ...stateRules,
  alias: filledText,
  key: filledText,
  type: oneOf('S', 'G'),
  uuid: filledText,
  name: filledText,
  groups: listOf(text),
  categoryCode: filledText,
  unsubscribePhoneNumber: nullable(text),
  unsubscribeAuthNumber: nullable(text),
  createdAt: moment,
  modifiedAt: moment,
};

export const channelRules: Rules<Channel> = { id: filledText, phone: filledText };

export type ProfileChange = Partial<Pick<Profile, keyof typeof stateRules>>;

/** Decides an application that is under way, and nothing else: a profile that was approved meanwhile stays approved. */
function giveBrandVerdict(machine: Machine, body: JsonObject): Given {
  const rules: Rules<{ profile: string; verdict: 'approve' | 'reject' }> = {
    profile: filledText,
    verdict: oneOf('approve', 'reject'),
  };
  const given = read(body, rules, ['profile', 'verdict']);
  if (typeof given === 'string') return reject(400, given);
  const profile = profileBy(machine, given.profile);
  if (profile === undefined) return reject(404, `no such profile: ${given.profile}`);
  if (profile.brandAppliedAt === null)
    return reject(409, `${given.profile} has no application for brand messages that awaits a verdict`);
  decideBrand(machine, profile, given.verdict === 'approve');
  return { profile: profileOf(profile) };
}

/** With `brandMessage` an application that is under way is decided: true approves it, false rejects it (assumption 115). */
function changeProfile(machine: Machine, body: JsonObject): Given {
  const rules: Rules<ProfileChange & { profile: string }> = { ...stateRules, profile: filledText };
  const given = read(body, rules, ['profile']);
  if (typeof given === 'string') return reject(400, given);
  const { profile: name, brandMessage, ...change } = given;
  const profile = profileBy(machine, name);
  if (profile === undefined) return reject(404, `no such profile: ${name}`);
  Object.assign(profile, change);
  if (brandMessage === undefined) touchProfile(machine, profile);
  else decideBrand(machine, profile, brandMessage);
  return { profile: profileOf(profile) };
}
