import { sentLines } from '../../preview/sent/lines.ts';
import { textAt, textsIn } from '../../preview/sent/parts.ts';
import { isFoundBy, seenContent } from '../control/inbox.ts';
import { SUCCESSES } from '../message/channel.ts';
import { messageTypes } from '../message/channels.ts';
import { type Message, visibleBubble } from '../message/message.ts';
import { includes, includesNumber, shownNumber } from '../numbers.ts';
import type { VerificationToken } from '../resource/entities.ts';
import { sentBubble, tokenBubble } from './bubbles.ts';
import { html, langOf, type Part } from './html.ts';
import { meanings } from './meanings.ts';
import {
  type Area,
  badge,
  type Desk,
  type Detail,
  type Entry,
  factList,
  jsonPart,
  part,
  quote,
  shownTime,
  targetList,
  time,
  under,
  unknownPart,
} from './parts.ts';
import { keyOf, partsOf } from './place.ts';
import type { Words } from './words.ts';

/** Sent messages and verification tokens, newest first. */
export const inbox: Area = {
  title: 'Inbox',
  noun: 'message',
  placeholder: 'Search messages',
  empty: 'No messages yet. Messages that the message API accepts appear here, as the phone shows them.',
  filters: ({ words }) => {
    const types = messageTypes.map((type) => [type, words.typeName(type)] as const);
    const arrivals = Object.keys(meanings.arrival).map((one) => [one, words.meaning('arrival', one)] as const);
    return [
      { name: 'type', label: words.t('Channel'), options: [['', words.t('All channels')], ...types] },
      { name: 'result', label: words.t('Result'), options: [['', words.t('Any result')], ...arrivals] },
    ];
  },
  entries: (desk) => {
    const { type, result } = desk.place;
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
function arrivalOf({ type, outcome, isKnown }: Message): keyof typeof meanings.arrival {
  if (outcome === null || !isKnown) return 'waiting';
  if (!SUCCESSES.some((success) => success === outcome.result)) return 'failed';
  return outcome.device === type ? 'delivered' : 'fallback';
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
    before: [
      factList(desk, {
        Token: token,
        'Valid until': shownTime(machine, expiresAt),
        Used: usedAt === null ? null : shownTime(machine, usedAt),
      }),
    ],
    after: [],
  };
}

function messageEntry(desk: Desk, message: Message): Entry {
  const { machine, words } = desk;
  return {
    key: keyOf(message.messagekey),
    isFound: (search) => isFoundBy(machine, message, search),
    row: () => {
      const seen = seenContent(machine, message);
      const line = sentLines(seen)[0] ?? textsIn(seen['message'] ?? '')[0] ?? '';
      const code = textAt(message.content, 'templatecode');
      const reason = reasonsOf(words, message).join('; ');
      return {
        title: `${words.t('To')} ${shownNumber(machine, message.to)}`,
        mark: [arrivalBadge(desk, message), message.unknown?.length ? html`<span class="badge due">!</span>` : null],
        lines: [
          under(
            [words.typeName(message.type), ' · ', time(desk, message.sendAt)],
            code === '' ? null : html` · <code>${code}</code>`,
            html` <span class="line"${langOf(line)}>${line}</span>`,
          ),
          reason === ''
            ? null
            : html`<p class="reason ${toneOfReason(message)}">${message.outcome?.result ?? ''}: ${reason}</p>`,
        ],
      };
    },
  };
}

/** The reason of a failed attempt before a delivered fallback is no failure of the message. */
function toneOfReason(message: Message): string {
  return arrivalOf(message) === 'fallback' ? 'still' : 'bad';
}

/** Every reason why it failed, with its channel if there are several, in the reader's language. */
function reasonsOf(words: Words, { outcome, isKnown }: Message): string[] {
  const reason = isKnown ? outcome?.reason : null;
  return (reason ?? '').split('; ').flatMap((text) => {
    const [, channel = '', rest = ''] = /^([a-z]+: )?(.*)$/s.exec(text) ?? [];
    return rest === '' ? [] : [channel + words.translated(rest)];
  });
}

/** The attempts of the webhook. */
function pushWords(words: Words, { state, tries }: Message['push']): string {
  if (state === 'arrived') return words.t('Delivered to the webhook');
  if (state === 'kept' && tries === 0) return words.t('No webhook registered');
  if (state === 'kept') return words.t('Webhook not delivered; kept for retry (failed attempts: {})', tries);
  return tries === 0 ? words.t('Pending') : words.t('Pending (failed attempts: {})', tries);
}

/** The result of a message with everything that differed, its unknown members, and the attempts of the webhook. */
export function resultParts(desk: Desk, message: Message): Part {
  const { words } = desk;
  const arrival = words.meaning('arrival', arrivalOf(message));
  const reasons = reasonsOf(words, message).map((reason) => quote(reason, toneOfReason(message)));
  return [
    part(
      words.t('Result'),
      html`<p>${arrival} <code>${message.isKnown ? (message.outcome?.result ?? '') : ''}</code></p>`,
      reasons,
      factList(desk, { Webhook: pushWords(words, message.push) }),
    ),
    unknownPart(desk, message.unknown ?? []),
  ];
}

/** One message: its result, the content that was sent, and what happened to the webhook. */
function messageDetail(desk: Desk, message: Message): Detail {
  const { machine, words } = desk;
  const { type, content, fallbacks, messagekey, refkey, acceptedAt, sendAt, outcome, isKnown } = message;
  const bodies = Object.fromEntries(fallbacks.map((fallback) => [fallback.type, fallback.content]));
  const sent = { content: { [type]: content }, ...(fallbacks.length === 0 ? {} : { recontent: bodies }) };
  const device = isKnown && outcome !== null && outcome.device !== type ? outcome.device : null;
  return {
    title: `${words.typeName(type)} ${words.t('to')} ${shownNumber(machine, message.to)}`,
    mark: arrivalBadge(desk, message),
    line: under(`${words.t('from')} ${shownNumber(machine, message.from)} · `, time(desk, sendAt)),
    bubble: sentBubble(machine, message, isKnown ? visibleBubble(message) : message),
    before: [resultParts(desk, message)],
    after: [
      part(words.t('Links'), targetList(desk, seenContent(machine, message))),
      part(
        words.t('Details'),
        factList(desk, {
          Profile: machine.store.profiles.get(textAt(content, 'senderkey'))?.alias,
          'Message key': messagekey,
          'Reference key': refkey,
          Accepted: shownTime(machine, acceptedAt),
          'Sent at': sendAt === acceptedAt ? null : shownTime(machine, sendAt),
          Fallbacks: fallbacks.map((fallback) => fallback.type).join(', '),
          'Arrived as': device,
        }),
      ),
      jsonPart(words.t('Content of the send'), sent),
    ],
  };
}
