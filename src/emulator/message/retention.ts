import type { Ground } from '../ground.ts';
import type { Message } from '../store/message.ts';

/** Message data is kept 35 days (message API 1). */
export const RETENTION_MS = 35 * 86_400_000;

/** Sees to it that a message is forgotten in its time. */
export function expectEnd({ clock, store }: Ground, { messagekey, acceptedAt }: Message): void {
  clock.at(acceptedAt + RETENTION_MS + 1, () => {
    // A seed may have put a younger one in its place.
    if (store.messages.get(messagekey)?.acceptedAt === acceptedAt) store.messages.remove(messagekey);
  });
}

/** Whether a message is still there: one that was forgotten or replaced meanwhile must not come back. */
export function isKept({ store }: Ground, message: Message): boolean {
  return store.messages.get(message.messagekey) === message;
}
