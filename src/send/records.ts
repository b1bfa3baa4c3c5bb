import { Exit, worstExit } from '../core/exit.ts';
import type { Clock } from '../core/ports.ts';
import { asWarning, errorProblem, type Problem } from '../core/problem.ts';
import type { SendRecord } from '../core/send-result.ts';
import { describeDelivery } from './describe.ts';
import type { MessageApi } from './endpoints.ts';
import { expectationIn, isExpected, outcomeOf, UNCERTAIN } from './expectation.ts';
import type { JournaledSend, SendJournal } from './journal.ts';
import { ask } from './results.ts';

/** The service keeps messages this long (message API 1, 4.3). */
const KEPT_MS = 35 * 24 * 3_600_000;

/** The longest message key (message API 2.2). */
const LONGEST_KEY = 32;

/**
 * Finds the sends that a key names: the one with this message key or refkey, or those of a test send or template, the last for each
 * recipient. Empty if the journal has none.
 */
export function sendsNamed(key: string, sends: readonly JournaledSend[]): JournaledSend[] {
  const exact = sends.filter(({ messagekey, refkey }) => messagekey === key || refkey === key);
  if (exact.length > 0) return exact;
  const named = sends.filter(({ send, template }) => send === key || template === key);
  return [...new Map(named.map((send) => [send.to, send])).values()];
}

/** True if a text can be the message key of a send that another machine made. */
export function isMessageKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && text.length <= LONGEST_KEY;
}

/** True if the result of a send can still change, and can be requested. */
export function canBeAsked({ outcome, messagekey }: JournaledSend): boolean {
  return messagekey !== undefined && (outcome === 'accepted' || outcome === 'unknown');
}

export interface ResultContext {
  message: Pick<MessageApi, 'report'>;
  journal: Pick<SendJournal, 'addResult'>;
  clock: Pick<Clock, 'now'>;
  signal: AbortSignal;
}

/** Requests the result of a send that can be asked for, and adds a new result to the journal. */
export async function requestResult(send: JournaledSend, asking: ResultContext): Promise<SendRecord> {
  const { message, journal, clock, signal } = asking;
  const { refkey: refKey, messagekey: messageKey = '' } = send;
  const known = recordOf(send);
  if (clock.now() - deliveredBy(known) > KEPT_MS) return { ...known, problem: gone(messageKey) };
  const { result, failure } = await ask(message, { refKey, messageKey }, signal);
  if (failure)
    return { ...known, problem: isUnknownKey(failure.problem) ? gone(messageKey, failure.problem) : failure.problem };
  if (!result) return { ...known, problem: isReserved(known, clock.now()) ? null : pending(messageKey) };
  const isNew = result.result !== send.result;
  const unwritten = isNew
    ? await journal.addResult(send, { messagekey: messageKey, result: result.result })
    : undefined;
  const record = recordOf({ ...send, outcome: outcomeOf(result.result), result: result.result });
  return {
    ...record,
    result: describeDelivery(result),
    problem: record.problem ?? (unwritten ? asWarning(unwritten) : null),
  };
}

/** Requests the result of a message that the journal does not have. */
export async function requestUnjournaled(messageKey: string, { message, signal }: ResultContext): Promise<SendRecord> {
  const { result, failure } = await ask(message, { messageKey }, signal);
  const base: SendRecord = {
    send: null,
    template: null,
    templateCode: null,
    to: null,
    time: null,
    at: null,
    refKey: result?.refkey ?? null,
    messageKey,
    outcome: failure ? 'unknown' : 'accepted',
    expect: 'delivered',
    asExpected: null,
    result: null,
    problem: null,
  };
  if (failure)
    return { ...base, problem: isUnknownKey(failure.problem) ? gone(messageKey, failure.problem) : failure.problem };
  if (!result) return { ...base, problem: pending(messageKey) };
  const outcome = outcomeOf(result.result);
  return {
    ...base,
    outcome,
    asExpected: outcome === 'unknown' ? null : outcome === 'delivered',
    result: describeDelivery(result),
    problem: outcome === 'unknown' ? uncertain(messageKey) : null,
  };
}

/** Returns a journaled send as plain data, with what the journal knows of its result. */
export function recordOf({
  send,
  template,
  code,
  to,
  number,
  time,
  at,
  refkey,
  messagekey,
  outcome,
  expect = 'delivered',
  result,
}: JournaledSend): SendRecord {
  const expected = expectationIn(expect);
  const asExpected = result === undefined || !expected ? null : isExpected(expected, result);
  const isUnsettled = outcome === 'unknown';
  return {
    send,
    template: template ?? null,
    templateCode: code ?? null,
    to: { name: to, number },
    time,
    at: at ?? null,
    refKey: refkey,
    messageKey: messagekey ?? null,
    outcome,
    expect,
    asExpected: result === UNCERTAIN && !asExpected ? null : asExpected,
    result: result === undefined ? null : { code: result, device: null, media: null, at: null },
    problem: !isUnsettled ? null : messagekey === undefined ? withoutAnswer(refkey) : uncertain(messagekey),
  };
}

/** Returns the exit code of some records: 8 for a message that was not delivered as expected, 9 for an unknown result. */
export function exitOfRecords(records: readonly SendRecord[], now: number): number {
  return worstExit(
    records.map((record) => {
      const { outcome, asExpected } = record;
      if (asExpected || (outcome === 'accepted' && isReserved(record, now))) return Exit.done;
      return outcome === 'accepted' || outcome === 'unknown' ? Exit.unknown : Exit.undelivered;
    }),
  );
}

function isReserved({ at }: SendRecord, now: number): boolean {
  return at !== null && Date.parse(at) > now;
}

function deliveredBy({ time, at }: SendRecord): number {
  return Math.max(...[time, at].map((one) => Date.parse(one ?? '')).filter((one) => !Number.isNaN(one)));
}

/** True if the service has no message with this key (message API 4.3 shows no code; assumption 344). */
function isUnknownKey({ service }: Problem): boolean {
  return service?.code === '2000';
}

const LOOK = 'Look at the phone, or at the send inquiry of the service';

function gone(messageKey: string, refusal?: Problem): Problem {
  const why = refusal?.service ? `: ${refusal.service.message} (code ${refusal.service.code})` : '';
  const problem = errorProblem(
    'send-result-gone',
    `The service has no message with the key ${messageKey}${why}`,
    `The service keeps messages for 35 days. Check the key and the environment. ${LOOK}`,
  );
  return refusal?.service ? { ...problem, service: refusal.service } : problem;
}

function pending(messageKey: string): Problem {
  return errorProblem('send-no-result', `The message ${messageKey} has no result yet`, 'Ask again later');
}

function uncertain(messageKey: string): Problem {
  const message = `The messenger does not know whether it delivered the message ${messageKey} (${UNCERTAIN})`;
  return errorProblem('send-uncertain', message, 'It may take up to 30 days to learn it: look at the phone');
}

function withoutAnswer(refKey: string): Problem {
  const message = `The call of the message ${refKey} had no clear answer, so there is no message key to ask with`;
  return errorProblem('send-uncertain', message, `${LOOK}, for this refkey`);
}
