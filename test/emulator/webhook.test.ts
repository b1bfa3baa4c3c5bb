import { createServer, type IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { later, NOON, openBench, openBenchWithSleep, PHONE, plainMessage } from './support.ts';

interface Pushed {
  type: string | undefined;
  body: string;
}

/** A receiver that answers with each status in turn, then with 200. */
async function receiver(...statuses: number[]): Promise<{ url: string; next(): Promise<Pushed>; count(): number }> {
  const got: Pushed[] = [];
  const waiting: ((pushed: Pushed) => void)[] = [];
  let count = 0;
  const server = createServer(async (incoming, outgoing) => {
    const pushed = { type: incoming.headers['content-type'], body: await textOf(incoming) };
    outgoing.writeHead(statuses[count] ?? 200, statuses[count] === 302 ? { location: '/elsewhere' } : {}).end('ok');
    count += 1;
    const waiter = waiting.shift();
    if (waiter) waiter(pushed);
    else got.push(pushed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const next = (): Promise<Pushed> =>
    new Promise((resolve) => {
      const pushed = got.shift();
      if (pushed) resolve(pushed);
      else waiting.push(resolve);
    });
  return { url: `http://127.0.0.1:${port}/results`, next, count: () => count };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) text += String(chunk);
  return text;
}

describe('the webhook', () => {
  it('is pushed the result, once', async () => {
    const { url: webhook, next, count } = await receiver();
    const { control, message } = await openBench({ webhook });
    const { messagekey } = (await message(plainMessage)).body;
    await control.clock({ advance: 300 });
    const { type, body } = await next();
    expect(type).toBe('application/json; charset=utf-8');
    expect(JSON.parse(body)).toEqual({
      DEVICE: 'AT',
      CMSGID: messagekey,
      MSGID: expect.any(String),
      PHONE,
      MEDIA: 'NOTICETALK',
      UNIXTIME: String(Math.floor(NOON / 1000)),
      RESULT: '7315',
      REFKEY: 'ref-1',
    });
    await expect.poll(async () => control.inbox()).toMatchObject({ messages: [{ pushed: true }] });
    await control.clock({ advance: 3_600_000 });
    expect(count()).toBe(1);
  });

  it('is pushed again after 1, 5 and 15 seconds where it fails, then the result is kept', async () => {
    const { url: webhook, next, count } = await receiver(500, 302, 404, 503);
    const { control, message } = await openBench({ webhook });
    await message(plainMessage);
    await control.clock({ advance: 300 });
    for (const pause of [1000, 5000, 15_000]) {
      await next();
      const tries = count();
      // The failed push has to be taken note of before time goes on: each step is one request over the socket.
      await expect
        .poll(async () => {
          await control.clock({ advance: pause });
          return count();
        })
        .toBeGreaterThan(tries);
    }
    await next();
    await control.clock({ advance: 3_600_000 });
    expect(count()).toBe(4);
    expect(await control.inbox()).toMatchObject({ messages: [{ result: '7315', pushed: false }] });
  });

  it('is registered while it runs', async () => {
    const { url: webhook, next } = await receiver();
    const { control, message } = await openBench();
    await control.settings({ webhook, deliveryMs: 5 });
    await message(plainMessage);
    await control.clock({ advance: 5 });
    expect(JSON.parse((await next()).body)).toMatchObject({ REFKEY: 'ref-1' });
  });

  it('is not waited for longer than ten seconds', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    later(async () => {
      silent.closeAllConnections();
      silent.close();
    });
    const address = silent.address();
    const webhook = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
    const pauses: number[] = [];
    const isShort = (ms: number): boolean => pauses.push(ms) > 0 && ms === 10_000;
    const { control, message } = await openBenchWithSleep(isShort, { webhook });
    await message(plainMessage);
    await control.clock({ advance: 300 });
    // The next try is armed only after this one was given up.
    await expect.poll(() => pauses).toContain(1000);
    expect(await control.inbox()).toMatchObject({ messages: [{ pushed: false }] });
  });
});
