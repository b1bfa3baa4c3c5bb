import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Answer, answersIn, exchange, head } from './raw.ts';
import { type Bench, emulatorAccount, openBench } from './support.ts';

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

it('senders that die in an upload, or break it off, do no harm', async () => {
  const bench = await openBench();
  const part = '--x\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nhalf';
  const bytes = head(bench.url, `POST ${IMAGE} HTTP/1.1`, { ...FORM, 'content-length': 1000 }) + part;
  for (let count = 0; count < 20; count += 1)
    await new Promise<void>((resolve) => {
      const socket = connect(Number(new URL(bench.url).port), '127.0.0.1', () =>
        socket.write(bytes, () => {
          socket.resetAndDestroy();
          resolve();
        }),
      );
    });
  expect((await exchange(bench.url, bytes, true)).text).toMatch(/^HTTP\/1\.1 400 /);
  await expectAlive(bench);
});

describe('HTTP at its edges', () => {
  it.each<[what: string, bytes: (url: string) => string | Buffer, answers: Answer[]]>([
    ['1.0', (url) => head(url, `POST ${CATEGORY} HTTP/1.0`, SIZED) + asked, [given]],
    [
      'another host',
      (url) => head(url, `POST ${CATEGORY} HTTP/1.1`, { ...SIZED, ...CLOSE, host: 'example.com' }) + asked,
      [{ status: 403, body: { ok: false, message: 'requests of other origins are refused' } }],
    ],
    ['OPTIONS', (url) => head(url, `OPTIONS ${CATEGORY} HTTP/1.1`, CLOSE), [refused(405, 'the method must be POST')]],
    ['what is no HTTP', () => 'hello\r\n\r\n', [{ status: 400, body: null }]],
    [
      'a path that decodes to nothing',
      (url) => head(url, 'POST /v3/msgr/%zz%00 HTTP/1.1', CLOSE),
      [refused(404, 'no such endpoint')],
    ],
    [
      'compressed',
      (url) => head(url, `POST ${CATEGORY} HTTP/1.1`, { ...SIZED, ...CLOSE, 'content-encoding': 'gzip' }) + asked,
      [refused(415, 'the body is compressed')],
    ],
    [
      'a body that nobody reads, and a request behind it',
      (url) =>
        `${head(url, 'POST /v3/msgr/none HTTP/1.1', { ...JSON_TYPE, 'content-length': 200_000 }) + 'x'.repeat(200_000)}${head(url, `POST ${CATEGORY} HTTP/1.1`, { ...SIZED, ...CLOSE })}${asked}`,
      [refused(404, 'no such endpoint'), given],
    ],
  ])('%s', async (_what, bytes, answers) => {
    const bench = await openBench();
    const { text } = await exchange(bench.url, bytes(bench.url));
    expect(answersIn(text)).toEqual(answers);
    await expectAlive(bench);
  });
});
