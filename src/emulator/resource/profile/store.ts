import type { RegisteredProfile } from './shape.ts';

/** The last uploaded proof that people consented to marketing (resource API 4.3). */
export interface ConsentProof {
  fileKey: string;
  name: string;
  size: number;
  sha256: string;
  uploadedAt: number;
}

/** A sender profile (type S, resource API 2.3), or a group of profiles (type G), which uses few of the members. */
export interface Profile extends Omit<Required<RegisteredProfile>, 'groups'> {
  /** Keys of a profile's groups; null means every group (assumption 19). */
  groups: string[] | null;
  consent: ConsentProof | null;
  /** When the account applied for brand messages; null if no application is pending. */
  brandAppliedAt: number | null;
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
