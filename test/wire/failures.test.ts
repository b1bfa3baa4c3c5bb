import { MockAgent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { groupEndpoints } from '../../src/kinds/sender-profile/endpoints.ts';
import { messageApi } from '../../src/send/endpoints.ts';
import { api } from '../api.ts';
import { answering, credentials, make, never, type Reply, shop, template, told } from './support.ts';

const json = (body: unknown, status = 200): Reply => ({ status, body });

/** How a call that is answered so fails, and how often the service was asked. */
async function outcome(reply: Reply, kind: 'read' | 'write' | 'once'): Promise<{ asked: number; failure: object }> {
  const server = await answering(({ path }) =>
    path === '/v1/token' ? json({ accesstoken: 'token-1', type: 'Bearer', expired: '20261121090000' }) : reply,
  );
  const { service } = make({ resourceUrl: server.url, messageUrl: server.url });
  const { template: templates } = api(service);
  const calls = {
    read: () => templates.detail(shop, 'order_paid', never),
    write: () => templates.add(shop, template, never),
    once: () =>
      messageApi(service).send({ type: 'at', from: '15880000', to: '01000000000', refkey: 'r', content: {} }, never),
  };
  const failure = await told(calls[kind]());
  return { failure, asked: server.asked.filter(({ path }) => path !== '/v1/token').length };
}

test('a refusal keeps the service’s code and words, and is not repeated', async () => {
  const expected = {
    kind: 'refused',
    code: 'service-refused',
    severity: 'error',
    message: 'The service refused template.add: 이미 사용 중인 코드 (code 504)',
    hint: 'Check the resource with `notiform status`',
    service: { code: '504', message: '이미 사용 중인 코드' },
  };
  for (const status of [200, 400]) {
    expect(await outcome(json({ code: '504', message: '이미 사용 중인 코드' }, status), 'write')).toEqual({
      asked: 1,
      failure: expected,
    });
  }
  expect(await outcome(json({ code: '508' }), 'read')).toEqual({
    asked: 1,
    failure: {
      ...expected,
      message: 'The service refused template.detail: code 508',
      service: { code: '508', message: '' },
    },
  });
});

test('a refusal that is about no resource does not send anybody to look at one', async () => {
  const server = await answering(() => json({ code: 'A-1', message: '인증 실패' }));
  const { service } = make({ resourceUrl: server.url });
  expect(await told(service.call(groupEndpoints.all, {}, never))).toEqual({
    kind: 'refused',
    code: 'service-refused',
    severity: 'error',
    message: 'The service refused group.all: 인증 실패 (code A-1)',
    hint: 'Check the credentials of the environment and the keys of its `profiles`',
    service: { code: 'A-1', message: '인증 실패' },
  });
  expect(await outcome(json({ code: 2000, description: 'invalid message' }, 400), 'once')).toMatchObject({
    failure: { hint: 'Run `notiform explain CODE` with the code of the answer' },
  });
});

test('wrong credentials say what to check', async () => {
  expect((await outcome(json({ code: '102', message: 'invalid apiKey' }), 'read')).failure).toEqual({
    kind: 'refused',
    code: 'service-credentials',
    severity: 'error',
    message: 'The resource API at 127.0.0.1:PORT does not accept these credentials: invalid apiKey (code 102)',
    hint: 'Check the environment’s credentials, and that this machine’s IP address is registered for the account. `notiform doctor` finds a blank or a line break around their values',
    service: { code: '102', message: 'invalid apiKey' },
  });
});

const down = [
  { reply: json({ code: '9000', message: '내부 오류' }, 500), says: '내부 오류 (code 9000), HTTP 500' },
  { reply: json('<html><title>Bad Gateway</title>', 502), says: 'HTTP 502' },
  { reply: json('', 503), says: 'HTTP 503' },
  { reply: json('gateway timeout', 504), says: 'HTTP 504' },
];

test.each(down)('a read is asked three times when the server fails ($says)', async ({ reply, says }) => {
  const { asked, failure } = await outcome(reply, 'read');
  expect(asked).toBe(3);
  expect(failure).toMatchObject({
    kind: 'unclear',
    code: 'service-unclear',
    message: `The resource API at 127.0.0.1:PORT failed at template.detail, 3 times: ${says}`,
    hint: 'Nothing was changed. Try again later',
  });
});

test.each(down)(
  'a write is asked once when the server fails, and may have been done ($says)',
  async ({ reply, says }) => {
    const { asked, failure } = await outcome(reply, 'write');
    expect(asked).toBe(1);
    expect(failure).toMatchObject({
      kind: 'unclear',
      message: `The resource API at 127.0.0.1:PORT failed at template.add: ${says}`,
      hint: 'The change may have been made. Run the same command again: it checks what was done before it continues',
    });
  },
);

test.each([
  ['read', json({ code: '429', message: 'slow down' })],
  ['write', json({ code: '429', message: 'slow down' })],
  ['write', json('', 429)],
] as const)('a %s that is turned away unread is asked three times, then was not done', async (kind, reply) => {
  const { asked, failure } = await outcome(reply, kind);
  expect(asked).toBe(3);
  expect(failure).toMatchObject({
    kind: 'unreachable',
    code: 'service-throttled',
    hint: 'Nothing was done. Wait a minute, or lower `limits.perSecond` of the environment',
  });
});

test('the wait that the server asks for is kept in full, and the jitter comes on top', async () => {
  const server = await answering((_asked, count) =>
    count === 1
      ? { status: 429, headers: { 'ratelimit-reset': '7', 'retry-after': '9' }, body: { code: '429' } }
      : json({ code: '200' }),
  );
  const { service, clock, trace } = make({ resourceUrl: server.url });
  await api(service).template.stop(shop, 'order_paid', never);
  expect(clock.slept).toEqual([9500]);
  expect(trace).toEqual([
    'POST /v3/msgr/template/stop 429 429 0 ms, try 1',
    'POST /v3/msgr/template/stop 200 200 0 ms, try 2',
  ]);
});

test('without a header, the wait after too many requests is one to two seconds (assumption 32)', async () => {
  const server = await answering(() => json({ code: '429', message: 'slow down' }));
  const { service, clock } = make({ resourceUrl: server.url });
  await told(api(service).template.stop(shop, 'order_paid', never));
  expect(clock.slept).toEqual([1500, 1500]);
});

test('a wait of more than five minutes fails at once and says how long it would be', async () => {
  const server = await answering(() => ({ status: 429, headers: { 'retry-after': '400' }, body: { code: '429' } }));
  const { service, clock } = make({ resourceUrl: server.url });
  const call = api(service).template.stop(shop, 'order_paid', never);
  expect(await told(call)).toEqual({
    kind: 'unreachable',
    code: 'service-throttled',
    severity: 'error',
    message: 'The resource API at 127.0.0.1:PORT asks to wait 401 s, longer than this command may take',
    hint: 'Nothing was done. Run the command again after that time',
  });
  expect(clock.slept).toEqual([]);
  // the next call does not even ask
  expect(await told(api(service).template.stop(shop, 'other', AbortSignal.any([never])))).toMatchObject({
    code: 'service-throttled',
  });
  expect(server.asked).toHaveLength(1);
});

test('an HTML page is named by its title, with control characters made visible', async () => {
  const page = '<!DOCTYPE html><html><head><title>\n Sign \u001b[31min </title></head><body>…</body></html>';
  const reply = { headers: { 'content-type': 'text/html' }, body: page };
  expect(await outcome(reply, 'read')).toEqual({
    asked: 1,
    failure: {
      kind: 'unfit',
      code: 'service-unfit',
      severity: 'error',
      message:
        '127.0.0.1:PORT answered template.detail with an HTML page (HTTP 200): “Sign ␛[31min”, not with JSON of the resource API',
      hint: 'Check `resourceUrl`: a proxy, a login page or another server may answer there',
    },
  });
});

test.each([
  [
    'a page without a title, by its first words',
    { status: 403, body: '<html><style>p{}</style><body><p>Access <b>denied</b></p></body></html>' },
    'an HTML page (HTTP 403): “Access denied”',
  ],
  [
    'a redirection, by its host',
    { status: 302, headers: { location: 'https://login.example.com/x?t=1' } },
    'a redirection (HTTP 302) to login.example.com',
  ],
  ['a redirection to nowhere', { status: 301 }, 'a redirection (HTTP 301)'],
  ['JSON that is not the service’s', json({ error: 'no' }, 404), 'HTTP 404 and no code of the service in it'],
  ['text', json('nope', 404), 'something that is not JSON: “nope”'],
] as const)('somebody else’s answer is told apart: %s', async (_name, reply, what) => {
  expect((await outcome(reply, 'write')).failure).toMatchObject({
    kind: 'unfit',
    message: `127.0.0.1:PORT answered template.add with ${what}, not with JSON of the resource API`,
    hint: 'Check `resourceUrl`: a proxy, a login page or another server may answer there. The service may still have done what was asked',
  });
});

test.each([
  ['', 'HTTP 200 and an empty body'],
  ['{"code":"200","da', 'malformed JSON'],
  ['nope', 'something that is not JSON: “nope”'],
])('a garbled answer (%j) is read again, and is unfit at last', async (body, what) => {
  const { asked, failure } = await outcome(json(body), 'read');
  expect(asked).toBe(3);
  expect(failure).toMatchObject({
    kind: 'unfit',
    message: `127.0.0.1:PORT answered template.detail with ${what}, not with JSON of the resource API`,
  });
});

test.each([
  [{ code: '200' }, 'data: expected object, received undefined'],
  [
    { code: '200', data: { ...template, status: 'R' } },
    'data.inspectionStatus: expected one of "REG"|"REQ"|"REJ"|"APR"',
  ],
  [
    { code: '200', data: { ...template, status: 'X', inspectionStatus: 'REG' } },
    'data.status: expected one of "S"|"A"|"R"',
  ],
  [
    {
      code: '200',
      data: {
        ...template,
        status: 'R',
        inspectionStatus: 'REG',
        buttons: [{ name: 'x', linkType: 'WL' }, { name: 'y' }],
      },
    },
    'data.buttons[1].linkType: expected string, received undefined',
  ],
  [
    { code: '200', data: { status: 'R', inspectionStatus: 'REG' } },
    'data.templateCode: expected string, received undefined (and 4 more)',
  ],
])('an answer that does not fit names its field: %#', async (body, what) => {
  expect((await outcome(json(body), 'read')).failure).toMatchObject({
    kind: 'unfit',
    code: 'service-unfit',
    message: `The answer to template.detail does not have the documented shape: ${what}`,
    hint: 'Report it with this text if the service is the documented one',
  });
});

test('an answer without a code is unfit', async () => {
  expect((await outcome(json({ data: [] }), 'read')).failure).toMatchObject({
    kind: 'unfit',
    message: 'The answer to template.detail does not have the documented shape: data: expected object, received array',
  });
});

/** A connection that fails with an error of this code before anything is sent. */
async function unreachable(code: string, message = 'failed'): Promise<{ failure: object; tries: number }> {
  const agent = new MockAgent();
  agent.disableNetConnect();
  onTestFinished(() => agent.close());
  const error = Object.assign(new Error(message), { code });
  agent.get('https://api.example.com').intercept({ path: /./, method: 'POST' }).replyWithError(error).persist();
  const { service, trace } = make({ resourceUrl: 'https://api.example.com', dispatcher: agent });
  const failure = await told(api(service).template.detail(shop, 'x', never));
  return { failure, tries: trace.length };
}

const ADDRESS = 'Check `resourceUrl` of the environment';

test.each([
  [
    'ENOTFOUND',
    1,
    'There is no host with the name api.example.com (ENOTFOUND)',
    `${ADDRESS} for a typing mistake, and the network’s DNS`,
  ],
  [
    'EAI_AGAIN',
    3,
    'The name api.example.com could not be looked up just now (EAI_AGAIN)',
    'Check that this machine is online, and its DNS',
  ],
  [
    'UND_ERR_CONNECT_TIMEOUT',
    3,
    'api.example.com did not take a connection in time',
    `${ADDRESS}, and that no firewall blocks this machine`,
  ],
  ['EHOSTUNREACH', 3, 'api.example.com could not be reached (EHOSTUNREACH)', `${ADDRESS}, and this machine’s network`],
])('%s says what to check, after %i tries of a read', async (code, tries, message, hint) => {
  expect(await unreachable(code)).toEqual({
    tries,
    failure: { kind: 'unreachable', code: 'service-unreachable', severity: 'error', message, hint },
  });
});

test('no one listens: a read is asked three times, a write once', async () => {
  const { service, trace } = make({ resourceUrl: 'http://127.0.0.1:1' });
  const expected = {
    kind: 'unreachable',
    code: 'service-unreachable',
    severity: 'error',
    message: 'Nothing listens at 127.0.0.1:PORT (ECONNREFUSED)',
    hint: `${ADDRESS}. An emulator must be running`,
  };
  expect(await told(api(service).template.detail(shop, 'x', never))).toEqual(expected);
  expect(await told(api(service).template.add(shop, template, never))).toEqual(expected);
  expect(trace.map((line) => line.replace(/\d+ ms/, 'N ms'))).toEqual([
    ...[1, 2, 3].map((n) => `POST /v3/msgr/template/detail - unsent ECONNREFUSED N ms, try ${n}`),
    'POST /v3/msgr/template/add - unsent ECONNREFUSED N ms, try 1',
  ]);
});

test('an address that the environment does not have is named when it is called', async () => {
  const { service } = make({});
  expect(await told(service.call(groupEndpoints.all, {}, never))).toEqual({
    kind: 'unreachable',
    code: 'service-address',
    severity: 'error',
    message: 'The environment does not say where the resource API is',
    hint: 'Set `resourceUrl` of the environment',
  });
  expect(await told(messageApi(service).report('k', never))).toMatchObject({
    hint: 'Set `messageUrl` of the environment',
  });
});

test('a service that is down empties the retry budget: after 100 repetitions calls are made once', async () => {
  const server = await answering(() => json('', 503));
  const { service } = make({ resourceUrl: server.url });
  for (let call = 0; call < 51; call += 1) await told(api(service).template.detail(shop, 'x', never));
  expect(server.asked).toHaveLength(50 * 3 + 1);
});

test('a call that is stopped before it begins, or while it waits for its next try, was not done', async () => {
  const server = await answering(() => json('', 429));
  const { service, clock } = make({ resourceUrl: server.url });
  const expected = {
    kind: 'interrupted',
    code: 'interrupted',
    severity: 'error',
    message: 'Stopped before template.stop was done',
    hint: 'Nothing was changed. Run the same command again',
  };
  expect(await told(api(service).template.stop(shop, 'x', AbortSignal.abort()))).toEqual(expected);
  expect(server.asked).toHaveLength(0);
  const stop = new AbortController();
  clock.sleep = async (_ms, signal) => {
    stop.abort();
    signal?.throwIfAborted();
  };
  expect(await told(api(service).template.stop(shop, 'x', stop.signal))).toEqual(expected);
  expect(server.asked).toHaveLength(1);
});

test('no secret and no number is in any failure', async () => {
  const echo = `no ${credentials.apiKey} 010-0000-0000 ${credentials.password}`;
  const { failure } = await outcome(json({ code: 2000, description: echo }, 400), 'once');
  expect(failure).toMatchObject({
    message: 'The service refused send: no **** 010****0000 **** (code 2000)',
    service: { code: '2000', message: 'no **** 010****0000 ****' },
  });
});
