import { describe, expect, it } from 'vitest';
import { ServiceFailure } from '../../src/core/failure.ts';
import { NotiformError } from '../../src/core/problem.ts';
import {
  expectAtMost,
  expectExactly,
  expectReceipt,
  expectSettled,
  expectUnlocked,
  writesIn,
  writesOfPlan,
} from './journal.ts';
import { begun, openWorld, type Scenario } from './scenarios.ts';
import { Fate, type Project, shop } from './support.ts';

/** How many events a run of a scenario has. */
async function eventsOf(project: Project, scenario: Scenario): Promise<number> {
  const { wanted } = await begun(project, scenario);
  const fate = new Fate();
  project.restart(fate);
  await project.run(wanted);
  return fate.events;
}

describe('two appliers at once', () => {
  const scenario: Scenario = { before: {}, after: { tag: 1, callback: 1 } };

  it('do everything once between them, wherever the second begins; one that is late says so and does nothing', async () => {
    const project = await openWorld();
    const events = await eventsOf(project, scenario);
    const refusals = new Set<string>();
    for (let event = 1; event <= events; event += 3) {
      const label = `the second begins at event ${event}`;
      const { wanted, planned } = await begun(project, scenario);
      const attempt = async (run: () => Promise<unknown>): Promise<void> => {
        try {
          await run();
        } catch (error) {
          if (!(error instanceof NotiformError)) throw error;
          for (const { code } of error.problems) refusals.add(code);
          expect(error.exit, label).toBe(6);
        }
      };
      const second = project.beside();
      project.restart(
        new Fate(Number.POSITIVE_INFINITY, async (now) => {
          if (now === event) await attempt(() => second.run(wanted));
        }),
      );
      await attempt(() => project.run(wanted));
      const { plan } = await project.plan(wanted);
      expectSettled(plan, label);
      expectUnlocked(project, label);
      expectExactly(writesIn(await project.journal()), writesOfPlan(planned.plan), label);
    }
    expect([...refusals].sort()).toEqual(['lock-held', 'state-moved']);
  }, 60_000);
});

type Edit = (project: Project) => Promise<unknown>;

const { signal } = new AbortController();

/** What people do while a run is under way. What is not possible at a moment is refused, as the console would. */
const EDITS: Readonly<Record<string, Edit>> = {
  'an approval': ({ control }) => control.verdict({ profile: 'shop', templateCode: 'notice', verdict: 'approve' }),
  'a rejection': ({ control }) =>
    control.verdict({ profile: 'shop', templateCode: 'notice', verdict: 'reject', comment: '광고입니다' }),
  'a template deleted': ({ service }) => service.resource.template.delete(shop, 'notice', signal),
  'a tag renamed': async ({ service }) => {
    const { rows } = await service.resource.tag.list(shop, signal);
    for (const { groupTagKey, groupTagName } of rows) {
      if (groupTagName !== '남의 것') await service.resource.tag.update(shop, groupTagKey, '콘솔', signal);
    }
  },
  'a tag deleted': async ({ service }) => {
    const { rows } = await service.resource.tag.list(shop, signal);
    for (const { groupTagKey, groupTagName } of rows) {
      if (groupTagName !== '남의 것') await service.resource.tag.delete(shop, groupTagKey, signal);
    }
  },
  'a callback moved': ({ service }) =>
    service.resource.plugin.update(shop, 'callback', 'https://console.example.com', signal),
  'a callback deleted': ({ service }) => service.resource.plugin.delete(shop, 'callback', signal),
};

/**
 * Each with what it is about, and what of the plan still stands on the approved path where it comes before the first call;
 * left out where there is nothing yet that it could change.
 */
const MIDDLES: readonly [string, Scenario, string[]?][] = [
  ['an approval', { before: { notice: 3 }, after: { notice: 4 } }, []],
  ['a rejection', { before: { notice: 3 }, after: { notice: 4 } }, []],
  ['an approval', { before: {}, after: { notice: 4 } }],
  ['an approval', { before: { notice: 3 }, after: {} }, []],
  ['a rejection', { before: { notice: 3 }, after: {} }, []],
  ['a template deleted', { before: { notice: 1 }, after: { notice: 4 } }, []],
  ['a tag renamed', { before: { tag: 1 }, after: { tag: 2 } }, []],
  ['a tag renamed', { before: {}, after: { tag: 2 } }],
  ['a tag deleted', { before: { tag: 1 }, after: { tag: 2 } }, []],
  ['a tag deleted', { before: { tag: 1 }, after: {} }, []],
  ['a callback moved', { before: { callback: 1 }, after: { callback: 2 } }, []],
  ['a callback deleted', { before: { callback: 1 }, after: { callback: 3 } }, ['plugin.create']],
];

describe('in the middle of a run', () => {
  it.each(MIDDLES)(
    '%s, at any call of %j: nothing is run that was not approved, and it converges',
    async (name, scenario, onPath) => {
      const project = await openWorld();
      for (let call = 1, isOver = false; !isOver; call += 1) {
        const label = `${name} before call ${call}, ${JSON.stringify(scenario)}`;
        const { wanted, planned } = await begun(project, scenario);
        const ours: string[] = [];
        let sides = 0;
        isOver = true;
        project.restart(
          new Fate(Number.POSITIVE_INFINITY, async (_, what) => {
            if (what === 'write') return;
            sides += 1;
            if (sides !== 2 * call - 1) return;
            isOver = false;
            ours.push(...writesIn(await project.journal()));
            await EDITS[name]?.(project).catch((error: unknown) => {
              if (!(error instanceof ServiceFailure) || error.kind !== 'refused') throw error;
            });
            await project.journal();
          }),
        );
        const receipt = await project.apply(planned);
        ours.push(...writesIn(await project.journal()));
        expectAtMost(ours, writesOfPlan(planned.plan), label);
        if (call === 1 && onPath) expect(ours, label).toEqual(onPath);
        expectReceipt(receipt, ours, label);
        project.restart();
        let now = await project.plan(wanted);
        for (let runs = 0; now.plan.changes.length > 0; runs += 1) {
          expect(runs, `${label}: it does not converge`).toBeLessThan(3);
          await project.apply(now);
          now = await project.plan(wanted);
        }
        // A verdict may have come that nothing leads away from.
        expectSettled({ ...now.plan, blocked: [] }, label);
      }
    },
  );
});
