import * as z from 'zod';
import { templatePage } from '../../kinds/discovery.ts';
import { endpoint } from '../../kinds/endpoint.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import { listOf, optional, withData } from '../../wire/shape.ts';

/** An int64. Digits in a string mean the same. */
const count = z.union([z.int().min(0), z.string().regex(/^\d+$/, 'is not a number').transform(Number)]);
const name = optional(z.string());
const day = z.string().regex(/^\d{8}$/, 'is not a date');

/** Counts of sends, in the order of the document (resource API 4.9). */
export const SEND_COUNTS = [
  'chargedSuccessCount',
  'freeContractSuccessCount',
  'freeTemplateSuccessCount',
  'unknownRequestCount',
  'validFailCount',
  'invalidFailCount',
] as const;

/** Counts of clicks. */
export const CLICK_COUNTS = [
  'buttonClickCount',
  'qrClickCount',
  'listClickCount',
  'thumbnailClickCount',
  'imageClickCount',
  'etcClickCount',
] as const;

/** The members that say what a row counts. */
export const DIMENSIONS = [
  'uuid',
  'templateCode',
  'groupTagKey',
  'messageType',
  'messageSpec',
  'chatBubbleType',
  'targeting',
  'friendType',
  'receiveUserType',
] as const;

function members<const N extends readonly string[], T extends z.ZodType>(names: N, shape: T): Record<N[number], T> {
  return Object.fromEntries(names.map((one) => [one, shape])) as Record<N[number], T>; // one for each name
}

/** A row of any statistics. What a row does not count is missing. */
export const statRow = z.looseObject({
  date: optional(day),
  statMonth: optional(z.string().regex(/^\d{6}$/, 'is not a month')),
  ...members(DIMENSIONS, name),
  ...members(SEND_COUNTS, optional(count)),
  readCount: optional(count),
  ...members(CLICK_COUNTS, optional(count)),
});

export type StatRow = z.output<typeof statRow>;

const list = z.looseObject({ list: listOf(z.unknown()) });
const help = 'Check the period, the filters and the profile. `notiform stats --help` has examples';

function statistics<T>(called: string, path: string, answer: z.ZodType<T>): Endpoint<T> {
  return { ...endpoint(called, path, 'read', answer), help };
}

/** Resource API 4.9: daily and monthly statistics. */
const stat = '/v4/{segment}/stat';
export const sendStatistics = {
  day: statistics('stat.send.daily', `${stat}/send/daily`, withData(list)),
  month: statistics('stat.send.monthly', `${stat}/send/monthly`, withData(list)),
};
export const templateStatistics = {
  day: statistics('stat.template.daily', `${stat}/template/daily`, templatePage),
  month: statistics('stat.template.monthly', `${stat}/template/monthly`, templatePage),
};
