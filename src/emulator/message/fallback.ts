import { isObject, type JsonObject } from '../../core/json.ts';
import { type MessageError, messageError } from '../answers.ts';
import { isNothing, objectOf, type Shape, textOf } from '../shape.ts';
import type { MessageChannel } from './channel.ts';
import { channels, messageTypes } from './channels.ts';
import type { Bubble, MessageType } from './message.ts';

/** `resend`. The documents do not show its members (message API 2.11; assumption 94). */
export const resendShape: Shape = { first: { is: 'text', required: true }, second: { is: 'text' } };

/** The types that may be the first fallback of a type (the table of message API 2.11). */
function firstFallbacks(type: MessageType): readonly MessageType[] {
  return ofFamilies(FIRST[channels[type].family]);
}

const FIRST: Readonly<Record<MessageChannel['family'], readonly MessageChannel['family'][]>> = {
  messenger: ['text', 'rcs'],
  rcs: ['text', 'messenger'],
  text: [],
  ntalk: [],
};

function ofFamilies(families: readonly MessageChannel['family'][]): MessageType[] {
  return messageTypes.filter((type) => families.includes(channels[type].family));
}

/** Reads the fallbacks of a send, and does not check their bodies (message API 2.11; assumption 94). */
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
  // Only texts may follow, and none after a text.
  const seconds = channels[first].family === 'text' ? [] : ofFamilies(['text']);
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
  const unnamed = Object.keys(recontent).find((name) => !channels.some((type) => type === name));
  return unnamed === undefined ? bubbles : messageError(2000, `recontent.${unnamed} is not named by resend`);
}
