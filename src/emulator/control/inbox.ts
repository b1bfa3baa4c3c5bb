import type { JsonObject } from '../../core/json.ts';
import { sentButtonRows, sentLines } from '../../preview/sent/lines.ts';
import { textsIn } from '../../preview/sent/parts.ts';
import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { filledText, integer, oneOf, phoneNumber, text, textLike } from '../members.ts';
import { filledBrandContent } from '../message/brand/phone.ts';
import { messageTypes } from '../message/channels.ts';
import { isBrandType, type Message, visibleBubble } from '../message/message.ts';
import { includes, includesNumber, isSameNumber, shownNumber } from '../numbers.ts';
import type { InboxFilter, InboxMessage } from '../public-types.ts';
import { get, isRejected, plain, type Route, reject, remove } from '../route.ts';
import { type Rule, textOf } from '../shape.ts';
import { waitFor, waiting } from './waiting.ts';

/** The messages that match a filter, newest first. */
export function inbox(machine: Machine, filter: InboxFilter): Message[] {
  return [...machine.store.messages.values()]
    .reverse()
    .filter((message) => !FILTERS.some((name) => misses(machine, message, filter, name)));
}

/** The search comes last, because it takes the longest. */
const FILTERS = ['refkey', 'to', 'type', 'templateCode', 'result', 'search'] as const;

function misses(machine: Machine, message: Message, filter: InboxFilter, name: keyof InboxFilter): boolean {
  const wanted = filter[name];
  if (wanted === undefined) return false;
  if (name === 'search') return wanted !== '' && !isFoundBy(machine, message, wanted);
  if (name === 'to') return !isSameNumber(message.to, wanted);
  const has = hasOf(message, name);
  return has === undefined || (has !== wanted && !(name === 'result' && wanted === 'any'));
}

/** What a message has where a filter looks; undefined for a result that is not known. */
function hasOf(message: Message, name: keyof InboxFilter): string | undefined {
  if (name === 'result') return message.isKnown ? message.outcome?.result : undefined;
  if (name === 'templateCode') return textOf(message.content, 'templatecode');
  return name === 'search' ? textOf(message.content, 'message') : message[name];
}

/** True if a search finds a message, in the control API or on the desk. */
export function isFoundBy(machine: Machine, message: Message, search: string): boolean {
  const { refkey, messagekey, content, fallbacks, to, from } = message;
  const numbers = [to, from].map((number) => shownNumber(machine, number));
  const shownOrSent = [content, ...fallbacks.map((fallback) => fallback.content), seenContent(machine, message)];
  return includes([refkey, messagekey, ...shownOrSent.flatMap(textsIn)], search) || includesNumber(numbers, search);
}

/** The content that the phone shows. A brand message that names a template shows the filled template. */
export function seenContent(machine: Machine, message: Message): JsonObject {
  const { type, content } = visibleBubble(message);
  return isBrandType(type) ? filledBrandContent(machine, { type, content, sendAt: message.sendAt }) : content;
}

export function shown(machine: Machine, message: Message): InboxMessage {
  const outcome = message.isKnown ? message.outcome : null;
  const seen = seenContent(machine, message);
  return {
    messagekey: message.messagekey,
    refkey: message.refkey,
    type: message.type,
    to: shownNumber(machine, message.to),
    from: shownNumber(machine, message.from),
    senderkey: textOf(message.content, 'senderkey'),
    templatecode: textOf(message.content, 'templatecode'),
    text: textOf(seen, 'message'),
    lines: sentLines(seen),
    buttons: sentButtonRows(seen),
    content: message.content,
    device: outcome?.device ?? null,
    acceptedAt: formatDateTime(message.acceptedAt),
    sendAt: formatDateTime(message.sendAt),
    result: outcome?.result ?? null,
    reason: outcome?.reason ?? null,
    pushed: message.push.state === 'arrived',
    warnings: (message.unknown ?? []).map((path) => `${path} is not in the documents`),
  };
}

const PAGE = 1000;
const MOST = 10_000;

const SHAPE = {
  search: text,
  to: phoneNumber,
  type: oneOf(...messageTypes),
  templateCode: filledText,
  refkey: filledText,
  result: textLike(/^(?:any|\d{4})$/, 'a code of four digits, or any'),
} satisfies Record<keyof InboxFilter, Rule>;

const notFound = reject(404, 'no such message');

export const inboxRoutes: readonly Route[] = [
  get(
    '/inbox',
    'Lists messages, newest first: messages, total, next',
    (machine, { limit = PAGE, after, ...filter }) => {
      const found = inbox(machine, filter);
      const begin = after === undefined ? 0 : found.findIndex(({ messagekey }) => messagekey === after) + 1;
      if (after !== undefined && begin === 0)
        return reject(400, 'after must be the messagekey of a message that the filter finds');
      const page = found.slice(begin, begin + limit);
      const isLast = begin + limit >= found.length;
      return {
        messages: plain(page.map((message) => shown(machine, message))),
        total: found.length,
        next: isLast ? null : (page.at(-1)?.messagekey ?? null),
      };
    },
    { ...SHAPE, limit: integer(1, MOST), after: text },
  ),

  get(
    '/inbox/wait',
    'Waits for the newest message that matches: message',
    async (machine, { timeoutMs: _ms, ...filter }, request) => {
      const found = await waitFor(machine, request, {
        what: 'message',
        existing: inbox(machine, filter)[0],
        filters: FILTERS,
        misses: (message, name) => misses(machine, message, filter, name),
        all: () => machine.store.messages.values(),
        nameOf: ({ refkey }) => `"${refkey}"`,
        has: hasOf,
        watch: (listener) => machine.store.messages.onChange(listener),
      });
      return isRejected(found) ? found : { message: plain(shown(machine, found)) };
    },
    { ...SHAPE, ...waiting },
  ),

  get(
    '/inbox/:name',
    'Shows a message: message',
    (machine, _none, { name }) => {
      const message = machine.store.messages.get(name);
      return message ? { message: plain(shown(machine, message)) } : notFound;
    },
    {},
  ),

  remove(
    '/inbox',
    'Deletes the messages that match: deleted',
    (machine, filter) => {
      const found = inbox(machine, filter);
      for (const { messagekey } of found) machine.store.messages.remove(messagekey);
      return { deleted: found.length };
    },
    SHAPE,
  ),

  remove(
    '/inbox/:name',
    'Deletes a message, which is then neither reported nor pushed: deleted',
    ({ store }, _none, { name }) => {
      if (!store.messages.has(name)) return notFound;
      store.messages.remove(name);
      return { deleted: 1 };
    },
    {},
  ),
];
