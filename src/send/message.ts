import type { JsonObject } from '../core/json.ts';

/** The envelope of a send (message API 2.4). The client adds the account. */
export type SendRequest = {
  type: string;
  from: string;
  to: string;
  /** At most 32 bytes of UTF-8. The service does not detect a repeated one. */
  refkey: string;
  country?: string;
  userinfo?: string;
  resellercode?: string;
  sendtime?: string;
  /** Holds exactly one member, named as `type`. */
  content: JsonObject;
  resend?: JsonObject;
  recontent?: JsonObject;
};

/** The service keeps messages this long (message API 1, 4.3). */
export const KEPT_MS = 35 * 24 * 3_600_000;

/** A delivery result (message API 6), as a webhook pushes it and a report answers it. The receiver's number is not read. */
export interface DeliveryResult {
  device?: string;
  messagekey?: string;
  media?: string;
  /** Seconds since the epoch. */
  unixtime?: string;
  /** The result code: 4100, 6600, 7000, 8000 and 5000 mean delivered. */
  result: string;
  refkey?: string;
}

export type ReportAnswer = { pending: true } | { pending: false; result: DeliveryResult };
