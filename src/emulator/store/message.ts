import type { JsonObject } from '../../core/json.ts';

/** An accepted send. */
export interface Message {
  messagekey: string;
  msgid: string;
  type: 'at' | 'ai';
  from: string;
  to: string;
  refkey: string;
  content: JsonObject;
  /** Whether a fallback was given (`resend`). */
  fallback: boolean;
  acceptedAt: number;
  /** When it goes out; differs from `acceptedAt` for a reserved one. */
  sendAt: number;
  /** When its result is known. */
  resultAt: number;
  /** Judged when it goes out; null before. */
  outcome: Outcome | null;
  pushed: boolean;
}

export interface Outcome {
  /** The webhook's RESULT (message API 6). */
  result: string;
  /** `at`, `ai`, or the fallback's channel. */
  device: string;
  /** Why it failed, for a person: the inbox shows it, the service's result does not. */
  reason: string | null;
}
