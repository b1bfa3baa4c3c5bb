import { filledText, integer, listOf, matching, members, needed, nullable, oneOf, text } from '../../members.ts';
import type { Seeder } from '../../route.ts';
import { CHAT_BUBBLES } from '../brand-template/shape.ts';
import { profileSeeder } from '../profile/control.ts';
import {
  FRIEND_TYPES,
  isDay,
  LAST_ELAPSED,
  MESSAGE_SPECS,
  MESSAGE_TYPES,
  RECEIVE_USER_TYPES,
  TARGETINGS,
} from './shape.ts';
import { type Click, emptyTally, PARTS, SEND_COUNTS } from './store.ts';

const number = integer(0, Number.MAX_SAFE_INTEGER);

const shape = {
  product: needed(oneOf('notification', 'brand')),
  date: needed(
    matching((value): value is string => typeof value === 'string' && isDay(value), 'a date in the form yyyyMMdd', {
      type: 'string',
      pattern: '^[0-9]{8}$',
    }),
  ),
  templateCode: nullable(text),
  groupTagKey: nullable(text),
  messageType: oneOf(...MESSAGE_TYPES),
  messageSpec: oneOf(...MESSAGE_SPECS),
  chatBubbleType: oneOf(...CHAT_BUBBLES),
  targeting: oneOf(...TARGETINGS),
  friendType: oneOf(...FRIEND_TYPES),
  receiveUserType: oneOf(...RECEIVE_USER_TYPES),
  ...(Object.fromEntries(SEND_COUNTS.map((name) => [name, number])) as Record<
    (typeof SEND_COUNTS)[number],
    typeof number
  >), // each name
  /** Reads on the day of the send, the day after, and the day after that. */
  reads: listOf(number),
  clicks: listOf(
    members({
      part: needed(oneOf(...PARTS)),
      order: integer(1, 30),
      type: filledText,
      elapsedDay: integer(0, LAST_ELAPSED),
      count: needed(number),
    }),
  ),
};

/** Numbers of earlier days, as if messages had been sent. A seed with the same dimensions replaces the numbers. */
export const statisticsSeeds: Record<string, Seeder> = {
  statistics: profileSeeder(shape, (machine, profile, { reads = [], clicks = [], ...seed }, at) => {
    if (reads.length > LAST_ELAPSED + 1) return `${at}.reads may have ${LAST_ELAPSED + 1} elements`;
    const isBrand = seed.product === 'brand';
    const of = {
      date: seed.date,
      senderKey: profile.key,
      product: seed.product,
      templateCode: seed.templateCode ?? null,
      groupTagKey: seed.groupTagKey ?? null,
      receiveUserType: seed.receiveUserType ?? 'PhoneNumber',
      messageType: isBrand ? null : (seed.messageType ?? 'AT'),
      messageSpec: isBrand ? (seed.messageSpec ?? 'BASIC') : null,
      chatBubbleType: isBrand ? (seed.chatBubbleType ?? 'TEXT') : null,
      targeting: isBrand ? (seed.targeting ?? 'I') : null,
      friendType: isBrand ? (seed.friendType ?? 'F') : null,
    };
    const counts = Object.fromEntries(SEND_COUNTS.map((count) => [count, seed[count] ?? 0]));
    machine.store.tallies.put({
      ...emptyTally(of),
      ...counts,
      reads: [reads[0] ?? 0, reads[1] ?? 0, reads[2] ?? 0],
      clicks: clicks.map(
        ({ order = null, type = null, elapsedDay = 0, ...click }): Click => ({ ...click, order, type, elapsedDay }),
      ),
    });
    return undefined;
  }),
};
