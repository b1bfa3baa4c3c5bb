import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { NotiformError } from '../../src/core/problem.ts';
import { videoUpload } from '../../src/kinds/video/endpoints.ts';
import type { StreamedFile } from '../../src/wire/streamed-form.ts';
import { failureOf, http, listen, make, never, talking } from './support.ts';

const bytes = Buffer.from('\0\0\0\u0010ftypisom');

function film(more: Partial<StreamedFile> = {}): StreamedFile {
  return {
    name: 'spring.mp4',
    bytes: bytes.length,
    read: () => pieces(bytes.subarray(0, 5), bytes.subarray(5)),
    ...more,
  };
}

async function* pieces(...all: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* all;
}

/** Uploads to a server of its own that answers this; the request as text, with the boundary written as BOUNDARY. */
async function upload(answer: string, file = film(), { uploadUrl = '', withinMs = 300_000 } = {}) {
  const asked: string[] = [];
  const server = await talking((socket, whole) => {
    const boundary = /boundary=(\S+)/.exec(whole)?.[1] ?? 'none';
    asked.push(whole.replaceAll(boundary, 'BOUNDARY').replace(/127\.0\.0\.1:\d+/, 'HOST'));
    if (answer === 'drop') socket.destroy();
    else if (answer !== '') socket.write(answer);
  });
  const made = make({});
  const ticket = { uploadUrl: uploadUrl || `${server.url}/up/1?signed=yes`, token: 'token-of-one-upload' };
  const sending = made.service.sendFile(videoUpload('v1'), ticket, file, withinMs, never);
  return { ...made, asked, server, sending };
}

const good = http({ vid: 'v1', playUrl: 'https://v/1', duration: 15.2, message: '' });

test('a video is sent as one file, with its length and the token as a Bearer (4.8)', async () => {
  const { sending, asked, trace } = await upload(good);
  await sending;
  expect(asked).toEqual([
    [
      'POST /up/1?signed=yes HTTP/1.1',
      'host: HOST',
      'connection: keep-alive',
      'accept: application/json',
      'user-agent: notiform',
      'authorization: Bearer token-of-one-upload',
      'content-type: multipart/form-data; boundary=BOUNDARY',
      'content-length: 201',
      '',
      '--BOUNDARY',
      'Content-Disposition: form-data; name="file"; filename="spring.mp4"',
      'Content-Type: video/mp4',
      '',
      bytes.toString('latin1'),
      '--BOUNDARY--',
      '',
    ].join('\r\n'),
  ]);
  expect(trace).toEqual([expect.stringMatching(/^POST 127\.0\.0\.1:\d+\/up\/1 200 \d+ ms, try 1$/)]);
});

test.each([
  ['a "b"\n.mov', 'filename="a %22b%22%0A.mov"\r\nContent-Type: video/quicktime'],
  ['봄.M4V', 'filename="봄.M4V"\r\nContent-Type: video/mp4'],
])('the name %j goes as browsers write it', async (name, part) => {
  const { sending, asked } = await upload(good, film({ name }));
  await sending;
  expect(Buffer.from(asked[0] ?? '', 'latin1').toString()).toContain(part);
});

test.each([
  [
    'an error text',
    http({ vid: '', message: 'invalid token' }),
    'refused',
    'The service refused video.upload: invalid token',
  ],
  [
    'an error text with HTTP 404',
    http({ message: 'no such upload address' }, { status: '404 Not Found' }),
    'refused',
    'The service refused video.upload: no such upload address',
  ],
  [
    'too many requests',
    http({ message: 'later' }, { status: '429 Too Many Requests' }),
    'unreachable',
    'The resource API at HOST turned video.upload away once: too many requests',
  ],
  [
    'HTTP 503',
    http({ message: 'down' }, { status: '503 Service Unavailable' }),
    'unclear',
    'The resource API at HOST failed at video.upload: HTTP 503',
  ],
  [
    'HTML',
    http('<html><title>Login</title></html>', { headers: '' }),
    'unfit',
    'HOST answered video.upload with an HTML page (HTTP 200): “Login”, not with JSON of the resource API',
  ],
  [
    'the vid of another',
    http({ vid: 'v2', message: '' }),
    'unfit',
    'The answer to video.upload does not have the documented shape: vid: is another one than was registered',
  ],
  [
    'a vid that is none',
    http({ vid: 7, message: null }),
    'unfit',
    'The answer to video.upload does not have the documented shape: vid: expected string, received number',
  ],
  [
    'nothing',
    'drop',
    'unclear',
    'The connection to HOST broke before video.upload was answered (UND_ERR_SOCKET). HOST was called with http:; the port may expect https:',
  ],
])('an upload that is answered with %s is %s', async (_, answer, kind, message) => {
  const { sending } = await upload(answer);
  const failed = await failureOf(sending);
  expect([failed.kind, failed.problem.message.replace(/127\.0\.0\.1:\d+/g, 'HOST')]).toEqual([kind, message]);
});

test('an answer that says nothing more than that is enough', async () => {
  await (await upload(http({}))).sending;
});

test('the token is never shown, whoever says it', async () => {
  const { sending } = await upload(http({ message: 'bad token token-of-one-upload' }));
  expect((await failureOf(sending)).problem.message).toBe('The service refused video.upload: bad token ****');
});

test.each(['http://up.example.com/1', 'ftp://up.example.com/1', 'up/1'])(
  'an address that anybody can read along, or that is none (%s), gets nothing',
  async (uploadUrl) => {
    const { sending } = await upload(good, film(), { uploadUrl });
    const failed = await failureOf(sending);
    expect([failed.kind, failed.problem.message]).toEqual([
      'unfit',
      'The answer to video.upload does not have the documented shape: data.uploadUrl: not an address of https',
    ]);
  },
);

test('what is left of the five minutes is all the time it gets, and its size gives it no more', async () => {
  const { sending, watch, server } = await upload('', film(), { withinMs: 2500 });
  while (server.asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await watch.turn(2500);
  const failed = await failureOf(sending);
  expect(failed.kind).toBe('unclear');
  expect(failed.problem.message).toContain('did not answer video.upload within 3 s');
});

test('a file that changed while it was sent is what fails, and the form is never whole', async () => {
  const changed = new NotiformError({ code: 'file-changed', severity: 'error', message: 'spring.mp4 changed' });
  const { sending, asked } = await upload(good, film({ read: () => failing(changed) }));
  await expect(sending).rejects.toBe(changed);
  expect(asked).toEqual([]);
});

async function* failing(error: Error): AsyncGenerator<Uint8Array> {
  yield bytes;
  throw error;
}

test('a file is never held whole: it is read no faster than it goes', async () => {
  const piece = Buffer.alloc(1024 * 1024);
  const many = 200;
  const server = await receiving();
  let ahead = 0;
  async function* large(): AsyncGenerator<Uint8Array> {
    for (let taken = 1; taken <= many; taken += 1) {
      ahead = Math.max(ahead, taken * piece.length - server.received());
      yield piece;
    }
  }
  const { service } = make({});
  const file = { name: 'a.mp4', bytes: many * piece.length, read: large };
  await service.sendFile(videoUpload('v1'), { uploadUrl: server.url, token: 't' }, file, 300_000, never);
  expect(server.received()).toBeGreaterThan(many * piece.length);
  expect(ahead).toBeLessThan(32 * piece.length);
});

/** A server that counts what comes in. */
async function receiving(): Promise<{ url: string; received(): number }> {
  let received = 0;
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    request.on('end', () => response.end('{}'));
  });
  return { url: await listen(server), received: () => received };
}
