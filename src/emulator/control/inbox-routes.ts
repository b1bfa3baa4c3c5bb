import type { Machine } from '../machine.ts';
import { filledText, integerText, oneOf, phoneNumber, text, textLike } from '../members.ts';
import { messageTypes } from '../message/channels.ts';
import type { Message } from '../message/message.ts';
import { maskNumbers } from '../numbers.ts';
import type { InboxFilter } from '../public-types.ts';
import { type ControlAnswer, type ControlRequest, get, plain, type Route, reject } from '../route.ts';
import type { Rule } from '../shape.ts';
import { inbox, meetsInbox, shown } from './inbox.ts';
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

export const inboxRoutes: readonly Route[] = [
  get('/inbox', 'Lists messages, newest first: messages, total, next', list, {
    ...FILTER,
    limit: integerText(1, MOST, PAGE),
    after: text,
  }),
  get('/inbox/wait', 'Waits for the newest message that matches: message', wait, { ...FILTER, timeoutMs }),
  get('/inbox/:name', 'Shows a message: message', one),
  {
    method: 'DELETE',
    path: '/inbox',
    query: FILTER,
    does: 'Deletes the messages that match: deleted',
    handle: removeMany,
  },
  {
    method: 'DELETE',
    path: '/inbox/:name',
    does: 'Deletes a message, which is then neither reported nor pushed: deleted',
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
