import type { KeyType } from '../template/shape.ts';

export const PROFILE_STATUSES = ['A', 'C', 'B', 'E', 'D'] as const;

type ProfileStatus = (typeof PROFILE_STATUSES)[number];

/** The last uploaded proof that people consented to marketing (resource API 4.3). */
export interface ConsentProof {
  fileKey: string;
  name: string;
  size: number;
  sha256: string;
  uploadedAt: number;
}

/** A sender profile (type S, resource API 2.3), or a group of profiles (type G), which uses few of the members. */
export interface Profile {
  /** The name in the environment. */
  alias: string;
  key: string;
  type: KeyType;
  /** The messenger channel, `@name`. Profiles of one channel share its plugin callbacks. */
  uuid: string;
  name: string;
  /** Keys of a profile's groups; null means every group (assumption 19). */
  groups: string[] | null;
  block: boolean;
  dormant: boolean;
  profileStatus: ProfileStatus;
  categoryCode: string;
  unsubscribePhoneNumber: string | null;
  unsubscribeAuthNumber: string | null;
  bizchat: boolean;
  brandMessage: boolean;
  committalCompanyName: string | null;
  channelKey: string | null;
  businessProfile: boolean;
  businessType: string | null;
  profileSpamLevel: string | null;
  profileMessageSpamLevel: string | null;
  clearBlockUrl: string | null;
  consent: ConsentProof | null;
  /** When the account applied for brand messages; null if no application is pending. */
  brandAppliedAt: number | null;
  createdAt: number;
  modifiedAt: number;
}

/** A messenger channel, and the phone of its admin. */
export interface Channel {
  /** `@name` */
  id: string;
  /** Only digits. */
  phone: string;
}

/** The last token that a channel's admin received, to register a sender profile (resource API 5). */
export interface VerificationToken {
  channel: string;
  phone: string;
  token: string;
  issuedAt: number;
  /** The first moment at which it is not valid. */
  expiresAt: number;
  usedAt: number | null;
}
