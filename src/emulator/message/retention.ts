import type { Json } from '../../core/json.ts';
import type { Context } from '../context.ts';
import { momentOf } from '../members.ts';
import type { Store } from '../store.ts';
import type { EmulatorClock } from '../time.ts';
import type { Message } from './message.ts';

/** Message data is kept 35 days (message API 1). */
export const RETENTION_MS = 35 * 86_400_000;

interface RetentionContext {
  readonly clock: Pick<EmulatorClock, 'at'>;
  readonly store: Pick<Store, 'messages'>;
}

/** Deletes each message after its retention time. Deleting a message earlier cancels its task. */
export class Retention {
  readonly #context: RetentionContext;
  /** By messagekey: cancels the task. */
  readonly #tasks = new Map<string, () => void>();

  constructor(context: RetentionContext) {
    this.#context = context;
    context.store.messages.onChange((message, key) => {
      if (message === undefined) this.#forget(key);
    });
  }

  expectEnd({ messagekey, acceptedAt }: Message): void {
    const { clock, store } = this.#context;
    // A seed may have replaced the message.
    this.#forget(messagekey);
    const forget = clock.at(acceptedAt + RETENTION_MS + 1, () => store.messages.remove(messagekey));
    if (store.messages.has(messagekey)) this.#tasks.set(messagekey, forget);
  }

  #forget(messagekey: string): void {
    this.#tasks.get(messagekey)?.();
    this.#tasks.delete(messagekey);
  }
}

/** True for a message that was accepted too long ago. A seeded one is deleted at once. */
export function isExpired({ clock }: Pick<Context, 'clock'>, { acceptedAt }: { acceptedAt?: Json }): boolean {
  return (momentOf(acceptedAt) ?? clock.now()) + RETENTION_MS < clock.now();
}

/** True if a message is still stored: a deleted or replaced one must not come back. */
export function isKept({ store }: Context, message: Message): boolean {
  return store.messages.includes(message);
}
