import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import {
  EARLIEST_MS,
  MOMENTS,
  matching,
  momentOf,
  needed,
  nullable,
  oneOf,
  phoneNumber,
  text,
  textLike,
} from '../members.ts';
import { type Seeder, seeder } from '../route.ts';
import type { Fields } from '../shape.ts';
import { fateOf } from './channel.ts';
import { messageTypes } from './channels.ts';
import { countSend } from './count.ts';
import { expectResult } from './phone.ts';

const shape = {
  messagekey: textLike(/^[\w-]{1,32}$/, 'a string of 1 to 32 letters and digits'),
  type: needed(oneOf(...messageTypes)),
  from: text,
  to: needed(phoneNumber),
  refkey: text,
  country: nullable(text),
  /** The content of a request, or an object whose only member is the type: `{at: {…}}`. */
  content: needed(matching((value: Json): value is JsonObject => isObject(value), 'an object', { type: 'object' })),
  acceptedAt: matching(
    (value): value is number | string => Number(momentOf(value)) >= EARLIEST_MS,
    `${MOMENTS}; not seconds`,
    { type: ['number', 'string'] },
  ),
  result: textLike(/^\d{4}$/, 'a code of four digits'),
  reason: nullable(text),
};

type SeedMessage = Fields<typeof shape>;

/** Messages as if they had been sent. With a `result` they are complete; without one they are delivered as usual. */
export const messageSeeds: Record<string, Seeder> = {
  messages: seeder(shape, (machine, seed) => {
    const { clock, random, settings, store } = machine;
    const { type, result } = seed;
    const acceptedAt = momentOf(seed.acceptedAt) ?? clock.now();
    const message = {
      messagekey: seed.messagekey ?? random.hex(16),
      msgid: random.hex(8),
      type,
      from: seed.from ?? '',
      to: seed.to,
      refkey: seed.refkey ?? '',
      country: seed.country ?? null,
      content: unwrapped(seed),
      fallbacks: [],
      acceptedAt,
      sendAt: acceptedAt,
      resultAt: result === undefined ? acceptedAt + settings.deliveryMs : Math.min(acceptedAt, clock.now()),
      isKnown: result !== undefined,
      outcome: result === undefined ? null : { result, device: type, reason: seed.reason ?? null },
      push: { state: result === undefined ? ('due' as const) : ('kept' as const), tries: 0 },
    };
    // A message counts once for the statistics, however often it is seeded.
    if (result !== undefined && !store.messages.has(message.messagekey)) countSend(machine, message, fateOf(result));
    store.messages.put(message);
    expectResult(machine, message);
    return undefined;
  }),
};

function unwrapped({ type, content }: SeedMessage): JsonObject {
  const inner = content[type];
  return isObject(inner) && Object.keys(content).length === 1 ? inner : content;
}
