import type { Context } from '../context.ts';
import { formatDay } from '../dates.ts';
import {
  ALL_KINDS,
  type Dimensions,
  each,
  emptyTally,
  type SendCount,
  tallyKey,
} from '../resource/statistics/tallies.ts';
import { textOf } from '../shape.ts';
import type { Fate } from './channel.ts';
import { type Bubble, bubbleTypes, isBrandType, isNotificationType, type Message } from './message.ts';

type Sent = Bubble & Pick<Message, 'sendAt'>;

/** `failed`: the phone could not be reached. `refused`: the request broke a rule (assumption 370). */
const COUNT_OF: Readonly<Record<Fate, SendCount>> = {
  delivered: 'chargedSuccessCount',
  unknown: 'unknownRequestCount',
  failed: 'validFailCount',
  refused: 'invalidFailCount',
};

/**
 * Counts a message, or a fallback, of a messenger channel for the statistics. Other channels have none. Numbers stay after a
 * message was deleted.
 */
export function countSend({ store }: Context, sent: Sent, fate: Fate): void {
  const of = dimensionsOf(sent);
  if (of === undefined || !store.profiles.has(of.senderKey)) return;
  const tally = store.tallies.get(tallyKey(of)) ?? emptyTally(of);
  const name = COUNT_OF[fate];
  store.tallies.put({ ...tally, [name]: tally[name] + 1 });
}

/** A message to friends is a requested target who is one. Everybody but `N` is a friend (assumption 370). */
function dimensionsOf({ type, content, sendAt }: Sent): Dimensions | undefined {
  const of = {
    ...each(ALL_KINDS, () => null),
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
