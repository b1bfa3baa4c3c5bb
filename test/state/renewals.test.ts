import { expect, it, onTestFinished } from 'vitest';
import { type OwnLock, openRenewals } from '../../src/state/postgres-renewals.ts';

const lockOf = (profile: string): OwnLock => ({ profile, token: `token of ${profile}`, fence: 1 });
const never = { now: () => 0, sleep: () => new Promise<void>(() => undefined) };

it('a thousand locks are renewed by one statement', async () => {
  const asked: number[] = [];
  const locks = Array.from({ length: 1_000 }, (_, index) => lockOf(`shop-${index}`));
  const renewals = openRenewals(never, async (held) => {
    asked.push(held.length);
    return held.filter(({ profile }) => profile !== 'shop-7');
  });
  for (const lock of locks) renewals.add(lock);
  const ours = await Promise.all(locks.map((lock) => renewals.confirm(lock)));
  expect(asked).toEqual([1_000]);
  expect(locks.filter((_, index) => !ours[index])).toEqual([lockOf('shop-7')]);
});

it('who asks while a statement is under way is answered by a later one', async () => {
  const answers: ((isOurs: boolean) => void)[] = [];
  const renewals = openRenewals(never, async (held) => {
    const isOurs = await new Promise<boolean>((resolve) => answers.push(resolve));
    return isOurs ? [...held] : [];
  });
  const lock = lockOf('shop');
  renewals.add(lock);
  const first = renewals.confirm(lock);
  await Promise.resolve();
  const [second, third] = [renewals.confirm(lock), renewals.confirm(lock)];
  answers.shift()?.(true);
  expect(await first).toBe(true);
  while (answers.length === 0) await Promise.resolve();
  answers.shift()?.(false);
  expect([await second, await third, answers]).toEqual([false, false, []]);
});

it('a statement that fails is the failure of all that wait for it, and of no later one', async () => {
  const fails = [true, false];
  const renewals = openRenewals(never, async (held) => {
    if (fails.shift()) throw new Error('gone');
    return [...held];
  });
  const [shop, mall] = [lockOf('shop'), lockOf('mall')];
  for (const lock of [shop, mall]) renewals.add(lock);
  const failing = Promise.allSettled([renewals.confirm(shop), renewals.confirm(mall)]);
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await renewals.confirm(mall)).toBe(true);
  renewals.remove(shop);
  expect(await renewals.confirm(shop)).toBe(false);
});

it('the locks are renewed every 30 seconds while there are any', async () => {
  const wakes: (() => void)[] = [];
  const slept: number[] = [];
  const clock = {
    now: () => 0,
    sleep: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        slept.push(ms);
        wakes.push(resolve);
        signal?.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  let renewed = 0;
  const renewals = openRenewals(clock, async (held) => {
    renewed += 1;
    return [...held];
  });
  onTestFinished(() => expect(slept).toEqual([30_000, 30_000, 30_000]));
  const [shop, mall] = [lockOf('shop'), lockOf('mall')];
  for (const lock of [shop, mall]) renewals.add(lock);
  wakes.shift()?.();
  while (wakes.length === 0) await Promise.resolve();
  expect(renewed).toBe(1);
  for (const lock of [shop, mall]) renewals.remove(lock);
  renewals.add(shop);
  expect(wakes).toHaveLength(2);
});
