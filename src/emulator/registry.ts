import type { Machine } from './machine.ts';
import { digits } from './phone.ts';
import type { KeyType, Profile } from './store.ts';

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
export function register(machine: Machine, { profiles = [], senders = [], recipients = [] }: Registration): void {
  const { store, clock } = machine;
  for (const given of profiles)
    store.profiles.set(given.key, registered(given, store.profiles.get(given.key), clock.now()));
  for (const number of senders) store.senders.add(digits(number));
  for (const number of recipients) store.recipients.add(digits(number));
  machine.changed();
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
