import { gzipSync } from 'node:zlib';
import { type Dispatcher, request } from 'undici';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { result } from '../../src/emulator/answers.ts';
import { type Bench, emulatorAccount, objectOf, openBench, plainMessage, plainTemplate, SHOP } from './support.ts';

/** Endpoints of the resource API that take JSON: all have one reader, and these have the most members. */
const JSON_PATHS = [
  ...['add', 'update', 'list', 'request'].map((name) => `/v3/msgr/template/${name}`),
  '/v3/msgr/profile/create',
  '/v3/msgr/group/profile/add',
  '/v3/msgr/plugin/callbackUrl/create',
  '/v4/msgr/profile/unsubscribeContent/update',
  '/v4/msgr/groupTag/update',
  ...['add', 'update', 'list'].map((name) => `/v4/msgr/brand/template/${name}`),
  '/v4/msgr/brand/video/upload/register',
];

/** Endpoints that take a form, by another reader. */
const FORM_PATHS = ['/v3/msgr/template/request_with_file', '/v4/msgr/brand/image/wideItemList'];

const MESSAGE_PATHS = ['/v3/message', '/v2/report'];

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const codes: readonly string[] = Object.values(result);

type Headers = Readonly<Record<string, string>>;

async function send(
  { url }: Bench,
  path: string,
  headers: Headers,
  body?: string | Uint8Array<ArrayBuffer>,
  method: Dispatcher.HttpMethod = 'POST',
): Promise<[status: number, body: JsonObject]> {
  const { statusCode, body: answer } = await request(url + path, { method, headers, body: body ?? null });
  const text = await answer.text();
  expect(text).not.toMatch(/at .*\.[jt]s:\d+|node_modules|Error:/);
  return [statusCode, objectOf(JSON.parse(text))];
}

const refused = (status: number, message: string): [number, JsonObject] => [status, { code: '405', message }];

async function expectAlive(bench: Bench): Promise<void> {
  expect(await bench.call('/template/category', { categoryCode: '007001' })).toMatchObject({ code: '200' });
}

const zipped = Uint8Array.from(gzipSync('{}'));
const deep = `{"a":${'['.repeat(32)}${']'.repeat(32)}}`;

/** Bodies that are no requests, and what is said of each. */
const NO_REQUESTS: readonly [body: string | Uint8Array<ArrayBuffer>, what: string][] = [
  ['', 'not json: Unexpected end of JSON input'],
  ['{"a":NaN}', "not json: Unexpected token 'N'"],
  ['[]', 'not an object'],
  ['"text"', 'not an object'],
  ['null', 'not an object'],
  ['{"a":1e999}', 'not finite'],
  ['{"a":[{"b":-1e999}]}', 'not finite'],
  ['{"a":"\\ud800"}', 'not unicode'],
  ['{"a":"\\udc00\\ud800"}', 'not unicode'],
  ['{"\\udfff":1}', 'not unicode'],
  [Uint8Array.of(0x7b, 0xff, 0x7d), 'not utf 8'],
  [Uint8Array.from(Buffer.from('{"a":"\ud83d\ude00"}', 'utf16le')), 'not utf 8'],
  [deep, 'too deep'],
  [`{"a":${'['.repeat(100_000)}`, 'not json: Unexpected end of JSON input'],
  [`{"a":"${'a'.repeat(1024 * 1024)}"}`, 'too large'],
];

describe('an endpoint of the resource API that takes JSON', () => {
  it.each(JSON_PATHS.slice(0, 2))('%s', async (path) => {
    const bench = await openBench();
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH'] as const)
      expect(await send(bench, path, JSON_TYPE, undefined, method)).toEqual(refused(405, 'the method must be POST'));
    const json = 'the content type must be application/json; charset=utf-8';
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=euc-kr',
    ])
      expect(await send(bench, path, { 'content-type': type }, '{}')).toEqual(refused(415, json));
    expect(await send(bench, path, { ...JSON_TYPE, 'content-encoding': 'gzip' }, zipped)).toEqual(
      refused(415, 'the body is compressed'),
    );
    // One reader reads for all of them: what it refuses is tried at one of them, and that it reads at each.
    for (const [body, what] of path === JSON_PATHS[0] ? NO_REQUESTS : NO_REQUESTS.slice(0, 2))
      expect([body, ...(await send(bench, path, JSON_TYPE, body))]).toEqual([
        body,
        ...refused(200, `the body is ${what}`),
      ]);
    expect(await send(bench, path, JSON_TYPE, '{}')).toEqual(refused(200, 'bizId is required'));
    expect(await send(bench, path, JSON_TYPE, '{"bizId":7,"apiKey":{}}')).toEqual(
      refused(200, 'bizId must be a string'),
    );
    expect(await send(bench, path, JSON_TYPE, '{"bizId":"x","apiKey":"x"}')).toEqual([
      200,
      { code: '101', message: 'no such bizId' },
    ]);
    await expectAlive(bench);
  });
});

describe('an endpoint of the resource API that takes a form', () => {
  it.each(FORM_PATHS)('%s', async (path) => {
    const bench = await openBench();
    expect(await send(bench, path, {}, undefined, 'GET')).toEqual(refused(405, 'the method must be POST'));
    for (const type of ['application/json', 'multipart/mixed; boundary=x', 'text/plain'])
      expect(await send(bench, path, { 'content-type': type }, '{}')).toEqual(
        refused(415, 'the content type must be multipart/form-data'),
      );
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    for (const body of ['', '{}', '--x', '--x--', '\0', '--x\r\n\r\n\r\n--x--\r\n']) {
      const [status, answer] = await send(bench, path, form, body);
      if (body === '--x--') expect([status, answer]).toEqual(refused(200, 'bizId is required'));
      else expect([status, answer['message']]).toEqual([200, 'the request is not a complete multipart form']);
    }
    await expectAlive(bench);
  });
});

it('a form that is too large gets a code', async () => {
  const bench = await openBench();
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  const [status, answer] = await send(bench, FORM_PATHS[0] ?? '', form, new Uint8Array(52 * 1024 * 1024));
  expect([status, codes.includes(String(answer['code']))]).toEqual([200, true]);
  await expectAlive(bench);
});

describe('the message API', () => {
  it.each(MESSAGE_PATHS)('%s', async (path) => {
    const bench = await openBench();
    const authorization = `Bearer ${await bench.token()}`;
    const headers = { ...JSON_TYPE, authorization };
    expect(await send(bench, path, headers, undefined, 'GET')).toEqual([
      400,
      { code: 2000, description: 'invalid message: the method must be POST' },
    ]);
    const error = (what: string): [number, JsonObject] => [
      400,
      what === 'the body is not unicode'
        ? { code: 2000, description: `invalid message: ${what}` }
        : { code: 3014, description: `data format error: ${what}` },
    ];
    expect(await send(bench, path, { ...headers, 'content-type': 'text/plain' }, '{}')).toEqual(
      error('the content type must be application/json; charset=utf-8'),
    );
    expect(await send(bench, path, { ...headers, 'content-encoding': 'gzip' }, zipped)).toEqual(
      error('the body is compressed'),
    );
    for (const [body, what] of path === MESSAGE_PATHS[0] ? NO_REQUESTS : NO_REQUESTS.slice(0, 2))
      expect([body, ...(await send(bench, path, headers, body))]).toEqual([body, ...error(`the body is ${what}`)]);
    expect(await send(bench, path, { ...JSON_TYPE, authorization: 'Bearer yesterday' }, '{}')).toMatchObject([
      400,
      { code: 3002 },
    ]);
    await expectAlive(bench);
  });
});

/** Values that are rarely expected. */
const ODD: readonly Json[] = [
  0,
  -1,
  1.5,
  1e308,
  true,
  false,
  null,
  '',
  ' ',
  '\u0000',
  '한'.repeat(1500),
  '#{'.repeat(100),
  '__proto__',
  'constructor',
  [],
  [null],
  [[]],
  [{}],
  [1, 'a', {}],
  {},
  { length: 5 },
  { title: null, list: 7, head: [], tail: 'x' },
  Array.from({ length: 40 }, () => ({ name: 'x', linkType: 'WL' })),
];

/** The members that requests of the resource API have. */
const MEMBERS = [
  ...Object.keys(plainTemplate),
  ...['senderKey', 'senderKeyType', 'newTemplateCode', 'buttons', 'quickReplies', 'securityFlag', 'templateItem'],
  ...['templateItemHighlight', 'templateRepresentLink', 'templateExtra', 'templateImageUrl', 'templateTitle'],
  ...['page', 'count', 'keyword', 'startDate', 'endDate', 'templateStatus', 'categoryCodeList', 'since', 'comment'],
  ...['token', 'phoneNumber', 'channelId', 'unsubscribePhoneNumber', 'unsubscribeAuthNumber', 'groupKey'],
  ...['groupTagKey', 'groupTagName', 'newGroupTagName', 'pluginType', 'pluginId', 'callbackUrl'],
  ...['chatBubbleType', 'adult', 'header', 'content', 'additionalContent', 'imageUrl', 'imageLink', 'carousel'],
  ...['mainWideItem', 'subWideItemList', 'video', 'commerce', 'coupon', 'status', 'vid', 'fileName', 'fileSize'],
];

const MESSAGE_MEMBERS = [
  ...Object.keys(plainMessage),
  'messagekey',
  'country',
  'userinfo',
  'resellercode',
  'sendtime',
  'resend',
  'recontent',
];

describe('members of any kind', () => {
  it.each(JSON_PATHS)('get a code of %s', async (path) => {
    const bench = await openBench();
    const fine = { ...plainTemplate, ...emulatorAccount, senderKey: SHOP, chatBubbleType: 'TEXT', content: 'x' };
    // Each member with one value, another one at each path, and all members with each value.
    const turn = JSON_PATHS.indexOf(path);
    const bodies = [
      ...MEMBERS.map((name, index) => ({ ...fine, [name]: ODD[(index + turn) % ODD.length] ?? null })),
      ...ODD.map((value) => ({ ...fine, ...Object.fromEntries(MEMBERS.map((name) => [name, value])) })),
    ];
    for (const body of bodies) {
      const [status, answer] = await send(bench, path, JSON_TYPE, JSON.stringify(body));
      expect([status, codes.includes(String(answer['code'])), body]).toEqual([200, true, body]);
    }
    await expectAlive(bench);
  });

  it.each(MESSAGE_PATHS)('get a code of %s', async (path) => {
    const bench = await openBench();
    await bench.control.settings({ rateLimit: { limit: 1_000_000, windowMs: 1000 } });
    const headers = { ...JSON_TYPE, authorization: `Bearer ${await bench.token()}` };
    const types = ['sms', 'lms', 'mms', 'rcs', 'at', 'ai', 'ut', 'ui', 'uw', 'ul', 'uc', 'um', 'up', 'ua', 'ntalk'];
    const bodies = [
      ...MESSAGE_MEMBERS.flatMap((name) => ODD.map((value) => ({ ...plainMessage, [name]: value }))),
      ...types.flatMap((type) => ODD.map((value) => ({ ...plainMessage, type, content: { [type]: value } }))),
    ];
    for (const body of bodies) {
      const [status, answer] = await send(bench, path, headers, JSON.stringify(body));
      expect([[200, 400].includes(status), answer['code'] === 9000, body]).toEqual([true, false, body]);
    }
    await expectAlive(bench);
  });

  it('pollute nothing that others share', async () => {
    const bench = await openBench();
    const evil = '{"__proto__":{"polluted":1,"bizId":"emulator"},"constructor":{"prototype":{"polluted":1}},';
    for (const path of JSON_PATHS) {
      const body = JSON.stringify({ ...emulatorAccount, senderKey: SHOP, ...plainTemplate, buttons: [{}] })
        .replace('{', evil)
        .replace('[{}', `[${evil.slice(0, -1)}}`);
      expect((await send(bench, path, JSON_TYPE, body))[0]).toBe(200);
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(await send(bench, '/v3/msgr/template/category/all', JSON_TYPE, `${evil.slice(0, -1)}}`)).toEqual(
      refused(200, 'bizId is required'),
    );
  });
});
