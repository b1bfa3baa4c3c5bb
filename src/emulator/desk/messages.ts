import type { JsonObject } from '../../core/json.ts';
import type { Bubble } from '../../preview/bubble.ts';
import { objectAt, textAt } from '../../preview/sent/parts.ts';
import type { Context } from '../context.ts';
import { isFoundBy, manifestOf, seenContent } from '../control/inbox.ts';
import type { Machine } from '../machine.ts';
import { SUCCESSES } from '../message/channel.ts';
import { messageTypes } from '../message/channels.ts';
import {
  isBrandType,
  isNotificationType,
  type Message,
  type MessageType,
  type Outcome,
  visibleBubble,
} from '../message/message.ts';
import { templateFor } from '../message/notification/payload.ts';
import { includes, includesNumber, shownNumber } from '../numbers.ts';
import type { VerificationToken } from '../resource/entities.ts';
import { listOf, textOf } from '../shape.ts';
import { brandBubble } from './bubble-brand.ts';
import { notificationBubble } from './bubble-notification.ts';
import { textBubble, tokenBubble } from './bubble-parts.ts';
import { html, langOf, type Part } from './html.ts';
import {
  type Area,
  badge,
  type Desk,
  type Detail,
  type Entry,
  factList,
  part,
  quote,
  shownTime,
  targetList,
  targetsIn,
  time,
  under,
} from './parts.ts';
import { keyOf, partsOf } from './place.ts';

/** Sent messages and verification tokens, newest first. */
export const inbox: Area = {
  name: 'inbox',
  word: 'Inbox',
  title: 'Inbox',
  noun: 'message',
  placeholder: 'Search messages',
  empty: 'No messages yet. Messages that the message API accepts appear here, as the phone shows them.',
  filters: ({ words }) => [
    {
      name: 'type',
      label: words.t('Channel'),
      options: [['', words.t('All channels')], ...messageTypes.map((type) => [type, words.typeName(type)] as const)],
    },
    {
      name: 'result',
      label: words.t('Result'),
      options: [
        ['', words.t('Any result')],
        ...ARRIVALS.map((arrival) => [arrival, words.meaning('arrival', arrival)] as const),
      ],
    },
  ],
  entries: (desk) => {
    const { type = '', result = '' } = desk.place.filters;
    const { messages, verificationTokens } = desk.machine.store;
    const sent = [...messages.values()]
      .reverse()
      .filter((one) => (type === '' || one.type === type) && (result === '' || arrivalOf(one) === result))
      .map((message) => ({ at: message.acceptedAt, ...messageEntry(desk, message) }));
    const tokens = type !== '' || result !== '' ? [] : [...verificationTokens.values()];
    if (tokens.length === 0) return sent;
    return [...tokens.map((token) => ({ at: token.issuedAt, ...tokenEntry(desk, token) })), ...sent].sort(
      (a, b) => b.at - a.at,
    );
  },
  detail: (desk, key) => {
    const { messages, verificationTokens } = desk.machine.store;
    const [first = '', channel] = partsOf(key);
    const token = channel === undefined ? undefined : verificationTokens.get(channel);
    if (token) return tokenDetail(desk, token);
    const message = messages.get(first);
    return message && messageDetail(desk, message);
  },
};

/** `waiting`: no result yet. `fallback`: it failed, and a fallback was delivered. */
const ARRIVALS = ['waiting', 'delivered', 'fallback', 'failed'] as const;

function arrivalOf({ type, outcome, isKnown }: Message): (typeof ARRIVALS)[number] {
  if (outcome === null || !isKnown) return 'waiting';
  if (!SUCCESSES.some((success) => success === outcome.result)) return 'failed';
  return outcome.device === type ? 'delivered' : 'fallback';
}

function knownOutcome({ outcome, isKnown }: Message): Outcome | null {
  return isKnown ? outcome : null;
}

function arrivalBadge({ words }: Desk, message: Message): Part {
  const arrival = arrivalOf(message);
  return badge(words.meaning('arrival', arrival), arrival);
}

function tokenEntry(desk: Desk, { channel, token, phone, issuedAt }: VerificationToken): Entry {
  const { machine, words } = desk;
  const to = shownNumber(machine, phone);
  return {
    key: keyOf('token', channel),
    isFound: (search) => includes([channel, token], search) || includesNumber([to], search),
    row: () => ({
      title: `${words.t('To')} ${to}`,
      mark: badge(words.meaning('arrival', 'delivered'), 'delivered'),
      lines: [under(words.typeName('token'), ' · ', time(desk, issuedAt), ` · [${token}]`)],
    }),
  };
}

function tokenDetail(desk: Desk, of: VerificationToken): Detail {
  const { machine, words } = desk;
  const { token, channel, phone, issuedAt, expiresAt, usedAt } = of;
  return {
    title: `${words.typeName('token')} ${words.t('to')} ${shownNumber(machine, phone)}`,
    mark: null,
    line: under(`${words.t('from')} ${channel} · `, time(desk, issuedAt)),
    bubble: tokenBubble(machine, of),
    before: [],
    after: [
      part(
        words.t('Details'),
        factList(desk, {
          Token: token,
          'Valid until': shownTime(machine, expiresAt),
          Used: usedAt === null ? null : shownTime(machine, usedAt),
        }),
      ),
    ],
  };
}

function messageEntry(desk: Desk, message: Message): Entry {
  const { machine, words } = desk;
  return {
    key: keyOf(message.messagekey),
    isFound: (search) => isFoundBy(machine, message, search),
    row: () => {
      const line = firstLine(seenContent(machine, message));
      const code = textAt(message.content, 'templatecode');
      const reason = reasonOf(desk, message);
      const at = [words.typeName(message.type), ' · ', time(desk, message.sendAt)];
      return {
        title: `${words.t('To')} ${shownNumber(machine, message.to)}`,
        mark: arrivalBadge(desk, message),
        lines: [
          under(
            at,
            code === '' ? null : html` · <code>${code}</code>`,
            html` <span class="line"${langOf(line)}>${line}</span>`,
          ),
          reason === null
            ? null
            : html`<p class="reason ${toneOfReason(message)}">${knownOutcome(message)?.result ?? ''}: ${reason}</p>`,
        ],
      };
    },
  };
}

/** The reason of a failed attempt before a delivered fallback is no failure of the message. */
function toneOfReason(message: Message): string {
  return arrivalOf(message) === 'fallback' ? 'still' : 'bad';
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

/** Why it failed, for each channel, in the reader's language. */
function reasonOf({ words }: Desk, message: Message): string | null {
  const reason = knownOutcome(message)?.reason ?? null;
  if (reason === null) return null;
  const ofChannel = (text: string): string => {
    const [, channel = '', rest = ''] = /^([a-z]+: )?(.*)$/s.exec(text) ?? [];
    return channel + words.translated(rest);
  };
  return reason.split('; ').map(ofChannel).join('; ');
}

const PUSHES = { due: 'Pending', arrived: 'Delivered', kept: 'Webhook not delivered; kept for retry' } as const;

/** The state of the webhook. */
function pushWords({ state, tries }: Message['push']): string {
  if (state === 'kept' && tries === 0) return 'No webhook registered';
  return PUSHES[state] + (tries > 0 ? ` (${tries} failed ${tries === 1 ? 'attempt' : 'attempts'})` : '');
}

/** One message: its result, the content that was sent, and what happened to the webhook. */
function messageDetail(desk: Desk, message: Message): Detail {
  const { machine, words } = desk;
  const { type, content, fallbacks, messagekey, refkey, acceptedAt, sendAt, push } = message;
  const outcome = knownOutcome(message);
  const reason = reasonOf(desk, message);
  const bodies = Object.fromEntries(fallbacks.map((fallback) => [fallback.type, fallback.content]));
  const sent = { content: { [type]: content }, ...(fallbacks.length === 0 ? {} : { recontent: bodies }) };
  const body = words.t('Content of the send');
  return {
    title: `${words.typeName(type)} ${words.t('to')} ${shownNumber(machine, message.to)}`,
    mark: arrivalBadge(desk, message),
    line: under(`${words.t('from')} ${shownNumber(machine, message.from)} · `, time(desk, sendAt)),
    bubble: messageBubble(machine, message),
    before: [
      part(
        words.t('Result'),
        html`<p>${words.meaning('arrival', arrivalOf(message))} <code>${outcome?.result ?? ''}</code></p>`,
        reason === null ? null : quote(reason, toneOfReason(message)),
      ),
    ],
    after: [
      part(words.t('Links'), targetList(desk, targetsIn(seenContent(machine, message)))),
      part(
        words.t('Details'),
        factList(desk, {
          Manifest: manifestOf(machine, message),
          Profile: machine.store.profiles.get(textAt(content, 'senderkey'))?.alias,
          'Message key': messagekey,
          'Reference key': refkey,
          Accepted: shownTime(machine, acceptedAt),
          'Sent at': sendAt === acceptedAt ? null : shownTime(machine, sendAt),
          Fallbacks: fallbacks.map((fallback) => fallback.type).join(', '),
          'Arrived as': outcome === null || outcome.device === type ? null : outcome.device,
          Webhook: pushWords(push),
        }),
      ),
      part(body, html`<pre tabindex="0" aria-label="${body}">${JSON.stringify(sent, null, 2)}</pre>`),
    ],
  };
}

/** The bubble on the phone: of the message, or of the delivered fallback. */
function messageBubble(machine: Machine, message: Message): Bubble {
  return sentBubble(machine, message, message.isKnown ? visibleBubble(message) : message);
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
