import { asWarning, type Problem } from '../core/problem.ts';
import { sendProblem } from './about.ts';
import { type FallbackPlace, PLACES } from './fallback.ts';
import type { PreparedSend } from './prepare.ts';
import { type DeliveryResult, type Expectation, isDelivered, isExpected, outcomeOf, UNCERTAIN } from './report.ts';

/** The channel that a result is about: that of the message, or of a fallback. */
export interface ResultChannel {
  type: string;
  /** Null for the message itself. */
  fallback: FallbackPlace | null;
}

/** How a delivery ended, compared with what the test send expects. */
export interface Verdict {
  outcome: 'delivered' | 'failed' | 'unknown';
  asExpected: boolean | null;
  /** Null if the message has fallbacks, and the result does not show which of the channels it is about. */
  channel: ResultChannel | null;
}

/** What a delivery is judged by, of a prepared send or of one of the journal. */
interface DeliverySubject {
  expected: Expectation;
  /** Undefined for a message without a template. */
  template: unknown;
  payload: { type: string };
  fallbacks: readonly { type: string }[];
}

/** The one code that means delivery by a type, if a message has channels of different codes (assumption 97). */
const SUCCESS: Readonly<Record<string, string>> = { sms: '4100', lms: '4100', mms: '6600', rcs: '8000', ntalk: '5000' };
const MESSENGER_SUCCESS = '7000';

/**
 * Judges a delivery's result. If a fallback delivered the message of a template, the template failed: its own message did not
 * arrive. The service reports only the result of the last channel (assumption 94).
 */
export function judgeDelivery(
  { expected, template, payload, fallbacks }: DeliverySubject,
  result: DeliveryResult,
): Verdict {
  const channel = channelOf(result, [payload.type, ...fallbacks.map(({ type }) => type)]);
  const code = result.result;
  if (template && channel?.fallback !== null && code !== UNCERTAIN) {
    // Without a channel, a delivery may be that of a fallback.
    if (channel) return { outcome: 'failed', asExpected: false, channel };
    if (isDelivered(code)) return { outcome: 'unknown', asExpected: null, channel: null };
  }
  // A failure of an unknown channel is not the expected one for certain.
  if (template && !channel && expected.ends === 'failed')
    return { outcome: outcomeOf(code), asExpected: null, channel };
  const met = isExpected(expected, code);
  return { outcome: outcomeOf(code), asExpected: code === UNCERTAIN && !met ? null : met, channel };
}

/**
 * Finds the channel by the result's DEVICE, or by its code if only one of the types delivers with that code. If they contradict
 * each other, DEVICE may be the type of the request, and the channel is unknown.
 */
function channelOf({ device = '', result }: DeliveryResult, types: readonly string[]): ResultChannel | null {
  const [main = ''] = types;
  if (types.length === 1) return { type: main, fallback: null };
  const named = types.indexOf(device.toLowerCase());
  const able = types.filter((type) => (SUCCESS[type] ?? MESSENGER_SUCCESS) === result);
  const isOfAnother = named >= 0 && isDelivered(result) && !able.includes(types[named] ?? '');
  if (isOfAnother && (able.length > 0 || named === 0)) return null;
  const at = named >= 0 ? named : able.length === 1 ? types.indexOf(able[0] ?? '') : -1;
  if (at < 0) return null;
  return { type: types[at] ?? '', fallback: PLACES[at - 1] ?? null };
}

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
