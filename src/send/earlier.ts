import type { Clock } from '../core/ports.ts';
import { asWarning, type Problem } from '../core/problem.ts';
import { SENDS } from '../state/document.ts';
import type { StateStore } from '../state/store.ts';
import { maskNumber } from '../text/mask.ts';
import { sendProblem } from './about.ts';
import type { JournaledSend, SendJournal } from './journal.ts';
import { isUnresolved, type SentBefore } from './once.ts';
import type { PreparedSend } from './prepare.ts';
import { KEPT_MS } from './report.ts';

interface EarlierSources {
  journal: Pick<SendJournal, 'sends'>;
  environment: string;
  /** The sends of other machines with `--unless-sent`. Left out if this run has it too: it skips these messages. */
  shared?: { store: Pick<StateStore, 'read'>; clock: Pick<Clock, 'now'> };
}

/**
 * Returns a warning for each send that may be a second one: the last send of this template or test send to this recipient has an
 * unknown outcome, or no result although its run waited for it. Throws a NotiformError if the store fails.
 */
export async function warnOfEarlier(
  sends: readonly PreparedSend[],
  { journal, environment, shared }: EarlierSources,
): Promise<Problem[]> {
  const here = await journal.sends();
  const called = here.filter(
    (one) => one.environment === environment && one.outcome !== 'refused' && one.outcome !== 'not-sent',
  );
  const known = new Set(here.map(({ refkey }) => refkey));
  const elsewhere = Object.values((shared && (await shared.store.read(SENDS))?.sends) ?? {}).filter(
    ({ outcome, refkey, time }) =>
      isUnresolved(outcome) && !known.has(refkey) && Date.parse(time) > (shared?.clock.now() ?? 0) - KEPT_MS,
  );
  return sends.flatMap((send) => {
    const { test, template, to } = send;
    const address = addressOf({ send: test.id, template: template?.address });
    const last = called.findLast((one) => addressOf(one) === address && isTo(one, send));
    const other = elsewhere.find((one) => one.send === test.id && one.to === to.name);
    return [last, other].flatMap((one) => (one ? (unresolved(send, one, address) ?? []) : []));
  });
}

function unresolved(
  { test }: PreparedSend,
  last: SentBefore & Pick<JournaledSend, 'to' | 'waits'>,
  address: string,
): Problem | undefined {
  const { to, time, outcome, messagekey, refkey, result, waits = false } = last;
  const earlier = `A send of ${address} to ${to} at ${time}`;
  if (outcome === 'accepted' && waits) {
    const message = `${earlier} was accepted, and no result of its delivery came: this send is a second message`;
    return asWarning(sendProblem(test, 'send-no-result', message, `Ask with \`notiform report ${messagekey}\` first`));
  }
  if (!isUnresolved(outcome)) return undefined;
  const how = result === undefined ? 'ended without an answer' : `has no certain result (${result})`;
  const hint = `Look at the phone first; its refkey is ${refkey}`;
  return asWarning(sendProblem(test, 'send-uncertain', `${earlier} ${how}: it may have been sent`, hint));
}

/** Returns the address of the template, or of the test send of a message without one. */
function addressOf({ send, template }: Pick<JournaledSend, 'send' | 'template'>): string {
  return template ?? `TestSend/${send}`;
}

/**
 * True if a journaled send went to this recipient, who may have another name now. The masked number hides four digits, so it
 * confuses few recipients, and no key is needed to compare it (assumption 340).
 */
function isTo({ to, number }: JournaledSend, send: PreparedSend): boolean {
  const masked = maskNumber(send.to.number);
  // A short number is masked as a whole.
  return to === send.to.name || (masked !== '****' && number === masked);
}
