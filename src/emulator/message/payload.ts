import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { isMessageError, type MessageError, messageError } from '../answers.ts';
import { checkNotification } from './notification-payload.ts';
import { check, type Shape, textOf } from './shape.ts';

/** Digits and hyphens, a digit first; another country is said by `country` (message API 2.4). */
const NUMBER = /^\d[\d-]*$/;

const envelope: Shape = {
  account: { is: 'text', required: true, max: 20 },
  type: { is: 'text', required: true },
  from: { is: 'text', required: true, max: 16, pattern: NUMBER },
  to: { is: 'text', required: true, max: 16, pattern: NUMBER },
  refkey: { is: 'text', required: true, bytes: 32 },
  country: { is: 'text', max: 5 },
  userinfo: { is: 'text', max: 50 },
  resellercode: { is: 'text', pattern: /^\d{9}$/ },
  sendtime: { is: 'text', pattern: /^\d{1,12}$/ },
  content: { is: 'object', required: true, members: {} },
  resend: { is: 'object', members: {} },
  recontent: { is: 'object', members: {} },
};

/** `POST /v2/report` (message API 4.3). */
const reportShape: Shape = {
  account: { is: 'text', required: true, max: 20 },
  messagekey: { is: 'text', required: true, max: 32 },
};

export function readReport(body: JsonObject): { account: string; messagekey: string } | MessageError {
  const wrong = check(body, reportShape, '');
  return wrong ?? { account: textOf(body, 'account'), messagekey: textOf(body, 'messagekey') };
}

/** A reserved message goes out 30 days ahead at most (message API 2.4). */
const AHEAD_MS = 30 * 86_400_000;

export interface Payload {
  account: string;
  type: 'at' | 'ai';
  from: string;
  to: string;
  refkey: string;
  /** Milliseconds; undefined for now. */
  sendAt: number | undefined;
  content: JsonObject;
  fallback: boolean;
}

/** A send request of type `at` or `ai`, checked by the rules of message API 2.4 and 2.9. */
export function readPayload(body: JsonObject, now: number): Payload | MessageError {
  const wrong = check(body, envelope, '');
  if (wrong) return wrong;
  const { type, content, resend, recontent } = body;
  if (type !== 'at' && type !== 'ai') return messageError(3015, 'this service takes the types at and ai');
  if (!isObject(content) || Object.keys(content).join() !== type)
    return messageError(2000, `content must hold ${type} alone`);
  const inner = content[type];
  if (!isObject(inner)) return messageError(3014, `content.${type} must be an object`);
  const broken = checkNotification(inner, `content.${type}.`);
  if (broken) return broken;
  if (isObject(resend) !== isObject(recontent)) return messageError(2000, 'resend and recontent go together');
  const sendAt = readSendTime(body['sendtime'], now);
  if (isMessageError(sendAt)) return sendAt;
  return {
    account: textOf(body, 'account'),
    type,
    from: textOf(body, 'from'),
    to: textOf(body, 'to'),
    refkey: textOf(body, 'refkey'),
    sendAt,
    content: inner,
    fallback: isObject(resend),
  };
}

function readSendTime(given: Json | undefined, now: number): number | undefined | MessageError {
  if (typeof given !== 'string' || given === '') return undefined;
  const at = Number(given) * 1000;
  if (at > now + AHEAD_MS) return messageError(2000, 'sendtime is at most 30 days ahead');
  return at > now ? at : undefined;
}
