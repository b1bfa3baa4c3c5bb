import { join } from 'node:path';
import { fileName } from '../core/content.ts';
import { ServiceFailure } from '../core/failure.ts';
import { isObject, type JsonObject, sha256 } from '../core/json.ts';
import type { Files } from '../core/ports.ts';
import { errorProblem, NotiformError, type Problem } from '../core/problem.ts';
import type { SendResult } from '../core/send-result.ts';
import { about, problemIn, sendProblem } from './about.ts';
import type { FileKeys } from './channel.ts';
import type { MessageApi } from './endpoints.ts';
import type { SendJournal } from './journal.ts';
import type { PreparedPart, PreparedSend } from './prepare.ts';

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

interface Uploading {
  message: MessageApi;
  files: Files;
  /** The project's root, absolute. */
  root: string;
  signal: AbortSignal;
}

/** Makes the uploads of a run. The same bytes are uploaded once, however many messages have them. */
export function openUploads({ message, files, root, signal }: Uploading): FileKeys {
  const keys = new Map<string, Promise<string>>();
  const upload: FileKeys = async ({ path, sha256: expected }) => {
    const bytes = await files.read(join(root, path));
    if (bytes && sha256(bytes) === expected) return message.upload({ name: fileName(path), bytes }, signal);
    const what = bytes ? `${path} changed while the command ran` : `${path} is not there any more`;
    throw new NotiformError(errorProblem('file-changed', what, 'Run the command again'));
  };
  return (file) => {
    const key = keys.get(file.sha256) ?? upload(file);
    keys.set(file.sha256, key);
    // The next message tries again.
    key.catch(() => keys.delete(file.sha256));
    return key;
  };
}

/**
 * Uploads the files of a message and of its fallbacks. Returns the send with their keys in its payload, or why an upload failed:
 * then nothing was sent.
 */
export async function withUploads(send: PreparedSend, keyOf: FileKeys): Promise<PreparedSend | Problem> {
  const { payload } = send;
  try {
    const content = await uploaded(payload.content, [send], keyOf);
    const recontent = payload.recontent && (await uploaded(payload.recontent, send.fallbacks, keyOf));
    return { ...send, payload: { ...payload, content, ...(recontent && { recontent }) } };
  } catch (error) {
    return { ...problemIn(error), ...about(send.test) };
  }
}

/** Returns the bodies of some messages with the keys of their files. */
async function uploaded(bodies: JsonObject, parts: readonly PreparedPart[], keyOf: FileKeys): Promise<JsonObject> {
  const made = { ...bodies };
  for (const { type, upload } of parts) {
    const body = made[type];
    if (upload && isObject(body)) made[type] = await upload(body, keyOf);
  }
  return made;
}
