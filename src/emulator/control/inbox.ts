import type { JsonObject } from '../../core/json.ts';
import { maskNumber } from '../../core/mask.ts';
import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { textOf } from '../message/shape.ts';
import { digits } from '../numbers.ts';
import type { Message } from '../store/message.ts';

export interface InboxFilter {
  /** Part of the body, title, code, refkey or messagekey. */
  search?: string | undefined;
  to?: string | undefined;
  templateCode?: string | undefined;
  refkey?: string | undefined;
}

/** A message as the inbox shows it: no whole number. */
export interface InboxMessage {
  messagekey: string;
  refkey: string;
  type: 'at' | 'ai';
  /** Masked, as `from`. */
  to: string;
  from: string;
  senderkey: string;
  templatecode: string;
  /** The body. */
  text: string;
  content: JsonObject;
  acceptedAt: string;
  sendAt: string;
  /** Null until it is known. */
  result: string | null;
  reason: string | null;
  pushed: boolean;
}

/** The messages that meet a filter, the newest first. */
export function inbox(machine: Machine, filter: InboxFilter): InboxMessage[] {
  return [...machine.store.messages.values()]
    .reverse()
    .filter((message) => meets(message, filter))
    .map((message) => shown(message, machine));
}

function meets(message: Message, { search, to, templateCode, refkey }: InboxFilter): boolean {
  if (to !== undefined && digits(message.to) !== digits(to)) return false;
  if (refkey !== undefined && message.refkey !== refkey) return false;
  if (templateCode !== undefined && textOf(message.content, 'templatecode') !== templateCode) return false;
  if (search === undefined) return true;
  const { content, messagekey } = message;
  const texts = [
    textOf(content, 'message'),
    textOf(content, 'title'),
    textOf(content, 'templatecode'),
    message.refkey,
    messagekey,
  ];
  return texts.some((text) => text.includes(search));
}

function shown(message: Message, machine: Machine): InboxMessage {
  const known = message.resultAt <= machine.clock.now();
  return {
    messagekey: message.messagekey,
    refkey: message.refkey,
    type: message.type,
    to: maskNumber(message.to),
    from: maskNumber(message.from),
    senderkey: textOf(message.content, 'senderkey'),
    templatecode: textOf(message.content, 'templatecode'),
    text: textOf(message.content, 'message'),
    content: message.content,
    acceptedAt: formatDateTime(message.acceptedAt),
    sendAt: formatDateTime(message.sendAt),
    result: (known && message.outcome?.result) || null,
    reason: (known && message.outcome?.reason) || null,
    pushed: message.pushed,
  };
}
