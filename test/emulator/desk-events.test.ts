import { describe, expect, it } from 'vitest';
import { Feed, REST_MS } from '../../src/emulator/desk/feed.ts';
import { openBench, openBenchWithSleep, plainMessage } from './support.ts';

/** Reads a stream of events, one block after the other; undefined at its end. */
function readerOf(response: Response): { next(): Promise<string | undefined>; leave(): Promise<void> } {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    next: async () => {
      while (!text.includes('\n\n')) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) return undefined;
        text += value;
      }
      const [block = '', ...rest] = text.split('\n\n');
      text = rest.join('\n\n');
      return block;
    },
    leave: async () => {
      await reader?.cancel();
    },
  };
}

const EVENT = 'retry: 1000\ndata: changed';

describe('the events', () => {
  it('come at the start and when something changes that the desk shows', async () => {
    const { url, add, call, message, control } = await openBenchWithSleep((ms) => ms === REST_MS);
    const changes = [
      add,
      () => call('/template/request', { templateCode: 'order_paid' }),
      () => message(plainMessage),
      () => control.clearJournal(),
      () => control.settings({ inspect: 'auto' }),
      () => control.clock({ advance: 60_000 }),
      () => control.faults([{ kind: 'html' }]),
    ];
    for (const change of changes) {
      const response = await fetch(`${url}/_emulator/events`);
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      const events = readerOf(response);
      expect(await events.next()).toBe(EVENT);
      const next = events.next();
      await change();
      expect(await next).toBe(EVENT);
      await events.leave();
    }
  });

  it('end when the emulator does, without holding it up', async () => {
    const { url, emulator } = await openBench();
    const readers = await Promise.all([1, 2, 3].map(async () => readerOf(await fetch(`${url}/_emulator/events`))));
    await emulator.close();
    for (const reader of readers) {
      expect(await reader.next()).toBe(EVENT);
      expect(await reader.next().catch(() => undefined)).toBeUndefined();
    }
  });

  it('join the changes of one pause, also for a reader that does not read', async () => {
    const ends: (() => void)[] = [];
    const sleep = (): Promise<void> =>
      new Promise((resolve) => {
        ends.push(resolve);
      });
    const feed = new Feed({ sleep });
    const events = readerOf(feed.open());
    expect(await events.next()).toBe(EVENT);
    for (let count = 0; count < 1000; count += 1) feed.mark();
    await expect.poll(() => ends.length).toBe(1);
    ends[0]?.();
    expect(await events.next()).toBe(EVENT);
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
    const third = events.next();
    await new Promise((done) => setImmediate(done));
    feed.close();
    expect(await third).toBeUndefined();
  });
});
