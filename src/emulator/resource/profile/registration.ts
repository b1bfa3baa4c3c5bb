import type { Wire } from '../../../core/wire.ts';
import { type Answer, accept, isRefused, type Refused, refuse, result } from '../../answers.ts';
import { type Context, freeCode } from '../../context.ts';
import { formatDateTime } from '../../dates.ts';
import type { Machine } from '../../machine.ts';
import { digits, shownNumber } from '../../numbers.ts';
import { type Read, readRequest, type Shape, textOf } from '../../shape.ts';
import { type Endpoint, ofAccount } from '../access.ts';
import { profileCategories } from '../categories.ts';
import type { VerificationToken } from '../entities.ts';
import { newProfile, senderProfiles } from './operations.ts';
import { forbidsUnsubscribe, unsubscribeShape } from './shape.ts';

/** How long a token is valid (assumption 111). */
const TOKEN_MS = 5 * 60_000;
const TOKEN_DIGITS = 6;

/** A mobile number, with or without hyphens, that receives the token (assumption 110). */
const MOBILE = /^01[0-9](?:-?[0-9]){7,8}$/;
/** A channel's id (assumption 110). */
const CHANNEL = /^@[\p{L}\p{N}_-]{1,30}$/u;

interface Owner {
  channel: string;
  /** Only digits. */
  phone: string;
}

/** An endpoint whose requests name a channel and the phone of its admin. The name of the channel's id depends on the wire. */
export function ofOwner<const S extends Shape>(
  wire: Wire,
  shape: S,
  handle: (machine: Machine, owner: Owner, fields: Read<S>) => Answer,
): Endpoint {
  const ownerShape: Shape = {
    phoneNumber: { is: 'text', required: true, pattern: MOBILE, hint: 'must be a mobile number' },
    [wire.adminId]: { is: 'text', required: true, pattern: CHANNEL, hint: 'must be the id of a channel, as @name' },
  };
  return ofAccount(
    ownerShape,
    (machine, _owner, body) => {
      const fields = readRequest(body, shape);
      const owner = { channel: textOf(body, wire.adminId), phone: digits(textOf(body, 'phoneNumber')) };
      return isRefused(fields) ? fields : handle(machine, owner, fields);
    },
    { also: shape },
  );
}

/** `profile/token` (resource API 4.3): sends a token to the channel admin's phone. It replaces an earlier token. */
export function sendToken(machine: Machine, owner: Owner): Answer {
  if (adminOf(machine, owner) !== owner.phone)
    return refuse(result.notAllowed, "phoneNumber is not that of the channel's admin");
  const issuedAt = machine.clock.now();
  const token = randomToken(machine);
  machine.store.verificationTokens.put({ ...owner, token, issuedAt, expiresAt: issuedAt + TOKEN_MS, usedAt: null });
  return accept();
}

/** The admin's phone of a channel: the first that asks for an unknown channel (assumption 110). */
function adminOf(context: Context, { channel, phone }: Owner): string {
  const { channels } = context.store;
  const known = channels.get(channel);
  if (known === undefined) channels.put({ id: channel, phone });
  return known?.phone ?? phone;
}

function randomToken(context: Context): string {
  return String(Math.floor(context.random.next() * 10 ** TOKEN_DIGITS)).padStart(TOKEN_DIGITS, '0');
}

/** Checks the token of an owner (resource API 5; assumption 111). */
function takeToken(context: Context, { channel, phone }: Owner, given: string): VerificationToken | Refused {
  const sent = context.store.verificationTokens.get(channel);
  if (sent === undefined || sent.token !== given) return refuse(result.notAllowed, 'the token is wrong');
  if (sent.phone !== phone) return refuse(result.notAllowed, 'the token was sent to another phoneNumber');
  const state = stateOf(context, sent);
  if (state === 'used') return refuse(result.notAllowed, 'the token was used already');
  return state === 'expired' ? refuse(result.notAllowed, 'the token has expired') : sent;
}

export type ShownToken = ReturnType<typeof shownTokens>[number];

/** The last token of each channel, newest first. */
export function shownTokens(context: Context) {
  return [...context.store.verificationTokens.values()]
    .sort((a, b) => b.issuedAt - a.issuedAt)
    .map((sent) => ({
      channel: sent.channel,
      phoneNumber: shownNumber(context, sent.phone),
      token: sent.token,
      state: stateOf(context, sent),
      issuedAt: formatDateTime(sent.issuedAt),
      expiresAt: formatDateTime(sent.expiresAt),
    }));
}

function stateOf(context: Context, { usedAt, expiresAt }: VerificationToken): 'valid' | 'used' | 'expired' {
  if (usedAt !== null) return 'used';
  return expiresAt <= context.clock.now() ? 'expired' : 'valid';
}

/** A sender key has 40 characters (message API 2.9). */
const KEY_BYTES = 20;

export const createShape = {
  token: { is: 'text', required: true },
  categoryCode: { is: 'text', required: true },
  ...unsubscribeShape,
} as const satisfies Shape;

/** `profile/create` (resource API 4.3): registers the sender profile of a channel with the admin's token. */
export function createProfile(machine: Machine, owner: Owner, fields: Read<typeof createShape>): Answer {
  const { token: given, categoryCode, ...unsubscribe } = fields;
  const refused = forbidsUnsubscribe(unsubscribe);
  if (refused) return refused;
  if (!profileCategories.has(categoryCode)) return refuse(result.category, 'there is no such category');
  const token = takeToken(machine, owner, given);
  if (isRefused(token)) return token;
  if (isTaken(machine, owner.channel)) return refuse(result.nameTaken, 'the channel has a sender profile already');
  const { store, clock } = machine;
  const now = clock.now();
  const key = freeCode(machine, KEY_BYTES, (code) => store.profiles.has(code));
  store.verificationTokens.put({ ...token, usedAt: now });
  store.profiles.put({
    // No alias of an environment begins with @, so the new profile replaces none.
    ...newProfile({ alias: owner.channel, key, type: 'S' }, now),
    ...unsubscribe,
    uuid: owner.channel,
    name: owner.channel.slice(1),
    categoryCode,
    groups: [],
    bizchat: false,
  });
  return accept({ data: { senderKey: key } });
}

/** True if a channel has a sender profile that is not deleted (assumption 113). */
function isTaken(context: Context, channel: string): boolean {
  return senderProfiles(context).some(({ uuid, profileStatus }) => uuid === channel && profileStatus !== 'D');
}
