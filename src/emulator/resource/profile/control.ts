import type { Context } from '../../context.ts';
import { formatDateTime } from '../../dates.ts';
import type { Machine } from '../../machine.ts';
import { filledText, needed, oneOf } from '../../members.ts';
import {
  type ControlAnswer,
  get,
  isRejected,
  plain,
  post,
  type Rejected,
  type Route,
  reject,
  type Seeder,
  seeder,
} from '../../route.ts';
import type { Fields, Shape } from '../../shape.ts';
import type { Profile } from '../entities.ts';
import { profileBy, profileOf, register, touchProfile } from './operations.ts';
import { shownTokens } from './registration.ts';
import { channelShape, profileShape, stateShape } from './shape.ts';

export function namedProfile(context: Context, name: string): Profile | Rejected {
  return profileBy(context, name) ?? reject(404, `no such profile: ${name}`);
}

/** A seeder of what belongs to a profile, which each element names by its alias or key. */
export function profileSeeder<const S extends Shape>(
  shape: S,
  plant: (machine: Machine, profile: Profile, seed: Fields<S>, at: string) => string | undefined,
): Seeder {
  const whole: Shape = { profile: needed(filledText), ...shape };
  return seeder(whole, (machine, seed, at) => {
    const { profile: name, ...rest } = seed as { profile: string }; // checked by the shape, as the rest
    const profile = profileBy(machine, name);
    return profile ? plant(machine, profile, rest as Fields<S>, at) : `${at}.profile: there is no profile ${name}`;
  });
}

const brandVerdictShape = { profile: needed(filledText), verdict: needed(oneOf('approve', 'reject')) };

/** Gives a verdict on an application for brand messages. */
export function judgeBrand(
  machine: Machine,
  { profile: name, verdict }: Fields<typeof brandVerdictShape>,
): ControlAnswer {
  const profile = namedProfile(machine, name);
  if (isRejected(profile)) return profile;
  if (profile.brandAppliedAt === null) return reject(409, `${name} has no pending application for brand messages`);
  decideBrand(machine, profile, verdict === 'approve');
  return { profile: profileOf(profile) };
}

export const profileRoutes: readonly Route[] = [
  get(
    '/tokens',
    'Lists the verification tokens that were sent to phones: tokens',
    (machine) => ({ tokens: plain(shownTokens(machine)) }),
    {},
  ),
  get(
    '/brand-applications',
    'Lists applications for brand messages that wait for a verdict: applications',
    (machine) => ({ applications: plain(brandApplications(machine)) }),
    {},
  ),
  // Decides only a pending application: a profile that was approved meanwhile stays approved.
  post('/brand-verdict', 'Decides an application for brand messages: profile', brandVerdictShape, judgeBrand),
  // `brandMessage` decides a pending application: true approves it, false rejects it (assumption 115).
  post(
    '/profile',
    'Sets states of a profile that no endpoint of the service sets: profile',
    { ...stateShape, profile: needed(filledText) },
    (machine, { profile: name, brandMessage, ...change }) => {
      const profile = namedProfile(machine, name);
      if (isRejected(profile)) return profile;
      Object.assign(profile, change);
      if (brandMessage === undefined) touchProfile(machine, profile);
      else decideBrand(machine, profile, brandMessage);
      return { profile: profileOf(profile) };
    },
  ),
];

export const profileSeeds: Record<string, Seeder> = {
  channels: seeder(channelShape, (machine, channel) => {
    register(machine, { channels: [channel] });
    return undefined;
  }),
  profiles: seeder(profileShape, (machine, profile) => {
    register(machine, { profiles: [profile] });
    return undefined;
  }),
};

/** Applies a verdict on an application. A rejected application can be repeated (assumption 115). */
function decideBrand(context: Context, profile: Profile, approved: boolean): void {
  profile.brandMessage = approved;
  profile.brandAppliedAt = null;
  touchProfile(context, profile);
}

/** With `inspect: auto`, approves the application after `inspectMs` if it is still pending (assumption 115). */
export function expectBrandVerdict(context: Context, { key, brandAppliedAt }: Profile): void {
  const { settings, clock, store } = context;
  if (settings.inspect !== 'auto' || brandAppliedAt === null) return;
  clock.at(brandAppliedAt + settings.inspectMs, () => {
    const profile = store.profiles.get(key);
    if (settings.inspect === 'auto' && profile?.brandAppliedAt === brandAppliedAt) decideBrand(context, profile, true);
  });
}

/** Schedules the verdicts of pending applications, after a start and when `inspect` changes. */
export function expectBrandVerdicts(context: Context): void {
  for (const profile of context.store.profiles.values()) expectBrandVerdict(context, profile);
}

export type Applicant = Profile & { brandAppliedAt: number };

export function isApplicant(profile: Profile): profile is Applicant {
  return profile.brandAppliedAt !== null;
}

export function applicants(context: Context): Applicant[] {
  return [...context.store.profiles.values()].filter(isApplicant).sort((a, b) => a.brandAppliedAt - b.brandAppliedAt);
}

export function brandApplications(context: Context) {
  return applicants(context).map(({ alias, key, name, consent, brandAppliedAt }) => ({
    profile: alias,
    senderKey: key,
    name,
    appliedAt: formatDateTime(brandAppliedAt),
    proof: consent && { name: consent.name, size: consent.size, fileKey: consent.fileKey },
  }));
}

export type BrandApplication = ReturnType<typeof brandApplications>[number];
