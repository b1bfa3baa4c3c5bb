import { Exit, worstExit } from '../core/exit.ts';
import type { Clock } from '../core/ports.ts';
import { asWarning, errorProblem, type Problem } from '../core/problem.ts';
import type { SendRecord } from '../core/send-result.ts';
import { meantBy } from '../text/meant.ts';
import { describeDelivery, judgeDelivery } from './delivered.ts';
import type { MessageApi } from './endpoints.ts';
import type { JournaledSend, SendJournal } from './journal.ts';
import { KEPT_MS, UNCERTAIN } from './report.ts';
import { ask, type Found } from './results.ts';

/** The longest message key (message API 2.2). */
const LONGEST_KEY = 32;

/**
 * Finds the sends that a key names: the one with this message key or refkey, or those of a test send or template, the last for each
 * recipient. The last parts of an address are enough. Empty if the journal has none. Throws a NotiformError (exit 64) if several
 * templates end with these parts.
 */
export function sendsNamed(key: string, sends: readonly JournaledSend[]): JournaledSend[] {
  const exact = sends.filter(({ messagekey, refkey }) => messagekey === key || refkey === key);
  if (exact.length > 0) return exact;
  const own = sends.filter(({ send }) => send === key || `TestSend/${send}` === key);
  const templates = [...new Set(sends.flatMap(({ template }) => template ?? []))];
  const address = own.length > 0 ? undefined : meantBy(key, templates);
  const named = own.length > 0 ? own : sends.filter(({ template }) => template === address);
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
  const found = await ask(message, { refKey, messageKey }, signal);
  if (!found.result) return { ...known, problem: withoutResult(messageKey, found, isReserved(known, clock.now())) };
  const { result } = found.result;
  const learned = { messagekey: messageKey, result, ...judgeDelivery(send, found.result) };
  const unwritten = result === send.result ? undefined : await journal.addResult(send, learned);
  const record = recordOf({ ...send, ...learned });
  return { ...record, problem: record.problem ?? (unwritten ? asWarning(unwritten) : null) };
}

/** A key that neither the journal nor the service knows is often the name of a test send that was never sent. */
const NEVER_SENT =
  'The journal has no send with this key or name either: see `notiform report --since 35d`. Check the key and the environment. The service keeps messages for 35 days';

const UNJOURNALED = {
  send: null,
  template: null,
  templateCode: null,
  to: null,
  time: null,
  at: null,
  expect: 'delivered',
  asExpected: null,
  result: null,
  problem: null,
};

/** Requests the result of a message that the journal does not have. */
export async function requestUnjournaled(messageKey: string, { message, signal }: ResultContext): Promise<SendRecord> {
  const found = await ask(message, { messageKey }, signal);
  const refKey = found.result?.refkey ?? null;
  const base: SendRecord = { ...UNJOURNALED, refKey, messageKey, outcome: found.failure ? 'unknown' : 'accepted' };
  if (!found.result) {
    const problem = withoutResult(messageKey, found, false);
    return { ...base, problem: problem?.code === 'send-result-gone' ? { ...problem, hint: NEVER_SENT } : problem };
  }
  const { delivery, ...verdict } = judgeDelivery({}, found.result);
  return {
    ...base,
    ...verdict,
    result: delivery,
    problem: verdict.outcome === 'unknown' ? uncertain(messageKey) : null,
  };
}

/** Returns why there is no result. Null if none can be there yet. */
function withoutResult(messageKey: string, { failure }: Found, isReserved: boolean): Problem | null {
  if (!failure && isReserved) return null;
  if (!failure) return errorProblem('send-no-result', `The message ${messageKey} has no result yet`, 'Ask again later');
  // Code 2000: the service has no message with this key (message API 4.3 shows no code; assumption 344).
  return failure.problem.service?.code === '2000' ? gone(messageKey, failure.problem) : failure.problem;
}

/** Returns a journaled send as plain data, with what the journal knows of its result. */
export function recordOf(entry: JournaledSend): SendRecord {
  const { send, template, code, to, number, time, at, refkey, messagekey, outcome, expect, result, delivery } = entry;
  const judged =
    result === undefined
      ? null
      : outcome === 'refused'
        ? expect === `failed:${result}`
        : judgeDelivery(entry, { result }).asExpected;
  const unknown = messagekey === undefined ? withoutAnswer(refkey) : uncertain(messagekey);
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
    expect: expect ?? 'delivered',
    asExpected: entry.asExpected === undefined ? judged : entry.asExpected,
    result: result === undefined ? null : delivery?.code === result ? delivery : describeDelivery({ result }),
    problem: outcome === 'unknown' ? unknown : null,
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

function uncertain(messageKey: string): Problem {
  const message = `The result of the message ${messageKey} does not show whether it was delivered`;
  return errorProblem('send-uncertain', message, `${LOOK}. An uncertain result (${UNCERTAIN}) can take up to 30 days`);
}

function withoutAnswer(refKey: string): Problem {
  const message = `The call of the message ${refKey} had no clear answer, so there is no message key to ask with`;
  return errorProblem('send-uncertain', message, `${LOOK}, for this refkey`);
}
