import { connect, type Socket } from 'node:net';
import * as fc from 'fast-check';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { messageErrors } from '../../src/emulator/answers.ts';
import { messageTypes } from '../../src/emulator/message/channels.ts';
import { openReady, sendOf } from './message-support.ts';
import { type Bench, basic, objectOf, openBench, plainMessage, postJson } from './support.ts';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** A request whose body never comes, once the emulator has begun to serve it. */
async function hang(bench: Bench): Promise<Socket> {
  const { port, host } = new URL(bench.url);
  const authorization = `Bearer ${await bench.token()}`;
  const head = `POST /v3/message HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\nauthorization: ${authorization}\r\ncontent-length: 10\r\n\r\n`;
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect(Number(port), '127.0.0.1', () => opened.write(head, () => resolve(opened)));
    opened.on('error', reject);
  });
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

type Answered = [status: number, code: unknown];

describe('the error table', () => {
  const token = async (bench: Bench, authorization = basic()): Promise<Answered> => {
    const { status, body } = await postJson(`${bench.url}/v1/token`, undefined, { authorization });
    return [status, body['code']];
  };
  const send = async (bench: Bench, body: JsonObject = plainMessage): Promise<Answered> => {
    const { status, body: answer } = await bench.message(body);
    return [status, answer['code']];
  };
  const unknownToken = async ({ url }: Bench): Promise<Answered> => {
    const { status, body } = await postJson(`${url}/v3/message`, plainMessage, { authorization: 'Bearer 00' });
    return [status, body['code']];
  };
  const withFault = async (bench: Bench, status: number): Promise<Answered> => {
    await bench.control.faults([{ path: 'v3/message', kind: 'status', status }]);
    return send(bench);
  };

  /** A way to each code of message API 7. */
  const ways: Record<keyof typeof messageErrors, (bench: Bench) => Promise<Answered>> = {
    2000: (bench) => send(bench, { ...plainMessage, to: '' }),
    3000: async (bench) => {
      await bench.control.settings({ allowedIps: [] });
      return unknownToken(bench);
    },
    3001: (bench) => token(bench, 'Basic ?'),
    3002: (bench) => unknownToken(bench),
    3003: async (bench) => {
      await bench.control.settings({ allowedIps: ['here'] });
      return unknownToken(bench);
    },
    3005: async (bench) => {
      const authorization = `Bearer ${await bench.token()}`;
      await bench.control.clock({ advance: 86_400_000 });
      const { status, body } = await postJson(`${bench.url}/v3/message`, plainMessage, { authorization });
      return [status, body['code']];
    },
    3006: (bench) => token(bench, basic('other')),
    3007: (bench) => token(bench, basic('emulator', 'other')),
    3008: async (bench) => {
      await bench.control.settings({ maxConcurrent: 0 });
      return token(bench);
    },
    3009: async (bench) => {
      await bench.control.settings({ suspended: true });
      return token(bench);
    },
    3010: async (bench) => {
      await bench.control.settings({ allowedIps: ['203.0.113.7'] });
      return token(bench);
    },
    3014: (bench) => send(bench, { ...plainMessage, content: 'a' }),
    3015: (bench) => send(bench, sendOf('fax', {})),
    5002: async (bench) => {
      await bench.control.settings({ rateLimit: { limit: 0, windowMs: 1000 } });
      return token(bench);
    },
    5003: (bench) => withFault(bench, 502),
    5004: (bench) => withFault(bench, 503),
    5005: (bench) => withFault(bench, 504),
    9000: (bench) => withFault(bench, 500),
  };

  it.each(Object.entries(ways))('%s can be met, and is gone when its cause is', async (code, way) => {
    const bench = await openReady();
    const { status } = messageErrors[Number(code) as keyof typeof messageErrors]; // a key of the table of ways
    expect(await way(bench)).toEqual([status, Number(code)]);
    await bench.control.reset();
    expect((await token(bench))[0]).toBe(200);
  });
});

describe('too many requests at once', () => {
  it('are refused with 3008 while the others are under way, and no longer', async () => {
    const bench = await openReady();
    await bench.control.settings({ maxConcurrent: 1 });
    const socket = await hang(bench);
    const ask = () => postJson(`${bench.url}/v1/token`, undefined, { authorization: basic() });
    await expect
      .poll(async () => (await ask()).body)
      .toEqual({ code: 3008, description: 'too many concurrent connections' });
    socket.destroy();
    await expect.poll(async () => (await ask()).status).toBe(200);
  });
});

describe('the refkey of a send that is refused', () => {
  it.each<[what: string, body: JsonObject, echoed: string | undefined]>([
    ['that is all right', { ...plainMessage, to: '' }, 'ref-1'],
    ['of 32 bytes', { ...plainMessage, to: '', refkey: 'a'.repeat(32) }, 'a'.repeat(32)],
    ['of 33 bytes', { ...plainMessage, refkey: 'a'.repeat(33) }, undefined],
    ['that is a number', { ...plainMessage, refkey: 7 }, undefined],
    ['that is none', { ...plainMessage, refkey: null }, undefined],
  ])('%s', async (_what, body, echoed) => {
    expect((await (await openReady()).message(body)).body['refkey']).toBe(echoed);
  });
});

describe('bad input', () => {
  const deep = (levels: number): string => `{"refkey":"ref-1","a":${'['.repeat(levels)}${']'.repeat(levels)}}`;

  it.each<[what: string, headers: Record<string, string>, body: string | Buffer, description: string]>([
    ['no JSON', JSON_TYPE, '{"account":\n', 'the body is not json from line 2, column 1 on'],
    ['nothing', JSON_TYPE, '', 'the body is not json: it is empty'],
    ['an array', JSON_TYPE, '[]', 'the body is not an object'],
    ['no UTF-8', JSON_TYPE, Buffer.from([0x7b, 0xff, 0x7d]), 'the body is not utf 8'],
    ['10,000 levels', JSON_TYPE, deep(10_000), 'the body is too deep'],
    ['51 MB', JSON_TYPE, `{"a":"${'a'.repeat(51 * 1024 * 1024)}"}`, 'the body is too large'],
    [
      'another content type',
      { 'content-type': 'text/plain' },
      '{}',
      'the content type must be application/json; charset=utf-8',
    ],
    [
      'another charset',
      { 'content-type': 'application/json; charset=euc-kr' },
      '{}',
      'the content type must be application/json; charset=utf-8',
    ],
  ])('%s is 3014, and the emulator lives on', async (_what, headers, body, description) => {
    const bench = await openReady();
    const authorization = `Bearer ${await bench.token()}`;
    for (const path of ['/v3/message', '/v2/report']) {
      const answer = await request(bench.url + path, { method: 'POST', headers: { ...headers, authorization }, body });
      expect([answer.statusCode, await answer.body.json()]).toEqual([
        400,
        { code: 3014, description: `data format error: ${description}` },
      ]);
    }
    expect((await bench.message(plainMessage)).body).toMatchObject({ code: 1000 });
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'] as const)('%s is 2000 everywhere', async (method) => {
    const { url } = await openBench();
    for (const path of ['/v1/token', '/v3/message', '/v2/report', '/v2/file']) {
      const answer = await request(url + path, { method });
      expect([answer.statusCode, await answer.body.json()]).toEqual([
        400,
        { code: 2000, description: 'invalid message: the method must be POST' },
      ]);
    }
  });

  it.each(['', 'bearer 00', 'Bearer', 'Bearer  00', 'Digest 00', 'Basic 00'])(
    'the authorization "%s" is 3002',
    async (authorization) => {
      const { url } = await openBench();
      for (const path of ['/v3/message', '/v2/report', '/v2/file']) {
        const { status, body } = await postJson(url + path, {}, { authorization });
        expect([status, body]).toEqual([400, { code: 3002, description: 'invalid token' }]);
      }
    },
  );

  it('whatever a content is made of, there is an answer', async () => {
    const bench = await openReady();
    await bench.control.settings({ rateLimit: { limit: 100_000, windowMs: 1000 } });
    const names = [
      'message',
      'file',
      'button',
      'suggestions',
      'action',
      'senderkey',
      'templatecode',
      'item',
      'list',
      'header',
    ];
    const content = fc.object({
      key: fc.constantFrom(...names, '__proto__', 'toString'),
      maxDepth: 4,
      withNullPrototype: false,
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...messageTypes), content, async (type, made) => {
        const { status, body } = await bench.message(sendOf(type, objectOf(JSON.parse(JSON.stringify(made) ?? '{}'))));
        expect([200, 400]).toContain(status);
        expect([1000, 2000, 3014]).toContain(body['code']);
      }),
      { numRuns: 300, seed: 20261120 },
    );
  });

  it('every member of another type is 3014 or 2000 with the refkey, never a 500', async () => {
    const bench = await openReady();
    await bench.control.settings({ rateLimit: { limit: 100_000, windowMs: 1000 } });
    const members = [
      'account',
      'type',
      'from',
      'to',
      'country',
      'userinfo',
      'resellercode',
      'sendtime',
      'content',
      'resend',
      'recontent',
    ];
    for (const name of members) {
      for (const value of [true, 7, 1e300, [], [[]], {}, { a: null }, 'x']) {
        const { status, body } = await bench.message({ ...plainMessage, [name]: value });
        if (status === 200) continue;
        expect([name, status, body['refkey']]).toEqual([name, 400, 'ref-1']);
        expect([2000, 3006, 3014, 3015]).toContain(body['code']);
      }
    }
  });
});

describe('what a request holds beyond the documents', () => {
  it('is answered, and listed', async () => {
    const bench = await openReady();
    const content = {
      senderkey: 'shop-key',
      templatecode: 'order_paid',
      message: 'a',
      button: [{ name: 'a', type: 'BK', colour: 1 }],
    };
    const fallback = { resend: { first: 'sms', third: 'a' }, recontent: { sms: { message: 'a', emoji: 'b' } } };
    const body = sendOf('at', content, { ...fallback, priority: 1 });
    const { messagekey } = (await bench.message(body)).body;
    await postJson(
      `${bench.url}/v2/report`,
      { account: 'emulator', messagekey: String(messagekey), language: 'ko' },
      { authorization: `Bearer ${await bench.token()}` },
    );
    const unknown = ['resend.third', 'priority', 'content.at.button[0].colour', 'recontent.sms.emoji'];
    expect(await bench.control.journal({ path: '/v3/message' })).toMatchObject({ entries: [{ unknown }] });
    expect(await bench.control.journal({ path: '/v2/report' })).toMatchObject({ entries: [{ unknown: ['language'] }] });
    const warnings = unknown.map((path) => `${path} is not in the documents`);
    expect(await bench.control.inbox()).toMatchObject({ messages: [{ warnings }] });
  });
});
