import * as z from 'zod';
import { isObject, type JsonObject } from '../core/json.ts';
import type { TestSend } from '../core/test-send.ts';
import { hasNumber } from '../text/mask.ts';
import { fitTo } from '../wire/fit.ts';
import { informative, optional } from '../wire/shape.ts';
import { type SendMistake, sendMistake } from './about.ts';

/** A value that is a string in the document and may come as a number. */
const word = z.union([z.string(), z.number()]).transform(String);

/** The word of a channel or medium. A text that may be a phone number is never shown, so it counts as none. */
const channelWord = word.refine((text) => text.length <= 40 && !hasNumber(text));

/** A result code has four digits (message API 7). A longer text could be a number of a phone, and results are shown and stored. */
const code = word.refine((text) => text.length <= 8, 'is not a result code');

/** The keys of a webhook in upper case (message API 6). */
const resultShape = z.looseObject({
  DEVICE: informative(channelWord),
  CMSGID: optional(word),
  MEDIA: informative(channelWord),
  UNIXTIME: informative(word),
  RESULT: optional(code),
  REFKEY: optional(word),
});

/** The members of an answer that may contain the result, which may also be at the top (assumption 31). */
const HOLDERS = ['result', 'data'];

/**
 * Finds the delivery result in the answer of a report, whose shape the documents do not show (message API 4.3, assumption 31).
 * The keys are those of the webhook, in upper or lower case. An answer without RESULT is pending.
 */
export function readReport(answer: JsonObject, messagekey: string): { result?: DeliveryResult } | { misfit: string } {
  if (isAboutAnother(answer, messagekey)) return { misfit: 'messagekey: it is the key of another message' };
  for (const [where, holder] of holdersOf(answer)) {
    if (isAboutAnother(holder, messagekey)) continue;
    const read = readResult(holder, where);
    if ('misfit' in read) return read;
    const { result } = read;
    if (result && (result.messagekey === undefined || result.messagekey === messagekey)) return { result };
  }
  return {};
}

/** True if an object names another message by the key of an acceptance (message API 2.2). */
function isAboutAnother(holder: JsonObject, messagekey: string): boolean {
  const [, named] = Object.entries(holder).find(([key]) => key.toLowerCase() === 'messagekey') ?? [];
  return typeof named === 'string' && named !== '' && named !== messagekey;
}

function* holdersOf(answer: JsonObject): Iterable<[string, JsonObject]> {
  for (const name of HOLDERS) {
    const [key, value] = Object.entries(answer).find(([key]) => key.toLowerCase() === name) ?? [];
    const list = Array.isArray(value) ? value : [value];
    for (const [index, item] of list.entries()) {
      if (key !== undefined && isObject(item)) yield [Array.isArray(value) ? `${key}[${index}].` : `${key}.`, item];
    }
  }
  yield ['', answer];
}

function readResult(holder: JsonObject, where: string): { result: DeliveryResult | undefined } | { misfit: string } {
  const known = Object.keys(resultShape.shape);
  const level = Object.entries(holder).flatMap(([key, value]) => {
    const name = key.toUpperCase();
    // `result` may be the object that contains RESULT.
    const isHolder = name === 'RESULT' && typeof value === 'object' && value !== null;
    return known.includes(name) && !isHolder ? [[name, value] as const] : [];
  });
  const read = fitTo(resultShape, Object.fromEntries(level));
  if ('misfit' in read) return { misfit: `${where}${read.misfit.path}: ${read.misfit.why}` };
  return { result: resultOf(read.value) };
}

/** Returns the result without its empty members; undefined without RESULT. */
function resultOf(read: z.output<typeof resultShape>): DeliveryResult | undefined {
  const { DEVICE: device, CMSGID: messagekey, MEDIA: media, UNIXTIME: unixtime, RESULT: result, REFKEY: refkey } = read;
  const others = Object.entries({ device, messagekey, media, unixtime, refkey }).filter(([, text]) => text);
  return result ? { ...Object.fromEntries(others), result } : undefined;
}

/** The service keeps messages this long (message API 1, 4.3). */
export const KEPT_MS = 35 * 24 * 3_600_000;

/** A delivery result (message API 6), as a webhook pushes it and a report answers it. The receiver's number is not read. */
export interface DeliveryResult {
  device?: string;
  messagekey?: string;
  media?: string;
  /** Seconds since the epoch. */
  unixtime?: string;
  /** The result code: 4100, 6600, 7000, 8000 and 5000 mean delivered. */
  result: string;
  refkey?: string;
}

/** Result codes that mean delivery (message API 6, rule 2). */
const DELIVERED: ReadonlySet<string> = new Set(['4100', '6600', '7000', '8000', '5000']);

export function isDelivered(code: string): boolean {
  return DELIVERED.has(code);
}

/** Delivery is uncertain, for up to 30 days (message API 6, rule 4). */
export const UNCERTAIN = '7305';

/** Returns the outcome of a delivery's result code. */
export function outcomeOf(result: string): 'delivered' | 'failed' | 'unknown' {
  if (result === UNCERTAIN) return 'unknown';
  return isDelivered(result) ? 'delivered' : 'failed';
}

/** Reports an expectation that is neither `delivered` nor a failure, as `failed:7322`. */
export function checkExpectation({ expect }: TestSend): SendMistake[] {
  const [, code] = /^failed:(\d{4})$/.exec(expect) ?? [];
  if (expect === 'delivered' || (code !== undefined && !isDelivered(code))) return [];
  const why = code === undefined ? 'is not understood' : `expects a failure, and ${code} means delivery`;
  const hint = 'Write `delivered` or `failed:7322`';
  return [sendMistake(['expect'], 'send-expectation', `\`expect: ${expect}\` ${why}`, { hint })];
}

/** True if a code, of a delivery's result or of a refusal, is the one that a test send expects. */
export function isExpected({ expect }: Pick<TestSend, 'expect'>, code: string): boolean {
  return expect === 'delivered' ? isDelivered(code) : expect === `failed:${code}`;
}
