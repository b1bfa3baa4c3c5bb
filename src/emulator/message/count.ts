import type { JsonObject } from '../../core/json.ts';
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
import { isNothing, listOf, objectOf, textOf } from '../shape.ts';
import { type Fate, fateOf } from './channel.ts';
import { type Bubble, isNotificationType, type Message, type MessageType, visibleBubble } from './message.ts';

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
export function countClick(context: Context, sent: Sent, place: Pick<Click, 'part' | 'order' | 'type'>): void {
  const elapsedDay = elapsed(context, sent);
  if (elapsedDay > LAST_ELAPSED) return;
  const click: Click = { ...place, elapsedDay, count: 1 };
  change(context, sent, (tally) => ({ ...tally, clicks: withClick(tally.clicks, click) }));
}

function elapsed({ clock }: Context, { sendAt }: Sent): number {
  return daysBetween(formatDay(sendAt), formatDay(clock.now()));
}

/**
 * The places of a message that can be clicked, with the type of each button of a notification. `seen` is the content that the
 * phone shows. A brand message counts the buttons, the coupon and the images of all its cards (assumption 380).
 */
export function placesOf(type: MessageType, seen: JsonObject): Readonly<Record<Click['part'], (string | null)[]>> {
  const list = listOf(objectOf(seen, 'item'), 'list').map(() => null);
  if (!isBrandType(type)) {
    const typesIn = (name: string): string[] => listOf(seen, name).map((one) => textOf(one, 'type'));
    const image = type === 'ai' ? [null] : [];
    return { button: typesIn('button'), quickReply: typesIn('quickreply'), image, list, etc: [null] };
  }
  const carousel = objectOf(seen, 'carousel');
  const bubbles = [seen, ...listOf(carousel, 'list').map((card) => objectOf(card, 'attachment'))];
  const has = (part: JsonObject, names: readonly string[]): null[] =>
    names.flatMap((name) => (isNothing(part[name]) ? [] : [null]));
  return {
    button: bubbles.flatMap((part) => [...listOf(part, 'button').map(() => null), ...has(part, ['coupon'])]),
    quickReply: [],
    image: [
      ...has(objectOf(carousel, 'head'), ['image_url']),
      ...bubbles.flatMap((part) => has(part, ['image', 'video'])),
    ],
    list,
    etc: [null],
  };
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
