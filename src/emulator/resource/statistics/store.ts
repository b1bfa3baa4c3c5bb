import type { ChatBubble } from '../brand-template/shape.ts';

export const PARTS = ['button', 'quickReply', 'image', 'list', 'etc'] as const;

/** Clicks on one part of a message, of messages of one day (resource API 4.9). */
export interface Click {
  part: (typeof PARTS)[number];
  /** The place of the button, image or list item, from 1; null if it has none. */
  order: number | null;
  /** The type of the button or quick reply of a notification: `WL`. */
  type: string | null;
  /** Days between the send and the click. */
  elapsedDay: number;
  count: number;
}

/** The members of a row that say what it counts. */
export interface Dimensions {
  /** Korean day of the send, `yyyyMMdd`. */
  date: string;
  senderKey: string;
  product: 'notification' | 'brand';
  /** Null for a brand message without a template. */
  templateCode: string | null;
  /** Only brand messages have one. */
  groupTagKey: string | null;
  messageType: string | null;
  messageSpec: string | null;
  chatBubbleType: ChatBubble | null;
  targeting: string | null;
  friendType: string | null;
  receiveUserType: string;
}

export const SEND_COUNTS = [
  'chargedSuccessCount',
  'freeContractSuccessCount',
  'freeTemplateSuccessCount',
  'unknownRequestCount',
  'validFailCount',
  'invalidFailCount',
] as const;

export type SendCount = (typeof SEND_COUNTS)[number];

/** The numbers of the messages of one day that agree in every dimension. Never changed in place: `put` a new one. */
export interface Tally extends Dimensions, Readonly<Record<SendCount, number>> {
  /** Reads by days between the send and the read: 0, 1 and 2. */
  readonly reads: readonly number[];
  readonly clicks: readonly Click[];
}

const DIMENSIONS = [
  ...(['date', 'senderKey', 'product', 'templateCode', 'groupTagKey', 'messageType', 'messageSpec'] as const),
  ...(['chatBubbleType', 'targeting', 'friendType', 'receiveUserType'] as const),
];

export function tallyKey(tally: Dimensions): string {
  return JSON.stringify(DIMENSIONS.map((name) => tally[name]));
}

export function noCounts(): Record<SendCount, number> {
  return Object.fromEntries(SEND_COUNTS.map((name) => [name, 0])) as Record<SendCount, number>; // each name
}

export function emptyTally(of: Dimensions): Tally {
  return { ...of, ...noCounts(), reads: [0, 0, 0], clicks: [] };
}
