import { expect, test } from 'vitest';
import { messageApi } from '../../src/send/endpoints.ts';
import { ONCE } from '../../src/wire/once.ts';
import { answering, failureOf, http, make, never, type Reply, talking } from './support.ts';

/** How often a send is called (message API 2.4 and 7): the same refkey sent twice is two messages. */

const payload = { type: 'at', from: '15880000', to: '01000000000', refkey: 'nf-1', content: {} };
const accepted: Reply = { body: { code: 1000, description: 'success', messagekey: 'key', refkey: 'nf-1' } };
const token = (name: string): Reply => ({ body: { accesstoken: name, type: 'Bearer', expired: '20261121090000' } });
const error = (code: unknown, status: number): Reply => ({ status, body: { code, description: 'words' } });

/** The outcome of a send whose calls get these answers, the last one again and again. */
async function send(...replies: Reply[]) {
  let tokens = 0;
  const left = [...replies];
  const server = await answering(({ path }) => {
    if (path === '/v1/token') return token(`token-${++tokens}`);
    return (left.length > 1 ? left.shift() : left[0]) ?? accepted;
  });
  const { service, clock } = make({ messageUrl: server.url });
  const sent = messageApi(service).send(payload, never);
  const ended = await sent.then(
    () => 'accepted' as const,
    () => failureOf(sent),
  );
  const calls = server.asked.filter(({ path }) => path === '/v3/message');
  return {
    ended: ended === 'accepted' ? ended : ended.kind,
    code: ended === 'accepted' ? undefined : ended.problem.service?.code,
    message: ended === 'accepted' ? undefined : ended.problem.message,
    calls: calls.length,
    tokens,
    refkeys: new Set(calls.map(({ body }) => JSON.parse(body).refkey)).size,
    slept: clock.slept,
  };
}

/** The documented errors of a send (message API 7): status, code, calls if the answer is always this one, tokens. */
const DOCUMENTED: readonly [status: number, code: number, calls: number, tokens: number][] = [
  [400, 2000, 1, 1],
  [400, 3000, 1, 1],
  [400, 3001, 1, 1],
  [400, 3002, 2, 2],
  [400, 3003, 1, 1],
  [400, 3004, 1, 1],
  [400, 3005, 2, 2],
  [400, 3006, 1, 1],
  [400, 3007, 1, 1],
  [400, 3008, 4, 1],
  [400, 3009, 1, 1],
  [400, 3010, 1, 1],
  [400, 3011, 1, 1],
  [400, 3012, 1, 1],
  [400, 3013, 1, 1],
  [400, 3014, 1, 1],
  [400, 3015, 1, 1],
  [429, 5002, 4, 1],
  [500, 9000, 4, 1],
  [502, 5003, 4, 1],
  [503, 5004, 4, 1],
  [504, 5005, 4, 1],
];
const isRepeated = (code: number): boolean => (DOCUMENTED.find((row) => row[1] === code)?.[2] ?? 1) > 1;

test('the table has every documented error, and no other', () => {
  expect([...ONCE].map(([code, [status]]) => [status, code])).toEqual(
    expect.arrayContaining(DOCUMENTED.map(([status, code]) => [status, code])),
  );
  expect(ONCE.size).toBe(DOCUMENTED.length);
});

test.each(DOCUMENTED)(
  'HTTP %i with code %i: %i calls with one refkey, and nothing was accepted',
  async (status, code, calls, tokens) => {
    const isRefused = calls < 3;
    expect(await send(error(code, status))).toMatchObject({
      ended: isRefused ? 'refused' : 'unreachable',
      code: code === 5002 ? '5002' : String(code),
      calls,
      tokens,
      refkeys: 1,
    });
  },
);

test.each(DOCUMENTED.filter(([, code]) => isRepeated(code)))(
  'HTTP %i with code %i: the next call is accepted',
  async (status, code) => {
    expect(await send(error(code, status), accepted)).toMatchObject({ ended: 'accepted', calls: 2, refkeys: 1 });
  },
);

test.each(
  DOCUMENTED.flatMap(([status, code]) =>
    [200, 400, 429, 500, 502, 503].filter((other) => other !== status).map((other) => [other, code] as const),
  ),
)('HTTP %i with code %i is not documented: one call, and the outcome is unknown', async (status, code) => {
  expect(await send(error(code, status))).toMatchObject({ ended: 'unclear', calls: 1, tokens: 1 });
});

const page = '<html><title>Bad Gateway</title></html>';

test.each<[string, Reply, 'unclear' | 'unfit']>([
  ['an unknown code', error(4999, 400), 'unclear'],
  ['an unknown code with HTTP 200', error(7777, 200), 'unclear'],
  ['a code that is no integer', error('9000', 500), 'unclear'],
  ['an error without a description', { status: 503, body: { code: 5004 } }, 'unclear'],
  ['a description that is no text', { status: 503, body: { code: 5004, description: null } }, 'unclear'],
  ['an acceptance with another status', { ...accepted, status: 202 }, 'unclear'],
  ['an acceptance without a message key', { body: { code: 1000, description: 'success' } }, 'unfit'],
  ['the page of a proxy', { status: 502, body: page, headers: { 'content-type': 'text/html' } }, 'unfit'],
  ['the page of a rate limit', { status: 429, body: page, headers: { 'retry-after': '1' } }, 'unfit'],
  ['no body', { status: 503, body: '' }, 'unfit'],
  ['an empty acceptance', { status: 200, body: '' }, 'unfit'],
  ['JSON without a code', { status: 500, body: { error: 'internal' } }, 'unfit'],
  ['JSON that is cut', { status: 500, body: '{"code":9000,"descr' }, 'unfit'],
  ['a redirection', { status: 307, headers: { location: 'https://login.example.com/' } }, 'unfit'],
  ['a redirection with an error in it', { ...error(9000, 302), headers: { location: '/' } }, 'unfit'],
])('%s: one call, and the outcome is unknown', async (_, reply, ended) => {
  expect(await send(reply, accepted)).toMatchObject({ ended, calls: 1 });
});

test('an answer that names no documented error is quoted with its code and status', async () => {
  const server = await answering(({ path }) => (path === '/v1/token' ? token('t') : error(4999, 400)));
  const { service } = make({ messageUrl: server.url });
  const { problem } = await failureOf(messageApi(service).send(payload, never));
  expect(problem.message.replace(/:\d+/, ':PORT')).toBe(
    'The message API at 127.0.0.1:PORT answered send with words (code 4999), HTTP 400, which is not a documented answer',
  );
  expect(problem.service).toEqual({ code: '4999', message: 'words' });
});

test.each<[string, (socket: import('node:net').Socket) => void]>([
  ['a reset', (socket) => socket.resetAndDestroy()],
  ['a close without an answer', (socket) => socket.end()],
  ['an answer that is cut', (socket) => socket.end(http(accepted.body).slice(0, -5))],
])('%s: one call, and the outcome is unknown', async (_, end) => {
  const server = await talking((socket, request) =>
    request.startsWith('POST /v1/token') ? socket.write(http(token('t').body)) : end(socket),
  );
  const { service } = make({ messageUrl: server.url });
  expect((await failureOf(messageApi(service).send(payload, never))).kind).toBe('unclear');
  expect(server.asked.filter(({ path }) => path === '/v3/message')).toHaveLength(1);
});

test('it is not repeated if it may not begin any more, and nothing was sent', async () => {
  const server = await answering(({ path }) => (path === '/v1/token' ? token('t') : error(5002, 429)));
  const { service } = make({ messageUrl: server.url });
  const asked = [true, true, false];
  const { kind, problem } = await failureOf(messageApi(service).send(payload, never, () => asked.shift() ?? false));
  expect([kind, problem.code]).toEqual(['interrupted', 'interrupted']);
  expect(server.asked.filter(({ path }) => path === '/v3/message')).toHaveLength(2);
});

test('5002 waits as long as its header asks for, and other errors longer each time', async () => {
  const slowDown = { ...error(5002, 429), headers: { 'ratelimit-reset': '7' } };
  expect((await send(slowDown, accepted)).slept).toEqual([7500]);
  // Every answer may say when the window renews.
  const failed = { ...error(9000, 500), headers: { 'ratelimit-remaining': '97', 'ratelimit-reset': '58' } };
  expect((await send(failed)).slept).toEqual([500, 1000, 2000]);
});

test('a second refusal of the token, a new one, is final', async () => {
  expect(await send(error(3002, 400), error(3005, 400), accepted)).toMatchObject({
    ended: 'refused',
    code: '3005',
    calls: 2,
    tokens: 2,
  });
  expect(await send(error(3005, 400), accepted)).toMatchObject({ ended: 'accepted', calls: 2, tokens: 2 });
});

test('a new token adds one call, and no more repetitions', async () => {
  const busy = error(9000, 500);
  expect(await send(busy, busy, error(3005, 400), busy, busy, accepted)).toMatchObject({
    ended: 'unreachable',
    code: '9000',
    message: expect.stringContaining('turned send away 4 times'),
    calls: 5,
    tokens: 2,
    refkeys: 1,
  });
  expect(await send(busy, busy, error(3002, 400), busy, accepted)).toMatchObject({ ended: 'accepted', calls: 5 });
});

test.each<[string, Reply]>([
  ['the page of a proxy', { status: 502, body: page }],
  ['an answer of another shape', { body: { accesstoken: 'a b', expired: 'soon' } }],
  ['an internal error', error(9000, 500)],
])('if the token call ends with %s, nothing was sent', async (_, reply) => {
  const server = await answering(() => reply);
  const { service } = make({ messageUrl: server.url });
  expect((await failureOf(messageApi(service).send(payload, never))).kind).toBe('unreachable');
  expect(new Set(server.asked.map(({ path }) => path))).toEqual(new Set(['/v1/token']));
});

test('a send that is stopped while it waits for its next call was not accepted', async () => {
  const server = await answering(({ path }) => (path === '/v1/token' ? token('t') : error(5004, 503)));
  const { service, clock } = make({ messageUrl: server.url });
  const stop = new AbortController();
  const sleep = clock.sleep.bind(clock);
  clock.sleep = (ms, signal) => {
    stop.abort();
    return sleep(ms, signal);
  };
  const { kind, problem } = await failureOf(messageApi(service).send(payload, stop.signal));
  expect([kind, problem.code]).toEqual(['interrupted', 'interrupted']);
  expect(server.asked.filter(({ path }) => path === '/v3/message')).toHaveLength(1);
});

test('a send that is stopped during its call waits for the answer', async () => {
  const stop = new AbortController();
  const server = await answering(({ path }) => {
    if (path === '/v1/token') return token('t');
    stop.abort();
    return accepted;
  });
  const { service } = make({ messageUrl: server.url });
  expect(await messageApi(service).send(payload, stop.signal)).toMatchObject({ messagekey: 'key' });
});

test('no answer within the time-out: one call, and the outcome is unknown', async () => {
  const server = await talking((socket, request) => {
    if (request.startsWith('POST /v1/token')) socket.write(http(token('t').body));
  });
  const { service, watch } = make({ messageUrl: server.url });
  const sent = failureOf(messageApi(service).send(payload, never));
  await expect.poll(() => server.asked).toHaveLength(2);
  await watch.turn(40_000);
  expect((await sent).kind).toBe('unclear');
  expect(server.asked).toHaveLength(2);
});
