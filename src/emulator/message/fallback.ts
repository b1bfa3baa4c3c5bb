import { isObject, type JsonObject } from '../../core/json.ts';
import { type MessageError, messageError } from '../answers.ts';
import { isNothing, objectOf, type Shape, textOf } from '../shape.ts';
import type { Bubble, MessageType } from './message.ts';
import { isMessengerType, isTextType, messageTypes } from './message-types.ts';

/** `resend`; its members are not shown (message API 2.11; assumption 94). */
export const resendShape: Shape = { first: { is: 'text', required: true }, second: { is: 'text' } };

/** By which channels a type may be sent instead, first (the table of message API 2.11). */
export function firstFallbacks(type: MessageType): readonly MessageType[] {
  if (isMessengerType(type)) return messageTypes.filter((other) => isTextType(other) || other === 'rcs');
  if (type === 'rcs') return messageTypes.filter((other) => isTextType(other) || isMessengerType(other));
  return [];
}

/** And by which second, after a first: a text, where the first was more than that. */
export function secondFallbacks(first: MessageType): readonly MessageType[] {
  return isTextType(first) ? [] : messageTypes.filter(isTextType);
}

/**
 * The fallbacks of a send of `type`, in their order; none where it has none. Their contents are not looked into.
 * `resend` names the channels, `recontent` holds a body for each (message API 2.11; assumption 94).
 */
export function readFallbacks(type: MessageType, body: JsonObject): Bubble[] | MessageError {
  const { resend, recontent } = body;
  if (isNothing(resend) && isNothing(recontent)) return [];
  if (firstFallbacks(type).length === 0) return messageError(2000, `${type} has no fallback`);
  if (isNothing(resend) || isNothing(recontent)) return messageError(2000, 'resend and recontent go together');
  const channels = readChannels(type, objectOf(body, 'resend'));
  return Array.isArray(channels) ? readBodies(channels, objectOf(body, 'recontent')) : channels;
}

function readChannels(type: MessageType, resend: JsonObject): MessageType[] | MessageError {
  const firsts = firstFallbacks(type);
  const first = firsts.find((known) => known === textOf(resend, 'first'));
  if (first === undefined) return messageError(2000, `resend.first of ${type} must be one of ${firsts.join(', ')}`);
  if (isNothing(resend['second'])) return [first];
  const seconds = secondFallbacks(first);
  if (seconds.length === 0) return messageError(2000, `resend.second cannot follow ${first}`);
  const second = seconds.find((known) => known === textOf(resend, 'second'));
  return second === undefined
    ? messageError(2000, `resend.second must be one of ${seconds.join(', ')}`)
    : [first, second];
}

function readBodies(channels: readonly MessageType[], recontent: JsonObject): Bubble[] | MessageError {
  const bubbles: Bubble[] = [];
  for (const type of channels) {
    const content = Object.hasOwn(recontent, type) ? recontent[type] : undefined;
    if (isNothing(content)) return messageError(2000, `recontent.${type} is required`);
    if (!isObject(content)) return messageError(3014, `recontent.${type} must be an object`);
    bubbles.push({ type, content });
  }
  const stranger = Object.keys(recontent).find((name) => !channels.some((type) => type === name));
  return stranger === undefined ? bubbles : messageError(2000, `recontent.${stranger} is not named by resend`);
}
