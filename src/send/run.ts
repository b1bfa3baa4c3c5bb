import type { ServiceFailure } from '../core/failure.ts';
import type { Clock } from '../core/ports.ts';
import { asWarning, isProblem, type Problem } from '../core/problem.ts';
import type { SendProgress, SendResult } from '../core/send-result.ts';
import { problemOf, sendProblem } from './about.ts';
import type { FileKeys, SendRisk } from './channel.ts';
import { deliveryProblem, judged } from './delivered.ts';
import { describeProof, describeSend } from './describe.ts';
import { type Dispatched, dispatchSend, withUploads } from './dispatch.ts';
import type { MessageApi } from './endpoints.ts';
import { checkHours, checkSchedule } from './hours.ts';
import type { SendJournal } from './journal.ts';
import type { SendClaims } from './once.ts';
import type { PreparedSend } from './prepare.ts';
import { describeSkipped, type Found, pollResult } from './results.ts';

export interface SendContext {
  message: MessageApi;
  keyOf: FileKeys;
  journal: SendJournal;
  clock: Clock;
  serviceClock?: Pick<Clock, 'now'>;
  signal: AbortSignal;
  /** The risks that a person confirmed. A send with another risk that is not allowed is not sent. */
  confirmed: readonly SendRisk[];
  /** How long to wait for each result, from the time when it can come; null for no wait. */
  waitMs: number | null;
  /** Skips messages that were sent a short time ago. */
  claims?: SendClaims | undefined;
  onEvent?: ((event: SendProgress) => void) | undefined;
}

/**
 * Sends each message once, one after the other, and waits for all results in parallel. A message that is not proved is not
 * sent, nor is one with a file that cannot be uploaded. If a risk is not confirmed, no message is sent: a second run with the
 * confirmation would repeat the others. After a call with an unknown outcome, that did not reach the service, or whose credentials
 * were refused, no more messages are sent.
 */
export async function runSends(sends: readonly PreparedSend[], running: SendContext): Promise<SendResult[]> {
  const { onEvent = () => undefined, confirmed } = running;
  const kept = sends.map((send) => notYetSent(send, confirmed));
  if (kept.some((one) => one?.problem?.code === 'send-locks-text'))
    return sends.map((send, at) => kept[at] ?? notSent(sendProblem(send.test, ...UNCONFIRMED), send));
  const ended = (send: SendResult): SendResult => {
    onEvent({ type: 'send-ended', send, of: sends.length });
    return send;
  };
  onEvent({ type: 'sending', sends: sends.length });
  const begun: (Promise<SendResult> | (() => Promise<SendResult>))[] = [];
  let stopped: PreparedSend | undefined;
  for (const send of sends) {
    const { end, stops = false } = stopped ? { end: notAfter(send, stopped) } : await begin(send, running);
    if (stops) stopped = send;
    const earlier = end instanceof Promise ? null : end.earlier;
    if (earlier) begun.push(() => describeSkipped(send, earlier, running).then(ended));
    else begun.push(handled(Promise.resolve(end).then(ended)));
  }
  await Promise.all(begun.filter((one) => one instanceof Promise));
  // The run that sent a skipped message may have ended by now.
  return Promise.all(begun.map((one) => (one instanceof Promise ? one : one())));
}

/** A promise that is awaited later. Its error is not lost, and does not end the process before that. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

interface SendBegun {
  /** The end of a message without a call, or what its call comes to. */
  end: SendResult | Promise<SendResult>;
  /** True if no more messages are sent. */
  stops?: boolean;
}

/** Makes the call of a message. Its result is awaited by the caller. */
async function begin(send: PreparedSend, running: SendContext): Promise<SendBegun> {
  const { signal, claims, clock } = running;
  const kept = notYetSent(send, running.confirmed);
  if (kept) return { end: kept };
  const late = (): Problem | undefined => notInTime(send, running);
  const problem = late();
  const claimed = signal.aborted ? undefined : await claims?.claim(send, { isLate: problem !== undefined });
  if (isProblem(claimed)) return { end: notSent(claimed, send), stops: true };
  if (claimed) return { end: describeSend(send, 'skipped', { earlier: claimed }) };
  if (problem) return { end: notSent(problem, send) };
  const ready = await withUploads(send, running.keyOf);
  if (isProblem(ready)) {
    await claims?.record(send, 'not-sent');
    return { end: notSent(ready, send) };
  }
  const begins = clock.now();
  const waits = deadlineOf(ready, clock, running.waitMs) !== undefined;
  const dispatch = await dispatchSend(ready, { ...running, late }, waits);
  const { ended } = dispatch;
  const recorded = claims?.record(
    send,
    ended,
    ended === 'accepted' ? { messageKey: dispatch.acceptance.messageKey } : {},
  );
  const end = async (): Promise<SendResult> => {
    const [found, unrecorded] = await Promise.all([awaitEnd(ready, dispatch, running), recorded]);
    const { outcome, delivery } = found;
    const tookMs = ended === 'not-sent' ? null : clock.now() - begins;
    const failed =
      unrecorded ?? (delivery ? await claims?.record(send, outcome, { result: delivery.code }) : undefined);
    return { ...found, tookMs, problem: found.problem ?? notWritten(failed) ?? null };
  };
  return { end: end(), stops: stopsOthers(dispatch) };
}

/** True if the end of a call keeps later messages from being sent. Credentials that are refused are refused for all of them. */
function stopsOthers(dispatch: Dispatched): boolean {
  if (dispatch.ended === 'accepted') return false;
  const { code } = dispatch.problem;
  if (dispatch.ended === 'refused') return code === 'service-credentials';
  return code !== 'send-hours' && code !== 'send-time';
}

function notYetSent(send: PreparedSend, confirmed: readonly SendRisk[]): SendResult | undefined {
  if (send.proof.length > 0) return describeProof(send);
  if (send.toConfirm.every((risk) => confirmed.includes(risk))) return undefined;
  const message = `This would be the first send of ${send.locks.join(', ')}, and its text could never be edited again`;
  return notSent(sendProblem(send.test, 'send-locks-text', message, CONFIRM), send);
}

const CONFIRM = 'Check the text, then pass `--allow locks-text`';
const UNCONFIRMED = [
  'send-unconfirmed',
  'Not sent, because another message of this run is not confirmed',
  CONFIRM,
] as const;

function notSent(problem: Problem, send: PreparedSend): SendResult {
  return describeSend(send, 'not-sent', { problem });
}

/** Checks the time of delivery again at each call: a prompt, a long suite or a wait for the service may have outlasted it. */
function notInTime(send: PreparedSend, { serviceClock, clock }: SendContext): Problem | undefined {
  const { test, at } = send;
  const now = (serviceClock ?? clock).now();
  const late = [...checkSchedule(test, at, now), ...checkHours(send, now)].find(({ severity }) => severity === 'error');
  return late && problemOf(late, test, {});
}

function notAfter(send: PreparedSend, stopped: PreparedSend): SendResult {
  const message = `The message to ${send.to.name} was not sent, because the send to ${stopped.to.name} before it did not complete`;
  return notSent(sendProblem(send.test, 'send-stopped', message), send);
}

async function awaitEnd(send: PreparedSend, dispatch: Dispatched, running: SendContext): Promise<SendResult> {
  if (dispatch.ended !== 'accepted') return describeSend(send, dispatch.ended, { problem: dispatch.problem });
  const { acceptance } = dispatch;
  const { messageKey } = acceptance;
  const deadline = deadlineOf(send, running.clock, running.waitMs);
  const sent = { refKey: send.payload.refkey, messageKey };
  const { result, failure }: Found =
    deadline === undefined ? {} : await pollResult(running.message, sent, deadline, running);
  if (result) {
    const verdict = judged(send, result);
    const learned = { messagekey: messageKey, result: result.result, ...verdict };
    const unwritten = await running.journal.write(send, 'result', learned);
    const problem = deliveryProblem(send, verdict) ?? notWritten(unwritten);
    return describeSend(send, verdict.outcome, { acceptance, verdict, ...(problem ? { problem } : {}) });
  }
  const problem = noResult(send, messageKey, failure, running) ?? notWritten(dispatch.unwritten);
  return describeSend(send, 'accepted', { acceptance, ...(problem ? { problem } : {}) });
}

/** A warning only: the message was sent, although the journal lacks a line. */
function notWritten(unwritten: Problem | undefined): Problem | undefined {
  return unwritten && asWarning(unwritten);
}

/** Returns when waiting for a result ends; undefined if the result cannot come before, or if the run does not wait. */
function deadlineOf({ at }: PreparedSend, clock: Clock, waitMs: number | null): number | undefined {
  if (waitMs === null) return undefined;
  const begins = Math.max(at ?? 0, clock.now());
  return begins - clock.now() > waitMs ? undefined : begins + waitMs;
}

/** @param failure why the last request for the result failed */
function noResult(
  send: PreparedSend,
  messageKey: string,
  failure: ServiceFailure | undefined,
  { clock, signal, waitMs }: SendContext,
): Problem | undefined {
  if (waitMs === null || (send.at ?? 0) > clock.now()) return undefined;
  const { problem: cause } = failure ?? {};
  const late = `no result of its delivery came ${signal.aborted ? 'before the run was stopped' : `in ${Math.round(waitMs / 1000)} seconds`}`;
  const why = failure?.kind === 'refused' ? 'its result cannot be requested' : late;
  const message = `The message to ${send.to.name} was accepted, and ${why}${cause && !signal.aborted ? `: ${cause.message}` : ''}`;
  const hint = `Ask again with \`notiform report ${messageKey}\`, or look for the key at the send inquiry of the service`;
  const problem = sendProblem(send.test, signal.aborted ? 'interrupted' : 'send-no-result', message, hint);
  return cause?.service ? { ...problem, service: cause.service } : problem;
}
