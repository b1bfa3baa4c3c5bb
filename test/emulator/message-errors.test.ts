import { connect, type Socket } from 'node:net';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import { messageErrors } from '../../src/emulator/answers.ts';
import { openReady, sendOf } from './message-support.ts';
import { type Bench, basic, openBench, plainMessage, postJson } from './support.ts';

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
    ['that is a number', { ...plainMessage, refkey: 7 }, undefined],
    ['that is none', { ...plainMessage, refkey: null }, undefined],
  ])('%s', async (_what, body, echoed) => {
    expect((await (await openReady()).message(body)).body['refkey']).toBe(echoed);
  });
});

describe('bad input', () => {
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
});
