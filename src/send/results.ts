import { ServiceFailure } from '../core/failure.ts';
import type { Clock } from '../core/ports.ts';
import type { MessageApi } from './endpoints.ts';
import type { DeliveryResult } from './message.ts';

/** What the result of a message is known by. Without a message key only a push can be told to belong to it. */
export interface Sent {
  refKey: string;
  messageKey: string | undefined;
}

export interface ResultWait {
  /** Milliseconds since the epoch: no longer. */
  deadline: number;
  clock: Clock;
  signal: AbortSignal;
}

/** Waits between two questions: notification results come at once or within a minute (message API 6, rule 4). */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000;

/**
 * Asks for the result of an accepted message until there is one, with growing waits (message API 4.3). Undefined where
 * none came in time or the run was stopped. A question that fails is asked again.
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

/** One question; undefined where there is no result yet or no answer. */
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

/** Whether the whole time was slept: false where the run was stopped in it. */
export async function slept(clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
    return !signal.aborted;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}
