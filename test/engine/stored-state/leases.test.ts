import { describe, expect, it } from 'vitest';
import { SEEN_MS, watchLease } from '../../../src/engine/stored-state/leases.ts';
import { emptyDocument } from '../../../src/state/document.ts';
import { TestClock } from '../support.ts';

const document = emptyDocument('test', 'shop', 'account');

/** A watched lock, and how often the store was asked. */
function watched() {
  const clock = new TestClock();
  const asked: string[] = [];
  const lease = {
    /** What asking takes, and what it comes to. */
    takes: 0,
    fails: undefined as Error | undefined,
    ask: async (what: string): Promise<void> => {
      asked.push(what);
      clock.time += lease.takes;
      if (lease.fails) throw lease.fails;
    },
    confirm: () => lease.ask('look'),
    write: () => lease.ask('write'),
  };
  return { clock, asked, lease, watch: watchLease(lease, clock, clock.now()) };
}

describe('a watched lock', () => {
  it('is not looked at for a while after it was taken, seen or written under', async () => {
    const { clock, asked, watch } = watched();
    expect(watch.confirm()).toBeUndefined();
    clock.time += SEEN_MS - 1;
    expect(watch.confirm()).toBeUndefined();
    clock.time += 1;
    await watch.confirm();
    expect(watch.confirm()).toBeUndefined();
    clock.time += SEEN_MS - 1;
    await watch.write(document);
    clock.time += SEEN_MS - 1;
    expect(watch.confirm()).toBeUndefined();
    expect(asked).toEqual(['look', 'write']);
  });

  it('is looked at once in these seconds by a thousand quick changes', async () => {
    const { clock, asked, watch } = watched();
    for (let change = 0; change < 1000; change += 1) {
      clock.time += 20;
      await watch.confirm();
    }
    expect(asked).toHaveLength(20_000 / SEEN_MS);
  });

  it('is looked at once by all that ask at the same time', async () => {
    const { clock, asked, watch } = watched();
    clock.time += SEEN_MS;
    await Promise.all([watch.confirm(), watch.confirm(), watch.confirm()]);
    expect(asked).toEqual(['look']);
  });

  it('was seen when the store was asked, not when the answer came', async () => {
    const { clock, asked, lease, watch } = watched();
    lease.takes = SEEN_MS;
    await watch.write(document);
    await watch.confirm();
    expect(asked).toEqual(['write', 'look']);
    lease.takes = 0;
    await watch.confirm();
    expect(watch.confirm()).toBeUndefined();
    clock.time += SEEN_MS;
    await watch.confirm();
    expect(asked).toEqual(['write', 'look', 'look', 'look']);
  });

  it('is looked at anew after a write or a look that failed', async () => {
    const { asked, lease, watch } = watched();
    lease.fails = new Error('lost');
    await expect(watch.write(document)).rejects.toThrow('lost');
    await expect(watch.confirm()).rejects.toThrow('lost');
    lease.fails = undefined;
    await watch.confirm();
    expect(asked).toEqual(['write', 'look', 'look']);
  });
});
