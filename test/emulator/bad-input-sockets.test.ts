import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { png } from '../images.ts';
import { type Answer, answersIn, exchange, head } from './raw.ts';
import { account, type Bench, emulatorAccount, imageForm, openBench, SHOP } from './support.ts';

const CATEGORY = '/v3/msgr/template/category';
const IMAGE = '/v3/msgr/image/noticetalk';
const FORM = { 'content-type': 'multipart/form-data; boundary=x' };
const JSON_TYPE = { 'content-type': 'application/json' };
const asked = JSON.stringify({ ...emulatorAccount, categoryCode: '007001' });
const SIZED = { ...JSON_TYPE, 'content-length': Buffer.byteLength(asked) };
const CLOSE = { connection: 'close' };
const given: Answer = {
  status: 200,
  body: {
    code: '200',
    data: {
      code: '007001',
      name: '기타',
      groupName: '기타',
      inclusion: '다른 분류에 속하지 않는 안내',
      exclusion: '광고',
    },
  },
};

function refused(status: number, message: string, code = '405'): Answer {
  return { status, body: { code, message } };
}

/** The bench goes on answering. */
async function expectAlive({ url }: Bench): Promise<void> {
  const { text } = await exchange(url, head(url, `POST ${CATEGORY} HTTP/1.1`, { ...SIZED, ...CLOSE }) + asked);
  expect(answersIn(text)).toEqual([given]);
}

/** The part of a form that a file begins with, and half of its bytes. */
const halfPart = (field: string): string =>
  `--x\r\ncontent-disposition: form-data; name="${field}"; filename="a.png"\r\n\r\nhalf`;
const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const noForm = 'the request is not a complete multipart form';

describe('an upload that breaks off', () => {
  it.each<[path: string, field: string, code: string]>([
    [IMAGE, 'image', '600'],
    ['/v3/msgr/template/request_with_file', 'attachment', '610'],
    ['/v4/msgr/profile/marketingAgree/upload', 'file', '610'],
    ['/v4/msgr/brand/image/default', 'image', '600'],
    ['/v4/msgr/brand/image/carouselFeed', 'imageList', '600'],
  ])('%s', async (path, field, code) => {
    const bench = await openBench();
    const { url } = bench;
    const line = `POST ${path} HTTP/1.1`;
    const answer = [refused(200, noForm, code)];
    const short = head(url, line, { ...FORM, 'content-length': 1000 }) + halfPart(field);
    expect(answersIn((await exchange(url, short, true)).text)).toEqual(answer);
    const chunked = head(url, line, { ...FORM, 'transfer-encoding': 'chunked' });
    expect(answersIn((await exchange(url, chunked + chunk(halfPart(field)), true)).text)).toEqual(answer);
    expect(answersIn((await exchange(url, `${chunked + chunk(halfPart(field))}zz\r\n`)).text)).toEqual(answer);
    const whole = head(url, line, { ...FORM, ...CLOSE, 'transfer-encoding': 'chunked' });
    expect(answersIn((await exchange(url, `${whole + chunk(halfPart(field))}0\r\n\r\n`)).text)).toEqual(answer);
    await expectAlive(bench);
  });

  it('a video', async () => {
    const bench = await openBench();
    const { url } = bench;
    const register = await fetch(`${url}/v4/msgr/brand/video/upload/register`, {
      method: 'POST',
      headers: JSON_TYPE,
      body: JSON.stringify({ ...emulatorAccount, senderKey: SHOP, fileName: 'a.mp4', fileSize: 500 }),
    });
    const { data } = (await register.json()) as { data: { uploadUrl: string; token: string } };
    const headers = { ...FORM, 'content-length': 1000, authorization: `Bearer ${data.token}` };
    const line = `POST ${new URL(data.uploadUrl).pathname} HTTP/1.1`;
    const { text } = await exchange(url, head(url, line, headers) + halfPart('file'), true);
    expect(answersIn(text)).toEqual([{ status: 200, body: { vid: '', playUrl: '', duration: 0, message: noForm } }]);
    await expectAlive(bench);
  });

  it('JSON of both APIs', async () => {
    const bench = await openBench();
    const { url, token } = bench;
    const authorization = `Bearer ${await token()}`;
    const cut = (path: string): string =>
      `${head(url, `POST ${path} HTTP/1.1`, { ...JSON_TYPE, authorization, 'content-length': 1000 })}{"bizId":`;
    expect(answersIn((await exchange(url, cut(CATEGORY), true)).text)).toEqual([refused(200, 'the body is cut off')]);
    for (const path of ['/v3/message', '/v2/report'])
      expect(answersIn((await exchange(url, cut(path), true)).text)).toEqual([
        { status: 400, body: { code: 3014, description: 'data format error: the body is cut off' } },
      ]);
    await expectAlive(bench);
  });

  it('by senders that die without a word', async () => {
    const bench = await openBench();
    const bytes = head(bench.url, `POST ${IMAGE} HTTP/1.1`, { ...FORM, 'content-length': 1000 }) + halfPart('image');
    for (let count = 0; count < 20; count += 1)
      await new Promise<void>((resolve) => {
        const socket = connect(Number(new URL(bench.url).port), '127.0.0.1', () =>
          socket.write(bytes, () => {
            socket.resetAndDestroy();
            resolve();
          }),
        );
      });
    await expectAlive(bench);
  });
});

describe('what is slow', () => {
  const patience = { headersMs: 150, requestMs: 300 };
  const late = [refused(408, 'the request took too long to arrive')];

  it.each<[what: string, bytes: (url: string) => string]>([
    ['a request that never begins', () => 'POST '],
    ['headers without an end', (url) => `POST ${IMAGE} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nx-a: `],
    [
      'a body without an end',
      (url) => `${head(url, `POST ${CATEGORY} HTTP/1.1`, { ...JSON_TYPE, 'content-length': 9 })}{"a"`,
    ],
    [
      'a form without an end',
      (url) => head(url, `POST ${IMAGE} HTTP/1.1`, { ...FORM, 'content-length': 999 }) + halfPart('image'),
    ],
    [
      'chunks without an end',
      (url) => head(url, `POST ${IMAGE} HTTP/1.1`, { ...FORM, 'transfer-encoding': 'chunked' }) + chunk('--x'),
    ],
  ])('%s is ended', async (_what, bytes) => {
    const bench = await openBench({ patience });
    const { text, ms } = await exchange(bench.url, bytes(bench.url));
    expect(answersIn(text)).toEqual(late);
    expect(ms).toBeLessThan(10_000);
    await expectAlive(bench);
  });

  it('many of them keep nobody else waiting', async () => {
    const bench = await openBench({ patience });
    const slow = Array.from({ length: 50 }, () => exchange(bench.url, 'POST / HTTP/1.1\r\nx-a: b'));
    await expectAlive(bench);
    for (const { text } of await Promise.all(slow)) expect(answersIn(text)).toEqual(late);
  });
});

describe('HTTP at its edges', () => {
  it.each<[what: string, bytes: (url: string) => string | Buffer, answers: Answer[]]>([
    ['1.0', (url) => head(url, `POST ${CATEGORY} HTTP/1.0`, SIZED) + asked, [given]],
    ['1.0 without a host', () => `POST ${CATEGORY} HTTP/1.0\r\n\r\n`, [refused(400, 'the request has no host')]],
    [
      '1.1 without a host',
      () => `POST ${CATEGORY} HTTP/1.1\r\nconnection: close\r\n\r\n`,
      [refused(400, 'the request has no host')],
    ],
    [
      'a host that is none',
      (url) => head(url, `POST ${CATEGORY} HTTP/1.1`, { ...CLOSE, host: 'a b@c/' }),
      [refused(400, 'the request has no host')],
    ],
    [
      'another host',
      (url) => head(url, `POST ${CATEGORY} HTTP/1.1`, { ...SIZED, ...CLOSE, host: 'example.com' }) + asked,
      [{ status: 403, body: { ok: false, message: 'requests of other origins are refused' } }],
    ],
    [
      'an expectation of tea',
      (url) => head(url, `POST ${CATEGORY} HTTP/1.1`, { ...SIZED, expect: 'tea' }) + asked,
      [refused(417, 'nothing but 100-continue can be expected')],
    ],
    ['CONNECT', (url) => head(url, 'CONNECT example.com:443 HTTP/1.1'), [refused(405, 'the method must be POST')]],
    ['TRACE', (url) => head(url, `TRACE ${CATEGORY} HTTP/1.1`, CLOSE), [refused(405, 'the method must be POST')]],
    ['OPTIONS', (url) => head(url, `OPTIONS ${CATEGORY} HTTP/1.1`, CLOSE), [refused(405, 'the method must be POST')]],
    [
      'a method of nobody',
      (url) => head(url, `BREW ${CATEGORY} HTTP/1.1`),
      [refused(400, 'the request is not valid HTTP')],
    ],
    [
      'an upgrade',
      (url) =>
        head(url, `POST ${CATEGORY} HTTP/1.1`, { ...SIZED, connection: 'upgrade', upgrade: 'websocket' }) + asked,
      [given],
    ],
    [
      '17 KB of headers',
      (url) => head(url, `POST ${CATEGORY} HTTP/1.1`, { long: 'a'.repeat(17_000) }),
      [refused(431, 'the headers of the request are too large')],
    ],
    [
      'a path of 15 KB',
      (url) => head(url, `POST /v3/msgr/${'a'.repeat(15_000)} HTTP/1.1`, CLOSE),
      [refused(404, 'no such endpoint')],
    ],
    [
      'a path that decodes to nothing',
      (url) => head(url, 'POST /v3/msgr/%zz%00 HTTP/1.1', CLOSE),
      [refused(404, 'no such endpoint')],
    ],
    ['a path that is none', (url) => head(url, 'POST \\\\a HTTP/1.1'), [refused(400, 'the request is not valid HTTP')]],
    [
      'a length and chunks',
      (url) =>
        `${head(url, `POST ${CATEGORY} HTTP/1.1`, { 'content-length': 3, 'transfer-encoding': 'chunked' })}0\r\n\r\n`,
      [refused(400, 'the request is not valid HTTP')],
    ],
    [
      'a length below nothing',
      (url) => head(url, `POST ${CATEGORY} HTTP/1.1`, { 'content-length': -3 }),
      [refused(400, 'the request is not valid HTTP')],
    ],
    [
      'NUL in a header',
      (url) => head(url, `POST ${CATEGORY} HTTP/1.1`, { 'x-a': 'a\0b' }),
      [refused(400, 'the request is not valid HTTP')],
    ],
    ['TLS', () => Buffer.from('16030100a5010000a10303', 'hex'), [refused(400, 'the request is not valid HTTP')]],
    [
      'compressed',
      (url) => head(url, `POST ${CATEGORY} HTTP/1.1`, { ...SIZED, ...CLOSE, 'content-encoding': 'gzip' }) + asked,
      [refused(415, 'the body is compressed')],
    ],
    [
      'not compressed',
      (url) => head(url, `POST ${CATEGORY} HTTP/1.1`, { ...SIZED, ...CLOSE, 'content-encoding': 'identity' }) + asked,
      [given],
    ],
    [
      'two requests at once, answered in their order',
      (url) => head(url, `POST ${CATEGORY} HTTP/1.1`, SIZED) + asked + head(url, `GET ${CATEGORY} HTTP/1.1`, CLOSE),
      [given, refused(405, 'the method must be POST')],
    ],
    [
      'a body that nobody reads, and a request behind it',
      (url) =>
        `${head(url, 'POST /v3/msgr/none HTTP/1.1', { ...JSON_TYPE, 'content-length': 200_000 }) + 'x'.repeat(200_000)}${head(url, `POST ${CATEGORY} HTTP/1.1`, { ...SIZED, ...CLOSE })}${asked}`,
      [refused(404, 'no such endpoint'), given],
    ],
    [
      'a request and what is none',
      (url) => `${head(url, `POST ${CATEGORY} HTTP/1.1`, SIZED)}${asked}garbage\r\n\r\n`,
      [given],
    ],
  ])('%s', async (_what, bytes, answers) => {
    const bench = await openBench();
    const { text } = await exchange(bench.url, bytes(bench.url));
    expect(answersIn(text)).toEqual(answers);
    await expectAlive(bench);
  });

  it('100-continue is granted', async () => {
    const { url } = await openBench();
    const bytes = head(url, `POST ${CATEGORY} HTTP/1.1`, { ...SIZED, ...CLOSE, expect: '100-continue' }) + asked;
    const { text } = await exchange(url, bytes);
    const granted = 'HTTP/1.1 100 Continue\r\n\r\n';
    expect(text.slice(0, granted.length)).toBe(granted);
    expect(answersIn(text.slice(granted.length))).toEqual([given]);
  });
});

describe('much at once', () => {
  const MB = 1024 * 1024;

  /** Writes a form with one file of so many bytes, as fast as it is taken, from one piece of memory. */
  async function pour(url: string, bytes: number): Promise<string> {
    const piece = Buffer.alloc(64 * 1024, 'a');
    const start = `--x\r\ncontent-disposition: form-data; name="attachment"; filename="a.pdf"\r\n\r\n`;
    const size = start.length + bytes + '\r\n--x--\r\n'.length;
    const path = '/v3/msgr/template/request_with_file';
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const answer = received(socket);
    socket.write(head(url, `POST ${path} HTTP/1.1`, { ...FORM, ...CLOSE, 'content-length': size }) + start);
    for (let left = bytes; left > 0; left -= piece.byteLength)
      if (!socket.write(piece.subarray(0, left))) await new Promise((resolve) => socket.once('drain', resolve));
    socket.write('\r\n--x--\r\n');
    return answer;
  }

  function received(socket: Socket): Promise<string> {
    return new Promise((resolve, reject) => {
      let text = '';
      socket.on('data', (data) => {
        text += data.toString('utf8');
      });
      socket.on('error', reject).on('close', () => resolve(text));
    });
  }

  it('an upload beside them is answered as if it were alone', async () => {
    const bench = await openBench();
    const poured = pour(bench.url, 51 * MB);
    expect(await bench.upload('/image/noticetalk', imageForm(png(800, 400)))).toMatchObject({ code: '200' });
    expect(await bench.upload('/image/noticetalk', account())).toEqual({ code: '405', message: 'image is required' });
    expect(answersIn(await poured)).toEqual([refused(200, 'bizId is required')]);
  });
});
