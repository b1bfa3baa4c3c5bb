import { describe, expect, it } from 'vitest';
import { NotiformError } from '../../src/core/problem.ts';
import type { Receipt } from '../../src/core/receipt.ts';
import type { Resource } from '../../src/core/resource.ts';
import { declarations } from '../../src/kinds/registry.ts';
import { WAITS } from '../../src/state/waits.ts';
import { writesIn } from './journal.ts';
import { Fate, openProject, template } from './support.ts';

/** A run sleeps at some event; meanwhile its lock is broken, and another run does as its own manifests say. */

const LOCK = '/project/state/test/shop.json.lock';
const IDS = ['a', 'b'];

function tag(id: string): Resource {
  const declaration = declarations.get('GroupTag');
  if (!declaration) throw new Error('no declaration');
  return {
    ...template(id),
    ...declaration.declare({ kind: 'GroupTag', id, profile: 'shop', name: `꼬리표 ${id}` }),
    address: `GroupTag/shop/${id}`,
    kind: 'GroupTag',
  };
}

const text = (word: string) => (id: string) => template(id, { lifecycle: 'draft', content: `${word} ${id}` });

const CASES: readonly [string, readonly Resource[], readonly Resource[], readonly Resource[]][] = [
  ['makes what only the service names', [], IDS.map(tag), IDS.map(tag)],
  ['changes what is there', IDS.map(text('하나')), IDS.map(text('둘')), IDS.map(text('셋'))],
];

describe.each(CASES)('a run that %s', (_, before, wanted, others) => {
  it('changes nothing when it wakes up under a lock that was broken, but by the call that had been let go', async () => {
    const world = await openProject();
    if (before.length > 0) await world.run(before);
    const back = await world.keep('begun');
    let slept = 0;
    for (let event = 1, isOver = false; !isOver; event += 1) {
      await back();
      let asleep: string | undefined;
      const fate = new Fate(Number.POSITIVE_INFINITY, async (now, what) => {
        if (now !== event || !world.files.all.has(LOCK)) return;
        asleep = what;
        world.files.all.delete(LOCK);
        await other.run(others);
        world.clock.time += WAITS.lockCheck;
        await world.journal();
      });
      world.restart(fate);
      const other = world.beside();
      const planned = await world.plan(wanted);
      const receipt: Receipt | undefined = await world.apply(planned).catch((error: unknown) => {
        if (error instanceof NotiformError) return undefined;
        throw error;
      });
      isOver = fate.events < event;
      if (asleep === undefined) continue;
      slept += 1;
      const label = `asleep at event ${event} (${asleep})`;
      const writes = writesIn(await world.journal());
      // It has one turn at the service: one call may have been let go, and waits to be sent.
      expect(writes.length, `${label}: ${writes.join(', ')}`).toBeLessThanOrEqual(1);
      const problems = receipt?.changes.flatMap(({ problem }) => problem?.code ?? []) ?? [];
      for (const code of problems) expect(['lock-lost', 'run-stale'], label).toContain(code);
    }
    expect(slept).toBeGreaterThan(15);
  });
});
