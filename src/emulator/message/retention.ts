import type { Context } from '../context.ts';
import type { Store } from '../store.ts';
import type { EmulatorClock } from '../time.ts';
import type { Message } from './message.ts';

/** Message data is kept 35 days (message API 1). */
export const RETENTION_MS = 35 * 86_400_000;

/** What it needs of the context. */
interface Keeping {
  readonly clock: Pick<EmulatorClock, 'at'>;
  readonly store: Pick<Store, 'messages'>;
}

/** Forgets each message in its time. The task of one that goes before leaves the clock with it. */
export class Retention {
  readonly #context: Keeping;
  /** By messagekey: takes the task away. */
  readonly #tasks = new Map<string, () => void>();

  constructor(context: Keeping) {
    this.#context = context;
    context.store.messages.onChange((message, key) => {
      if (message === undefined) this.#forget(key);
    });
  }

  expectEnd({ messagekey, acceptedAt }: Message): void {
    const { clock, store } = this.#context;
    // A seed may put a younger one in its place.
    this.#forget(messagekey);
    const forget = clock.at(acceptedAt + RETENTION_MS + 1, () => store.messages.remove(messagekey));
    if (store.messages.has(messagekey)) this.#tasks.set(messagekey, forget);
  }

  #forget(messagekey: string): void {
    this.#tasks.get(messagekey)?.();
    this.#tasks.delete(messagekey);
  }
}

/** True if a message is still there: one that was forgotten or replaced meanwhile must not come back. */
export function isKept({ store }: Context, message: Message): boolean {
  return store.messages.includes(message);
}
