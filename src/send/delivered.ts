import { asWarning, type Problem } from '../core/problem.ts';
import type { SendResult } from '../core/send-result.ts';
import { sendProblem } from './about.ts';
import { type FallbackPlace, PLACES } from './fallback.ts';
import type { PreparedSend } from './prepare.ts';
import { type DeliveryResult, isDelivered, isExpected, outcomeOf, UNCERTAIN } from './report.ts';

/** The channel that a result is about: that of the message, or of a fallback. */
interface ResultChannel {
  type: string;
  /** Null for the message itself. */
  fallback: FallbackPlace | null;
}

/** How a delivery ended, compared with what the test send expects. */
export interface Verdict {
  outcome: 'delivered' | 'failed' | 'unknown';
  asExpected: boolean | null;
  /** The result as plain data. Its channel is null if it does not show which of several it is about. */
  delivery: NonNullable<SendResult['delivery']>;
}

/** What a delivery is judged by, of a prepared send or of one of the journal. */
interface DeliverySubject {
  /** `delivered` if left out. */
  expect?: string | undefined;
  /** Left out for a message without a template. */
  template?: string | undefined;
  /** The types of the message and of its fallbacks. Left out by earlier versions, which had no fallbacks. */
  types?: readonly string[] | undefined;
}

/** Returns the types of a message and of its fallbacks. */
export function typesOf({ type, fallbacks }: PreparedSend): string[] {
  return [type, ...fallbacks.map((one) => one.type)];
}

/** Judges the result of a send. */
export function judged(send: PreparedSend, result: DeliveryResult): Verdict {
  const { test, template } = send;
  return judgeDelivery({ expect: test.expect, template: template?.address, types: typesOf(send) }, result);
}

/** The one code that means delivery by a type, if a message has channels of different codes (assumption 97). */
const SUCCESS: Readonly<Record<string, string>> = { sms: '4100', lms: '4100', mms: '6600', rcs: '8000', ntalk: '5000' };
const MESSENGER_SUCCESS = '7000';

/**
 * Judges a delivery's result. If a fallback delivered the message of a template, the template failed: its own message did not
 * arrive. The service reports only the result of the last channel (assumption 94).
 */
export function judgeDelivery(
  { expect = 'delivered', template, types = [''] }: DeliverySubject,
  result: DeliveryResult,
): Verdict {
  const channel = channelOf(result, types);
  const { result: code } = result;
  const ends = (outcome: Verdict['outcome'], asExpected: boolean | null): Verdict => {
    return { outcome, asExpected, delivery: describeDelivery(result, channel) };
  };
  if (template && channel?.fallback !== null && code !== UNCERTAIN) {
    // Without a channel, a delivery may be that of a fallback.
    if (channel) return ends('failed', false);
    if (isDelivered(code)) return ends('unknown', null);
  }
  // A failure of an unknown channel is not the expected one for certain.
  if (template && !channel && expect !== 'delivered') return ends(outcomeOf(code), null);
  const met = isExpected({ expect }, code);
  return ends(outcomeOf(code), code === UNCERTAIN && !met ? null : met);
}

/** Returns a delivery's result as plain data. */
export function describeDelivery(
  { result, device, media, unixtime }: DeliveryResult,
  channel: ResultChannel | null = null,
): Verdict['delivery'] {
  const isTime = unixtime !== undefined && /^\d{1,12}$/.test(unixtime);
  return {
    code: result,
    device: device ?? null,
    media: media ?? null,
    at: isTime ? new Date(Number(unixtime) * 1000).toISOString() : null,
    channel: channel?.type ?? null,
    fallback: channel?.fallback ?? null,
  };
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
export function deliveryProblem(send: PreparedSend, { outcome, delivery }: Verdict): Problem | undefined {
  const { test, template, type, to } = send;
  const { code, channel, fallback } = delivery;
  if (outcome === 'failed' && isDelivered(code) && channel) {
    const message = `${template?.address} was not delivered to ${to.name} as ${type}: the ${fallback} fallback, ${channel}, was delivered instead`;
    return sendProblem(test, 'send-fell-back', message);
  }
  if (outcome !== 'unknown') return undefined;
  if (!channel && isDelivered(code)) {
    const message = `A message was delivered to ${to.name} (${code}), and the result does not show whether it was the ${type} or a fallback`;
    return sendProblem(test, 'send-uncertain', message, 'Look at the phone, or leave `fallback` out');
  }
  const message = `The messenger does not know whether it delivered the message to ${to.name} (${code})`;
  const hint = 'It may take up to 30 days to learn it: look at the phone';
  const problem = sendProblem(test, 'send-uncertain', message, hint);
  return isExpected(test, code) ? asWarning(problem) : problem;
}
