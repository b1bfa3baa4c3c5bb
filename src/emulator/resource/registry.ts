import type { Ground } from '../ground.ts';
import { digits } from '../numbers.ts';
import type { Profile } from '../store/profile.ts';
import type { KeyType } from '../store/template.ts';

/** A profile or group that an environment brings along. */
export interface RegisteredProfile {
  alias: string;
  key: string;
  type: KeyType;
  /** Keys of the groups that it belongs to; every group where left out (assumption 19). */
  groups?: string[];
  bizchat?: boolean;
  block?: boolean;
  dormant?: boolean;
  profileStatus?: Profile['profileStatus'];
}

export interface Registration {
  profiles?: readonly RegisteredProfile[];
  senders?: readonly string[];
  recipients?: readonly string[];
}

/** Adds profiles and numbers. A profile that is known keeps what the registration does not say anew. */
export function register(ground: Ground, { profiles = [], senders = [], recipients = [] }: Registration): void {
  const { store, clock } = ground;
  for (const given of profiles) store.profiles.put(registered(given, store.profiles.get(given.key), clock.now()));
  for (const number of senders) store.senders.put(digits(number));
  for (const number of recipients) store.recipients.put(digits(number));
}

function registered(given: RegisteredProfile, known: Profile | undefined, now: number): Profile {
  return {
    alias: given.alias,
    key: given.key,
    type: given.type,
    groups: given.groups ?? known?.groups ?? null,
    block: given.block ?? known?.block ?? false,
    dormant: given.dormant ?? known?.dormant ?? false,
    profileStatus: given.profileStatus ?? known?.profileStatus ?? 'A',
    bizchat: given.bizchat ?? known?.bizchat ?? true,
    createdAt: known?.createdAt ?? now,
  };
}

export function senderProfiles(ground: Ground): Profile[] {
  return [...ground.store.profiles.values()].filter((profile) => profile.type === 'S');
}

export function groups(ground: Ground): Profile[] {
  return [...ground.store.profiles.values()].filter((profile) => profile.type === 'G');
}

/** The groups of a profile: where nobody said, every group that is registered (assumption 19). */
export function groupsOf(ground: Ground, profile: Profile): Profile[] {
  return groups(ground).filter((group) => profile.groups === null || profile.groups.includes(group.key));
}

/** A profile whose resources may be used: neither blocked nor dormant, and activated (assumption 19). */
export function isUsable(profile: Profile): boolean {
  return !profile.block && !profile.dormant && profile.profileStatus === 'A';
}

/** A profile by its key or its alias. */
export function profileBy(ground: Ground, name: string): Profile | undefined {
  const { profiles } = ground.store;
  return profiles.get(name) ?? [...profiles.values()].findLast(({ alias }) => alias === name);
}
