import type { JournalEntry } from '../control/journal.ts';

/** Types of what the desk's page loads. The page's program reads them too. */

/** How much there is, with every event. */
export interface Status {
  inspect: 'auto' | 'manual';
  waiting: number;
  templates: number;
  messages: number;
  journal: number;
}

/** The beginning of a list, and how long it is. */
export interface Listing<Row> {
  total: number;
  rows: Row[];
}

export type Product = 'notification' | 'brand';

export interface TemplateRow {
  product: Product;
  /** The profile's alias; `senderKey` names it for the service. */
  profile: string;
  senderKey: string;
  code: string;
  /** The manifest that declares it, `NotificationTemplate/order-paid`; null if no command of a project named it. */
  address: string | null;
  name: string;
  /** `EX · TEXT`, `CAROUSEL_FEED`. */
  form: string;
  /** The one word of its state: REG, REQ … of a notification template, A or S of a brand template. */
  state: string;
  modifiedAt: string;
  /** When its inspection was requested; null while it waits for none. */
  requestedAt: string | null;
  /** What the request says. */
  comment: string | null;
  attachments: number;
  /** Whether a text of it was rejected before. */
  wasRejected: boolean;
  /** The code of the version that a new version is to replace, before its first verdict; else null. */
  follows: string | null;
}

/** An application of a sender profile for brand messages that awaits a verdict. */
export interface ApplicationRow {
  product: 'profile';
  /** The profile's alias; `senderKey` names it for the service. */
  profile: string;
  senderKey: string;
  name: string;
  /** As of a template: `SenderProfile/shop`. */
  address: string | null;
  /** The messenger channel, `@name`. */
  channel: string;
  requestedAt: string;
  attachments: number;
}

export interface ApplicationView extends ApplicationRow {
  facts: Fact[];
  /** The proof of consent. */
  files: FileLink[];
}

/** What awaits a verdict. */
export type WaitingRow = TemplateRow | ApplicationRow;

export interface Fact {
  name: string;
  value: string;
}

/** An uploaded file, and where it opens. */
export interface FileLink {
  name: string;
  size: string;
  /** A path of this emulator. */
  address: string;
  /** True if a browser shows it; false if it is a download. */
  isShown: boolean;
}

/** What a tap on a part of the bubble does: shown as text, and not followed. */
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

/** A text of the template that changed. */
export interface Change {
  name: string;
  pieces: Piece[];
}

export interface TemplateView extends TemplateRow {
  /** Another one where its bubble is another. */
  drawing: string;
  facts: Fact[];
  targets: Target[];
  remarks: Remark[];
  /** Against the text before: of the last verdict, of the version before, or of the template that it replaces; null if there is none. */
  since: { title: string; changes: Change[] } | null;
}

/** `waiting`: no result yet. `fallback`: it failed, and a text message arrived in its place. */
export type Arrival = 'waiting' | 'delivered' | 'fallback' | 'failed';

export interface MessageRow {
  key: string;
  /** `at`, `lms` …; `token` for the verification token of a profile's registration. */
  type: string;
  /** In full unless the emulator masks numbers, as `from`. */
  to: string;
  from: string;
  at: string;
  templateCode: string | null;
  /** The first line that the phone shows. */
  line: string;
  arrival: Arrival;
  result: string | null;
  reason: string | null;
}

export interface MessageView extends MessageRow {
  /** Another one where its bubble is another. */
  drawing: string;
  facts: Fact[];
  /** The payload as JSON text; null where there is none. */
  content: string | null;
}

export interface JournalRow extends Omit<JournalEntry, 'at'> {
  at: string;
}
