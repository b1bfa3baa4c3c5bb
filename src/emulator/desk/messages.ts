import type { JsonObject } from '../../core/json.ts';
import type { Bubble } from '../../preview/bubble.ts';
import { objectAt, textAt } from '../../preview/sent/parts.ts';
import type { Context } from '../context.ts';
import { isFoundBy, manifestOf, seenContent } from '../control/inbox.ts';
import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { SUCCESSES } from '../message/channel.ts';
import { isNotificationType, type Message, type MessageType, type Outcome, visibleBubble } from '../message/message.ts';
import { templateFor } from '../message/notification/phone.ts';
import { shownNumber } from '../numbers.ts';
import { isBrandType } from '../resource/brand-template/type.ts';
import type { VerificationToken } from '../resource/profile/store.ts';
import { includes, includesNumber } from '../search.ts';
import { listOf, textOf } from '../shape.ts';
import { brandBubble } from './bubble-brand.ts';
import { notificationBubble } from './bubble-notification.ts';
import { textBubble, tokenBubble } from './bubble-text.ts';
import type { OpenEntry } from './entry.ts';
import { drawingKey, factsOf, shownTime, targetsIn } from './facts.ts';
import type { Arrival, MessageRow, MessageView } from './views.ts';

type ArrivedEntry = OpenEntry<MessageRow, MessageView> & { at: number };

/** Sent messages and verification tokens, newest first. */
export function arrivals(machine: Machine): ArrivedEntry[] {
  const { messages, verificationTokens } = machine.store;
  const sent = [...messages.values()].reverse().map((message) => messageEntry(machine, message));
  const tokens = [...verificationTokens.values()].map((token) => tokenEntry(machine, token));
  return tokens.length === 0 ? sent : [...tokens, ...sent].sort((a, b) => b.at - a.at);
}

/** The message or token with the key of a row. */
export function findArrived(machine: Machine, key: string): ArrivedEntry | undefined {
  const { messages, verificationTokens } = machine.store;
  const message = messages.get(key);
  if (message) return messageEntry(machine, message);
  const token = key.startsWith(TOKEN) ? verificationTokens.get(key.slice(TOKEN.length)) : undefined;
  return token && tokenEntry(machine, token);
}

const TOKEN = 'token ';

function tokenEntry(machine: Machine, token: VerificationToken): ArrivedEntry {
  const bubble = tokenBubble(machine, token);
  const row = (): MessageRow => tokenRow(machine, token);
  return {
    at: token.issuedAt,
    isFound: (search) =>
      includes([token.channel, token.token], search) || includesNumber([shownNumber(machine, token.phone)], search),
    row,
    view: () => ({
      ...row(),
      drawing: drawingKey(bubble),
      facts: tokenFacts(machine, token),
      targets: [],
      content: null,
    }),
    bubble: () => bubble,
  };
}

function messageEntry(machine: Machine, message: Message): ArrivedEntry {
  return {
    at: message.acceptedAt,
    isFound: (search) => isFoundBy(machine, message, search),
    row: () => messageRow(machine, message),
    view: () => messageView(machine, message),
    bubble: () => messageBubble(machine, message),
  };
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
  const outcome = message.isKnown ? message.outcome : null;
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

/** Members that a phone shows first, in this order. */
const FIRST = ['message', 'subject', 'title', 'header', 'description'];

/** The first line that the phone shows; of a carousel, that of its first card. "" if there is no text. */
function firstLine(content: JsonObject): string {
  const text = FIRST.map((name) => textAt(content, name).trim()).find((found) => found !== '');
  if (text !== undefined) return text.split('\n', 1)[0] ?? '';
  const [card] = listOf(objectAt(content, 'carousel') ?? {}, 'list');
  const inner = card ?? objectAt(content, 'message');
  return inner === undefined ? '' : firstLine(inner);
}

function arrivalOf({ type }: Message, outcome: Outcome | null): Arrival {
  if (outcome === null) return 'waiting';
  if (!SUCCESSES.some((success) => success === outcome.result)) return 'failed';
  return outcome.device === type ? 'delivered' : 'fallback';
}

function messageView(machine: Machine, message: Message): MessageView {
  const { type, content, fallbacks } = message;
  const bodies = Object.fromEntries(fallbacks.map((fallback) => [fallback.type, fallback.content]));
  return {
    ...messageRow(machine, message),
    drawing: drawingKey(messageBubble(machine, message)),
    facts: messageFacts(machine, message),
    targets: targetsIn(seenContent(machine, message)),
    content: JSON.stringify({ [type]: content, ...bodies }, null, 2),
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

/** The state of the webhook. */
function pushWords({ state, tries }: Message['push']): string {
  if (state === 'kept' && tries === 0) return 'No webhook registered';
  return PUSHES[state] + (tries > 0 ? ` (${tries} failed ${tries === 1 ? 'attempt' : 'attempts'})` : '');
}

function messageFacts(machine: Machine, message: Message): MessageView['facts'] {
  const { messagekey, refkey, acceptedAt, sendAt, fallbacks, outcome, push } = message;
  const shown = (message.isKnown ? message.outcome : null) && outcome ? outcome.device : null;
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

/** The bubble on the phone: of the message, or of the delivered fallback. */
function messageBubble(machine: Machine, message: Message): Bubble {
  return sentBubble(
    machine,
    message,
    (message.isKnown ? message.outcome : null) === null ? message : visibleBubble(message),
  );
}

/** The bubble of a message on one channel. */
export function sentBubble(
  context: Context,
  message: Message,
  { type, content }: { type: MessageType; content: JsonObject },
): Bubble {
  if (isNotificationType(type))
    return notificationBubble(
      context,
      { type, content },
      message.sendAt,
      templateFor(context, textOf(content, 'senderkey'), textOf(content, 'templatecode')),
    );
  if (isBrandType(type)) return brandBubble(context, { type, content }, message.sendAt);
  return textBubble(context, { type, content }, message);
}
