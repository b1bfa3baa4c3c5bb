import type { Clock } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import type { SendResult } from '../core/send-result.ts';
import { about } from './about.ts';
import type { SendRisk } from './channel.ts';
import { describeProof, describeSend, outcomeOf } from './describe.ts';
import { type Dispatched, dispatchSend } from './dispatch.ts';
import type { MessageApi } from './endpoints.ts';
import { isExpected } from './expectation.ts';
import type { SendJournal } from './journal.ts';
import type { ResultListener } from './listener.ts';
import type { DeliveryResult } from './message.ts';
import type { PreparedSend } from './prepare.ts';
import { ask, pollResult, type Sent } from './results.ts';

export interface SendContext {
  message: MessageApi;
  journal: SendJournal;
  clock: Clock;
  signal: AbortSignal;
  /** What a person said yes to; a send with any other risk that is not allowed stays unsent. */
  confirmed: readonly SendRisk[];
  /** How long to wait for each result, from when it can come; null for not at all. */
  waitMs: number | null;
  /** Results are received by it, else asked for. */
  listener?: ResultListener | undefined;
}

/**
 * Sends each message once, one after the other, then waits for their results side by side. A message that is not proved
 * or not confirmed is not sent. After a call whose fate is not known, or that reached nobody, no more are sent.
 */
export async function runSends(sends: readonly PreparedSend[], running: SendContext): Promise<SendResult[]> {
  const begun: (SendResult | [PreparedSend, Dispatched])[] = [];
  let stopped: PreparedSend | undefined;
  for (const send of sends) {
    const kept = stopped ? notAfter(send, stopped) : heldBack(send, running.confirmed);
    if (kept) {
      begun.push(kept);
      continue;
    }
    const dispatch = await dispatchSend(send, running);
    if (dispatch.ended === 'unknown' || dispatch.ended === 'not-sent') stopped = send;
    begun.push([send, dispatch]);
  }
  return Promise.all(begun.map((one) => (Array.isArray(one) ? awaitEnd(...one, running) : one)));
}

function heldBack(send: PreparedSend, confirmed: readonly SendRisk[]): SendResult | undefined {
  if (send.proof.length > 0) return describeProof(send);
  if (send.toConfirm.every((risk) => confirmed.includes(risk))) return undefined;
  return describeSend(send, 'not-sent', {
    problem: {
      code: 'send-locks-text',
      severity: 'error',
      message: `This would be the first send of ${send.template.address}, and its text could never be edited again`,
      hint: 'Confirm the prompt, or pass `--allow locks-text`',
      ...about(send.test),
    },
  });
}

function notAfter(send: PreparedSend, stopped: PreparedSend): SendResult {
  return describeSend(send, 'not-sent', {
    problem: {
      code: 'send-stopped',
      severity: 'error',
      message: `The message to ${send.to.name} was not sent, since the one to ${stopped.to.name} before it did not come to an end`,
      ...about(send.test),
    },
  });
}

async function awaitEnd(send: PreparedSend, dispatch: Dispatched, running: SendContext): Promise<SendResult> {
  if (dispatch.ended === 'refused') return describeSend(send, 'refused', { problem: dispatch.problem });
  if (dispatch.ended === 'not-sent') return describeSend(send, 'not-sent', { problem: dispatch.problem });
  const acceptance = dispatch.ended === 'accepted' ? dispatch.acceptance : null;
  const delivery = await awaitResult(send, acceptance?.messageKey, running);
  if (delivery) {
    const { messageKey } = acceptance ?? {};
    const unwritten = await running.journal.write(send, 'result', { messagekey: messageKey, result: delivery.result });
    const outcome = outcomeOf(delivery);
    const problem = outcome === 'unknown' ? undecided(send, delivery) : unkept(unwritten);
    return describeSend(send, outcome, { acceptance, delivery, ...(problem ? { problem } : {}) });
  }
  if (dispatch.ended === 'unknown') return describeSend(send, 'unknown', { problem: dispatch.problem });
  const problem = noResult(send, dispatch.acceptance.messageKey, running) ?? unkept(dispatch.unwritten);
  return describeSend(send, 'accepted', { acceptance, ...(problem ? { problem } : {}) });
}

/** The message is sent, whatever the journal has of it. */
function unkept(unwritten: Problem | undefined): Problem | undefined {
  return unwritten && { ...unwritten, severity: 'warning' };
}

function undecided(send: PreparedSend, { result }: DeliveryResult): Problem {
  return {
    code: 'send-uncertain',
    severity: isExpected(send.expected, result) ? 'warning' : 'error',
    message: `The messenger does not know whether it delivered the message to ${send.to.name} (${result})`,
    hint: 'It may take up to 30 days to learn it: look at the phone',
    ...about(send.test),
  };
}

/** The result of a message, or undefined where none came, none was waited for, or none can be known. */
async function awaitResult(
  send: PreparedSend,
  messageKey: string | undefined,
  { message, clock, signal, waitMs, listener }: SendContext,
): Promise<DeliveryResult | undefined> {
  const deadline = deadlineOf(send, clock, waitMs);
  if (deadline === undefined) return undefined;
  const sent: Sent = { refKey: send.payload.refkey, messageKey };
  const limits = { deadline, clock, signal };
  const pushed = await listener?.waitFor(sent, limits);
  if (pushed || messageKey === undefined) return pushed;
  // A push that was missed is recovered by asking (message API 6, rule 3).
  return listener ? ask(message, messageKey, signal) : pollResult(message, messageKey, limits);
}

/** Until when a result is waited for; undefined where it cannot come that soon, or nobody waits. */
function deadlineOf({ at }: PreparedSend, clock: Clock, waitMs: number | null): number | undefined {
  if (waitMs === null) return undefined;
  const begins = Math.max(at ?? 0, clock.now());
  return begins - clock.now() > waitMs ? undefined : begins + waitMs;
}

function noResult(send: PreparedSend, messageKey: string, { clock, signal, waitMs }: SendContext): Problem | undefined {
  if (waitMs === null || (send.at ?? 0) > clock.now()) return undefined;
  const after = signal.aborted ? 'before the run was stopped' : `in ${Math.round(waitMs / 1000)} seconds`;
  return {
    code: signal.aborted ? 'interrupted' : 'send-no-result',
    severity: 'error',
    message: `The message to ${send.to.name} was accepted, and no result of its delivery came ${after}`,
    hint: `Look for the message key ${messageKey} at the send inquiry of the service`,
    ...about(send.test),
  };
}
