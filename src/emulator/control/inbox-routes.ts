import type { Machine } from '../machine.ts';
import { filledText, integer, integerText, needed, oneOf, phoneNumber, text, textLike } from '../members.ts';
import { messageTypes } from '../message/channels.ts';
import { countClick, countRead, isReadable, placesOf } from '../message/count.ts';
import { type Message, visibleBubble } from '../message/message.ts';
import { maskNumbers } from '../numbers.ts';
import type { InboxFilter } from '../public-types.ts';
import { type Click, PARTS } from '../resource/statistics/store.ts';
import { type ControlAnswer, type ControlRequest, get, plain, post, type Route, reject } from '../route.ts';
import type { Fields, Rule } from '../shape.ts';
import { inbox, meetsInbox, seenContent, shown } from './inbox.ts';
import { answerFirst, timeoutMs } from './waiting.ts';

const PAGE = 1000;
const MOST = 10_000;

const FILTER = {
  search: text,
  to: phoneNumber,
  type: oneOf(...messageTypes),
  templateCode: filledText,
  refkey: filledText,
  result: textLike(/^(?:any|\d{4})$/, 'a code of four digits, or any'),
} satisfies Record<keyof InboxFilter, Rule>;

/** The most places of each part (resource API 4.9). A part without places is not counted by place. */
const PLACES: Readonly<Record<Click['part'], number>> = { button: 30, quickReply: 10, image: 10, list: 5, etc: 0 };

const clickShape = { part: needed(oneOf(...PARTS)), order: integer(1, 30) };

export const inboxRoutes: readonly Route[] = [
  get('/inbox', 'Lists messages, newest first', ['messages', 'total', 'next'], list, {
    ...FILTER,
    limit: integerText(1, MOST, PAGE),
    after: text,
  }),
  get('/inbox/wait', 'Waits for the newest message that matches', ['message'], wait, { ...FILTER, timeoutMs }),
  get('/inbox/:name', 'Shows a message', ['message'], one),
  {
    method: 'POST',
    path: '/inbox/read',
    query: FILTER,
    does: 'Reads the delivered messages that match, each once',
    answers: ['read'],
    handle: readMany,
  },
  {
    ...post(
      '/inbox/click',
      'Clicks one part of the delivered messages that match and have it, and reads them',
      ['clicked'],
      clickShape,
      clickMany,
    ),
    query: FILTER,
  },
  {
    method: 'DELETE',
    path: '/inbox',
    query: FILTER,
    does: 'Deletes the messages that match',
    answers: ['deleted'],
    handle: removeMany,
  },
  {
    method: 'DELETE',
    path: '/inbox/:name',
    does: 'Deletes a message, which is then neither reported nor pushed',
    answers: ['deleted'],
    handle: removeOne,
  },
];

function filterOf({ query }: ControlRequest): InboxFilter {
  return Object.fromEntries([...query].filter(([name]) => Object.hasOwn(FILTER, name)));
}

function list(machine: Machine, request: ControlRequest): ControlAnswer {
  const limit = Number(request.query.get('limit') ?? PAGE);
  const found = inbox(machine, filterOf(request));
  const after = request.query.get('after');
  const before = after === undefined ? -1 : found.findIndex(({ messagekey }) => messagekey === after);
  if (after !== undefined && before < 0)
    return reject(400, `after must be the messagekey of a message that the filter finds`);
  const page = found.slice(before + 1, before + 1 + limit);
  const isLast = before + 1 + limit >= found.length;
  return {
    messages: plain(page.map((message) => shown(machine, message))),
    total: found.length,
    next: isLast ? null : (page.at(-1)?.messagekey ?? null),
  };
}

function wait(machine: Machine, request: ControlRequest): Promise<ControlAnswer> {
  const filter = filterOf(request);
  const awaited = {
    what: 'message',
    find: () => inbox(machine, filter)[0],
    meets: (message: Message) => meetsInbox(machine, message, filter),
    others: () => newestOf(inbox(machine, {})),
    watch: (listener: (message: Message) => void) =>
      machine.store.messages.onChange((message) => message && listener(message)),
  };
  return answerFirst(machine, request, awaited, (found) => ({ message: plain(shown(machine, found)) }));
}

function newestOf(messages: readonly Message[]): string {
  const [newest] = messages;
  const many = messages.length === 1 ? '1 message' : `${messages.length} messages`;
  // A refkey may contain a phone number.
  return newest
    ? `the inbox has ${many}, the newest with the refkey "${maskNumbers(newest.refkey)}"`
    : 'the inbox is empty';
}

function one(machine: Machine, { name }: ControlRequest): ControlAnswer {
  const message = machine.store.messages.get(name);
  return message ? { message: plain(shown(machine, message)) } : reject(404, 'no such message');
}

/** The messages that match the filter, were delivered by the messenger, and arrived. */
function readable(machine: Machine, request: ControlRequest): Message[] {
  const now = machine.clock.now();
  return inbox(machine, filterOf(request)).filter((message) => message.sendAt <= now && isReadable(message));
}

function readMany(machine: Machine, request: ControlRequest): ControlAnswer {
  return { read: readable(machine, request).filter((message) => readOnce(machine, message)).length };
}

function readOnce(machine: Machine, message: Message): boolean {
  if (message.readAt !== undefined) return false;
  message.readAt = machine.clock.now();
  machine.store.messages.put(message);
  countRead(machine, sentOf(message));
  return true;
}

function sentOf(message: Message): Parameters<typeof countRead>[1] {
  return { ...visibleBubble(message), sendAt: message.sendAt };
}

function clickMany(machine: Machine, click: Fields<typeof clickShape>, request: ControlRequest): ControlAnswer {
  const { part, order = null } = click;
  const most = PLACES[part];
  if (most === 0 && order !== null) return reject(400, `${part} has no order`);
  if (most > 0 && (order === null || order > most)) return reject(400, `order of ${part} must be 1 to ${most}`);
  let clicked = 0;
  for (const message of readable(machine, request)) {
    const sent = sentOf(message);
    const type = placesOf(sent.type, seenContent(machine, message))[part][(order ?? 1) - 1];
    if (type === undefined) continue;
    readOnce(machine, message);
    countClick(machine, sent, { part, order, type });
    clicked += 1;
  }
  return { clicked };
}

function removeMany(machine: Machine, request: ControlRequest): ControlAnswer {
  const found = inbox(machine, filterOf(request));
  for (const { messagekey } of found) machine.store.messages.remove(messagekey);
  return { deleted: found.length };
}

function removeOne(machine: Machine, { name }: ControlRequest): ControlAnswer {
  if (!machine.store.messages.has(name)) return reject(404, 'no such message');
  machine.store.messages.remove(name);
  return { deleted: 1 };
}
