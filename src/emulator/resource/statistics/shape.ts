import type { JsonObject } from '../../../core/json.ts';
import { isRefused, type Refused, refuse, result } from '../../answers.ts';
import { formatDay, parseStamp } from '../../dates.ts';
import { readRequest, type Shape, textOf } from '../../shape.ts';
import { CHAT_BUBBLES } from '../brand-template/shape.ts';
import type { Tally } from './store.ts';

/** Members of requests for statistics (resource API 4.9). */

export const RECEIVE_USER_TYPES = ['PhoneNumber', 'AppUserId', 'UserKey', 'None'] as const;
export const TARGETINGS = ['M', 'N', 'O', 'I', 'F'] as const;

export const MESSAGE_TYPES = ['AT', 'AI'] as const;
export const MESSAGE_SPECS = ['BASIC', 'FREESTYLE'] as const;
export const FRIEND_TYPES = ['F', 'N'] as const;

export const filterShape = {
  messageType: { is: 'text', of: MESSAGE_TYPES },
  receiveUserType: { is: 'text', of: RECEIVE_USER_TYPES },
  messageSpec: { is: 'text', of: MESSAGE_SPECS },
  chatBubbleType: { is: 'text', of: CHAT_BUBBLES },
  targeting: { is: 'text', of: TARGETINGS },
  friendType: { is: 'text', of: FRIEND_TYPES },
} as const satisfies Shape;

export const templateShape = {
  templateCode: { is: 'text', max: 30 },
  groupTagKey: { is: 'text', max: 40 },
} as const satisfies Shape;

/** Filters that only one of the two products has (assumption 368). */
const OF_PRODUCT: Readonly<Record<Tally['product'], readonly string[]>> = {
  notification: ['messageType'],
  brand: ['messageSpec', 'chatBubbleType', 'targeting', 'friendType', 'groupTagKey'],
};

export function forbidsFilters(
  product: Tally['product'],
  given: Readonly<Record<string, unknown>>,
): Refused | undefined {
  const other = product === 'brand' ? 'notification' : 'brand';
  const name = OF_PRODUCT[other].find((filter) => (given[filter] ?? '') !== '');
  return name === undefined ? undefined : refuse(result.parameters, `${name} is not for this product`);
}

/** How a request names its first and last day or month, and how many these may be. */
export interface Span {
  names: readonly [first: string, last: string];
  unit: 'days' | 'months';
  most: number;
}

export function spanShape({ names, unit }: Span): Shape {
  const [isFit, form] = unit === 'days' ? [isDay, 'date in the form yyyyMMdd'] : [isMonth, 'month in the form yyyyMM'];
  const says = (text: string): string | undefined => (isFit(text) ? undefined : `must be a ${form}`);
  return Object.fromEntries(names.map((name) => [name, { is: 'text', required: true, says }]));
}

/** Reads the first and the last day or month, both included. */
export function readSpan(period: Span, body: JsonObject): { from: string; to: string } | Refused {
  const { names, unit, most } = period;
  const read = readRequest(body, spanShape(period));
  if (isRefused(read)) return read;
  const [from, to] = [textOf(body, names[0]), textOf(body, names[1])];
  const length = (unit === 'days' ? daysBetween(from, to) : monthsBetween(from, to)) + 1;
  if (length < 1) return refuse(result.parameters, 'the period ends before it starts');
  if (length > most) return refuse(result.parameters, `the period may have ${most} ${unit}, not ${length}`);
  return { from, to };
}

/** When statistics exist (resource API 4.9). Days are Korean, `yyyyMMdd`; months are `yyyyMM`. */

const DAY_MS = 86_400_000;
const BATCH_MS = 7 * 3_600_000;

/** Reads and clicks are counted on the day of the send and the two days after it (resource API 8). */
export const LAST_ELAPSED = 2;

export function isDay(text: string): boolean {
  return parseStamp(`${text}000000`) !== undefined;
}

function isMonth(text: string): boolean {
  return isDay(`${text}01`);
}

/** The number of days from one day to another: 0 for the same day. */
export function daysBetween(from: string, to: string): number {
  const startOf = (day: string): number => parseStamp(`${day}000000`) ?? Number.NaN;
  return (startOf(to) - startOf(from)) / DAY_MS;
}

/** The number of months from one month to another: 0 for the same month. */
function monthsBetween(from: string, to: string): number {
  return (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(4)) - Number(from.slice(4));
}

/** The last day whose numbers exist: the batch of a day runs at 7 a.m. of the next day. */
export function lastBatched(now: number): string {
  return formatDay(now - BATCH_MS - DAY_MS);
}
