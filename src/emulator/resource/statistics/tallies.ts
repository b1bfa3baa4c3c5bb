import { formatDay, parseStamp } from '../../dates.ts';
import { CHAT_BUBBLES } from '../brand-template/template.ts';

type Product = 'notification' | 'brand';

/** How messages differ (resource API 4.9; assumption 368): the values, the product that has them, and the value of a seed without one. */
export const KINDS = {
  messageType: { of: ['AT', 'AI'], product: 'notification', usual: 'AT' },
  messageSpec: { of: ['BASIC', 'FREESTYLE'], product: 'brand', usual: 'BASIC' },
  chatBubbleType: { of: CHAT_BUBBLES, product: 'brand', usual: 'TEXT' },
  targeting: { of: ['M', 'N', 'O', 'I', 'F'], product: 'brand', usual: 'I' },
  friendType: { of: ['F', 'N'], product: 'brand', usual: 'F' },
  receiveUserType: { of: ['PhoneNumber', 'AppUserId', 'UserKey', 'None'], product: null, usual: 'PhoneNumber' },
} as const;

export type Kind = keyof typeof KINDS;

export const ALL_KINDS = Object.keys(KINDS) as Kind[]; // the keys of the table

/** The kinds that a product has. */
export function kindsOf(product: Product): Kind[] {
  return ALL_KINDS.filter((kind) => [product, null].includes(KINDS[kind].product));
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

/** What a row counts. Kinds that the product does not have are null. */
export interface Dimensions extends Record<Kind, string | null> {
  /** Korean day of the send, `yyyyMMdd`. */
  date: string;
  senderKey: string;
  product: Product;
  /** Null for a brand message without a template. */
  templateCode: string | null;
  /** Only brand messages have one. */
  groupTagKey: string | null;
}

/** Reads and clicks are counted on the day of the send and the two days after it (resource API 8). */
export const LAST_ELAPSED = 2;

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

/** The numbers of the messages of one day that agree in every dimension. Never changed in place: `put` a new one. */
export interface Tally extends Dimensions, Readonly<Record<SendCount, number>> {
  /** Reads by days between the send and the read: 0, 1 and 2. */
  readonly reads: readonly number[];
  readonly clicks: readonly Click[];
}

const NAMES = ['date', 'senderKey', 'product', 'templateCode', 'groupTagKey', ...ALL_KINDS] as const;

export function tallyKey(tally: Dimensions): string {
  return JSON.stringify(NAMES.map((name) => tally[name]));
}

/** A value for each name. */
export function each<N extends string, V>(names: readonly N[], value: (name: N) => V): Record<N, V> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<N, V>; // each name
}

export function emptyTally(of: Dimensions): Tally {
  return { ...of, ...each(SEND_COUNTS, () => 0), reads: [0, 0, 0], clicks: [] };
}

export function isDay(given: unknown): given is string {
  return parseStamp(`${given}000000`) !== undefined;
}

const DAY_MS = 86_400_000;
const BATCH_MS = 7 * 3_600_000;

/** The number of days from one day to another: 0 for the same day. */
export function daysBetween(from: string, to: string): number {
  const startOf = (day: string): number => parseStamp(`${day}000000`) ?? Number.NaN;
  return (startOf(to) - startOf(from)) / DAY_MS;
}

/** The last day whose numbers exist: the batch of a day runs at 7 a.m. of the next day (resource API 4.9). */
export function lastBatched(now: number): string {
  return formatDay(now - BATCH_MS - DAY_MS);
}
