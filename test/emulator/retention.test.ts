import { expect, it } from 'vitest';
import type { Message } from '../../src/emulator/message/message.ts';
import { RETENTION_MS, Retention } from '../../src/emulator/message/retention.ts';
import { Store } from '../../src/emulator/store.ts';
import { NOON, openBench, plainMessage } from './support.ts';

/** A message that the store holds, in the shape that the emulator itself gives it. */
async function messageOf(): Promise<Message> {
  const { control, message } = await openBench();
  await message(plainMessage);
  const { snapshot } = (await control.snapshot()) as unknown as { snapshot: { messages: Message[] } };
  const [kept] = snapshot.messages;
  if (kept === undefined) throw new Error('nothing was kept');
  return kept;
}

it('a message takes its task along when it is deleted, replaced or forgotten', async () => {
  const store = new Store();
  const tasks = new Map<number, () => void>();
  const at = (due: number, run: () => void): (() => void) => {
    tasks.set(due, run);
    return () => tasks.delete(due);
  };
  const retention = new Retention({ store, clock: { at } });
  const message = await messageOf();
  const keep = (messagekey: string, acceptedAt: number): void => {
    const one = { ...message, messagekey, acceptedAt };
    store.messages.put(one);
    retention.expectEnd(one);
  };
  const dues = (): number[] => [...tasks.keys()].map((due) => due - NOON - RETENTION_MS - 1);
  for (const [index, key] of ['a', 'b', 'c'].entries()) keep(key, NOON + index);
  expect(dues()).toEqual([0, 1, 2]);
  store.messages.remove('b');
  expect(dues()).toEqual([0, 2]);
  keep('a', NOON + 5);
  expect(dues()).toEqual([2, 5]);
  tasks.get(NOON + 2 + RETENTION_MS + 1)?.();
  expect([dues(), [...store.messages.values()].map(({ messagekey }) => messagekey)]).toEqual([[5], ['a']]);
  store.messages.clear();
  expect(dues()).toEqual([]);
});
