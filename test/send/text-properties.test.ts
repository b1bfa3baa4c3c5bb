import fc from 'fast-check';
import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/core/json.ts';
import { text } from '../../src/send/channels/text/channel.ts';
import { bytesIn, unencodableIn } from '../../src/send/channels/text/euc-kr.ts';
import { checkWritten } from '../../src/send/check.ts';
import { uploadFile } from '../emulator/file-support.ts';
import { NOON, openBench, PHONE, postJson, SENDER } from '../emulator/support.ts';
import { jpeg } from '../images.ts';

const encode = (character: string): Buffer => iconv.encode(character, 'euc-kr');

it('knows of every character of the basic plane whether EUC-KR has it', () => {
  const isLost = (character: string): boolean => character !== '?' && encode(character).equals(Buffer.from('?'));
  for (let row = 0; row <= 0xffff; row += 0x100) {
    const characters = Array.from({ length: 0x100 }, (_, code) => String.fromCodePoint(row + code));
    const found = unencodableIn(characters.join('\n')).map(({ character }) => character);
    expect(found).toEqual(characters.filter(isLost));
  }
});

const korean = fc.string({ unit: fc.constantFrom('가', '똠', '힣', 'a', ' ', '?', '\n', '￦', '①'), maxLength: 60 });

it('counts the bytes of a text as the sum of its characters', () => {
  fc.assert(
    fc.property(korean, (given) => {
      expect(unencodableIn(given)).toEqual([]);
      expect(bytesIn(given)).toBe([...given].reduce((sum, character) => sum + encode(character).byteLength, 0));
    }),
    { numRuns: 200 },
  );
});

it('suggests only what can be encoded', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (given) => {
      for (const { instead } of unencodableIn(given)) expect(unencodableIn(instead)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

/** A text whose bytes are near a limit, below it or above. */
const edge = fc
  .tuple(fc.constantFrom(64, 90, 2000), fc.integer({ min: -1, max: 2 }), fc.boolean())
  .map(([limit, beyond, wide]) => {
    const bytes = limit + beyond;
    return wide ? '가'.repeat(bytes / 2) + 'a'.repeat(bytes % 2) : 'a'.repeat(bytes);
  });
const written = fc.oneof(korean, edge);

/** Any JSON, mostly of the wrong form for where it is put. */
const junk: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json[]>(null, '', ' ', '0', 'VID', '😀', '\u0007', '8-2', 'KR', '123456789', 5, true, [], {}, ['x']),
  fc.constantFrom<Json[]>('a'.repeat(17), 'a'.repeat(51), '가'.repeat(46), '가'.repeat(33), '1'.repeat(13)),
);

/** The paths of a payload that a mutation may replace or remove. */
const PATHS = [
  ...['account', 'type', 'from', 'to', 'refkey', 'country', 'userinfo', 'resellercode', 'sendtime', 'resend'],
  ...['recontent', 'content', 'content.TYPE', 'content.TYPE.message', 'content.TYPE.subject', 'content.TYPE.file'],
  ...['content.TYPE.file.0', 'content.TYPE.file.0.type', 'content.TYPE.file.0.key', 'content.TYPE.file.3'],
];

interface Mutation {
  path: string;
  value: Json | undefined;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  path: fc.constantFrom(...PATHS),
  value: fc.option(junk, { nil: undefined, freq: 6 }),
});

/** Sets or removes a member, if there is an object or a list to hold it. */
function mutate(payload: JsonObject, type: string, { path, value }: Mutation): void {
  const names = path.replace('TYPE', type).split('.');
  const last = names.pop() ?? '';
  const holder = names.reduce<unknown>((at, name) => Object(at)[name], payload);
  if (typeof holder !== 'object' || holder === null) return;
  if (value === undefined && !Array.isArray(holder)) Reflect.deleteProperty(holder, last);
  else if (value !== undefined) Reflect.set(holder, last, value);
}

it('refuses a payload exactly if the emulator does', async () => {
  const bench = await openBench();
  await bench.control.settings({ rateLimit: { limit: 1_000_000, windowMs: 1000 } });
  const key = String((await uploadFile(bench, { bytes: jpeg(10, 10) })).body['filekey']);
  const authorization = `Bearer ${await bench.token()}`;
  const image = { type: 'IMG', key };
  const content = fc.oneof(
    fc.record({ type: fc.constant('sms'), inner: fc.record({ message: written }) }),
    fc.record({ type: fc.constant('lms'), inner: fc.record({ message: written, subject: fc.option(written) }) }),
    fc.record({
      type: fc.constant('mms'),
      inner: fc.record({
        message: fc.option(written),
        file: fc.array(fc.constantFrom(image, image, image, { ...image, type: 'VID' }), { maxLength: 4 }),
      }),
    }),
  );
  const around = fc.record(
    {
      country: fc.constantFrom('82', 'KR', '12345', '123456'),
      userinfo: fc.constantFrom('마케팅', 'a'.repeat(50)),
      resellercode: fc.constantFrom('123456789', '12345678'),
      sendtime: fc.constantFrom(0, 1, 30 * 86_400, 30 * 86_400 + 1).map((ahead) => String(NOON / 1000 + ahead)),
    },
    { requiredKeys: [] },
  );
  const verdicts = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(content, around, fc.array(mutation, { maxLength: 2 }), async ({ type, inner }, more, changes) => {
      const payload: JsonObject = {
        ...structuredClone({ account: 'emulator', type, from: SENDER, to: PHONE, refkey: 'r'.repeat(32), ...more }),
        content: { [type]: structuredClone(inner) },
      };
      for (const change of changes) mutate(payload, type, change);
      fc.pre(payload['type'] === type && !isUnknown(payload, type, key));
      const { status } = await postJson(`${bench.url}/v3/message`, payload, { authorization });
      const { proof } = checkWritten({ file: 'p.json', content: payload }, { type, channel: text }, NOON);
      verdicts[status === 200 ? 'taken' : 'refused'] += 1;
      expect([status, proof]).toEqual(status === 200 ? [200, []] : [400, expect.arrayContaining([expect.anything()])]);
    }),
    { numRuns: 400 },
  );
  expect(Math.min(verdicts.taken, verdicts.refused)).toBeGreaterThan(20);
});

/** True if an account, a sender or a key has a right form and is another than the emulator's. No check offline can know that. */
function isUnknown({ account, from, content }: JsonObject, type: string, key: string): boolean {
  const inner = isObject(content) ? content[type] : undefined;
  const files = isObject(inner) && Array.isArray(inner['file']) ? inner['file'].filter(isObject) : [];
  const values: [Json | undefined, string, number][] = [
    [account, 'emulator', 20],
    [from, SENDER, 16],
    ...files.map((one): [Json | undefined, string, number] => [one['key'], key, 40]),
  ];
  return values.some(
    ([value, own, most]) =>
      typeof value === 'string' && value !== own && value.trim() !== '' && Array.from(value).length <= most,
  );
}
