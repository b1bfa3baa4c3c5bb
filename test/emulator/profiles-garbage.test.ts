import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { result } from '../../src/emulator/answers.ts';
import { emulatorAccount, MALL, openBench, postJson, SHOP } from './support.ts';

const paths = [
  '/v3/msgr/profile',
  '/v3/msgr/profile/token',
  '/v3/msgr/profile/create',
  '/v3/msgr/profile/use',
  '/v3/msgr/profile/multi',
  '/v3/msgr/profile/category',
  '/v3/msgr/profile/category/all',
  '/v3/msgr/profile/recover',
  '/v4/msgr/profile/unsubscribeContent/update',
  '/v4/msgr/profile/brandMessage/apply',
  '/v3/msgr/group',
  '/v3/msgr/group/all',
  '/v3/msgr/group/profile/add',
  '/v3/msgr/group/profile/delete',
  '/v4/msgr/groupTag',
  '/v4/msgr/groupTag/list',
  '/v4/msgr/groupTag/create',
  '/v4/msgr/groupTag/update',
  '/v4/msgr/groupTag/delete',
  '/v3/msgr/plugin/callbackUrl/list',
  '/v3/msgr/plugin/callbackUrl/create',
  '/v3/msgr/plugin/callbackUrl/update',
  '/v3/msgr/plugin/callbackUrl/delete',
];

const names = [
  'phoneNumber',
  'channelId',
  'token',
  'categoryCode',
  'unsubscribePhoneNumber',
  'unsubscribeAuthNumber',
  'groupKey',
  'groupTagKey',
  'groupTagName',
  'newGroupTagName',
  'pluginId',
  'pluginType',
  'callbackUrl',
];

const value = fc.oneof(
  fc.constantFrom(SHOP, MALL, '@new', '01000000000', 'SECURE_IMAGE', '__proto__', 'constructor', 'https://'),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const body = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...names), value),
    fc.oneof({ weight: 4, arbitrary: fc.constantFrom(SHOP, MALL) }, value),
    fc.option(fc.oneof(fc.constantFrom('S', 'G'), value)),
  )
  .map(([members, senderKey, senderKeyType]) => ({ ...members, senderKey, senderKeyType }) as JsonObject);

describe('garbage', () => {
  it('is answered by every endpoint of the account with a code that it has, and harms nothing', async () => {
    const { url, call } = await openBench();
    const codes: readonly string[] = Object.values(result);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), body, async (path, given) => {
        const answer = await postJson(url + path, { ...given, ...emulatorAccount });
        expect(answer.status).toBe(200);
        expect(codes).toContain(answer.body['code']);
        expect(Object.keys(answer.body).filter((name) => !['code', 'message', 'data'].includes(name))).toEqual([]);
      }),
      { numRuns: 500, seed: 1 },
    );
    expect(await call('/profile')).toMatchObject({ code: '200', data: { senderKey: SHOP } });
  });
});
