import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/core/ports.ts';
import { EmulatorClock } from '../../src/emulator/time.ts';

/** A port that is turned by hand: a sleep ends when `turn` reaches it. */
function handClock(): { clock: Clock; turn(ms: number): Promise<void>; jump(ms: number): void; sleeps: number[] } {
  let now = 0;
  const sleeps: number[] = [];
  let waiting: { due: number; wake(): void }[] = [];
  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) => {
      sleeps.push(ms);
      return new Promise((resolve, reject) => {
        waiting.push({ due: now + ms, wake: resolve });
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    },
  };
  const turn = async (ms: number): Promise<void> => {
    now += ms;
    const due = waiting.filter((sleeper) => sleeper.due <= now);
    waiting = waiting.filter((sleeper) => sleeper.due > now);
    for (const { wake } of due) wake();
    await new Promise((resolve) => setImmediate(resolve));
  };
  // The machine slept: its timers did not run meanwhile.
  const jump = (ms: number): void => {
    now += ms;
    for (const sleeper of waiting) sleeper.due += ms;
  };
  return { clock, turn, jump, sleeps };
}

describe('the emulator’s clock', () => {
  it('runs tasks in order of their time, by the port’s time or by its own', async () => {
    const { clock, turn } = handClock();
    const time = new EmulatorClock(clock);
    const ran: string[] = [];
    time.at(300, () => ran.push('c'));
    time.at(100, () => ran.push('a'));
    time.at(100, () => ran.push('b'));
    await turn(100);
    expect(ran).toEqual(['a', 'b']);
    time.advance(199);
    expect(ran).toEqual(['a', 'b']);
    await turn(1);
    expect(ran).toEqual(['a', 'b', 'c']);
    time.at(1, () => ran.push('late'));
    expect(ran).toEqual(['a', 'b', 'c', 'late']);
  });

  it('sleeps an hour at a time, which every timer can hold', async () => {
    const { clock, turn, sleeps } = handClock();
    const time = new EmulatorClock(clock);
    let ran = false;
    time.at(5_400_000, () => {
      ran = true;
    });
    await turn(3_600_000);
    expect([sleeps, ran]).toEqual([[3_600_000, 1_800_000], false]);
    await turn(1_800_000);
    expect(ran).toBe(true);
  });

  it('keeps its sleep when a task runs at once, and sleeps again after the machine slept', async () => {
    const { clock, turn, jump, sleeps } = handClock();
    const time = new EmulatorClock(clock);
    const ran: string[] = [];
    time.at(60_000, () => ran.push('later'));
    time.at(0, () => ran.push('now'));
    time.at(0, () => ran.push('now too'));
    expect([sleeps, ran]).toEqual([[60_000], ['now', 'now too']]);
    jump(50_000);
    time.at(50_000, () => ran.push('after'));
    expect(sleeps).toEqual([60_000, 10_000]);
    await turn(10_000);
    expect(ran).toEqual(['now', 'now too', 'after', 'later']);
  });

  it('runs nothing once it is closed', async () => {
    const { clock, turn } = handClock();
    const time = new EmulatorClock(clock);
    let ran = false;
    time.at(100, () => {
      ran = true;
    });
    time.close();
    await turn(200);
    expect(ran).toBe(false);
  });
});
