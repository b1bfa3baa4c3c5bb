import type { Context } from '../context.ts';
import { formatDay } from '../dates.ts';
import { bubbleTypes, isBrandType } from '../resource/brand-template/type.ts';
import { daysBetween, LAST_ELAPSED } from '../resource/statistics/days.ts';
import {
  type Click,
  type Dimensions,
  emptyTally,
  type SendCount,
  type Tally,
  tallyKey,
  withClick,
} from '../resource/statistics/store.ts';
import { listOf, textOf } from '../shape.ts';
import { type Fate, fateOf } from './channel.ts';
import { type Bubble, isNotificationType, type Message, visibleBubble } from './message.ts';

/** Counts messages that were sent. Numbers stay after a message was deleted. */

type Sent = Bubble & Pick<Message, 'sendAt'>;

/** `failed`: the phone could not be reached. `refused`: the request broke a rule (assumption 370). */
const COUNT_OF: Readonly<Record<Fate, SendCount>> = {
  delivered: 'chargedSuccessCount',
  unknown: 'unknownRequestCount',
  failed: 'validFailCount',
  refused: 'invalidFailCount',
};

/** Counts a message, or a fallback, of a messenger channel. Other channels have no statistics. */
export function countSend(context: Context, sent: Sent, fate: Fate): void {
  const name = COUNT_OF[fate];
  change(context, sent, (tally) => ({ ...tally, [name]: tally[name] + 1 }));
}

/** True if the phone showed a message of the messenger, which its owner can read. */
export function isReadable(message: Message): boolean {
  const { type } = visibleBubble(message);
  return fateOf(message.outcome?.result ?? '') === 'delivered' && (isBrandType(type) || isNotificationType(type));
}

/** Counts a read of today. Later than two days after the send, nothing is counted (resource API 8). */
export function countRead(context: Context, sent: Sent): void {
  const elapsedDay = elapsed(context, sent);
  change(context, sent, (tally) => ({
    ...tally,
    reads: tally.reads.map((count, day) => (day === elapsedDay ? count + 1 : count)),
  }));
}

/** Counts a click of today, as `countRead`. */
export function countClick(context: Context, sent: Sent, { part, order }: Pick<Click, 'part' | 'order'>): void {
  const elapsedDay = elapsed(context, sent);
  if (elapsedDay > LAST_ELAPSED) return;
  const click: Click = { part, order, type: clickedType(sent, part, order), elapsedDay, count: 1 };
  change(context, sent, (tally) => ({ ...tally, clicks: withClick(tally.clicks, click) }));
}

function elapsed({ clock }: Context, { sendAt }: Sent): number {
  return daysBetween(formatDay(sendAt), formatDay(clock.now()));
}

/** False for a notification message without that button or quick reply. The places of a brand message count those of all its cards. */
export function hasPart(sent: Sent, { part, order }: Pick<Click, 'part' | 'order'>): boolean {
  const isListed = !isBrandType(sent.type) && (part === 'button' || part === 'quickReply');
  return !isListed || clickedType(sent, part, order) !== null;
}

function clickedType({ type, content }: Sent, part: Click['part'], order: number | null): string | null {
  if (isBrandType(type) || (part !== 'button' && part !== 'quickReply')) return null;
  const clicked = listOf(content, part === 'button' ? 'button' : 'quickreply')[(order ?? 0) - 1];
  return clicked === undefined ? null : textOf(clicked, 'type');
}

function change({ store }: Context, sent: Sent, changed: (tally: Tally) => Tally): void {
  const of = dimensionsOf(sent);
  if (of !== undefined && store.profiles.has(of.senderKey))
    store.tallies.put(changed(store.tallies.get(tallyKey(of)) ?? emptyTally(of)));
}

const NO_KIND = { messageType: null, messageSpec: null, chatBubbleType: null, targeting: null, friendType: null };

/** A message to friends is a requested target who is one. Everybody but `N` is a friend (assumption 370). */
function dimensionsOf({ type, content, sendAt }: Sent): Dimensions | undefined {
  const of = {
    ...NO_KIND,
    date: formatDay(sendAt),
    senderKey: textOf(content, 'senderkey'),
    templateCode: textOf(content, 'templatecode') || null,
    groupTagKey: null,
    // The emulator sends to phone numbers only.
    receiveUserType: 'PhoneNumber',
  };
  if (isNotificationType(type)) return { ...of, product: 'notification', messageType: type.toUpperCase() };
  if (!isBrandType(type)) return undefined;
  const targeting = textOf(content, 'targeting') || 'I';
  return {
    ...of,
    product: 'brand',
    groupTagKey: textOf(content, 'grouptagkey') || null,
    messageSpec: textOf(content, 'brandmessagetype') === 'FREE' ? 'FREESTYLE' : 'BASIC',
    chatBubbleType: bubbleTypes[type],
    targeting,
    friendType: targeting === 'N' ? 'N' : 'F',
  };
}
