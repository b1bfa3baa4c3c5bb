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
  /** Milliseconds until the first request. */
  firstMs?: number | undefined;
}

/** The result of a message, or why the last request for it failed; neither if there is no result yet. */
export interface Found {
  result?: DeliveryResult;
  failure?: ServiceFailure;
}

/** Waits between two requests: notification results come at once or within a minute (message API 6, rule 4). */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 15_000;

/**
 * Requests the result of an accepted message with growing waits until there is one, the service refuses the request, the time
 * is over or the run is stopped (message API 4.3).
 */
export async function pollResult(
  message: MessageApi,
  sent: Sent & { messageKey: string },
  { deadline, clock, signal, firstMs = FIRST_WAIT }: ResultWait,
): Promise<Found> {
  let found: Found = {};
  for (let wait = firstMs; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    const left = deadline - clock.now();
    if (!(await slept(clock, Math.max(0, Math.min(wait, left)), signal))) return found;
    found = await ask(message, sent, signal);
    const isRefused = found.failure?.kind === 'refused';
    if (found.result || isRefused || clock.now() >= deadline || signal.aborted) return found;
  }
}

/** A message whose result is requested. The refkey is left out for a message that the journal does not have. */
interface Asked {
  messageKey: string;
  refKey?: string;
}

/** Requests the result once. */
export async function ask(message: Pick<MessageApi, 'report'>, sent: Asked, signal: AbortSignal): Promise<Found> {
  try {
    const answer = await message.report(sent.messageKey, signal);
    return answer.pending || isOfAnother(answer.result, sent) ? {} : { result: answer.result };
  } catch (error) {
    if (error instanceof ServiceFailure) return { failure: error };
    throw error;
  }
}

/** True if a result is that of the message. Compares message keys if both have one, otherwise the refkey, which is unique. */
export function isOf(result: DeliveryResult, { messageKey, refKey }: Sent): boolean {
  if (messageKey !== undefined && result.messagekey !== undefined) return result.messagekey === messageKey;
  return result.refkey === refKey;
}

/** True if a result names another message. The answer to a report may name none, because it was requested by the key. */
function isOfAnother({ messagekey, refkey }: DeliveryResult, { messageKey, refKey }: Asked): boolean {
  if (messagekey !== undefined) return messagekey !== messageKey;
  return refkey !== undefined && refKey !== undefined && refkey !== refKey;
}
