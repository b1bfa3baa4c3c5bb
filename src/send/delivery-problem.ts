import { asWarning, type Problem } from '../core/problem.ts';
import { sendProblem } from './about.ts';
import type { Verdict } from './delivered.ts';
import { isDelivered, isExpected } from './expectation.ts';
import type { DeliveryResult } from './message.ts';
import type { PreparedSend } from './prepare.ts';

/** Reports an uncertain delivery, or a fallback that was delivered instead of the template. */
export function deliveryProblem(send: PreparedSend, delivery: DeliveryResult, verdict: Verdict): Problem | undefined {
  return verdict.outcome === 'unknown' ? undecided(send, delivery, verdict) : fellBack(send, delivery, verdict);
}

function undecided(send: PreparedSend, { result }: DeliveryResult, { channel }: Verdict): Problem {
  if (channel === null && isDelivered(result)) {
    const message = `A message was delivered to ${send.to.name} (${result}), and the result does not show whether it was the ${send.payload.type} or a fallback`;
    return sendProblem(send.test, 'send-uncertain', message, 'Look at the phone, or leave `fallback` out');
  }
  const message = `The messenger does not know whether it delivered the message to ${send.to.name} (${result})`;
  const hint = 'It may take up to 30 days to learn it: look at the phone';
  const problem = sendProblem(send.test, 'send-uncertain', message, hint);
  return isExpected(send.expected, result) ? asWarning(problem) : problem;
}

/** Reports a template whose message was replaced by a fallback. */
function fellBack(send: PreparedSend, { result }: DeliveryResult, { channel, outcome }: Verdict): Problem | undefined {
  if (outcome !== 'failed' || !isDelivered(result) || !channel) return undefined;
  const { template, payload, to, test } = send;
  const message = `${template?.address} was not delivered to ${to.name} as ${payload.type}: the ${channel.fallback} fallback, ${channel.type}, was delivered instead`;
  return sendProblem(test, 'send-fell-back', message);
}
