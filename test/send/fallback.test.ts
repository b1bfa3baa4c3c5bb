import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { channelOfType } from '../../src/send/channels/registry.ts';
import { checkFallback, fallbacksOf } from '../../src/send/fallback.ts';
import { proveMessage } from '../../src/send/proof.ts';
import { approved, KEY } from './support.ts';

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

  it.each<[string, JsonObject, string[]]>([
    ['a text message', payload('sms', 'lms'), ['resend: A message of type sms has no fallback']],
    [
      'a body alone for a type without fallbacks',
      { type: 'ntalk', recontent: { lms: {} } },
      ['recontent: A message of type ntalk has no fallback'],
    ],
    [
      'two products of the messenger',
      payload('at', 'ut'),
      ['resend.first: It is ut, and messages of the messenger cannot fall back to each other'],
    ],
    ['an unknown type', payload('at', 'fax'), ['resend.first: It is fax']],
    ['rcs after rcs', payload('rcs', 'rcs'), ['resend.first: It is rcs']],
    [
      'a second fallback after a text',
      payload('at', 'lms', 'sms'),
      ['resend.second: It is not allowed: a second fallback can only follow rcs, and the first is lms'],
    ],
    ['a second fallback that is no text', payload('rcs', 'at', 'ut'), ['resend.second: It is ut']],
    ['no first fallback', payload('at'), ['resend.first: It is required and is not there']],
    [
      'a second fallback without a first',
      { type: 'at', resend: { second: 'lms' }, recontent: { lms: {} } },
      ['resend.first: It is required and is not there'],
    ],
    [
      'no bodies',
      { type: 'at', resend: { first: 'lms' } },
      ['recontent: It is required and is not there: `resend` and `recontent` belong together'],
    ],
    [
      'bodies without channels',
      { type: 'at', recontent: { lms: {} } },
      ['resend: It is required and is not there: `resend` and `recontent` belong together'],
    ],
    ['a list', { type: 'at', resend: [], recontent: { lms: {} } }, ['resend: It is not an object']],
    ['a number for a type', { type: 'at', resend: { first: 1 }, recontent: {} }, ['resend.first: It is not a text']],
    [
      'a body that is missing',
      { type: 'at', resend: { first: 'rcs', second: 'lms' }, recontent: { rcs: {} } },
      ['recontent.lms: It is required and is not there'],
    ],
    [
      'a body of another shape',
      { type: 'at', resend: { first: 'lms' }, recontent: { lms: 'hello' } },
      ['recontent.lms: It is not an object'],
    ],
    [
      'a body that is not named',
      { type: 'at', resend: { first: 'lms' }, recontent: { lms: {}, sms: {} } },
      ['recontent.sms: It is not named by `resend`'],
    ],
  ])('report %s', (_, of, failures) => {
    expect(said(of)).toEqual(failures);
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

describe('the bodies of the fallbacks', () => {
  const values = new Map([
    ['이름', '홍길동'],
    ['금액', '12,000'],
    ['주문번호', 'A-1'],
  ]);
  const main = {
    senderkey: KEY,
    templatecode: 'order_paid',
    title: '12,000원',
    header: '결제 안내',
    message: '홍길동님, 주문하신 상품의\n결제가 완료되었습니다.',
    button: [
      {
        type: 'WL',
        name: '주문 보기',
        url_mobile: 'https://shop.example.com/o/A-1',
        url_pc: 'https://shop.example.com',
      },
      { type: 'TN', name: '고객센터 연결', tel_number: '1588-0000' },
    ],
  };
  const sent = { from: '15880000', to: '01000000000', refkey: 'r' };
  const failuresOf = (of: JsonObject, ofFallbacks = {}): string[] => {
    const channel = channelOfType(String(of['type']));
    if (!channel) throw new Error('no such channel');
    const against = of['type'] === 'at' ? { approved: approved(), values } : {};
    return proveMessage({ ...sent, ...of }, channel, against, ofFallbacks).map(
      ({ path, message }) => `${path}: ${message}`,
    );
  };
  const at = { type: 'at', content: { at: main }, resend: { first: 'sms' } };

  it('are checked by the rules of their channels', () => {
    expect(failuresOf({ ...at, recontent: { sms: { message: 'a'.repeat(90) } } })).toEqual([]);
    expect(failuresOf({ ...at, recontent: { sms: { message: 'a'.repeat(91) } } })).toEqual([
      'recontent.sms.message: It has 91 bytes in EUC-KR, 90 are allowed',
    ]);
    expect(failuresOf({ ...at, recontent: { sms: { message: '#{이름}님' } } })).toEqual([
      'recontent.sms.message: `#{이름}` is left in it',
    ]);
    expect(failuresOf({ ...at, recontent: { sms: { message: 'a\u0007' } } })).toEqual([
      'recontent.sms.message: It has the control character U+0007',
    ]);
  });
});
