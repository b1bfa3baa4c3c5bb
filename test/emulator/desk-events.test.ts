import { describe, expect, it } from 'vitest';
import { Feed, REST_MS, type Status } from '../../src/emulator/desk/feed.ts';
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

function event(name: string, status: Partial<Status>): string {
  const all = { inspect: 'manual', waiting: 0, templates: 0, messages: 0, journal: 0, ...status };
  return `retry: 1000\nevent: ${name}\ndata: ${JSON.stringify(all)}`;
}

const resting = (): ReturnType<typeof openBench> => openBenchWithSleep((ms) => ms === REST_MS);

describe('the events', () => {
  it('begin with how much there is, and name what changes', async () => {
    const { url, add, call, message, control } = await resting();
    const response = await fetch(`${url}/_emulator/events`);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const events = readerOf(response);
    const until = async (wanted: string): Promise<void> => {
      for (let told = await events.next(); told !== wanted; told = await events.next())
        if (told === undefined) throw new Error(`ended before ${wanted}`);
    };
    expect(await events.next()).toBe(event('hello', {}));
    await add();
    await until(event('changed', { templates: 1, journal: 1 }));
    await call('/template/request', { templateCode: 'order_paid' });
    await until(event('changed', { templates: 1, waiting: 1, journal: 2 }));
    await message(plainMessage);
    await until(event('changed', { templates: 1, waiting: 1, messages: 1, journal: 4 }));
    await control.clearJournal();
    await until(event('changed', { templates: 1, waiting: 1, messages: 1 }));
    await control.settings({ inspect: 'auto' });
    await until(event('changed', { inspect: 'auto', templates: 1, waiting: 1, messages: 1 }));
    await control.reset();
    await until(event('changed', {}));
    await events.leave();
  });

  it('end when the emulator does, without holding it up', async () => {
    const { url, emulator } = await openBench();
    const readers = await Promise.all([1, 2, 3].map(async () => readerOf(await fetch(`${url}/_emulator/events`))));
    await emulator.close();
    for (const reader of readers) {
      expect(await reader.next()).toBe(event('hello', {}));
      expect(await reader.next().catch(() => undefined)).toBeUndefined();
    }
  });
});

/** A clock whose pauses end when the test says so. */
class Pauses {
  readonly #waiting: { ms: number; end(): void }[] = [];

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = (): void => reject(signal?.reason);
      signal?.addEventListener('abort', abort, { once: true });
      const end = (): void => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      this.#waiting.push({ ms, end });
    });

  async end(ms: number): Promise<void> {
    const over = this.#waiting.filter((pause) => pause.ms === ms);
    for (const pause of over) {
      this.#waiting.splice(this.#waiting.indexOf(pause), 1);
      pause.end();
    }
    await new Promise((done) => setImmediate(done));
  }
}

function openFeed(): { feed: Feed; pauses: Pauses; set(waiting: number): void } {
  const pauses = new Pauses();
  const status: Status = { inspect: 'manual', waiting: 0, templates: 0, messages: 0, journal: 0 };
  const feed = new Feed(pauses, () => ({ ...status }));
  return {
    feed,
    pauses,
    set: (waiting) => {
      status.waiting = waiting;
    },
  };
}

describe('the feed', () => {
  it('joins what changes in one pause into one event', async () => {
    const { feed, pauses, set } = openFeed();
    const events = readerOf(feed.open());
    await events.next();
    feed.mark();
    expect(await events.next()).toBe(event('changed', {}));
    for (let count = 1; count <= 1000; count += 1) {
      set(count);
      feed.mark();
    }
    await pauses.end(REST_MS);
    expect(await events.next()).toBe(event('changed', { waiting: 1000 }));
  });

  it('keeps one event for a reader that does not read, and forgets one that leaves', async () => {
    const { feed, pauses, set } = openFeed();
    const response = feed.open();
    for (let count = 1; count <= 100; count += 1) {
      set(count);
      feed.mark();
      await pauses.end(REST_MS);
    }
    const reader = response.body?.getReader();
    const chunks: string[] = [];
    for (let count = 0; count < 2; count += 1) chunks.push(new TextDecoder().decode((await reader?.read())?.value));
    expect(chunks).toEqual([`${event('hello', {})}\n\n`, `${event('changed', { waiting: 100 })}\n\n`]);
    expect(feed.readers).toBe(1);
    await reader?.cancel();
    expect(feed.readers).toBe(0);
    feed.mark();
  });
});
