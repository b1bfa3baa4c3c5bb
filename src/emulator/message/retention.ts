import type { Json } from '../../core/json.ts';
import type { Context } from '../context.ts';
import { momentOf } from '../members.ts';
import type { Message } from './message.ts';

/** Message data is kept 35 days (message API 1). */
export const RETENTION_MS = 35 * 86_400_000;

/** True for a message that was accepted too long ago. A seeded one is deleted at once. */
export function isExpired({ clock }: Pick<Context, 'clock'>, { acceptedAt }: { acceptedAt?: Json }): boolean {
  return (momentOf(acceptedAt) ?? clock.now()) + RETENTION_MS < clock.now();
}

/** True if a message is still stored: a deleted or replaced one must not come back. */
export function isKept({ store }: Context, message: Message): boolean {
  return store.messages.includes(message);
}

/** Deletes all expired messages: at a start, after a move of the clock, and after a seed, which may be in any order. */
export function purge(context: Context): void {
  const { messages } = context.store;
  for (const message of messages.values()) if (isExpired(context, message)) messages.remove(message.messagekey);
}

/** Deletes the expired messages that lie in the front, as they do in the order of acceptance. */
export function purgeOldest(context: Context): void {
  const { messages } = context.store;
  for (const message of messages.values()) {
    if (!isExpired(context, message)) break;
    messages.remove(message.messagekey);
  }
}

/**
 * Drops the oldest messages above the number that `--keep` allows. First go messages whose result was pushed or fetched, then
 * those for whose result no webhook is registered. A message without a result stays (assumption 390).
 */
export function dropOldest(context: Context): void {
  const { store, keep, dropped } = context;
  const { messages } = store;
  // A round for each hundredth: each one reads the messages from the front.
  if (messages.size <= keep + Math.floor(keep / 100)) return;
  const isFetched = ({ push, isFetched: fetched = false }: Message): boolean => push.state === 'arrived' || fetched;
  for (const isDone of [isFetched, ({ push }: Message) => push.state === 'kept']) {
    for (const message of messages.values()) {
      if (messages.size <= keep) return;
      if (!message.isKnown || !isDone(message)) continue;
      messages.remove(message.messagekey);
      dropped.messages += 1;
    }
  }
}
