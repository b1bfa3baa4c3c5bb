import type { JsonObject } from '../../core/json.ts';
import { sentButtonRows, sentLines } from '../../preview/sent/lines.ts';
import { textsIn } from '../../preview/sent/parts.ts';
import { formatDateTime } from '../dates.ts';
import type { Machine } from '../machine.ts';
import { brandTemplateFor, filledBrandContent } from '../message/brand/phone.ts';
import { type Message, visibleBubble } from '../message/message.ts';
import { isSameNumber, shownNumber } from '../numbers.ts';
import type { InboxFilter, InboxMessage } from '../public-types.ts';
import { isBrandType } from '../resource/brand-template/type.ts';
import { includes, includesNumber } from '../search.ts';
import { textOf } from '../shape.ts';

/** The messages that match a filter, newest first. */
export function inbox(machine: Machine, filter: InboxFilter): Message[] {
  return [...machine.store.messages.values()].reverse().filter((message) => meetsInbox(machine, message, filter));
}

export function meetsInbox(machine: Machine, message: Message, filter: InboxFilter): boolean {
  const { search, to, type, templateCode, refkey, result } = filter;
  if (to !== undefined && !isSameNumber(message.to, to)) return false;
  if (refkey !== undefined && message.refkey !== refkey) return false;
  if (type !== undefined && message.type !== type) return false;
  if (templateCode !== undefined && textOf(message.content, 'templatecode') !== templateCode) return false;
  if (result !== undefined && !hasResult(message, result)) return false;
  return !search || isFoundBy(machine, message, search);
}

function hasResult(message: Message, result: string): boolean {
  const known = message.isKnown ? message.outcome?.result : undefined;
  return known !== undefined && (result === 'any' || result === known);
}

/** True if a search finds a message, in the control API or on the desk. */
export function isFoundBy(machine: Machine, message: Message, search: string): boolean {
  const numbers = [message.to, message.from].map((number) => shownNumber(machine, number));
  return includes(messageTexts(machine, message), search) || includesNumber(numbers, search);
}

/** The searched texts: the keys, all texts that were sent or are shown, and the address of the template's manifest. */
function messageTexts(machine: Machine, message: Message): string[] {
  const { refkey, messagekey, content, fallbacks } = message;
  const sent = [content, ...fallbacks.map((fallback) => fallback.content), seenContent(machine, message)];
  return [refkey, messagekey, manifestOf(machine, message) ?? '', ...sent.flatMap(textsIn)];
}

/** The address of the manifest that declares a message's template; null if no command named it. */
export function manifestOf(machine: Machine, { type, content }: Message): string | null {
  const [senderKey, code] = [textOf(content, 'senderkey'), textOf(content, 'templatecode')];
  if (!isBrandType(type)) return machine.manifests.addressOf('notification', senderKey, code);
  const name = brandTemplateFor(machine, senderKey, code)?.content.templateName;
  return name === undefined ? null : machine.manifests.addressOf('brand', senderKey, name);
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
