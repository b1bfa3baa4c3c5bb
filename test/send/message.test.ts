import { expect, test } from 'vitest';
import { messageApi } from '../../src/send/endpoints.ts';
import { koreanTime } from '../../src/wire/token.ts';
import { type Asked, answering, credentials, make, never, type Reply, START, told } from '../wire/support.ts';

const payload = {
  type: 'at',
  from: '15880000',
  to: '01000000000',
  refkey: 'ref-1',
  content: { at: { message: '안녕' } },
};
const accepted = { code: 1000, description: 'success', messagekey: 'm'.repeat(32), refkey: 'ref-1' };

/** A message API that issues token-1, token-2 … and otherwise answers what `reply` says. */
async function opened(
  reply: (asked: Asked, count: number) => Reply = () => ({ body: accepted }),
  expired = '20261121090000',
) {
  let tokens = 0;
  let calls = 0;
  const server = await answering((asked) => {
    if (asked.path !== '/v1/token') {
      calls += 1;
      return reply(asked, calls);
    }
    tokens += 1;
    return { body: { accesstoken: `token-${tokens}`, type: 'Bearer', expired } };
  });
  const made = make({ messageUrl: server.url });
  return { ...server, ...made, message: messageApi(made.service) };
}

const authorizations = (asked: readonly Asked[]): string[] =>
  asked.map(({ path, headers }) => `${path} ${headers.authorization}`);

test('a send takes a token by Basic and goes out with it, account and payload as they are', async () => {
  const { message, asked, trace } = await opened();
  expect(await message.send(payload, never)).toEqual(accepted);
  const basic = Buffer.from('account:pass:word').toString('base64');
  expect(authorizations(asked)).toEqual([`/v1/token Basic ${basic}`, '/v3/message Bearer token-1']);
  expect(asked.map(({ body }) => Buffer.from(body, 'latin1').toString())).toEqual([
    '',
    JSON.stringify({ account: credentials.account, ...payload }),
  ]);
  expect(trace).toEqual(['POST /v1/token 200 - 0 ms, try 1', 'POST /v3/message 200 1000 0 ms, try 1']);
});

test('the token is kept until a minute before it ends, in Korean time', async () => {
  const { message, asked, clock } = await opened(undefined, '20261120100000');
  expect(koreanTime('20261120100000')).toBe(START + 3_600_000);
  await message.send(payload, never);
  await clock.sleep(3_600_000 - 60_001);
  await message.send(payload, never);
  expect(asked.filter(({ path }) => path === '/v1/token')).toHaveLength(1);
  await clock.sleep(1);
  await message.send(payload, never);
  expect(authorizations(asked).at(-1)).toBe('/v3/message Bearer token-2');
});

test('many callers share one issuance, and one that leaves does not take it along', async () => {
  const { message, asked } = await opened();
  const leaving = new AbortController();
  const left = told(message.send(payload, leaving.signal));
  const stay = [1, 2, 3].map(() => message.send(payload, never));
  leaving.abort();
  expect(await left).toEqual({
    kind: 'interrupted',
    code: 'interrupted',
    severity: 'error',
    message: 'Stopped before a token was issued',
    hint: 'Nothing was changed. Run the same command again',
  });
  expect(await Promise.all(stay)).toEqual([accepted, accepted, accepted]);
  expect(asked.map(({ path }) => path)).toEqual(['/v1/token', '/v3/message', '/v3/message', '/v3/message']);
});

test.each([3002, 3005])(
  'a token that the service does not know any more (%i) is issued anew, and the same request repeated once',
  async (code) => {
    const { message, asked } = await opened((_asked, count) =>
      count === 1 ? { status: 400, body: { code, description: 'token' } } : { body: accepted },
    );
    expect(await message.send(payload, never)).toEqual(accepted);
    expect(authorizations(asked).map((line) => line.replace(/Basic .*/, 'Basic'))).toEqual([
      '/v1/token Basic',
      '/v3/message Bearer token-1',
      '/v1/token Basic',
      '/v3/message Bearer token-2',
    ]);
    expect(asked[1]?.body).toBe(asked[3]?.body);
  },
);

test('callers whose token ended together make one new one', async () => {
  const { message, asked } = await opened(({ headers }) =>
    headers.authorization === 'Bearer token-1'
      ? { status: 400, body: { code: 3005, description: 'expired' } }
      : { body: accepted },
  );
  expect(await Promise.all([1, 2, 3].map(() => message.send(payload, never)))).toHaveLength(3);
  expect(asked.filter(({ path }) => path === '/v1/token')).toHaveLength(2);
});

test.each([3000, 3013])('wrong credentials (%i) say what to check, and the next call asks anew', async (code) => {
  const server = await answering(() => ({ status: 400, body: { code, description: 'no' } }));
  const { service } = make({ messageUrl: server.url });
  const message = messageApi(service);
  const expected = {
    kind: 'refused',
    code: 'service-credentials',
    severity: 'error',
    message: `The message API at 127.0.0.1:PORT does not accept these credentials: no (code ${code})`,
    hint: 'Check the environment’s credentials, and that this machine’s IP address is registered for the account. `notiform doctor` finds a blank or a line break around their values',
    service: { code: String(code), message: 'no' },
  };
  for (const _ of [1, 2]) expect(await told(message.send(payload, never))).toEqual(expected);
  expect(server.asked.map(({ path }) => path)).toEqual(['/v1/token', '/v1/token']);
});

test.each([
  ['20261131', 'expired: is not a time of the form yyyyMMddHHmmss'],
  ['20261399999999', 'expired: is not a time of the form yyyyMMddHHmmss'],
])('a token whose end is %s is unfit', async (expired, what) => {
  const { message } = await opened(undefined, expired);
  expect(await told(message.send(payload, never))).toMatchObject({
    kind: 'unreachable',
    message: `The answer to token does not have the documented shape: ${what}`,
  });
});

test('a code in digits is the code: nobody is told that an accepted message may not have been sent', async () => {
  const { message } = await opened(() => ({ body: { ...accepted, code: '1000' } }));
  expect(await message.send(payload, never)).toEqual(accepted);
});

test('an accepted send whose answer does not fit may have been sent', async () => {
  const { message, asked } = await opened(() => ({ body: { code: 1000, description: 'success' } }));
  expect(await told(message.send(payload, never))).toEqual({
    kind: 'unfit',
    code: 'service-unfit',
    severity: 'error',
    message: 'The answer to send does not have the documented shape: messagekey: expected string, received undefined',
    hint: 'Report it with this text if the service is the documented one. The service may have done what was asked',
    service: { code: '1000', message: 'success' },
  });
  expect(asked).toHaveLength(2);
});

const result = {
  DEVICE: 'AT',
  CMSGID: accepted.messagekey,
  MSGID: '1',
  PHONE: '01000000000',
  MEDIA: 'KKO',
  UNIXTIME: '1795132800',
  RESULT: '7000',
  REFKEY: 'ref-1',
};

const read = {
  device: 'AT',
  messagekey: accepted.messagekey,
  media: 'KKO',
  unixtime: '1795132800',
  result: '7000',
  refkey: 'ref-1',
};

const lower = Object.fromEntries(Object.entries(result).map(([key, value]) => [key.toLowerCase(), value]));

test.each([
  ['under result', { ...accepted, result }, read],
  ['under data', { ...accepted, data: result }, read],
  ['in a list', { ...accepted, data: [{ ...result, CMSGID: 'of another message' }, result] }, read],
  ['in lower case', { ...accepted, Data: lower }, read],
  ['at the top', { ...accepted, ...result }, { ...read }],
  ['at the top, RESULT alone, as a number', { code: 1000, result: 4100 }, { result: '4100' }],
])('a report’s result is found %s', async (_name, body, expected) => {
  const { message, asked } = await opened(() => ({ body }));
  expect(await message.report(accepted.messagekey, never)).toEqual({ result: expected });
  expect(JSON.parse(asked[1]?.body ?? '')).toEqual({ account: 'account', messagekey: accepted.messagekey });
});

test.each([
  [{ ...accepted }],
  [{ ...accepted, result: null }],
  [{ ...accepted, data: [] }],
  [{ ...accepted, result: { ...result, RESULT: '' } }],
  [{ ...accepted, result: { ...result, CMSGID: 'of another message' } }],
])('a report without a result of this message is pending: %#', async (body) => {
  const { message } = await opened(() => ({ body }));
  expect(await message.report(accepted.messagekey, never)).toEqual({});
});

test('a report’s result of another shape names its field', async () => {
  const { message } = await opened(() => ({
    body: { ...accepted, data: [{ ...result, RESULT: 7000, REFKEY: {} }] },
  }));
  expect(await told(message.report(accepted.messagekey, never))).toEqual({
    kind: 'unfit',
    code: 'service-unfit',
    severity: 'error',
    message:
      'The answer to report does not have the shape of a delivery result: data[0].REFKEY: expected string, received object',
    hint: 'Report it with this text if the service is the documented one',
  });
});

test('the words of an acceptance show no number of a phone, and no token', async () => {
  const description = 'accepted for 010-0000-0000 by token-1';
  const { message } = await opened(() => ({ body: { ...accepted, description } }));
  expect((await message.send(payload, never)).description).toBe('accepted for 010****0000 by ****');
});
