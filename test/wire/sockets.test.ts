import { readFile } from 'node:fs/promises';
import { createServer as createTlsServer } from 'node:https';
import { expect, test } from 'vitest';
import { messageApi } from '../../src/send/endpoints.ts';
import { api } from '../api.ts';
import { detail, HandClock, http, listen, make, never, shop, talking, template, told } from './support.ts';

/** What the byte level does to a call: real sockets, no mocks. */

const good = http({ code: '200', data: detail });
const once = { type: 'at', from: '15880000', to: '01000000000', refkey: 'r', content: {} };
const token = http({ accesstoken: 't', type: 'Bearer', expired: '20261121090000' });

const UNCLEAR_WRITE =
  'The change may have been made. Run the same command again: it checks what was done before it continues';

test.each([
  [
    'the connection is closed without a word',
    'UND_ERR_SOCKET',
    (end: Ending) => end.socket.end(),
    '. 127.0.0.1:PORT was called with http:; the port may expect https:',
  ],
  ['the connection is reset without a word', 'ECONNRESET', (end: Ending) => end.socket.resetAndDestroy()],
  ['the body is cut off', 'UND_ERR_SOCKET', (end: Ending) => end.socket.end(good.slice(0, -10))],
  [
    // A newer Node tells the reset itself, an older one that the socket was closed.
    'the connection is reset within the body',
    Number(process.versions.node.split('.')[0]) >= 24 ? 'ECONNRESET' : 'UND_ERR_SOCKET',
    (end: Ending) => end.socket.write(good.slice(0, -10), () => end.socket.resetAndDestroy()),
  ],
  [
    'a chunked body ends without its last chunk',
    'UND_ERR_SOCKET',
    (end: Ending) => end.socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"cod\r\n'),
  ],
  [
    'a chunk is garbage',
    'UND_ERR_HTTP_PARSER',
    (end: Ending) => end.socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{"code"\r\n'),
  ],
  ['the answer is not HTTP', 'UND_ERR_HTTP_PARSER', (end: Ending) => end.socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
])(
  '%s: a write may have been done, a send may have been accepted, a read is repeated',
  async (_name, code, end, doubt = '') => {
    const server = await talking((socket, request) => {
      if (request.startsWith('POST /v1/token')) socket.write(token);
      else end({ socket });
    });
    const { service, trace } = make({ resourceUrl: server.url, messageUrl: server.url });
    const failure = (name: string, times: string, hint: string, more = doubt): object => ({
      kind: 'unclear',
      code: 'service-unclear',
      severity: 'error',
      message: `The connection to 127.0.0.1:PORT broke before ${name} was answered${times} (${code})${more}`,
      hint,
    });
    expect(await told(api(service).template.add(shop, template, never))).toEqual(
      failure('template.add', '', UNCLEAR_WRITE),
    );
    expect(trace).toEqual([`POST /v3/msgr/template/add - lost ${code} 0 ms, try 1`]);
    expect(await told(messageApi(service).send(once, never))).toEqual(
      failure(
        'send',
        '',
        'The message may have been accepted, so it is not sent again automatically. Look for it in the service’s send inquiry',
        // The token came over the same connection.
        '',
      ),
    );
    expect(await told(api(service).template.detail(shop, 'x', never))).toEqual(
      failure('template.detail', ', 3 times', 'Nothing was changed. Try again later'),
    );
    expect(server.asked.map(({ path }) => path)).toEqual([
      '/v3/msgr/template/add',
      '/v1/token',
      '/v3/message',
      ...Array.from({ length: 3 }, () => '/v3/msgr/template/detail'),
    ]);
  },
);

interface Ending {
  socket: import('node:net').Socket;
}

test('a read that broke twice is answered by its third try', async () => {
  const server = await talking((socket, _request, count) =>
    count < 3 ? socket.resetAndDestroy() : socket.write(good),
  );
  const { service, clock } = make({ resourceUrl: server.url });
  expect(await api(service).template.detail(shop, 'x', never)).toEqual(detail);
  // half of one second, half of two
  expect(clock.slept).toEqual([500, 1000]);
});

test('an answer in many small pieces, some of them half a character, is one answer', async () => {
  const bytes = Buffer.from(good);
  const server = await talking((socket) => {
    socket.setNoDelay(true);
    void (async () => {
      for (const byte of bytes) await new Promise<void>((resolve) => socket.write(Buffer.of(byte), () => resolve()));
    })();
  });
  const { service } = make({ resourceUrl: server.url });
  expect(await api(service).template.detail(shop, 'x', never)).toEqual(detail);
});

test('connections are kept, and one that the server closed while idle is not used again', async () => {
  const server = await talking((socket) => socket.write(good));
  const { service } = make({ resourceUrl: server.url });
  const ask = () => api(service).template.detail(shop, 'x', never);
  await ask();
  await ask();
  expect(server.sockets).toHaveLength(1);
  server.sockets[0]?.end();
  await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
  await api(service).template.add(shop, template, never);
  expect(server.sockets).toHaveLength(2);
});

test('an idle connection is left after a second, whatever the server promises', async () => {
  const server = await talking((socket) =>
    socket.write(http({ code: '200', data: detail }, { headers: 'keep-alive: timeout=600\r\n' })),
  );
  const { service } = make({ resourceUrl: server.url });
  await api(service).template.detail(shop, 'x', never);
  await expect.poll(() => server.sockets[0]?.readableEnded || server.sockets[0]?.destroyed).toBe(true);
});

test('no answer within the time-out: a write may have been done', async () => {
  const server = await talking(() => {});
  const { service, watch, trace } = make({ resourceUrl: server.url });
  const call = told(api(service).template.add(shop, template, never));
  await expect.poll(() => server.asked).toHaveLength(1);
  await watch.turn(39_999);
  expect(trace).toEqual([]);
  await watch.turn(1);
  expect(await call).toEqual({
    kind: 'unclear',
    code: 'service-unclear',
    severity: 'error',
    message: '127.0.0.1:PORT did not answer template.add within 40 s',
    hint: UNCLEAR_WRITE,
  });
  expect(trace).toEqual(['POST /v3/msgr/template/add - lost time-out 0 ms, try 1']);
});

test('a body that drips on is cut off at the same time-out', async () => {
  const server = await talking((socket) => socket.write(good.slice(0, -10)));
  const { service, watch } = make({ resourceUrl: server.url });
  const call = told(api(service).template.stop(shop, 'x', never));
  await expect.poll(() => server.asked).toHaveLength(1);
  for (let drop = 0; drop < 4; drop += 1) {
    await watch.turn(10_000);
    server.sockets[0]?.write(' ');
  }
  expect(await call).toMatchObject({
    kind: 'unclear',
    message: '127.0.0.1:PORT did not answer template.stop within 40 s',
  });
});

test('an upload has a second more for each 128 KiB', async () => {
  const server = await talking(() => {});
  const { service, watch } = make({ resourceUrl: server.url });
  const attachment = { name: 'evidence.pdf', bytes: new Uint8Array(128 * 1024 + 1) };
  const call = told(api(service).template.requestWithFile(shop, 'x', '확인', [attachment], never));
  await expect.poll(() => server.asked).toHaveLength(1);
  await watch.turn(41_999);
  await watch.turn(1);
  expect(await call).toMatchObject({
    kind: 'unclear',
    message: '127.0.0.1:PORT did not answer template.requestWithFile within 42 s',
  });
});

test('stopped while it is under way: a write may have been done, and its code says so', async () => {
  const server = await talking(() => {});
  const { service } = make({ resourceUrl: server.url });
  const stop = new AbortController();
  const write = told(api(service).template.add(shop, template, stop.signal));
  const read = told(api(service).template.detail(shop, 'x', stop.signal));
  await expect.poll(() => server.asked).toHaveLength(2);
  stop.abort();
  expect(await write).toEqual({
    kind: 'interrupted',
    code: 'service-unclear',
    severity: 'error',
    message: 'Stopped while template.add was in progress',
    hint: UNCLEAR_WRITE,
  });
  expect(await read).toMatchObject({ kind: 'interrupted', code: 'interrupted' });
});

test('closing the service ends calls in progress', async () => {
  const server = await talking(() => {});
  const { service } = make({ resourceUrl: server.url });
  const read = told(api(service).template.detail(shop, 'x', never));
  await expect.poll(() => server.asked).toHaveLength(1);
  await service.close();
  expect(await read).toMatchObject({ kind: 'interrupted', message: 'Stopped before template.detail was done' });
});

test('an answer without end is not read to its end', async () => {
  const server = await talking((socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(Buffer.alloc(1024 * 1024, 32)));
      socket.once('drain', more);
    };
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    more();
  });
  const { service } = make({ resourceUrl: server.url });
  expect(await told(api(service).template.detail(shop, 'x', never))).toMatchObject({
    kind: 'unfit',
    message:
      '127.0.0.1:PORT answered template.detail with more bytes than any answer of the service has, not with JSON of the resource API',
  });
});

const tls = async (): Promise<string> => {
  const at = (name: string) => readFile(new URL(`../fixtures/tls/${name}`, import.meta.url));
  const server = createTlsServer(
    { key: await at('key.pem'), cert: await at('certificate.pem') },
    (_request, response) => {
      response.end(JSON.stringify({ code: '200', data: detail }));
    },
  );
  return listen(server, 'https');
};

test('a certificate that nobody vouches for is refused, with what it lacks, and only a test environment may go on', async () => {
  const resourceUrl = await tls();
  const { service, trace } = make({ resourceUrl });
  expect(await told(api(service).template.detail(shop, 'x', never))).toEqual({
    kind: 'unreachable',
    code: 'service-tls',
    severity: 'error',
    message: 'The certificate of 127.0.0.1:PORT is not trusted: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
    hint: 'Check `resourceUrl`. NODE_EXTRA_CA_CERTS adds the certificate authority of a company. Only an environment with `test: true` may set `insecureTls: true`',
  });
  expect(trace).toEqual(['POST /v3/msgr/template/detail - unsent DEPTH_ZERO_SELF_SIGNED_CERT 0 ms, try 1']);
  const lax = make({ resourceUrl, insecureTls: true });
  expect(await api(lax.service).template.detail(shop, 'x', never)).toEqual(detail);
});

test('a server that speaks no TLS on the port is told apart', async () => {
  const server = await talking(() => {});
  const { service } = make({ resourceUrl: server.url.replace('http:', 'https:'), watch: new HandClock() });
  const call = told(api(service).template.detail(shop, 'x', never));
  await expect.poll(() => server.sockets).toHaveLength(1);
  server.sockets[0]?.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  expect(await call).toMatchObject({
    kind: 'unreachable',
    code: 'service-tls',
    message: expect.stringMatching(/^127\.0\.0\.1:PORT does not answer with TLS \([A-Z_]+\)$/),
    hint: 'Check host and port in `resourceUrl` of the environment. A port that serves http: cannot be called with https:',
  });
});

test('a connection that does not come about in ten seconds was not made, so nothing was sent', async () => {
  // TLS that is never answered: the connection stands, the request does not go out
  const server = await talking(() => {});
  const { service, watch } = make({ resourceUrl: server.url.replace('http:', 'https:') });
  const call = told(api(service).template.add(shop, template, never));
  await expect.poll(() => watch.sleeping).toBe(2);
  await watch.turn(10_000);
  expect(await call).toMatchObject({
    kind: 'unreachable',
    code: 'service-unreachable',
    message: '127.0.0.1:PORT did not take a connection in time',
  });
});

test('an answer that is not UTF-8 is not read as if it were', async () => {
  const server = await talking((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n');
    socket.write(Buffer.from('{"code":"\xc7\xd1"}  ', 'latin1'));
  });
  const { service } = make({ resourceUrl: server.url });
  expect(await told(api(service).template.detail(shop, 'x', never))).toMatchObject({
    kind: 'unfit',
    message: '127.0.0.1:PORT answered template.detail with bytes that are not UTF-8, not with JSON of the resource API',
  });
});

test('a token that cannot stand in a header is a failure, not a crash', async () => {
  const server = await talking((socket) => socket.write(http({ accesstoken: 'a\nb', expired: '20261121090000' })));
  const { service } = make({ messageUrl: server.url });
  expect(await told(messageApi(service).send(once, never))).toMatchObject({
    kind: 'unreachable',
    message: 'The answer to token does not have the documented shape: accesstoken: cannot stand in a header',
  });
  expect(server.asked).toHaveLength(1);
});
