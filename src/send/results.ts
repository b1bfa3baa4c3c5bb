import { ServiceFailure } from '../core/failure.ts';
import { type Clock, slept } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { EarlierSend, SendResult } from '../core/send-result.ts';
import { sendProblem } from './about.ts';
import { deliveryProblem, judged } from './delivered.ts';
import { describeSend } from './describe.ts';
import type { MessageApi } from './endpoints.ts';
import { isUnresolved, type SendClaims } from './once.ts';
import type { PreparedSend } from './prepare.ts';
import type { DeliveryResult } from './report.ts';

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
 * @param deadline milliseconds since the epoch
 */
export async function pollResult(
  message: MessageApi,
  sent: Asked,
  deadline: number,
  { clock, signal }: Pick<Looking, 'clock' | 'signal'>,
): Promise<Found> {
  let found: Found = {};
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
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
    const { result } = await message.report(sent.messageKey, signal);
    // The answer was requested by the message key, and may name none.
    const { messagekey, refkey = sent.refKey } = result ?? {};
    const isOfAnother = messagekey === undefined && sent.refKey !== undefined && refkey !== sent.refKey;
    return !result || isOfAnother ? {} : { result };
  } catch (error) {
    if (error instanceof ServiceFailure) return { failure: error };
    throw error;
  }
}

interface Looking {
  claims?: SendClaims | undefined;
  message: MessageApi;
  clock: Clock;
  signal: AbortSignal;
  /** Null if the run does not wait for results. */
  waitMs: number | null;
}

/** Describes a message that an earlier run sent, with what is known of that send now. */
export async function describeSkipped(send: PreparedSend, first: EarlierSend, running: Looking): Promise<SendResult> {
  const { claims, message, clock, signal, waitMs } = running;
  const earlier = (isUnresolved(first.outcome) && (await claims?.lookAgain(send, first))) || first;
  const { outcome, messageKey, refKey, time, at } = earlier;
  const isAsked = waitMs !== null && Date.parse(at ?? time) <= clock.now();
  // An uncertain result (7305) can become certain for 30 days.
  const isOpen = outcome === 'accepted' || outcome === 'unknown';
  const { result } = isAsked && isOpen && messageKey !== null ? await ask(message, { refKey, messageKey }, signal) : {};
  if (!result) {
    const isMissed = isUnresolved(earlier.outcome) || (isAsked && outcome === 'accepted');
    return describeSend(send, 'skipped', { earlier, ...(isMissed ? { problem: unresolved(send, earlier) } : {}) });
  }
  const verdict = judged(send, result);
  await claims?.record(send, verdict.outcome, { refKey, result: result.result });
  const problem = deliveryProblem(send, verdict);
  return describeSend(send, 'skipped', { earlier, verdict, ...(problem ? { problem } : {}) });
}

function unresolved(send: PreparedSend, earlier: EarlierSend): Problem {
  const { time, refKey, messageKey } = earlier;
  const what = isUnresolved(earlier.outcome)
    ? 'has no known outcome'
    : 'was accepted, and no result of its delivery came';
  const message = `The message to ${send.to.name} was not sent again: the send of ${time} ${what}`;
  const look =
    messageKey === null
      ? `look for the refkey ${refKey} at the service`
      : `ask again with \`notiform report ${messageKey}\``;
  const hint = `Look at the phone, or ${look}. To send again, leave \`--unless-sent\` out`;
  return sendProblem(send.test, isUnresolved(earlier.outcome) ? 'send-uncertain' : 'send-no-result', message, hint);
}
