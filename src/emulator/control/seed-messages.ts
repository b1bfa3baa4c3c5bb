import { isObject, type JsonObject } from '../../core/json.ts';
import type { Machine } from '../machine.ts';
import { filledText, matching, moment, nullable, oneOf, type Rules, readSeeds, text } from '../members.ts';
import type { Message, MessageType } from '../message/message.ts';
import { messageTypes } from '../message/message-types.ts';
import { expectResult } from '../message/phone.ts';

/** A message as if it had been sent. With `result` its fate is known; without one it goes out like all others. */
export interface SeedMessage {
  messagekey?: string;
  type: MessageType;
  from?: string;
  to: string;
  refkey?: string;
  /** Where the receiver is, as a country code. */
  country?: string | null;
  /** What is in the request under the type's name; or, as in a request, an object with the type's name alone. */
  content: JsonObject;
  /** Milliseconds since the epoch; now where left out. */
  acceptedAt?: number;
  result?: string;
  reason?: string | null;
}

const rules: Rules<SeedMessage> = {
  messagekey: matching(
    (value) => typeof value === 'string' && /^[\w-]{1,32}$/.test(value),
    'a string of 1 to 32 letters and digits',
  ),
  type: oneOf(...messageTypes),
  from: text,
  to: filledText,
  refkey: text,
  country: nullable(text),
  content: matching((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'an object'),
  acceptedAt: moment,
  result: matching((value) => typeof value === 'string' && /^\d{4}$/.test(value), 'a code of four digits'),
  reason: nullable(text),
};

export function plantMessages(machine: Machine, given: readonly JsonObject[]): string | undefined {
  const seeds = readSeeds<SeedMessage>('messages', given, rules, ['type', 'to', 'content']);
  if (typeof seeds === 'string') return seeds;
  for (const seed of seeds) {
    const message = grown(machine, seed);
    machine.store.messages.put(message);
    expectResult(machine, message);
  }
  return undefined;
}

/** `{at: {…}}` of a message of type `at` is the content of a whole request. */
function unwrapped({ type, content }: SeedMessage): JsonObject {
  const inner = content[type];
  return isObject(inner) && Object.keys(content).length === 1 ? inner : content;
}

function grown(machine: Machine, seed: SeedMessage): Message {
  const { clock, random, settings } = machine;
  const acceptedAt = seed.acceptedAt ?? clock.now();
  const { result } = seed;
  return {
    messagekey: seed.messagekey ?? random.hex(16),
    msgid: random.hex(8),
    type: seed.type,
    from: seed.from ?? '',
    to: seed.to,
    refkey: seed.refkey ?? '',
    country: seed.country ?? null,
    content: unwrapped(seed),
    fallbacks: [],
    acceptedAt,
    sendAt: acceptedAt,
    resultAt: result === undefined ? acceptedAt + settings.deliveryMs : Math.min(acceptedAt, clock.now()),
    outcome: result === undefined ? null : { result, device: seed.type, reason: seed.reason ?? null },
    push: { state: result === undefined ? 'due' : 'kept', tries: 0 },
  };
}
