import { expect, test } from 'vitest';
import { answering, credentials, http, make, never, talking, told } from './support.ts';

const HINT = 'Check the address. A plan counts an image that it cannot fetch as another one than the file';

test('an image is asked for with GET, by path and query, and with nothing that says who asks', async () => {
  const server = await talking((socket, request) => {
    expect(request.replace(/127\.0\.0\.1:\d+/, 'HOST')).toBe(
      'GET /a/b.png?v=1 HTTP/1.1\r\nhost: HOST\r\nconnection: keep-alive\r\naccept: image/png, image/jpeg\r\nuser-agent: notiform\r\n\r\n',
    );
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n\u0001\u0002\u0003');
  });
  const { service, trace } = make({});
  expect([...(await service.download(`${server.url}/a/b.png?v=1`, never))]).toEqual([1, 2, 3]);
  expect(trace).toEqual([`GET ${server.url.slice('http://'.length)}/a/b.png 200 0 ms, try 1`]);
});

test('an image of this machine is asked for where those are kept now, by its path; any other where its address says', async () => {
  const [ended, now] = [await answering(() => ({ status: 500 })), await answering(() => ({ status: 200 }))];
  const { service } = make({ localFiles: now.url });
  await service.download(`${ended.url}/images/1.png?v=1`, never);
  await service.download('http://localhost:9/images/2.png', never);
  expect([ended.asked, now.asked.map(({ path }) => path)]).toEqual([[], ['/images/1.png?v=1', '/images/2.png']]);
  expect(await told(service.download('http://img.example.com/3.png', never))).toMatchObject({
    message: 'The image at http://img.example.com/3.png could not be fetched: its address is not one of https',
  });
  expect(now.asked).toHaveLength(2);
});

test('an image of an emulator on another machine is asked for there, in clear where that is accepted', async () => {
  const { service, trace } = make({ localFiles: 'http://emulator.invalid:4010', insecureHttp: true });
  await told(service.download('http://127.0.0.1:4010/images/1.png', never));
  expect(trace).toEqual([expect.stringMatching(/^GET emulator\.invalid:4010\/images\/1\.png - broken/)]);
});

test.each(['http://img.example.com/1.png', 'ftp://img.example.com/1.png', 'nonsense', ''])(
  '%j is not fetched',
  async (url) => {
    const { service, trace } = make({});
    expect(await told(service.download(url, never))).toEqual({
      kind: 'unreachable',
      code: 'service-unreachable',
      severity: 'error',
      message: `The image at ${url} could not be fetched: its address is not one of https`,
      hint: HINT,
    });
    expect(trace).toEqual([]);
  },
);

test('an address shows no secret', async () => {
  const { service } = make({});
  expect(await told(service.download(`http://img.example.com/${credentials.apiKey}`, never))).toMatchObject({
    message: 'The image at http://img.example.com/**** could not be fetched: its address is not one of https',
  });
});

test.each([
  [404, 'refused', 'service-refused'],
  [302, 'refused', 'service-refused'],
  [500, 'refused', 'service-refused'],
])('HTTP %i is %s', async (status, kind, code) => {
  const server = await answering(() => ({ status, headers: { location: 'https://elsewhere.example.com' } }));
  const { service } = make({});
  expect(await told(service.download(`${server.url}/1.png`, never))).toEqual({
    kind,
    code,
    severity: 'error',
    message: `The image at 127.0.0.1:PORT could not be fetched: HTTP ${status}`,
    hint: HINT,
  });
  expect(server.asked).toHaveLength(1);
});

const MIB_5 = 5 * 1024 * 1024;

test.each([
  [MIB_5, { bytes: MIB_5 }],
  [
    MIB_5 + 1,
    {
      kind: 'unfit',
      code: 'service-unfit',
      severity: 'error',
      message: 'The image at 127.0.0.1:PORT could not be fetched: it is longer than 5 MB',
      hint: HINT,
    },
  ],
])('%i bytes', async (length, expected) => {
  const server = await talking((socket) => socket.write(http('x'.repeat(length))));
  const { service } = make({});
  const fetching = service.download(`${server.url}/1.png`, never);
  expect('bytes' in expected ? { bytes: (await fetching).byteLength } : await told(fetching)).toEqual(expected);
});

test('a broken connection and a stop are told apart', async () => {
  const server = await talking((socket) => socket.resetAndDestroy());
  const { service } = make({});
  const url = `${server.url}/1.png`;
  expect(await told(service.download(url, never))).toMatchObject({
    kind: 'unreachable',
    message: 'The image at 127.0.0.1:PORT could not be fetched: ECONNRESET',
  });
  expect(await told(service.download(url, AbortSignal.abort()))).toEqual({
    kind: 'interrupted',
    code: 'interrupted',
    severity: 'error',
    message: 'Stopped before an image was fetched',
    hint: 'Nothing was changed. Run the same command again',
  });
});

test('an image that does not come within the time-out', async () => {
  const server = await talking((_socket) => void watch.turn(40_000));
  const { service, watch } = make({});
  expect(await told(service.download(`${server.url}/1.png`, never))).toMatchObject({
    kind: 'unreachable',
    message: 'The image at 127.0.0.1:PORT could not be fetched: time-out',
  });
});
