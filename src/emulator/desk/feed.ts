import type { Clock } from '../../core/ports.ts';
import { Watchers } from '../collection.ts';
import type { Machine } from '../machine.ts';
import { deskHeaders } from './html.ts';

/** A feed of all changes of this machine. */
export function feedOf({ store, journal, clock, controlled }: Machine): Feed {
  const feed = new Feed(clock);
  const { templates, brandTemplates, profiles, messages, verificationTokens } = store;
  for (const collection of [templates, brandTemplates, profiles, messages, verificationTokens])
    collection.onChange(() => feed.mark());
  journal.onChange(() => feed.mark());
  controlled.add(() => feed.mark());
  return feed;
}

/** Pause after each event, in which changes are joined. */
export const REST_MS = 100;

const EVENT = new TextEncoder().encode('retry: 1000\ndata: changed\n\n');

/**
 * `GET /_emulator/events`: reports changes to every open page, which then loads its data again. An event is written when
 * the reader has read the previous one, so later changes are joined for a slow reader.
 */
export class Feed {
  readonly #sleep: Clock['sleep'];
  readonly #closing = new AbortController();
  readonly #waiting = new Watchers<undefined>();
  #changes = 0;

  constructor(clock: Pick<Clock, 'sleep'>) {
    this.#sleep = (ms, signal) => clock.sleep(ms, signal);
  }

  /** Notes that something changed that a page may show. */
  mark(): void {
    this.#changes += 1;
    this.#waiting.notify(undefined);
  }

  /** Opens a stream of events. The first one comes immediately. The stream ends when the reader or the emulator closes it. */
  open(): Response {
    const { signal } = this.#closing;
    let seen = -1;
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
      if (seen >= 0) await this.#sleep(REST_MS, signal).catch(() => undefined); // closing
      if (seen === this.#changes && !signal.aborted) await this.#next();
      seen = this.#changes;
      if (signal.aborted) controller.close();
      else controller.enqueue(EVENT);
    };
    const stream = new ReadableStream({ pull }, { highWaterMark: 0 });
    return new Response(stream, { headers: deskHeaders('text/event-stream; charset=utf-8') });
  }

  close(): void {
    this.#closing.abort();
    this.#waiting.notify(undefined);
  }

  #next(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.#waiting.add(() => {
        stop();
        resolve();
      });
    });
  }
}
