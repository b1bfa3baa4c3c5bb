import type { output } from 'zod';
import type * as shape from './output-shape.ts';
import type { Problem } from './problem.ts';

export type Difference = output<typeof shape.difference>;
export type ProofFailure = output<typeof shape.proofFailure>;
export type SendOutcome = output<typeof shape.sendOutcome>;
export type EarlierSend = output<typeof shape.earlierSend>;
export type MessagePreview = output<typeof shape.messagePreview>;
export type SendResult = output<typeof shape.sendResult>;

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
