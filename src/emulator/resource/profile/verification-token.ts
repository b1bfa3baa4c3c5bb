/** A messenger channel, and the phone of the person who administers it. */
export interface Channel {
  /** `@name` */
  id: string;
  /** Digits alone. */
  phone: string;
}

/** What a channel admin's phone was sent to register a sender profile with (resource API 5): the last one of a channel. */
export interface VerificationToken {
  channel: string;
  phone: string;
  token: string;
  issuedAt: number;
  /** The first moment at which it is no longer taken. */
  expiresAt: number;
  usedAt: number | null;
}
