import { isObject, type JsonObject } from '../core/json.ts';
import type { Problem } from '../core/problem.ts';
import { fitTo } from '../wire/fit.ts';
import { type DeliveryResult, type ReportAnswer, resultShape } from './message.ts';

/** Where an answer may hold the result (assumption 31): under `result` or `data`, or at the top. */
const HOLDERS = ['result', 'data'];

/**
 * Looks for a delivery result in the answer of a report, whose shape is not shown (message API 4.3, assumption 31).
 * The keys are those of the webhook in any case; an answer without a RESULT is one that is still to come.
 */
export function readReport(answer: JsonObject, messagekey: string): ReportAnswer | { misfit: string } {
  for (const [where, holder] of holdersOf(answer)) {
    const read = readResult(holder, where);
    if ('misfit' in read) return read;
    const { result } = read;
    if (result && (result.messagekey === undefined || result.messagekey === messagekey))
      return { pending: false, result };
  }
  return { pending: true };
}

/** Reads what a webhook pushes (message API 6): a result, or the problem with it. */
export function parseWebhook(body: unknown): { result: DeliveryResult } | { problem: Problem } {
  const read = isObject(body) ? readResult(body, '') : { misfit: 'the body: expected an object' };
  if ('misfit' in read) return { problem: notAResult(read.misfit) };
  return read.result
    ? { result: read.result }
    : { problem: notAResult('RESULT: expected a result code, and there is none') };
}

function* holdersOf(answer: JsonObject): Iterable<[string, JsonObject]> {
  for (const name of HOLDERS) {
    const [key, held] = Object.entries(answer).find(([key]) => key.toLowerCase() === name) ?? [];
    const list = Array.isArray(held) ? held : [held];
    for (const [index, item] of list.entries()) {
      if (key !== undefined && isObject(item)) yield [Array.isArray(held) ? `${key}[${index}].` : `${key}.`, item];
    }
  }
  yield ['', answer];
}

function readResult(holder: JsonObject, where: string): { result: DeliveryResult | undefined } | { misfit: string } {
  const known = Object.keys(resultShape.shape);
  const level = Object.entries(holder).flatMap(([key, value]) => {
    const name = key.toUpperCase();
    return known.includes(name) && !(name === 'RESULT' && isHolder(value)) ? [[name, value] as const] : [];
  });
  const read = fitTo(resultShape, Object.fromEntries(level));
  if ('misfit' in read) return { misfit: `${where}${read.misfit.path}: ${read.misfit.why}` };
  return { result: resultOf(read.value) };
}

/** `result` may be the object that holds RESULT, not the code itself. */
function isHolder(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function resultOf(read: Record<string, unknown>): DeliveryResult | undefined {
  const word = (key: string): string | undefined =>
    typeof read[key] === 'string' && read[key] !== '' ? read[key] : undefined;
  const result = word('RESULT');
  if (result === undefined) return undefined;
  const members = {
    device: word('DEVICE'),
    messagekey: word('CMSGID'),
    msgid: word('MSGID'),
    phone: word('PHONE'),
    media: word('MEDIA'),
    unixtime: word('UNIXTIME'),
    refkey: word('REFKEY'),
  };
  const known = Object.entries(members).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), result };
}

function notAResult(what: string): Problem {
  return {
    code: 'service-unfit',
    severity: 'error',
    message: `What was pushed is not a delivery result: ${what}`,
    hint: 'The receiving address may be called by somebody else than the service',
  };
}
