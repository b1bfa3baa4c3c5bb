/**
 * The types of `notiform/emulator`. The build copies this file into the package's declarations, so it imports nothing.
 */

/** An account of both APIs. */
export interface EmulatorCredentials {
  bizId: string;
  apiKey: string;
  account: string;
  password: string;
}

/** A result for messages. A condition that is left out matches every message. */
export interface ChosenResult {
  /** The receiver's number. */
  to?: string;
  refkey?: string;
  templateCode?: string;
  /** The channel. If left out, the rule applies to the message's own channel and not to fallbacks. */
  type?: string;
  /** The webhook's RESULT. */
  result: string;
}

/** Settings that can change while the emulator runs. docs/emulator.md lists their defaults. */
export interface Settings {
  /** `auto` approves every requested inspection; `manual`, the default, waits for a verdict. */
  inspect: 'auto' | 'manual';
  /** Milliseconds from a request to the verdict of `inspect: auto`. */
  inspectMs: number;
  /** Milliseconds from acceptance (or `sendtime`) to the result of a send. */
  deliveryMs: number;
  /** Milliseconds that an uploaded video waits for its encoding, and milliseconds that the encoding takes. */
  encodeMs: number;
  /** Milliseconds to wait before each further push of a result. */
  webhookRetryMs: number[];
  /** The address that receives the results of sends; null for none. */
  webhook: string | null;
  /** Requests of the message API in one window. */
  rateLimit: { limit: number; windowMs: number };
  /** Addresses that the account may call the message API from. */
  allowedIps: string[];
  /** True suspends the account. */
  suspended: boolean;
  /** Requests of the message API at the same time; one more is refused with 3008. */
  maxConcurrent: number;
  /** True if the limits of statistics requests apply. */
  statisticsLimits: boolean;
  /** Results of messages. The first rule that matches a message decides. */
  results: ChosenResult[];
}

/** A message must match every filter. */
export interface InboxFilter {
  /** A part of a text of the message, or of a phone number. */
  search?: string | undefined;
  /** The receiver's number, with hyphens or without. */
  to?: string | undefined;
  /** The channel: `at`, `ai`, `sms`, … */
  type?: string | undefined;
  templateCode?: string | undefined;
  refkey?: string | undefined;
  /** A result code, or `any` for messages with a known result. */
  result?: string | undefined;
}

/** A message as the inbox shows it. Members of the result are null until the result is known. */
export interface InboxMessage {
  messagekey: string;
  refkey: string;
  /** The channel that the send named: `at`, `ai`, `sms`, … */
  type: string;
  to: string;
  from: string;
  senderkey: string;
  templatecode: string;
  /** The text that the phone shows: the fallback's, if one was delivered. */
  text: string;
  /** Every line of text that the phone shows, those of items and cards too. Links and buttons are left out. */
  lines: string[];
  /** The buttons and quick replies, those of cards too: `[배송 조회] WL https://shop.example/42`. */
  buttons: string[];
  /** What the request had under the name of its type. */
  content: Record<string, unknown>;
  /** The channel of the result. */
  device: string | null;
  /** Korean time: `yyyy-MM-dd HH:mm:ss`. */
  acceptedAt: string;
  sendAt: string;
  /** The webhook's RESULT: 7000 if a notification message was delivered. */
  result: string | null;
  /** Why the delivery failed, which the service does not report. */
  reason: string | null;
  /** True if the webhook received the result. */
  pushed: boolean;
  /** Probable mistakes of an accepted message: `content.at.buttons is not in the documents`. */
  warnings: string[];
}

/**
 * - `status`: answers with `status` (500) and `code`
 * - `rate-limit`: 429 with the code of that API and `RateLimit-Reset`
 * - `delay`: handles the request, and answers after `delayMs`
 * - `drop-before`, `drop-after`: closes the socket before or after handling the request
 * - `garbage`, `truncate`: handles the request, then answers with no JSON, or with half of the answer
 * - `html`: a proxy's page with `status` (502)
 */
export type FaultKind =
  | 'status'
  | 'rate-limit'
  | 'delay'
  | 'drop-before'
  | 'drop-after'
  | 'garbage'
  | 'truncate'
  | 'html';

/** A rule that makes requests of both APIs fail. */
export interface FaultRule {
  kind: FaultKind;
  /** A glob over the last parts of the path: `template/add`, `/v3/**`. Every path if left out. */
  path?: string;
  /** The receiver's number in the request. */
  to?: string;
  refkey?: string;
  /** A part of the request's JSON: every member that is named must have this value. */
  body?: Record<string, unknown>;
  /** The first matching request that fails, counted from 1. */
  nth?: number;
  /** How many requests fail from there (1); 0 for all. */
  times?: number;
  /** The HTTP status, for `status` and `html`. */
  status?: number;
  /** The code of the answer's body, for `status`: a string of digits. */
  code?: string;
  delayMs?: number;
  /** Seconds in `RateLimit-Reset`, for `rate-limit`. */
  resetSeconds?: number;
  /** True if `status` and `html` handle the request first. */
  acts?: boolean;
}

/** A template that waits for a verdict. */
export interface InspectionRequest {
  /** The alias that it is registered under. */
  profile: string;
  senderKey: string;
  senderKeyType: 'S' | 'G';
  templateCode: string;
  templateName: string;
  /** Korean time: `yyyy-MM-dd HH:mm:ss`. */
  requestedAt: string;
  comment: string | null;
  attachments: { name: string; size: number }[];
}

/** One request of either API and its answer. Secrets are hidden. */
export interface JournalEntry {
  /** Counts requests, from 1. */
  seq: number;
  /** Milliseconds since the epoch, by the emulator's clock. */
  at: number;
  /** The duration in milliseconds of real time. */
  ms: number;
  method: string;
  path: string;
  /** The template that the request names, also if it was refused; for a send, that of its `content`. Null if there is none. */
  templateCode: string | null;
  /** The HTTP status that the client received; null if the connection was dropped. */
  status: number | null;
  /** The code with which the request was executed, also if a fault hid it from the client. Null if it was not executed, or has none. */
  code: string | null;
  /** The kind of the fault that was injected. Null if there was none. */
  fault: string | null;
  /** The members of an accepted request that the documents do not have, by their path. */
  unknown: string[];
  /** The fields of the request, and the answer of the API. Null if there is none, if it is long, or for older entries. */
  request: unknown;
  answer: unknown;
}

export interface JournalFilter {
  /** Only entries with a higher `seq`. */
  after?: number;
  /** A glob over the last parts of the path, as in a fault's rule. */
  path?: string | undefined;
  templateCode?: string | undefined;
  /** The HTTP status that the client received. */
  status?: number | undefined;
  /** The code with which the request was executed. */
  code?: string | undefined;
}

/** The emulator's time. */
export interface Time {
  /** Milliseconds since the epoch. */
  now: number;
  /** `yyyy-MM-dd HH:mm:ss` in Korea. */
  korean: string;
  /** The offset from the real time, in milliseconds. */
  offsetMs: number;
  /** After a move of the clock: the messages that the move deleted. Messages are kept for 35 days. */
  expiredMessages?: number;
}

/** A sender profile or a group that the emulator registers. */
export interface ProfileSeed {
  /** The name by which seeds and verdicts refer to it. */
  alias: string;
  /** The sender key, which sends name. */
  key: string;
  /** `S` is a sender profile, `G` a group. */
  type: 'S' | 'G';
  /** The keys of its groups. If left out, it belongs to every group. */
  groups?: string[];
  /** Any other field of a profile, as in docs/emulator.md. */
  [field: string]: unknown;
}

/** A notification template in any state. */
export interface TemplateSeed {
  /** The alias or the key of its profile or group. */
  profile: string;
  templateCode: string;
  templateContent?: string;
  templateName?: string;
  categoryCode?: string;
  /** REG (the default), REQ, REJ or APR. Only an approved template (APR) can be sent. */
  inspectionStatus?: 'REG' | 'REQ' | 'REJ' | 'APR';
  /** R (the default), A or S. */
  status?: 'S' | 'A' | 'R';
  block?: boolean;
  dormant?: boolean;
  /** Milliseconds since the epoch. */
  createdAt?: number;
  modifiedAt?: number;
  /** Any other request field of `template/add`. */
  [field: string]: unknown;
}

/** A brand message template. */
export interface BrandTemplateSeed {
  profile: string;
  templateCode: string;
  /** A (the default) or S. */
  status?: 'A' | 'S';
  /** Any request field of `brand/template/add`. */
  [field: string]: unknown;
}

/** A message as if it had been sent. With a `result` it is complete; without one it is delivered as usual. */
export interface MessageSeed {
  type: string;
  to: string;
  /** What a request has under the name of the type. */
  content: Record<string, unknown>;
  from?: string;
  refkey?: string;
  messagekey?: string;
  country?: string | null;
  /** Milliseconds since the epoch, a Korean time as the inbox shows it, or an ISO time with its zone. */
  acceptedAt?: number | string;
  /** A code of four digits. */
  result?: string;
  reason?: string | null;
}

/** An entity whose members docs/emulator.md lists. */
type SeedOf = Record<string, unknown>;

/** Entities that the emulator stores as they are, all or none. An element replaces the entity with the same key. */
export interface Seed {
  profiles?: ProfileSeed[];
  channels?: { id: string; phone: string }[];
  templates?: TemplateSeed[];
  brandTemplates?: BrandTemplateSeed[];
  messages?: MessageSeed[];
  images?: SeedOf[];
  videos?: SeedOf[];
  groupTags?: SeedOf[];
  pluginCallbacks?: SeedOf[];
  /** Numbers of earlier days. */
  statistics?: SeedOf[];
  publicTemplates?: SeedOf[];
  /** What `GET snapshot` answered. It replaces all entities before the lists are added. */
  snapshot?: Record<string, unknown>;
}

/** Which template a verdict is about. */
export interface InspectedTemplate {
  templateCode: string;
  /** The alias or the key of its profile. The first profile of the emulator if left out. */
  profile?: string;
}

/** How `startEmulator` starts. Every member is optional. */
export interface StartOptions {
  /** A free port if left out. */
  port?: number;
  /** Names under which other machines call the emulator. Without one it listens on 127.0.0.1 only. */
  hosts?: readonly string[];
  /** A file that keeps all data across restarts, for one emulator at a time. Without it, all data is lost at the end. */
  data?: string;
  /** The sender profiles and groups. If left out, those of the `data` file, or one profile, `shop`. */
  profiles?: readonly ProfileSeed[];
  /** The sender numbers. If left out, those of the `data` file, or 15880000. */
  senders?: readonly string[];
  /** The phone numbers that exist. Every number exists if left out. */
  recipients?: readonly string[];
  /** The settings at the start and after a reset. */
  settings?: Partial<Settings>;
  /** The entities at the start and after a reset. */
  seed?: Seed;
}

/** A running emulator. Every method rejects with an Error that says what is wrong with its arguments. */
export interface Emulator {
  /** The address of both APIs, of the control API and of the desk: `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly credentials: EmulatorCredentials;
  /** The sender key of the first profile. */
  readonly senderKey: string;
  /** The first sender number. */
  readonly sender: string;
  /** Templates that wait for a verdict, and the verdicts. */
  readonly inspections: {
    list(): Promise<InspectionRequest[]>;
    approve(template: InspectedTemplate & { comment?: string }): Promise<void>;
    reject(template: InspectedTemplate & { comment: string }): Promise<void>;
  };
  /** The phone's inbox, newest first. */
  readonly inbox: {
    /** At most 10,000 messages, or `limit`. */
    list(filter?: InboxFilter & { limit?: number }): Promise<InboxMessage[]>;
    /**
     * Resolves with the newest message that matches, as soon as there is one. Rejects after `timeoutMs` (10000). Name
     * `result: 'any'` to wait for the delivery too.
     */
    waitFor(filter?: InboxFilter & { timeoutMs?: number }): Promise<InboxMessage>;
    /** Deletes the messages that match. Resolves with their number. */
    clear(filter?: InboxFilter): Promise<number>;
  };
  /** Failures of both APIs. */
  readonly faults: {
    /** Replaces all rules. */
    set(rules: readonly FaultRule[]): Promise<void>;
    clear(): Promise<void>;
  };
  /** The emulator's clock. Moving it runs everything that becomes due. */
  readonly clock: {
    get(): Promise<Time>;
    /** Moves the clock forward, in milliseconds. */
    advance(ms: number): Promise<Time>;
    /** Sets the clock: milliseconds (not seconds), a Korean time (`2030-01-15 21:00`), or an ISO time with its zone. */
    set(to: number | string): Promise<Time>;
    /** Returns to the real time. */
    reset(): Promise<Time>;
  };
  /** The requests of both APIs, oldest first. */
  readonly journal: {
    list(filter?: JournalFilter & { limit?: number }): Promise<JournalEntry[]>;
    /** Resolves with the oldest request that matches. Rejects after `timeoutMs` (10000). */
    waitFor(filter?: JournalFilter & { timeoutMs?: number }): Promise<JournalEntry>;
    clear(): Promise<void>;
  };
  /** Stores entities as they are, all or none. Resolves with the number of each type. */
  seed(seed: Seed): Promise<{ [type in keyof Seed]: number }>;
  /** Changes settings. Those that are left out do not change. */
  configure(settings: Partial<Settings>): Promise<Settings>;
  /** All entities, for `seed({ snapshot })` of this or another emulator. */
  snapshot(): Promise<Record<string, unknown>>;
  /** Saves all entities in memory under a name. */
  checkpoint(name: string): Promise<void>;
  /** Restores a checkpoint, which can be repeated. Clock, settings, faults and the journal do not change. */
  restore(name: string): Promise<void>;
  /** Resets everything to the start: the clock, the settings and the seed too. Deletes the checkpoints and the journal. */
  reset(): Promise<void>;
  /** Stops the emulator and closes its connections. Can be repeated; every other method then rejects. */
  stop(): Promise<void>;
  /** Stops the emulator at the end of an `await using` block. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts both APIs on 127.0.0.1, in this process. Rejects with an Error if the port is taken or an option wrong. */
export type StartEmulator = (options?: StartOptions) => Promise<Emulator>;
