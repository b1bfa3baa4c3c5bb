import type { Clock } from '../../core/ports.ts';
import type { Machine } from '../machine.ts';
import { deskHeaders } from './html.ts';
import { countWaiting } from './templates.ts';

/** The numbers that the desk shows. */
export function statusOf(machine: Machine): Status {
  const { settings, store, journal } = machine;
  return {
    inspect: settings.inspect,
    waiting: countWaiting(machine),
    templates: store.templates.size + store.brandTemplates.size,
    messages: store.messages.size + store.verificationTokens.size,
    journal: journal.size,
  };
}

/** A feed of all changes of this machine. */
export function feedOf(machine: Machine): Feed {
  const { store, journal, clock, settingsChanges } = machine;
  const feed = new Feed(clock, () => statusOf(machine));
  const { templates, brandTemplates, profiles, messages, verificationTokens } = store;
  for (const collection of [templates, brandTemplates, profiles, messages, verificationTokens])
    collection.onChange(() => feed.mark());
  journal.onChange(() => feed.mark());
  settingsChanges.add(() => feed.mark());
  machine.manifests.changes.add(() => feed.mark());
  return feed;
}

/** Numbers, sent with every event. */
export interface Status {
  inspect: 'auto' | 'manual';
  waiting: number;
  templates: number;
  messages: number;
  journal: number;
}

/** Pause after each event, in which changes are joined. */
export const REST_MS = 100;

/**
 * `GET /_emulator/events`: reports changes and current numbers to every open page, which then loads its data again. At
 * most one event waits for a slow reader: later ones are joined with it.
 */
export class Feed {
  readonly #sleep: Clock['sleep'];
  readonly #status: () => Status;
  readonly #tabs = new Set<Tab>();
  readonly #closing = new AbortController();
  #isChanged = false;
  #isResting = false;

  constructor(clock: Pick<Clock, 'sleep'>, status: () => Status) {
    this.#sleep = (ms, signal) => clock.sleep(ms, signal);
    this.#status = status;
  }

  get readers(): number {
    return this.#tabs.size;
  }

  /** Notes that something changed that a page may show. */
  mark(): void {
    if (this.#tabs.size === 0) return;
    this.#isChanged = true;
    if (this.#isResting) return;
    this.#isResting = true;
    queueMicrotask(() => this.#notify());
  }

  /** Opens a stream of events, which begins with `hello` and ends when the reader or the emulator closes it. */
  open(): Response {
    const tab = new Tab(this.#status, () => this.#tabs.delete(tab));
    if (this.#closing.signal.aborted) tab.end();
    else this.#tabs.add(tab);
    return new Response(tab.stream, { headers: deskHeaders('text/event-stream; charset=utf-8') });
  }

  close(): void {
    this.#closing.abort();
    for (const tab of this.#tabs) tab.end();
    this.#tabs.clear();
  }

  #notify(): void {
    this.#isChanged = false;
    for (const tab of this.#tabs) tab.notify();
    this.#sleep(REST_MS, this.#closing.signal).then(
      () => {
        if (this.#isChanged) return this.#notify();
        this.#isResting = false;
      },
      () => undefined, // closing
    );
  }
}

/** A reader, and if there is a change that it has not received yet. */
class Tab {
  readonly stream: ReadableStream<Uint8Array>;
  readonly #status: () => Status;
  #isPending = false;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(status: () => Status, gone: () => void) {
    this.#status = status;
    this.stream = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
        this.#write('hello');
      },
      pull: () => {
        if (this.#isPending) this.notify();
      },
      cancel: () => {
        this.#controller = undefined;
        gone();
      },
    });
  }

  /** Sends an event, if the reader has read the previous one. */
  notify(): void {
    this.#isPending = (this.#controller?.desiredSize ?? 0) <= 0;
    if (!this.#isPending) this.#write('changed');
  }

  end(): void {
    this.#controller?.close();
    this.#controller = undefined;
  }

  #write(name: 'hello' | 'changed'): void {
    const text = `retry: 1000\nevent: ${name}\ndata: ${JSON.stringify(this.#status())}\n\n`;
    this.#controller?.enqueue(new TextEncoder().encode(text));
  }
}
