import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import type { EmulatorControl } from '../../src/emulator/emulator.ts';
import { NOON, objectOf, openBench, openBenchWithSleep, PHONE, plainMessage, temporaryFolder } from './support.ts';
import { listening, receiver } from './webhook-support.ts';

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
    for (const [failed, pause] of [1000, 5000, 15_000].entries()) {
      await next();
      // The failed push has to be taken note of before time goes on: each step is one request over the socket.
      await expect
        .poll(async () => {
          await control.clock({ advance: pause });
          return count();
        })
        .toBeGreaterThan(failed + 1);
    }
    await next();
    await control.clock({ advance: 3_600_000 });
    expect(count()).toBe(4);
    expect(await control.inbox()).toMatchObject({ messages: [{ result: '7315', pushed: false }] });
  });

  it('is not pushed the result of a message that was deleted', async () => {
    const { url: webhook, next, count } = await receiver(500);
    const { control, message } = await openBench({ webhook });
    await message(plainMessage);
    await control.clock({ advance: 300 });
    await next();
    await expect.poll(async () => pushesOf(control)).toMatchObject([{ tries: 1 }]);
    await control.deleteMessages();
    // The next push of the first message would come before that of the second.
    await control.settings({ deliveryMs: 2000 });
    await message({ ...plainMessage, refkey: 'ref-2' });
    await control.clock({ advance: 3_600_000 });
    expect([JSON.parse((await next()).body).REFKEY, count()]).toEqual(['ref-2', 2]);
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
    const webhook = await listening(() => undefined);
    const pauses: number[] = [];
    const isShort = (ms: number): boolean => pauses.push(ms) > 0 && ms === 10_000;
    const { control, message } = await openBenchWithSleep(isShort, { webhook });
    await message(plainMessage);
    await control.clock({ advance: 300 });
    // The next try is armed only after this one was given up.
    await expect.poll(() => pauses).toContain(1000);
    expect(await control.inbox()).toMatchObject({ messages: [{ pushed: false }] });
  });

  it('has taken a result when it says so, however much it goes on to say', async () => {
    const webhook = await listening((_incoming, outgoing) => {
      outgoing.writeHead(202);
      const more = (): void => {
        while (!outgoing.destroyed && outgoing.write('a'.repeat(65_536)));
        outgoing.once('drain', more);
      };
      more();
    });
    const { control, message } = await openBench({ webhook });
    await message(plainMessage);
    await control.clock({ advance: 300 });
    await expect.poll(async () => control.inbox()).toMatchObject({ messages: [{ pushed: true }] });
  });
});

describe('a receiver that does not answer', () => {
  it('holds up neither sends nor more than twenty connections', async () => {
    let open = 0;
    let most = 0;
    const held: ServerResponse[] = [];
    const webhook = await listening((_incoming, outgoing) => {
      open += 1;
      most = Math.max(most, open);
      held.push(outgoing);
    });
    const { control, message } = await openBench({ webhook });
    await control.settings({ rateLimit: { limit: 1000, windowMs: 1000 } });
    for (let sent = 0; sent < 50; sent += 1) expect((await message(plainMessage)).status).toBe(200);
    await control.clock({ advance: 300 });
    await expect.poll(() => open).toBe(20);
    expect((await message(plainMessage)).status).toBe(200);
    await control.clock({ advance: 300 });
    const arrived = async (): Promise<number> => {
      for (const outgoing of held.splice(0)) {
        open -= 1;
        outgoing.end();
      }
      const inbox = await control.inbox();
      return inbox.ok ? inbox.messages.filter(({ pushed }) => pushed).length : 0;
    };
    await expect.poll(arrived).toBe(51);
    expect(most).toBe(20);
  });
});

describe('a restart', () => {
  async function failedOnce(data: string, webhook: string): Promise<void> {
    const { control, message, emulator } = await openBench({ data, webhook });
    await message(plainMessage);
    await control.clock({ advance: 300 });
    await expect.poll(async () => pushesOf(control)).toMatchObject([{ tries: 1 }]);
    await emulator.close();
  }

  it('goes on with the tries that are left', async () => {
    const { url: webhook, count } = await receiver(500, 500, 500, 500, 500);
    const data = `${await temporaryFolder()}/data.json`;
    await failedOnce(data, webhook);
    const { control, emulator } = await openBench({ data, webhook });
    await control.clock({ advance: 300 });
    await expect.poll(async () => pushesOf(control)).toEqual([{ state: 'due', tries: 2 }]);
    for (const [pause, tries] of [
      [5000, 3],
      [15_000, 4],
    ] as const) {
      await control.clock({ advance: pause });
      await expect.poll(async () => pushesOf(control)).toMatchObject([{ tries }]);
    }
    expect(await pushesOf(control)).toEqual([{ state: 'kept', tries: 4 }]);
    await emulator.close();
    const again = await openBench({ data, webhook });
    await again.control.clock({ advance: 3_600_000 });
    expect([await pushesOf(again.control), count()]).toEqual([[{ state: 'kept', tries: 4 }], 4]);
  });
});

async function pushesOf(control: EmulatorControl): Promise<unknown[]> {
  const answer = await control.snapshot();
  const { messages } = objectOf(answer.ok ? answer.snapshot : {});
  return Array.isArray(messages) ? messages.map((message) => objectOf(message)['push']) : [];
}
