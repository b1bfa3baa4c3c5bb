import type { Clock } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { EarlierSend, SendResult } from '../core/send-result.ts';
import { sendProblem } from './about.ts';
import { deliveryProblem, judgeDelivery } from './delivered.ts';
import { describeSend } from './describe.ts';
import type { MessageApi } from './endpoints.ts';
import { isUnresolved, type SendClaims } from './once.ts';
import type { PreparedSend } from './prepare.ts';
import { ask } from './results.ts';

interface Looking {
  claims?: SendClaims | undefined;
  message: MessageApi;
  clock: Pick<Clock, 'now'>;
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
  const { result: delivery } =
    isAsked && isOpen && messageKey !== null ? await ask(message, { refKey, messageKey }, signal) : {};
  if (!delivery) {
    const isMissed = isUnresolved(earlier.outcome) || (isAsked && outcome === 'accepted');
    return describeSend(send, 'skipped', { earlier, ...(isMissed ? { problem: unresolved(send, earlier) } : {}) });
  }
  const { result } = delivery;
  const verdict = judgeDelivery(send, delivery);
  await claims?.record(send, verdict.outcome, { refKey, result });
  const problem = deliveryProblem(send, delivery, verdict);
  return describeSend(send, 'skipped', { earlier, delivery, ...(problem ? { problem } : {}) });
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
