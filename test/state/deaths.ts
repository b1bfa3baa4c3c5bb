import { describe, expect, it } from 'vitest';
import { emptyDocument, type StateChange, type StateEntry } from '../../src/state/document.ts';
import { openWriter } from '../../src/state/journal.ts';
import type { StateStore } from '../../src/state/store.ts';
import { ann, bob, JOURNALED, type Place } from './contract.ts';

/** The side of a change at the store on which a process dies: the change is not made, or nobody gets its answer. */
export type Side = 'before' | 'after';

/** A store of a process that dies at one of its changes. */
interface Mortal {
  store: StateStore;
  isDead(): boolean;
}

const entry: StateEntry = { binding: { code: 'a' }, protect: false, applied: 'x'.repeat(90), row: null };
const WRITES = 4;

function put(serial: number): StateChange {
  const members = serial === 1 ? emptyDocument('test', 'shop', 'acc') : {};
  return { ...members, serial, entries: { [`Thing/shop/${String(serial).padStart(2, '0')}`]: entry } };
}

function serialsUpTo(serial: number): string[] {
  return Array.from({ length: serial }, (_, index) => `Thing/shop/${String(index + 1).padStart(2, '0')}`);
}

/** The writes that replace the base and its journal, after the first one. */
function compactions(): number {
  const writer = openWriter(undefined, { environment: 'test', profile: 'shop' }, 'token', JOURNALED.whole);
  const writings = Array.from({ length: WRITES }, (_, index) => writer.next(put(index + 1)));
  return writings.slice(1).filter((writing) => 'base' in writing).length;
}

/**
 * @param mortalAt opens a store that dies at its nth change, with documents that have a journal (`JOURNALED`)
 * @param sides `after` alone where a store has one kind of change: what it finds after one is what it finds before the next
 */
export function describeDeaths<P extends Place>(
  kind: StateStore['kind'],
  newPlace: () => Promise<P>,
  mortalAt: (place: P, point: number, side: Side) => Promise<Mortal>,
  sides: readonly Side[] = ['before', 'after'],
): void {
  describe(`a run that is killed at any change of the ${kind} store`, () => {
    it.each(sides)('loses nothing that was confirmed, also inside a compaction: %s', async (side) => {
      expect(compactions()).toBeGreaterThan(0);
      let deaths = 0;
      // The lock is the first change. The sides take turns.
      for (let point = side === 'before' ? 1 : 2, isOver = false; !isOver; point += 2) {
        const place = await newPlace();
        const { store: victim, isDead } = await mortalAt(place, point, side);
        let done = 0;
        const run = async (): Promise<void> => {
          const lease = await victim.lock('shop', ann);
          for (let serial = 1; serial <= WRITES; serial += 1) {
            await lease.write(put(serial));
            done = serial;
          }
        };
        await run().catch((error: unknown) => {
          if (!isDead()) throw error;
        });
        isOver = !isDead();
        deaths += isOver ? 0 : 1;
        const next = place.open();
        await next.breakLock('shop', bob);
        const lease = await next.lock('shop', bob);
        const found = await next.read('shop');
        let serial = found?.serial ?? 0;
        const at = `killed ${side} change ${point}, after write ${done}`;
        expect([done, done + 1], at).toContain(serial);
        expect(Object.keys(found?.entries ?? {}), at).toEqual(serialsUpTo(serial));
        for (const end = serial + 2; serial < end; ) {
          serial += 1;
          await lease.write(put(serial));
        }
        await lease.release();
        expect(Object.keys((await place.open().read('shop'))?.entries ?? {}), at).toEqual(serialsUpTo(serial));
      }
      expect(deaths).toBe(side === 'before' ? 1 + WRITES / 2 : WRITES / 2);
    });
  });
}
