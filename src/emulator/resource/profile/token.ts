import type { JsonObject } from '../../../core/json.ts';
import { type Answer, accept, isRefused, type Refused, refuse, result } from '../../answers.ts';
import type { Context } from '../../context.ts';
import { formatDateTime } from '../../dates.ts';
import type { Machine } from '../../machine.ts';
import { digits, shownNumber } from '../../numbers.ts';
import { type Rule, textOf } from '../../shape.ts';
import { readRequest } from '../request.ts';
import type { VerificationToken } from './verification-token.ts';

/** How long a token is taken (assumption 111). */
export const TOKEN_MS = 5 * 60_000;
const TOKEN_DIGITS = 6;

/** A mobile number, hyphens or not: the token comes as a message (assumption 110). */
const MOBILE = /^01[0-9](?:-?[0-9]){7,8}$/;
/** A channel's id (assumption 110). */
const CHANNEL = /^@[\p{L}\p{N}_-]{1,30}$/u;

/** Who asks for a channel, and from which phone. */
export interface Claim {
  channel: string;
  /** Digits alone. */
  phone: string;
}

/** `phoneNumber` and the channel's id, whose member the wire names. */
export function claimShape({ wire }: Machine): Record<string, Rule> {
  return {
    phoneNumber: { is: 'text', required: true, pattern: MOBILE, hint: 'must be a mobile number' },
    [wire.adminId]: { is: 'text', required: true, pattern: CHANNEL, hint: 'must be the id of a channel, as @name' },
  };
}

export function readClaim(machine: Machine, body: JsonObject): Claim | Refused {
  const claim = readRequest(body, claimShape(machine));
  if (isRefused(claim)) return claim;
  return { channel: textOf(body, machine.wire.adminId), phone: digits(textOf(body, 'phoneNumber')) };
}

/** `profile/token` (resource API 4.3): a token goes to the channel admin's phone, and takes the place of an earlier one. */
export function sendToken(machine: Machine, _none: object, body: JsonObject): Answer {
  const claim = readClaim(machine, body);
  if (isRefused(claim)) return claim;
  if (adminOf(machine, claim) !== claim.phone)
    return refuse(result.notAllowed, "phoneNumber is not that of the channel's admin");
  const issuedAt = machine.clock.now();
  const token = randomToken(machine);
  machine.store.verificationTokens.put({ ...claim, token, issuedAt, expiresAt: issuedAt + TOKEN_MS, usedAt: null });
  return accept();
}

/** A channel that nobody registered has for its admin whoever asks first (assumption 110). */
function adminOf(context: Context, { channel, phone }: Claim): string {
  const { channels } = context.store;
  const known = channels.get(channel);
  if (known === undefined) channels.put({ id: channel, phone });
  return known?.phone ?? phone;
}

function randomToken(context: Context): string {
  return String(Math.floor(context.random.next() * 10 ** TOKEN_DIGITS)).padStart(TOKEN_DIGITS, '0');
}

/** The token that a claim may be made with; a refusal where the given one is not it (resource API 5; assumption 111). */
export function takeToken(context: Context, { channel, phone }: Claim, given: string): VerificationToken | Refused {
  const sent = context.store.verificationTokens.get(channel);
  if (sent === undefined || sent.token !== given) return refuse(result.notAllowed, 'the token is wrong');
  if (sent.phone !== phone) return refuse(result.notAllowed, 'the token was sent to another phoneNumber');
  const state = stateOf(context, sent);
  if (state === 'used') return refuse(result.notAllowed, 'the token was used already');
  return state === 'expired' ? refuse(result.notAllowed, 'the token has expired') : sent;
}

/** A token as a person may see it: what the phone got. */
export interface ShownToken {
  channel: string;
  phoneNumber: string;
  token: string;
  state: 'valid' | 'used' | 'expired';
  issuedAt: string;
  expiresAt: string;
}

/** The tokens that were sent, the newest first: one for each channel. */
export function shownTokens(context: Context): ShownToken[] {
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

function stateOf(context: Context, { usedAt, expiresAt }: VerificationToken): ShownToken['state'] {
  if (usedAt !== null) return 'used';
  return expiresAt <= context.clock.now() ? 'expired' : 'valid';
}
