import { describe, expect, it } from 'vitest';
import { openTurns } from '../../../src/engine/apply/run.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Promises that end when the test says so, by name. */
function gates() {
  const opens = new Map<string, (error?: Error) => void>();
  const wait = (name: string) =>
    new Promise<string>((resolve, reject) => opens.set(name, (error) => (error ? reject(error) : resolve(name))));
  const open = async (name: string, error?: Error): Promise<void> => {
    opens.get(name)?.(error);
    await settle();
  };
  return { wait, open };
}

describe('turns', () => {
  it('are for so many at once, in the order in which they are asked for', async () => {
    const turns = openTurns(2);
    const { wait, open } = gates();
    const began: string[] = [];
    const work = (name: string) =>
      turns.take(() => {
        began.push(name);
        return wait(name);
      });
    const all = ['a', 'b', 'c', 'd'].map(work);
    await settle();
    expect(began).toEqual(['a', 'b']);
    await open('b');
    expect(began).toEqual(['a', 'b', 'c']);
    await open('c');
    for (const name of ['a', 'd']) await open(name);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
    expect(began).toEqual(['a', 'b', 'c', 'd']);
  });

  it('are lent while one waits, and who comes back goes before who is new', async () => {
    const turns = openTurns(1);
    const { wait, open } = gates();
    const seen: string[] = [];
    const lending = turns.take(async () => {
      seen.push(`lends for ${await turns.lend(wait('a write'))}`);
      await wait('the rest');
    });
    const next = turns.take(async () => {
      seen.push('next');
      await wait('next');
    });
    const last = turns.take(async () => {
      seen.push('last');
    });
    await settle();
    expect(seen).toEqual(['next']);
    await open('a write');
    expect(seen).toEqual(['next']);
    await open('next');
    expect(seen).toEqual(['next', 'lends for a write']);
    await open('the rest');
    await Promise.all([lending, next, last]);
    expect(seen).toEqual(['next', 'lends for a write', 'last']);
  });

  it('come back where the work, or what was waited for, fails', async () => {
    const turns = openTurns(1);
    const { wait, open } = gates();
    const failing = expect(turns.take(() => turns.lend(wait('a write')))).rejects.toThrow('full');
    await settle();
    await open('a write', new Error('full'));
    await failing;
    await expect(
      turns.take(() => {
        throw new Error('a bug');
      }),
    ).rejects.toThrow('a bug');
    expect(await turns.take(async () => 'a turn')).toBe('a turn');
  });
});
