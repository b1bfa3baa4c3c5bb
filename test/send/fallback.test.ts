import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { checkFallback, fallbacksOf } from '../../src/send/fallback.ts';

const TEXTS = ['sms', 'lms', 'mms'];
const BRANDS = ['ut', 'ui', 'uw', 'ul', 'uc', 'um', 'up', 'ua'];
const MESSENGER = ['at', 'ai', ...BRANDS];
const TYPES = [...TEXTS, ...MESSENGER, 'rcs', 'ntalk'];

/** The table of message API 2.11, written a second time: the first fallbacks, and the second ones of a first. */
function allowed(main: string): { first: string[]; second(first: string): string[] } {
  if (main === 'rcs') {
    return { first: [...TEXTS, ...MESSENGER], second: (first) => (MESSENGER.includes(first) ? TEXTS : []) };
  }
  if (MESSENGER.includes(main)) return { first: [...TEXTS, 'rcs'], second: (first) => (first === 'rcs' ? TEXTS : []) };
  return { first: [], second: () => [] };
}

function payload(type: string, ...fallbacks: string[]): JsonObject {
  const [first, second] = fallbacks;
  return {
    type,
    resend: { ...(first === undefined ? {} : { first }), ...(second === undefined ? {} : { second }) },
    recontent: Object.fromEntries(fallbacks.map((fallback) => [fallback, {}])),
  };
}

const said = (of: JsonObject): string[] => checkFallback(of).map(({ path, message }) => `${path}: ${message}`);

describe('the fallbacks of a payload', () => {
  it.each(TYPES)('of type %s are those of the table, the first and the second', (main) => {
    const accepted = TYPES.filter((first) => said(payload(main, first)).length === 0);
    expect(accepted.sort()).toEqual(allowed(main).first.sort());
    for (const first of accepted) {
      const seconds = TYPES.filter((second) => second !== first && said(payload(main, first, second)).length === 0);
      expect(seconds.sort(), `${main}, ${first}`).toEqual([...allowed(main).second(first)].sort());
    }
  });

  it('may be left out, as null and as an empty text too', () => {
    for (const nothing of [undefined, null, '']) {
      const without = nothing === undefined ? {} : { resend: nothing, recontent: nothing };
      for (const type of TYPES) expect(checkFallback({ type, ...without })).toEqual([]);
    }
  });

  it('of an unknown type are not judged: the type is wrong already', () => {
    expect(checkFallback(payload('fax', 'lms'))).toEqual([]);
  });

  it('are found with their bodies, in their order', () => {
    const sms = { message: 'b' };
    const rcs = { header: '0' };
    expect(fallbacksOf({ type: 'at', resend: { first: 'rcs', second: 'sms' }, recontent: { sms, rcs } })).toEqual([
      { type: 'rcs', content: rcs, path: 'recontent.rcs', named: 'resend.first' },
      { type: 'sms', content: sms, path: 'recontent.sms', named: 'resend.second' },
    ]);
    expect(fallbacksOf({ type: 'at' })).toEqual([]);
    expect(fallbacksOf({ type: 'at', resend: { first: 'sms' }, recontent: { sms: 1 } })).toEqual([]);
  });
});
