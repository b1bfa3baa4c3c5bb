import type { JsonObject } from '../../../core/json.ts';
import { type Answer, accept, isRefused, refuse, result } from '../../answers.ts';
import type { Context } from '../../context.ts';
import type { Machine } from '../../machine.ts';
import type { Shape } from '../../shape.ts';
import { profileCategories } from '../categories.ts';
import { readRequest } from '../request.ts';
import { newProfile, senderProfiles } from './registry.ts';
import { forbidsUnsubscribe, unsubscribeShape } from './shape.ts';
import { readClaim, takeToken } from './token.ts';

/** A sender key has 40 characters (message API 2.9). */
const KEY_BYTES = 20;

export const createShape = {
  token: { is: 'text', required: true },
  categoryCode: { is: 'text', required: true },
  ...unsubscribeShape,
} as const satisfies Shape;

/** `profile/create` (resource API 4.3): registers a channel's sender profile with the token that its admin was sent. */
export function createProfile(machine: Machine, _none: object, body: JsonObject): Answer {
  const claim = readClaim(machine, body);
  if (isRefused(claim)) return claim;
  const fields = readRequest(body, createShape);
  if (isRefused(fields)) return fields;
  const { token: given, categoryCode, ...unsubscribe } = fields;
  const refused = forbidsUnsubscribe(unsubscribe);
  if (refused) return refused;
  if (!profileCategories.has(categoryCode)) return refuse(result.category, 'there is no such category');
  const token = takeToken(machine, claim, given);
  if (isRefused(token)) return token;
  if (isTaken(machine, claim.channel)) return refuse(result.nameTaken, 'the channel has a sender profile already');
  const { store, clock } = machine;
  const now = clock.now();
  const key = freeKey(machine);
  store.verificationTokens.put({ ...token, usedAt: now });
  store.profiles.put({
    // No alias of an environment begins with @: the new profile takes nobody's place.
    ...newProfile({ alias: claim.channel, key, type: 'S' }, now),
    ...unsubscribe,
    uuid: claim.channel,
    name: claim.channel.slice(1),
    categoryCode,
    groups: [],
    bizchat: false,
  });
  return accept({ data: { senderKey: key } });
}

/** A channel has one sender profile; one that was deleted makes room (assumption 113). */
function isTaken(context: Context, channel: string): boolean {
  return senderProfiles(context).some(({ uuid, profileStatus }) => uuid === channel && profileStatus !== 'D');
}

function freeKey(context: Context): string {
  for (;;) {
    const key = context.random.hex(KEY_BYTES);
    if (!context.store.profiles.has(key)) return key;
  }
}
