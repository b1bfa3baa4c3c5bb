import type { JsonObject } from '../../core/json.ts';
import type { Bubble } from '../../preview/bubble.ts';
import { isFoundBy, manifestOf, seenContent } from '../control/inbox.ts';
import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { type Message, type Outcome, visibleBubble } from '../message/message.ts';
import { SUCCESSES } from '../message/result.ts';
import { shownNumber } from '../numbers.ts';
import type { VerificationToken } from '../resource/profile/verification-token.ts';
import { includes, includesNumber } from '../search.ts';
import { listOf } from '../shape.ts';
import { objectAt, textAt } from './bubble-parts.ts';
import { sentBubble } from './bubble-sent.ts';
import { tokenBubble } from './bubble-text.ts';
import { drawingKey, factsOf, shownTime } from './facts.ts';
import { listing } from './search.ts';
import type { Arrival, Listing, MessageRow, MessageView } from './views.ts';

/** What arrived on a phone: a sent message, or the verification token of a profile's registration. */
export type Arrived = { message: Message } | { token: VerificationToken };

/** The beginning of the inbox, the newest first. */
export function messageRows(
  machine: Machine,
  { search, count }: { search: string; count: number },
): Listing<MessageRow> {
  const found = arrivals(machine).filter((arrived) => meets(machine, arrived, search));
  return listing(found, count, (arrived) => rowOf(machine, arrived));
}

function arrivals({ store }: Machine): Arrived[] {
  const messages = [...store.messages.values()].reverse().map((message): Arrived => ({ message }));
  const tokens = [...store.verificationTokens.values()].map((token): Arrived => ({ token }));
  return tokens.length === 0 ? messages : [...tokens, ...messages].sort((a, b) => timeOf(b) - timeOf(a));
}

function timeOf(arrived: Arrived): number {
  return 'token' in arrived ? arrived.token.issuedAt : arrived.message.acceptedAt;
}

function meets(machine: Machine, arrived: Arrived, search: string): boolean {
  if (search === '') return true;
  if ('message' in arrived) return isFoundBy(machine, arrived.message, search);
  const { channel, token, phone } = arrived.token;
  return includes([channel, token], search) || includesNumber([shownNumber(machine, phone)], search);
}

/** The one of a key that a row gave. */
export function findArrived({ store }: Machine, key: string): Arrived | undefined {
  const message = store.messages.get(key);
  if (message) return { message };
  const token = key.startsWith(TOKEN) ? store.verificationTokens.get(key.slice(TOKEN.length)) : undefined;
  return token && { token };
}

const TOKEN = 'token ';

function rowOf(machine: Machine, arrived: Arrived): MessageRow {
  return 'token' in arrived ? tokenRow(machine, arrived.token) : messageRow(machine, arrived.message);
}

function tokenRow(machine: Machine, { channel, phone, token, issuedAt }: VerificationToken): MessageRow {
  return {
    key: TOKEN + channel,
    type: 'token',
    to: shownNumber(machine, phone),
    from: channel,
    at: formatDateTime(issuedAt),
    templateCode: null,
    line: `[${token}]`,
    arrival: 'delivered',
    result: null,
    reason: null,
  };
}

function messageRow(machine: Machine, message: Message): MessageRow {
  const outcome = knownOutcome(machine, message);
  return {
    key: message.messagekey,
    type: message.type,
    to: shownNumber(machine, message.to),
    from: shownNumber(machine, message.from),
    at: formatDateTime(message.sendAt),
    templateCode: textAt(message.content, 'templatecode') || null,
    line: firstLine(seenContent(machine, message)),
    arrival: arrivalOf(message, outcome),
    result: outcome?.result ?? null,
    reason: outcome?.reason ?? null,
  };
}

/** Members of a body that a phone shows first, in that order. */
const FIRST = ['message', 'subject', 'title', 'header', 'description'];

/** The first line of what the phone shows; of a carousel, that of its first card. Empty if nothing of it is text. */
function firstLine(content: JsonObject): string {
  const text = FIRST.map((name) => textAt(content, name).trim()).find((found) => found !== '');
  if (text !== undefined) return text.split('\n', 1)[0] ?? '';
  const [card] = listOf(objectAt(content, 'carousel') ?? {}, 'list');
  const inner = card ?? objectAt(content, 'message');
  return inner === undefined ? '' : firstLine(inner);
}

function knownOutcome(machine: Machine, { outcome, resultAt }: Message): Outcome | null {
  return resultAt <= machine.clock.now() ? outcome : null;
}

function arrivalOf({ type }: Message, outcome: Outcome | null): Arrival {
  if (outcome === null) return 'waiting';
  if (!SUCCESSES.includes(outcome.result)) return 'failed';
  return outcome.device === type ? 'delivered' : 'fallback';
}

export function arrivedView(machine: Machine, arrived: Arrived): MessageView {
  const row = { ...rowOf(machine, arrived), drawing: drawingKey(arrivedBubble(machine, arrived)) };
  if ('token' in arrived) return { ...row, facts: tokenFacts(machine, arrived.token), content: null };
  const { type, content, fallbacks } = arrived.message;
  return {
    ...row,
    facts: messageFacts(machine, arrived.message),
    content: JSON.stringify(
      { [type]: content, ...Object.fromEntries(fallbacks.map((fallback) => [fallback.type, fallback.content])) },
      null,
      2,
    ),
  };
}

function tokenFacts(machine: Machine, { token, expiresAt, usedAt }: VerificationToken): MessageView['facts'] {
  return factsOf({
    Token: token,
    'Valid until': shownTime(machine, expiresAt),
    Used: usedAt === null ? null : shownTime(machine, usedAt),
  });
}

const PUSHES = { due: 'Pending', arrived: 'Delivered', kept: 'Webhook not delivered; kept for retry' } as const;

/** How the result came to the webhook. */
function pushWords({ state, tries }: Message['push']): string {
  if (state === 'kept' && tries === 0) return 'No webhook registered';
  return PUSHES[state] + (tries > 0 ? ` (${tries} failed ${tries === 1 ? 'attempt' : 'attempts'})` : '');
}

function messageFacts(machine: Machine, message: Message): MessageView['facts'] {
  const { messagekey, refkey, acceptedAt, sendAt, fallbacks, outcome, push } = message;
  const shown = knownOutcome(machine, message) && outcome ? outcome.device : null;
  const senderKey = textAt(message.content, 'senderkey');
  return factsOf({
    Manifest: manifestOf(machine, message),
    Profile: machine.store.profiles.get(senderKey)?.alias ?? null,
    'Message key': messagekey,
    'Reference key': refkey,
    Accepted: shownTime(machine, acceptedAt),
    'Sent at': sendAt === acceptedAt ? null : shownTime(machine, sendAt),
    Fallbacks: fallbacks.map(({ type }) => type).join(', '),
    'Arrived as': shown === message.type ? null : shown,
    Webhook: pushWords(push),
  });
}

/** What the phone shows: what was sent, or the fallback that went out. */
export function arrivedBubble(machine: Machine, arrived: Arrived): Bubble {
  if ('token' in arrived) return tokenBubble(machine, arrived.token);
  const { message } = arrived;
  const isKnown = knownOutcome(machine, message) !== null;
  return sentBubble(machine, message, isKnown ? visibleBubble(message) : message);
}
