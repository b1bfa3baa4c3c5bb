import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { brandTemplateFor, filledBrandContent } from '../message/brand/phone.ts';
import { type Message, visibleBubble } from '../message/message.ts';
import { digits, shownNumber } from '../numbers.ts';
import { isBrandType } from '../resource/brand-template/type.ts';
import { includes, includesNumber } from '../search.ts';
import { textOf } from '../shape.ts';

/** Filters are joined by "and". */
export interface InboxFilter {
  /** A part of what `messageTexts` returns, or of a phone number. */
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
  return search === undefined || isFoundBy(machine, message, search);
}

function hasResult(machine: Machine, message: Message, result: string): boolean {
  const known = resultOf(machine, message);
  return known !== null && (result === 'any' || result === known);
}

/** Searches in the control API and on the desk. */
export function isFoundBy(machine: Machine, message: Message, search: string): boolean {
  const numbers = [message.to, message.from].map((number) => shownNumber(machine, number));
  return includes(messageTexts(machine, message), search) || includesNumber(numbers, search);
}

/** What a search looks at: keys, every text that was sent or is shown, and the address of the template's manifest. */
function messageTexts(machine: Machine, message: Message): string[] {
  const { refkey, messagekey, content, fallbacks } = message;
  const sent = [content, ...fallbacks.map((fallback) => fallback.content), seenContent(machine, message)];
  return [refkey, messagekey, manifestOf(machine, message) ?? '', ...sent.flatMap(textsIn)];
}

function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** The address of the manifest that declares the template of a message; null if no command of a project named it. */
export function manifestOf(machine: Machine, { type, content }: Message): string | null {
  const [senderKey, code] = [textOf(content, 'senderkey'), textOf(content, 'templatecode')];
  if (!isBrandType(type)) return machine.manifests.addressOf('notification', senderKey, code);
  const name = brandTemplateFor(machine, senderKey, code)?.content.templateName;
  return name === undefined ? null : machine.manifests.addressOf('brand', senderKey, name);
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
