import type { JsonObject } from '../../core/json.ts';
import { type Refused, refuse, result } from '../answers.ts';
import { formatDateTime, parseStamp } from '../dates.ts';
import type { Read, Shape } from '../shape.ts';
import type { Registered } from './template/template.ts';

/** Paging and periods of template lists (assumptions 24 and 127). */

export const MAX_COUNT = 100;

/** Returns one page, newest first, and the totals of the answer. `found` is oldest first. */
export function pageOf<T>(found: readonly T[], page: number, count: number): { rows: T[]; totals: JsonObject } {
  const end = Math.max(found.length - (page - 1) * count, 0);
  return {
    rows: found.slice(Math.max(end - count, 0), end).reverse(),
    totals: { totalCount: found.length, totalPage: Math.ceil(found.length / count), currentPage: page },
  };
}

export const stamp = {
  is: 'text',
  says: (text: string) => (parseStamp(text) === undefined ? 'must be a date in the form yyyyMMddHHmmss' : undefined),
} as const satisfies Shape[string];

export const periodShape = { startDate: stamp, endDate: stamp } as const satisfies Shape;

/** Milliseconds since the epoch, both inclusive. An open end is infinite. */
interface Period {
  from: number;
  to: number;
}

export function periodOf({ startDate, endDate }: Read<typeof periodShape>): Period | Refused {
  const from = parseStamp(startDate ?? '') ?? Number.NEGATIVE_INFINITY;
  const to = (parseStamp(endDate ?? '') ?? Number.POSITIVE_INFINITY) + 999;
  return from > to ? refuse(result.parameters, 'startDate is after endDate') : { from, to };
}

interface Listed extends Registered {
  senderKeyType: string;
  templateCode: string;
  content: { templateName: string };
  modifiedAt: number;
}

/** True if a template was created in a period, and its code or name has the keyword. */
export function isListed(
  { createdAt, templateCode, content }: Listed,
  { from, to }: Period,
  keyword: string | null,
): boolean {
  if (createdAt < from || createdAt > to) return false;
  return keyword === null || templateCode.includes(keyword) || content.templateName.includes(keyword);
}

/** The members of a row of both lists (resource API 4.1, 4.7). */
export function rowOf(
  { senderKey, senderKeyType, templateCode, content, createdAt, modifiedAt }: Listed,
  serviceStatus: string,
): JsonObject {
  return {
    ...{ senderKey, senderKeyType, templateCode, templateName: content.templateName },
    createdAt: formatDateTime(createdAt),
    modifiedAt: formatDateTime(modifiedAt),
    serviceStatus,
  };
}
