import type { Clock } from '../../core/ports.ts';
import { deskHeaders } from './headers.ts';

/** Numbers, sent with every event. */
export interface Status {
  inspect: 'auto' | 'manual';
  waiting: number;
  templates: number;
  messages: number;
  journal: number;
}

/** The changed part: templates or their inspection, messages, the log of requests, or the settings. */
type Topic = 'requests' | 'messages' | 'journal' | 'settings';

/** Pause after each event, in which changes are joined. */
export const REST_MS = 100;
/** Interval of empty lines that keep an idle connection open. */
export const HEARTBEAT_MS = 15_000;

/**
 * `GET /_emulator/events`: reports changes and current numbers to every open page, which then loads its data again. At
 * most one event waits for a slow reader: later ones are joined with it.
 */
export class Feed {
  readonly #sleep: Clock['sleep'];
  readonly #status: () => Status;
  readonly #tabs = new Set<Tab>();
  readonly #closing = new AbortController();
  #changed = new Set<Topic>();
  #isResting = false;
  #isBeating = false;

  constructor(clock: Pick<Clock, 'sleep'>, status: () => Status) {
    this.#sleep = (ms, signal) => clock.sleep(ms, signal);
    this.#status = status;
  }

  get readers(): number {
    return this.#tabs.size;
  }

  mark(topic: Topic): void {
    if (this.#tabs.size === 0) return;
    this.#changed.add(topic);
    if (this.#isResting) return;
    this.#isResting = true;
    queueMicrotask(() => this.#notify());
  }

  /** Opens a stream of events, which begins with `hello` and ends when the reader or the emulator closes it. */
  open(): Response {
    const tab = new Tab(this.#status, () => this.#tabs.delete(tab));
    if (this.#closing.signal.aborted) tab.end();
    else this.#tabs.add(tab);
    if (!this.#isBeating) void this.#beat();
    return new Response(tab.stream, { headers: deskHeaders('text/event-stream; charset=utf-8') });
  }

  close(): void {
    this.#closing.abort();
    for (const tab of this.#tabs) tab.end();
    this.#tabs.clear();
  }

  #notify(): void {
    const topics = this.#changed;
    this.#changed = new Set();
    for (const tab of this.#tabs) tab.notify(topics);
    this.#sleep(REST_MS, this.#closing.signal).then(
      () => {
        if (this.#changed.size > 0) return this.#notify();
        this.#isResting = false;
      },
      () => undefined, // closing
    );
  }

  async #beat(): Promise<void> {
    this.#isBeating = true;
    try {
      while (this.#tabs.size > 0) {
        await this.#sleep(HEARTBEAT_MS, this.#closing.signal);
        for (const tab of this.#tabs) tab.beat();
      }
    } catch {
      // closing
    }
    this.#isBeating = false;
  }
}

const encoder = new TextEncoder();

/** A reader, and the topics that it has not received yet. */
class Tab {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #status: () => Status;
  readonly #pending = new Set<Topic>();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(status: () => Status, gone: () => void) {
    this.#status = status;
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
        controller.enqueue(encoder.encode(`retry: 1000\n\n${this.#event('hello')}`));
      },
      pull: () => this.#write(),
      cancel: () => {
        this.#controller = undefined;
        gone();
      },
    });
  }

  notify(topics: ReadonlySet<Topic>): void {
    for (const topic of topics) this.#pending.add(topic);
    this.#write();
  }

  beat(): void {
    if (this.#isReady()) this.#controller?.enqueue(encoder.encode(': \n\n'));
  }

  end(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }

  /** Writes the pending topics, if the reader has read the previous ones. */
  #write(): void {
    if (this.#pending.size === 0 || !this.#isReady()) return;
    const text = [...this.#pending].map((topic) => this.#event(topic)).join('');
    this.#pending.clear();
    this.#controller?.enqueue(encoder.encode(text));
  }

  #isReady(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }

  #event(name: Topic | 'hello'): string {
    return `event: ${name}\ndata: ${JSON.stringify(this.#status())}\n\n`;
  }
}
