import type { JournalEntry } from '../public-types.ts';

/** The data that the page of the desk loads. The emulator and the page share these types. */

/** Numbers, sent with every event. */
export interface Status {
  inspect: 'auto' | 'manual';
  waiting: number;
  templates: number;
  messages: number;
  journal: number;
}

/** The first rows of a list, and its length. */
export interface Listing<Row> {
  total: number;
  rows: Row[];
}

export type Product = 'notification' | 'brand';

export interface TemplateRow {
  product: Product;
  /** The alias of the profile. */
  profile: string;
  senderKey: string;
  code: string;
  /** The address of its manifest, `NotificationTemplate/order-paid`; null if unknown. */
  address: string | null;
  name: string;
  /** `EX · TEXT`, `CAROUSEL_FEED`. */
  form: string;
  /** Its state: REG, REQ … of a notification template, A or S of a brand template. */
  state: string;
  modifiedAt: string;
  /** When its inspection was requested; null if none is pending. */
  requestedAt: string | null;
  comment: string | null;
  attachments: number;
  /** True if it was rejected before. */
  wasRejected: boolean;
  /** The version that a new version replaces, before its first verdict; else null. */
  follows: string | null;
}

/** A pending application for brand messages. */
export interface ApplicationRow {
  product: 'profile';
  /** The alias of the profile. */
  profile: string;
  senderKey: string;
  name: string;
  /** The address of its manifest, `SenderProfile/shop`. */
  address: string | null;
  /** The messenger channel, `@name`. */
  channel: string;
  requestedAt: string;
  attachments: number;
}

export interface ApplicationView extends ApplicationRow {
  facts: Fact[];
  files: FileLink[];
}

export type WaitingRow = TemplateRow | ApplicationRow;

export interface Fact {
  name: string;
  value: string;
}

export interface FileLink {
  name: string;
  size: string;
  /** A path of this emulator. */
  address: string;
  /** True if a browser shows it; false if it is a download. */
  isShown: boolean;
}

/** The links of a part of the bubble, shown as text. */
export interface Target {
  part: string;
  type: string;
  links: Fact[];
}

export interface Remark {
  /** REQ, INQ, APR, REJ or REP. */
  status: string;
  author: string;
  at: string;
  text: string;
  attachments: FileLink[];
}

export interface Piece {
  side: 'both' | 'before' | 'after';
  text: string;
}

export interface Change {
  name: string;
  pieces: Piece[];
}

export interface TemplateView extends TemplateRow {
  /** The key of its bubble's drawing. */
  drawing: string;
  facts: Fact[];
  targets: Target[];
  remarks: Remark[];
  /** The comparison with an earlier content; null if there is none. */
  since: { title: string; changes: Change[] } | null;
}

/** `waiting`: no result yet. `fallback`: it failed, and a fallback was delivered. */
export type Arrival = 'waiting' | 'delivered' | 'fallback' | 'failed';

export interface MessageRow {
  key: string;
  /** `at`, `lms` …; `token` for the verification token of a profile's registration. */
  type: string;
  /** Masked if the emulator masks numbers, as `from`. */
  to: string;
  from: string;
  at: string;
  templateCode: string | null;
  /** The first line on the phone. */
  line: string;
  arrival: Arrival;
  result: string | null;
  reason: string | null;
}

export interface MessageView extends MessageRow {
  /** The key of its bubble's drawing. */
  drawing: string;
  facts: Fact[];
  targets: Target[];
  /** The payload as JSON text; null for a token. */
  content: string | null;
}

export interface JournalRow extends Omit<JournalEntry, 'at'> {
  at: string;
}
