import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../core/json.ts';
import type { Context } from '../../context.ts';
import { formatDateTime } from '../../dates.ts';
import { digits } from '../../numbers.ts';
import type { Channel, Profile } from '../entities.ts';
import type { RegisteredProfile } from './shape.ts';

type Identity = Pick<Profile, 'alias' | 'key' | 'type'>;

export interface Registration {
  profiles?: readonly RegisteredProfile[];
  senders?: readonly string[];
  recipients?: readonly string[];
  /** Messenger channels, and the phone of each admin (assumption 110). */
  channels?: readonly Channel[];
}

/** Adds profiles, channels and numbers. A known profile keeps members that are left out. */
export function register(context: Context, registration: Registration): void {
  const { profiles = [], senders = [], recipients = [], channels = [] } = registration;
  const { store } = context;
  for (const given of profiles) registerProfile(context, given);
  for (const number of senders) store.senders.put(digits(number));
  for (const number of recipients) store.recipients.put(digits(number));
  for (const { id, phone } of channels) store.channels.put({ id, phone: digits(phone) });
}

function registerProfile(context: Context, given: RegisteredProfile): void {
  const { store, clock } = context;
  const known = store.profiles.get(given.key);
  const before = known ?? { ...newProfile(given, clock.now()), uuid: freeChannel(context, given.alias) };
  const profile: Profile = { ...before, ...given };
  // The alias belongs to the environment. Any other difference is a change of the profile.
  const isChanged = !isDeepStrictEqual({ ...before, alias: profile.alias }, profile);
  if (known !== undefined && isChanged) profile.modifiedAt = given.modifiedAt ?? clock.now();
  store.profiles.put(profile);
}

/** Chooses a new channel: two environments can have the same alias for different profiles. */
function freeChannel(context: Context, alias: string): string {
  const taken = new Set([...context.store.profiles.values()].map(({ uuid }) => uuid));
  let channel = `@${alias}`;
  for (let count = 2; taken.has(channel); count += 1) channel = `@${alias}_${count}`;
  return channel;
}

/** A profile with defaults: active, of a verified business, with its own channel (assumption 113). */
export function newProfile(identity: Identity, now: number): Profile {
  return {
    ...identity,
    uuid: `@${identity.alias}`,
    name: identity.alias,
    groups: null,
    block: false,
    dormant: false,
    profileStatus: 'A',
    categoryCode: '00300010001',
    unsubscribePhoneNumber: null,
    unsubscribeAuthNumber: null,
    bizchat: true,
    brandMessage: false,
    committalCompanyName: null,
    channelKey: null,
    businessProfile: true,
    businessType: null,
    profileSpamLevel: null,
    profileMessageSpamLevel: null,
    clearBlockUrl: null,
    consent: null,
    brandAppliedAt: null,
    createdAt: now,
    modifiedAt: now,
  };
}

export function touchProfile(context: Context, profile: Profile): void {
  profile.modifiedAt = context.clock.now();
  context.store.profiles.put(profile);
}

export function senderProfiles(context: Context): Profile[] {
  return [...context.store.profiles.values()].filter((profile) => profile.type === 'S');
}

export function groups(context: Context): Profile[] {
  return [...context.store.profiles.values()].filter((profile) => profile.type === 'G');
}

/** The groups of a profile (assumption 19). */
export function groupsOf(context: Context, profile: Profile): Profile[] {
  return groups(context).filter((group) => isMember(profile, group));
}

export function membersOf(context: Context, group: Profile): Profile[] {
  return senderProfiles(context).filter((profile) => isMember(profile, group));
}

function isMember(profile: Profile, group: Profile): boolean {
  return profile.groups === null || profile.groups.includes(group.key);
}

/** True if a profile is active, not blocked and not dormant (assumption 19). */
export function isUsable(profile: Profile): boolean {
  return !profile.block && !profile.dormant && profile.profileStatus === 'A';
}

/** True if a profile can send messages. A group cannot (assumption 19). */
export function canSend(profile: Profile): boolean {
  return profile.type === 'S' && isUsable(profile);
}

/** The profiles and groups whose templates and tags a sender key may use (assumption 19). */
export function ownersOf(context: Context, senderKey: string): Profile[] {
  const profile = context.store.profiles.get(senderKey);
  if (profile === undefined) return [];
  return profile.type === 'G' ? [profile] : [profile, ...groupsOf(context, profile)];
}

/** Finds a profile by its key or alias. */
export function profileBy(context: Context, name: string): Profile | undefined {
  const { profiles } = context.store;
  return profiles.get(name) ?? [...profiles.values()].findLast(({ alias }) => alias === name);
}

/** The sender profile of resource API 2.3, without its groups. */
export function profileOf(profile: Profile): JsonObject {
  const {
    alias: _alias,
    key,
    type: _type,
    groups: _groups,
    consent: _consent,
    brandAppliedAt: _at,
    ...shown
  } = profile;
  return {
    senderKey: key,
    ...shown,
    status: profile.profileStatus,
    createdAt: formatDateTime(profile.createdAt),
    modifiedAt: formatDateTime(profile.modifiedAt),
  };
}

/** A profile with its groups, for lists and lookups of many. */
export function profileWithGroups(context: Context, profile: Profile): JsonObject {
  return { ...profileOf(profile), groups: groupsOf(context, profile).map(groupOf) };
}

/** The group of resource API 2.3. */
export function groupOf({ key, name, createdAt }: Profile): JsonObject {
  return { groupKey: key, name, createdAt: formatDateTime(createdAt) };
}
