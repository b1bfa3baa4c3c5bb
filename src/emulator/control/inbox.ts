import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { filledBrandContent } from '../message/brand-phone.ts';
import { digits, shownNumber } from '../numbers.ts';
import { textOf } from '../shape.ts';
import { isBrandType } from '../store/brand-type.ts';
import { type Message, visibleBubble } from '../store/message.ts';

/** Filters are joined by "and". */
export interface InboxFilter {
  /** Part of any text of the content, or of refkey or messagekey. */
  search?: string | undefined;
  /** The receiver's number, with hyphens or without. */
  to?: string | undefined;
  type?: string | undefined;
  templateCode?: string | undefined;
  refkey?: string | undefined;
  /** The result's code, or `any` for messages whose result is known. */
  result?: string | undefined;
}

/** A message as the inbox shows it. */
export interface InboxMessage {
  messagekey: string;
  refkey: string;
  type: Message['type'];
  /** In full unless the emulator masks numbers, as `from`. */
  to: string;
  from: string;
  senderkey: string;
  templatecode: string;
  /** The body that the phone shows: that of the fallback, where one went out. */
  text: string;
  content: JsonObject;
  /** The channel that the result is of; null until it is known. */
  device: Message['type'] | null;
  acceptedAt: string;
  sendAt: string;
  /** Null until it is known. */
  result: string | null;
  reason: string | null;
  pushed: boolean;
}

/** The messages that meet a filter, the newest first. */
export function inbox(machine: Machine, filter: InboxFilter): Message[] {
  return [...machine.store.messages.values()].reverse().filter((message) => meetsInbox(machine, message, filter));
}

export function meetsInbox(machine: Machine, message: Message, filter: InboxFilter): boolean {
  const { search, to, type, templateCode, refkey, result } = filter;
  if (to !== undefined && digits(message.to) !== digits(to)) return false;
  if (refkey !== undefined && message.refkey !== refkey) return false;
  if (type !== undefined && message.type !== type) return false;
  if (templateCode !== undefined && textOf(message.content, 'templatecode') !== templateCode) return false;
  if (result !== undefined && !hasResult(machine, message, result)) return false;
  return search === undefined || isFoundBy(message, search);
}

function hasResult(machine: Machine, message: Message, result: string): boolean {
  const known = resultOf(machine, message);
  return known !== null && (result === 'any' || result === known);
}

function isFoundBy({ content, refkey, messagekey }: Message, search: string): boolean {
  return refkey.includes(search) || messagekey.includes(search) || holds(content, search);
}

/** Whether some text at any depth contains `search`. */
function holds(value: Json, search: string): boolean {
  if (typeof value === 'string') return value.includes(search);
  if (Array.isArray(value)) return value.some((element) => holds(element, search));
  return isObject(value) && Object.values(value).some((member) => holds(member, search));
}

function isKnown(machine: Machine, message: Message): boolean {
  return message.resultAt <= machine.clock.now();
}

function resultOf(machine: Machine, message: Message): string | null {
  return isKnown(machine, message) ? (message.outcome?.result ?? null) : null;
}

/** What the phone shows: of a brand message that names a template, the template filled. */
export function seenContent(machine: Machine, message: Message): JsonObject {
  const { type, content } = visibleBubble(message);
  return isBrandType(type) ? filledBrandContent(machine, { type, content, sendAt: message.sendAt }) : content;
}

/** A message for a person or a test. */
export function shown(machine: Machine, message: Message): InboxMessage {
  return {
    messagekey: message.messagekey,
    refkey: message.refkey,
    type: message.type,
    to: shownNumber(machine, message.to),
    from: shownNumber(machine, message.from),
    senderkey: textOf(message.content, 'senderkey'),
    templatecode: textOf(message.content, 'templatecode'),
    text: textOf(seenContent(machine, message), 'message'),
    content: message.content,
    device: isKnown(machine, message) ? (message.outcome?.device ?? null) : null,
    acceptedAt: formatDateTime(message.acceptedAt),
    sendAt: formatDateTime(message.sendAt),
    result: resultOf(machine, message),
    reason: isKnown(machine, message) ? (message.outcome?.reason ?? null) : null,
    pushed: message.push.state === 'arrived',
  };
}
