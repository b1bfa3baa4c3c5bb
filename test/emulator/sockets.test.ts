import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exchange } from './raw.ts';
import { basic, emulatorAccount, objectOf, openBench, plainTemplate, SHOP } from './support.ts';

const ADD = '/v3/msgr/template/add';
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

describe('requests that are none', () => {
  it.each<
    [
      what: string,
      method: 'GET' | 'PUT' | 'POST',
      path: string,
      headers: Record<string, string>,
      body: string | Buffer | undefined,
      expected: [number, object],
    ]
  >([
    ['GET', 'GET', ADD, {}, undefined, [405, { code: '405', message: 'the method must be POST' }]],
    ['PUT', 'PUT', ADD, JSON_TYPE, '{}', [405, { code: '405', message: 'the method must be POST' }]],
    [
      'no content type',
      'POST',
      ADD,
      {},
      '{}',
      [415, { code: '405', message: 'the content type must be application/json; charset=utf-8' }],
    ],
    [
      'a form',
      'POST',
      ADD,
      { 'content-type': 'application/x-www-form-urlencoded' },
      'a=b',
      [415, { code: '405', message: 'the content type must be application/json; charset=utf-8' }],
    ],
    [
      'another charset',
      'POST',
      ADD,
      { 'content-type': 'application/json; charset=euc-kr' },
      '{}',
      [415, { code: '405', message: 'the content type must be application/json; charset=utf-8' }],
    ],
    ['no body', 'POST', ADD, JSON_TYPE, '', [200, { code: '405', message: 'the body is not json: it is empty' }]],
    [
      'broken JSON',
      'POST',
      ADD,
      JSON_TYPE,
      '{"bizId":',
      [200, { code: '405', message: 'the body is not json from line 1, column 10 on' }],
    ],
    ['an array', 'POST', ADD, JSON_TYPE, '[]', [200, { code: '405', message: 'the body is not an object' }]],
    ['null', 'POST', ADD, JSON_TYPE, 'null', [200, { code: '405', message: 'the body is not an object' }]],
    [
      'no UTF-8',
      'POST',
      ADD,
      JSON_TYPE,
      Buffer.from([0x7b, 0xff, 0x7d]),
      [200, { code: '405', message: 'the body is not utf 8' }],
    ],
    [
      'a byte-order mark',
      'POST',
      ADD,
      JSON_TYPE,
      '\ufeff{"bizId":"emulator"}',
      [200, { code: '405', message: 'the body is not json: it begins with a byte order mark' }],
    ],
    [
      'more brackets than anybody nests',
      'POST',
      ADD,
      JSON_TYPE,
      `{"bizId":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      [200, { code: '405', message: 'the body is too deep' }],
    ],
    [
      '1 MiB and more',
      'POST',
      ADD,
      JSON_TYPE,
      `{"a":"${'a'.repeat(1024 * 1024)}"}`,
      [200, { code: '405', message: 'the body is too large' }],
    ],
    [
      'an unknown path',
      'POST',
      '/v3/msgr/unknown',
      JSON_TYPE,
      '{}',
      [404, { code: '405', message: 'no such endpoint' }],
    ],
    [
      'an unknown path of v4',
      'POST',
      '/v4/msgr/brand/unknown',
      JSON_TYPE,
      '{}',
      [404, { code: '405', message: 'no such endpoint' }],
    ],
    ['a path of nobody', 'POST', '/v9/other', JSON_TYPE, '{}', [404, { code: 2000, description: 'no such endpoint' }]],
    [
      'a form without type',
      'POST',
      '/v3/msgr/image/noticetalk',
      {},
      'a',
      [415, { code: '405', message: 'the content type must be multipart/form-data' }],
    ],
    [
      'a form by GET',
      'GET',
      '/v3/msgr/image/noticetalk',
      {},
      undefined,
      [405, { code: '405', message: 'the method must be POST' }],
    ],
    [
      'a form without boundary',
      'POST',
      '/v3/msgr/image/noticetalk',
      { 'content-type': 'multipart/form-data' },
      'a',
      [200, { code: '600', message: 'the request is not a complete multipart form' }],
    ],
    [
      'a form of nothing',
      'POST',
      '/v3/msgr/template/request_with_file',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '',
      [200, { code: '610', message: 'the request is not a complete multipart form' }],
    ],
    [
      'a form that breaks off',
      'POST',
      '/v3/msgr/template/request_with_file',
      { 'content-type': 'multipart/form-data; boundary=x' },
      '--x\r\ncontent-disposition: form-data; name="attachment"; filename="a.pdf"\r\n\r\nhalf',
      [200, { code: '610', message: 'the request is not a complete multipart form' }],
    ],
    [
      'a token by GET',
      'GET',
      '/v1/token',
      {},
      undefined,
      [400, { code: 2000, description: 'invalid message: the method must be POST' }],
    ],
    [
      'a message by GET',
      'GET',
      '/v3/message',
      {},
      undefined,
      [400, { code: 2000, description: 'invalid message: the method must be POST' }],
    ],
  ])('%s', async (_what, method, path, headers, body, expected) => {
    const { url } = await openBench();
    const answer = await request(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    expect([answer.statusCode, await answer.body.json()]).toEqual(expected);
  });

  it.each<[what: string, headers: Record<string, string>, body: string, description: string]>([
    ['no content type', {}, '{}', 'data format error: the content type must be application/json; charset=utf-8'],
    ['broken JSON', JSON_TYPE, '{', 'data format error: the body is not json from line 1, column 2 on'],
    ['an array', JSON_TYPE, '[]', 'data format error: the body is not an object'],
    ['33 levels', JSON_TYPE, `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 'data format error: the body is too deep'],
  ])('message API: %s', async (_what, headers, body, description) => {
    const { url, token } = await openBench();
    const authorization = `Bearer ${await token()}`;
    for (const path of ['/v3/message', '/v2/report']) {
      const answer = await request(url + path, { method: 'POST', headers: { ...headers, authorization }, body });
      expect([answer.statusCode, await answer.body.json()]).toEqual([400, { code: 3014, description }]);
    }
  });

  it('32 levels, and brackets in a text, are no nesting to speak of', async () => {
    const { add } = await openBench();
    const levels = JSON.parse(`${'['.repeat(31)}${']'.repeat(31)}`);
    expect(await add({ whatever: levels, templateContent: `"\\${'[{'.repeat(40)}` })).toMatchObject({ code: '200' });
  });

  it('51 MB: the answer arrives all the same', async () => {
    const { upload } = await openBench();
    const form = new FormData();
    form.set('image', new Blob([new Uint8Array(51 * 1024 * 1024)]), 'a.png');
    expect(await upload('/image/noticetalk', form)).toEqual({
      code: '600',
      message: 'the image may have 512000 bytes',
    });
  });

  it('an upload whose sender dies leaves the emulator well', async () => {
    const { url, add, control } = await openBench();
    const host = new URL(url).host;
    const head = `POST /v3/msgr/image/noticetalk HTTP/1.1\r\nhost: ${host}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n\r\n--x`;
    const { port } = new URL(url);
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(head, () => {
          socket.destroy();
          resolve();
        });
      });
    });
    expect(await add()).toMatchObject({ code: '200' });
    expect(await control.health()).toMatchObject({ ok: true });
  });
});

describe('a template’s text on the wire', () => {
  it('comes back to the byte: emoji, decomposed Hangul, line breaks, quotes, the controls that may be', async () => {
    const { add, detail } = await openBench();
    const templateContent = '😀 한글 "따옴표" \\ \r\n\n 탭\t끝  \u2028\u0085#{이름}';
    await add({ templateContent });
    expect(await detail('order_paid')).toMatchObject({ templateContent });
  });

  it('may have members named like those of every object', async () => {
    const { url } = await openBench();
    const body = JSON.stringify({ ...emulatorAccount, senderKey: SHOP, ...plainTemplate }).replace(
      '{',
      '{"__proto__":{"templateExtra":"x"},"constructor":1,',
    );
    const answer = await request(url + ADD, { method: 'POST', headers: JSON_TYPE, body });
    expect(objectOf(await answer.body.json())).toMatchObject({ code: '200', data: { templateExtra: null } });
  });
});

describe('connections', () => {
  it('serve many requests, and are closed when idle for 4 seconds at most', async () => {
    const { url } = await openBench();
    const host = new URL(url).host;
    const one = `POST /v1/token HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${basic()}\r\ncontent-length: 0\r\n\r\n`;
    const { text, ms } = await exchange(url, one + one);
    expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(ms).toBeGreaterThan(500);
    // The default of Node would be 6 seconds.
    expect(ms).toBeLessThan(5500);
  });

  it('answer a request that arrived while the emulator had no processor time, however long that was', async () => {
    const { url } = await openBench({ idleMs: 50 });
    const { hostname, port, host } = new URL(url);
    const one = `POST /v1/token HTTP/1.1\r\nhost: ${host}\r\nauthorization: ${basic()}\r\ncontent-length: 0\r\n\r\n`;
    const socket = connect(Number(port), hostname);
    socket.write(one);
    await once(socket, 'data');
    socket.write(one);
    // Client and emulator both stand still, longer than a connection may be idle.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200);
    const [answer] = await once(socket, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK/);
    await once(socket.resume(), 'close');
  });

  it('are cut by close, which waits for nobody', async () => {
    const { url, emulator } = await openBench();
    const host = new URL(url).host;
    const hanging = exchange(url, `POST /v1/token HTTP/1.1\r\nhost: ${host}\r\ncontent-length: 10\r\n\r\n`).catch(
      () => ({ text: '', ms: 0 }),
    );
    await request(`${url}/_emulator/health`).then(({ body }) => body.dump());
    await emulator.close();
    await hanging;
    await expect(request(`${url}/_emulator/health`)).rejects.toThrow();
  });
});

it('a refusal does not wait for a body that never ends', async () => {
  const { url } = await openBench();
  const headers = { authorization: 'Bearer none', 'content-type': 'application/json', 'content-length': '1000000' };
  const asking = httpRequest(`${url}/v3/message`, { method: 'POST', headers });
  onTestFinished(() => void asking.destroy());
  asking.on('error', () => undefined);
  asking.write('{');
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(400);
});
