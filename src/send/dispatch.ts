import { ServiceFailure } from '../core/failure.ts';
import type { Problem } from '../core/problem.ts';
import type { SendResult } from '../core/send-result.ts';
import { about, sendProblem } from './about.ts';
import type { MessageApi } from './endpoints.ts';
import type { SendJournal } from './journal.ts';
import type { PreparedSend } from './prepare.ts';

type Dispatch =
  | { ended: 'accepted'; acceptance: NonNullable<SendResult['acceptance']> }
  | { ended: 'refused' | 'not-sent' | 'unknown'; problem: Problem };

/** The outcome of a call, and the problem if the journal could not be written. */
export type Dispatched = Dispatch & { unwritten?: Problem | undefined };

interface Dispatching {
  message: MessageApi;
  journal: SendJournal;
  signal: AbortSignal;
  /** Returns why the message may not be sent now. It is asked again before each repeated call. */
  late: () => Problem | undefined;
}

/**
 * Sends once: `message.send` repeats the call only after an answer that proves that nothing was accepted (message API 2.4: the
 * same refkey sent twice is two sends). The journal has a line before the call and one after it. Without the first there is no
 * call, and without the second the next send warns. The caller has checked the proof.
 */
export async function dispatchSend(
  send: PreparedSend,
  { message, journal, signal, late }: Dispatching,
  waits: boolean,
): Promise<Dispatched> {
  if (signal.aborted) return { ended: 'not-sent', problem: interrupted(send) };
  const unannounced = await journal.write(send, 'sending');
  if (unannounced) return { ended: 'not-sent', problem: unannounced };
  const dispatch = await call(send, { message, signal, late });
  const unwritten = await journal.write(send, dispatch.ended, {
    ...(dispatch.ended === 'accepted' ? { messagekey: dispatch.acceptance.messageKey, waits } : {}),
    result: dispatch.ended === 'refused' ? dispatch.problem.service?.code : undefined,
  });
  return { ...dispatch, unwritten };
}

async function call(send: PreparedSend, { message, signal, late }: Omit<Dispatching, 'journal'>): Promise<Dispatch> {
  let tooLate: Problem | undefined;
  const mayBegin = (): boolean => {
    tooLate = late();
    return tooLate === undefined;
  };
  try {
    const { refkey } = send.payload;
    const answer = await message.send(send.payload, signal, mayBegin);
    if (answer.refkey && answer.refkey !== refkey) return { ended: 'unknown', problem: uncertain(send, OF_ANOTHER) };
    const { code, description, messagekey } = answer;
    return { ended: 'accepted', acceptance: { code, description, messageKey: messagekey, refKey: refkey } };
  } catch (error) {
    if (!(error instanceof ServiceFailure)) throw error;
    if (tooLate) return { ended: 'not-sent', problem: tooLate };
    const problem = { ...about(send.test), ...error.problem };
    if (error.kind === 'refused') return { ended: 'refused', problem };
    // An interrupted call whose problem is `service-unclear` was stopped after the request was sent.
    const isStoppedBefore = error.kind === 'interrupted' && problem.code === 'interrupted';
    if (error.kind === 'unreachable' || isStoppedBefore) return { ended: 'not-sent', problem };
    return { ended: 'unknown', problem: uncertain(send, problem) };
  }
}

/** A proxy can return the answer to another request. */
const OF_ANOTHER: Pick<Problem, 'message'> = { message: 'the answer has the refkey of another message' };

function uncertain(send: PreparedSend, problem: Pick<Problem, 'message' | 'service'>): Problem {
  const message = `It is not known whether the message to ${send.to.name} was sent: ${problem.message}`;
  const hint = `It is not sent again automatically. Look at the phone, or for the refkey ${send.payload.refkey} at the service`;
  const found = sendProblem(send.test, 'send-uncertain', message, hint);
  return problem.service ? { ...found, service: problem.service } : found;
}

function interrupted(send: PreparedSend): Problem {
  return sendProblem(send.test, 'interrupted', `The message to ${send.to.name} was not sent: the run was stopped`);
}
