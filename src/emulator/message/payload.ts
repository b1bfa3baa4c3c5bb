import { isObject, type JsonObject, own } from '../../core/json.ts';
import { codePointName } from '../../text/graphemes.ts';
import { isMessageError, type MessageError, messageError } from '../answers.ts';
import type { Context } from '../context.ts';
import { digits } from '../numbers.ts';
import { firstText, isNothing, objectOf, type Shape, textOf, unknownMembers } from '../shape.ts';
import { check, type MessageChannel } from './channel.ts';
import { channels, isMessageType, messageTypes } from './channels.ts';
import type { Bubble, Message, MessageType } from './message.ts';

/** Digits and hyphens, with the country code or without (assumption 99). Message API 2.4 gives only the length. */
const NUMBER = /^\+?\d[\d-]*$/;

/** `resend`. The documents do not show its members (message API 2.11; assumption 94). */
const resendShape: Shape = { first: { is: 'text', required: true }, second: { is: 'text' } };

const envelope: Shape = {
  account: { is: 'text', required: true, max: 20 },
  type: { is: 'text', required: true },
  from: { is: 'text', required: true, max: 16, pattern: NUMBER },
  to: { is: 'text', required: true, max: 16, pattern: NUMBER },
  refkey: { is: 'text', required: true, bytes: 32 },
  country: { is: 'text', max: 5 },
  userinfo: { is: 'text', max: 50 },
  resellercode: { is: 'text', pattern: /^\d{9}$/, hint: 'must be 9 digits' },
  sendtime: { is: 'text', pattern: /^\d{1,12}$/, hint: 'must be a time in seconds' },
  content: { is: 'open', required: true },
  resend: { is: 'object', members: resendShape },
  recontent: { is: 'open' },
};

/** `POST /v2/report` (message API 4.3). */
export const reportShape: Shape = {
  account: { is: 'text', required: true, max: 20 },
  messagekey: { is: 'text', required: true, max: 32 },
};

/** A message can be reserved for 30 days ahead (message API 2.4). */
const AHEAD_MS = 30 * 86_400_000;

export interface Payload
  extends Pick<Message, 'type' | 'content' | 'from' | 'to' | 'refkey' | 'country' | 'fallbacks'> {
  account: string;
  /** Milliseconds since the epoch; undefined to send immediately. */
  sendAt: number | undefined;
}

/** Reads and checks a send request of any type (message API 2.4 to 2.11). */
export function readPayload(context: Context, body: JsonObject): Payload | MessageError {
  const wrong = check(body, envelope, '');
  if (wrong) return wrong;
  const type = textOf(body, 'type');
  if (!isMessageType(type)) return messageError(3015, `type must be one of ${messageTypes.join(', ')}`);
  const bubble = readContent(type, body);
  if (isMessageError(bubble)) return bubble;
  const fallbacks = readFallbacks(type, body);
  if (isMessageError(fallbacks)) return fallbacks;
  for (const [path, one] of places(bubble, fallbacks)) {
    const channel = channels[one.type];
    const broken = channel.check(context, one.content, `${path}.`, channel.shape());
    if (broken) return broken;
  }
  const forbidden = forbidsSender(context, body, [bubble, ...fallbacks]);
  if (forbidden) return forbidden;
  const sendAt = type === 'ntalk' ? undefined : readSendTime(textOf(body, 'sendtime'), context.clock.now());
  if (isMessageError(sendAt)) return sendAt;
  const text = (name: string): string => textOf(body, name);
  const numbers = { from: text('from'), to: text('to'), country: text('country') || null };
  return { ...bubble, ...numbers, account: text('account'), refkey: text('refkey'), sendAt, fallbacks };
}

export function unknownInPayload(body: JsonObject, { type, content, fallbacks }: Payload): string[] {
  const unknown = unknownMembers(body, envelope);
  for (const [path, bubble] of places({ type, content }, fallbacks))
    if (bubble.type !== 'ntalk')
      unknown.push(...unknownMembers(bubble.content, channels[bubble.type].shape(), `${path}.`));
  return unknown;
}

function readContent(type: MessageType, { content }: JsonObject): Bubble | MessageError {
  if (!isObject(content) || Object.keys(content).some((name) => name !== type))
    return messageError(2000, `content must hold ${type} only`);
  const inner = content[type];
  if (isNothing(inner)) return messageError(2000, `content.${type} is required`);
  return isObject(inner) ? { type, content: inner } : messageError(3014, `content.${type} must be an object`);
}

function places(main: Bubble, fallbacks: readonly Bubble[]): [path: string, bubble: Bubble][] {
  const others = fallbacks.map((bubble): [string, Bubble] => [`recontent.${bubble.type}`, bubble]);
  return [[`content.${main.type}`, main], ...others];
}

/** Texts and RCS need a registered sender number, as fallbacks too (message API 1; assumption 29). */
function forbidsSender(context: Context, body: JsonObject, bubbles: readonly Bubble[]): MessageError | undefined {
  const needing = bubbles.find(({ type }) => ['text', 'rcs'].includes(channels[type].family));
  if (needing === undefined || context.store.senders.has(digits(textOf(body, 'from')))) return undefined;
  return messageError(2000, `from is not a registered sender number, which ${needing.type} needs`);
}

function readSendTime(given: string, now: number): number | undefined | MessageError {
  if (given === '') return undefined;
  const at = Number(given) * 1000;
  if (at > now + AHEAD_MS) return messageError(2000, 'sendtime is at most 30 days ahead');
  return at > now ? at : undefined;
}

/** ASCII control characters, except tab and line breaks (assumption 143). */
const CONTROL = /(?![\t\n\r\u0080-\u009f])\p{Cc}/u;

/** Describes the first control character in a body: `buttons[0].name has the control character U+0007`. */
export function controlIn(body: JsonObject): string | undefined {
  return firstText(body, (text, at) => {
    const [control] = CONTROL.exec(text) ?? [];
    return control && `${at} has the control character ${codePointName(control)}`;
  });
}

type Family = MessageChannel['family'];

/** The families that may be the first fallback of a family (the table of message API 2.11). */
const FIRST: Readonly<Record<Family, readonly Family[]>> = {
  messenger: ['text', 'rcs'],
  rcs: ['text', 'messenger'],
  text: [],
  ntalk: [],
};

function ofFamilies(families: readonly Family[]): MessageType[] {
  return messageTypes.filter((type) => families.includes(channels[type].family));
}

/** Reads the fallbacks of a send, and does not check their bodies (message API 2.11; assumption 94). */
function readFallbacks(type: MessageType, body: JsonObject): Bubble[] | MessageError {
  const { resend, recontent } = body;
  if (isNothing(resend) && isNothing(recontent)) return [];
  const firsts = ofFamilies(FIRST[channels[type].family]);
  if (firsts.length === 0) return messageError(2000, `${type} has no fallback`);
  if (isNothing(resend) || isNothing(recontent)) return messageError(2000, 'resend and recontent go together');
  const named = (place: 'first' | 'second', of: readonly MessageType[]): MessageType | undefined =>
    of.find((known) => known === textOf(objectOf(body, 'resend'), place));
  const first = named('first', firsts);
  if (first === undefined) return messageError(2000, `resend.first of ${type} must be one of ${firsts.join(', ')}`);
  if (isNothing(objectOf(body, 'resend')['second'])) return readBodies([first], objectOf(body, 'recontent'));
  if (channels[first].family === 'text') return messageError(2000, `resend.second cannot follow ${first}`);
  const seconds = ofFamilies(['text']);
  const second = named('second', seconds);
  return second === undefined
    ? messageError(2000, `resend.second must be one of ${seconds.join(', ')}`)
    : readBodies([first, second], objectOf(body, 'recontent'));
}

function readBodies(types: readonly MessageType[], recontent: JsonObject): Bubble[] | MessageError {
  const bubbles: Bubble[] = [];
  for (const type of types) {
    const content = own(recontent, type);
    if (isNothing(content)) return messageError(2000, `recontent.${type} is required`);
    if (!isObject(content)) return messageError(3014, `recontent.${type} must be an object`);
    bubbles.push({ type, content });
  }
  const unnamed = Object.keys(recontent).find((name) => !types.some((type) => type === name));
  return unnamed === undefined ? bubbles : messageError(2000, `recontent.${unnamed} is not named by resend`);
}
