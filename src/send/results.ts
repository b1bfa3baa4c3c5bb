import { ServiceFailure } from '../core/failure.ts';
import { type Clock, slept } from '../core/ports.ts';
import type { MessageApi } from './endpoints.ts';
import type { DeliveryResult } from './message.ts';

/** The keys of a sent message. Without a message key only a pushed result can be matched. */
export interface Sent {
  refKey: string;
  messageKey: string | undefined;
}

export interface ResultWait {
  /** Milliseconds since the epoch. */
  deadline: number;
  clock: Clock;
  signal: AbortSignal;
}

/** Waits between two requests: notification results come at once or within a minute (message API 6, rule 4). */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/**
 * Requests the result of an accepted message until there is one, with growing waits (message API 4.3). Undefined if none
 * came in time or the run was stopped. A request that fails is repeated.
 */
export async function pollResult(
  message: MessageApi,
  messageKey: string,
  { deadline, clock, signal }: ResultWait,
): Promise<DeliveryResult | undefined> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const left = deadline - clock.now();
    if (!(await slept(clock, Math.max(0, Math.min(wait, left)), signal))) return undefined;
    const result = await ask(message, messageKey, signal);
    if (result || clock.now() >= deadline || signal.aborted) return result;
  }
}

/** Requests the result once; undefined if there is no result yet or no answer. */
export async function ask(
  message: MessageApi,
  messageKey: string,
  signal: AbortSignal,
): Promise<DeliveryResult | undefined> {
  try {
    const answer = await message.report(messageKey, signal);
    return answer.pending ? undefined : answer.result;
  } catch (error) {
    if (error instanceof ServiceFailure) return undefined;
    throw error;
  }
}
