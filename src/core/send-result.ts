import type { Address } from './address.ts';
import type { ProblemCode } from './codes.ts';
import type { JsonObject } from './json.ts';
import type { Place, Problem } from './problem.ts';

/** The first difference of two texts: its line and column, both from 1, columns in code points. */
export interface Difference {
  line: number;
  column: number;
  /** That line of the approved template, and of what would be sent; null if a text has no line with this number. */
  expected: string | null;
  actual: string | null;
}

/** One reason why a payload does not equal its template. */
export interface ProofFailure {
  code: ProblemCode;
  /** The member of the payload: `message`, `button[1].url_mobile`. */
  path: string;
  /** One sentence without a full stop at its end. */
  message: string;
  hint?: string;
  /** Both as data. */
  said?: NonNullable<Problem['said']>;
  /** Set if the rule follows from an assumption and no document has it. The message is sent all the same. */
  severity?: 'warning';
  /** For texts that differ. */
  difference?: Difference;
  /** The value or field of a manifest that makes the member what it is. */
  place?: Place;
}

/**
 * How one send ended:
 * - `proved`: a dry run; the payload equals its template
 * - `unproved`: it does not; nothing was sent
 * - `refused`: the service did not accept it
 * - `accepted`: code 1000; no delivery result was waited for, or none came in time
 * - `delivered`, `failed`: the delivery's RESULT (message API 6)
 * - `unknown`: the outcome of the call is unknown; the message is never sent again automatically
 * - `not-sent`: not called: interrupted, refused by a guard, or an earlier one failed
 * - `skipped`: not called, because the same message was sent a short time ago (`--unless-sent`)
 */
export type SendOutcome =
  | 'proved'
  | 'unproved'
  | 'refused'
  | 'accepted'
  | 'delivered'
  | 'failed'
  | 'unknown'
  | 'not-sent'
  | 'skipped';

export interface EarlierSend {
  /** When it was called, ISO 8601. */
  time: string;
  /** The time of a reserved delivery, ISO 8601; null for immediate delivery. */
  at: string | null;
  refKey: string;
  messageKey: string | null;
  /** `sending` if its run has not recorded an outcome yet, or was killed; `failed` if a fallback was delivered. */
  outcome: 'sending' | 'accepted' | 'delivered' | 'failed' | 'unknown';
}

/** A message on one channel as a phone shows it, drawn as text. */
export interface MessagePreview {
  /** `at`, `sms`: the channel. */
  type: string;
  text: string[];
}

/** One message to one recipient. Private numbers are masked here already. */
export interface SendResult {
  /** The test send's id, or the template's address if it was sent without a manifest. */
  send: string;
  source: Place | null;
  template: Address | null;
  templateCode: string | null;
  /** The sample that fills what the test send leaves out; null if no sample is used. */
  sample: string | null;
  /** `at`, `ai`: the key of `content` (message API 2.4). */
  type: string;
  /** Name of `senders`, and its public number. */
  from: { name: string; number: string };
  /** Name of `recipients`, and its number, masked. */
  to: { name: string; number: string };
  /** The body as sent, or as it would be. */
  text: string;
  /** The message as the phone shows it, then its fallbacks, as lines of text. Only before a send, in a dry run, and if `text` is empty. */
  preview?: MessagePreview[];
  /** The buttons of the message, then those of its fallbacks, each in one line. Only if `preview` is missing. */
  buttons?: string[][];
  /** The time of delivery, ISO 8601; null for immediate delivery. */
  at: string | null;
  /** The whole payload with private values masked (recipient, account, sender key). */
  payload: JsonObject;
  outcome: SendOutcome;
  /** `delivered` or `failed:7322`, as the manifest says. */
  expect: string;
  /** True if the outcome is the expected one; null if there is no result to compare. */
  asExpected: boolean | null;
  /** The answer to the send call (message API 2.2). */
  acceptance: { code: number; description: string; messageKey: string; refKey: string } | null;
  /** The messages of other channels that are sent if this one fails, in their order. */
  fallbacks: { type: string; template: Address | null; text: string }[];
  /** The delivery's result (message API 6). */
  delivery: {
    code: string;
    device: string | null;
    media: string | null;
    /** ISO 8601. */
    at: string | null;
    /** The type of the result's channel; null if the result does not show it. */
    channel?: string | null | undefined;
    /** Which fallback the channel is; null for the message itself, or if the result does not show it. */
    fallback?: 'first' | 'second' | null | undefined;
  } | null;
  /** Milliseconds from the call to the delivery result, or to the end of the wait; null if the message was not sent. */
  tookMs: number | null;
  /** Set for `skipped`. */
  earlier: EarlierSend | null;
  proof: ProofFailure[];
  /** `locks-text`: this send makes the template active, and its text final. */
  risks: string[];
  problem: Problem | null;
}

/** The progress of sends: the first call is about to be made, or a send ended. */
export type SendProgress = { type: 'sending'; sends: number } | { type: 'send-ended'; send: SendResult; of: number };

/** A message that was sent earlier, as the journal has it, with its result. Members are null if the journal lacks the message. */
export interface SendRecord {
  send: string | null;
  template: string | null;
  templateCode: string | null;
  to: { name: string; number: string } | null;
  /** When it was called, ISO 8601. */
  time: string | null;
  /** The time of a reserved delivery, ISO 8601. */
  at: string | null;
  refKey: string | null;
  messageKey: string | null;
  outcome: SendOutcome;
  expect: string;
  asExpected: boolean | null;
  /** The delivery's result, or the code of a refusal. A result that an earlier version of notiform stored has only the code. */
  result: NonNullable<SendResult['delivery']> | null;
  problem: Problem | null;
}

export interface SendReport {
  environment: string;
  dryRun: boolean;
  /** True for `send --check`: each send is the payload of a file. */
  isCheck?: boolean;
  sends: SendResult[];
  problems: Problem[];
}
