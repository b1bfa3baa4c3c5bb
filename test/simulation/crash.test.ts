import { describe, expect, it } from 'vitest';
import type { Plan } from '../../src/core/plan.ts';
import { seededRandom, seeds } from '../random.ts';
import { expectAllFinished, expectDone } from './deaths.ts';
import { expectExactly, expectSettled, writesIn, writesOfPlan } from './journal.ts';
import { begun, openWorld, randomScenario } from './scenarios.ts';
import { Crash, Fate } from './support.ts';

/** Of random scenarios these take every operation between them. */
const SEEDS = [2412, 1702, 3188, 4061, 1570, 1833];

/** Runs die at each other event: hundreds.test.ts has the others, one resource at a time. */
const EACH_OTHER = { each: 2, from: 0 };

/** Every operation that these scenarios take. */
const OPERATIONS: readonly string[] = [
  'brandTemplate.add',
  'brandTemplate.delete',
  'brandTemplate.update',
  'group.add',
  'group.remove',
  'image.upload',
  'plugin.create',
  'plugin.delete',
  'plugin.update',
  'profile.applyBrand',
  'profile.consent',
  'profile.unsubscribe',
  'tag.create',
  'tag.delete',
  'tag.update',
  'template.add',
  'template.cancel_approval',
  'template.cancel_request',
  'template.delete',
  'template.request',
  'template.stop',
  'template.update',
  'video.upload',
];

describe('a run that is killed', () => {
  it('at every second event of any scenario is finished by the same command, and by the same plan file', async () => {
    const seen = new Set<string>();
    let deaths = 0;
    let compacted = 0;
    for (const seed of SEEDS) {
      const scenario = randomScenario(seed, 3);
      const project = await openWorld(scenario);
      const label = `seed ${seed}, ${JSON.stringify(scenario)}`;
      for (const { events, operations, compactions } of await expectAllFinished(
        project,
        scenario,
        label,
        new Set(),
        EACH_OTHER,
      )) {
        deaths += events;
        compacted += compactions;
        for (const operation of operations) seen.add(operation);
      }
    }
    expect(deaths).toBeGreaterThan(500);
    expect(compacted).toBeGreaterThan(SEEDS.length);
    // hundreds.test.ts has every way of each kind, one resource at a time.
    expect([...seen].sort()).toEqual(OPERATIONS);
  });

  it.each(seeds(2))(
    'over and over, with several changes under way, is finished with the same plan file (seed %i)',
    async (seed) => {
      const scenario = randomScenario(seed, 6);
      const project = await openWorld(scenario);
      project.inFlight = 4;
      const label = `seed ${seed}`;
      const random = seededRandom(seed);
      const { wanted, planned } = await begun(project, scenario);
      const file = JSON.parse(JSON.stringify(planned.plan)) as Plan;
      let deaths = 0;
      for (let isDone = false; !isDone; ) {
        project.restart(new Fate(20 + Math.floor(random.next() * 60) + deaths * 10));
        try {
          expectDone(await project.apply(await project.approved(file, wanted)), label);
          isDone = true;
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
          deaths += 1;
        }
      }
      expect(deaths, label).toBeGreaterThan(0);
      project.restart();
      await expectSettled(project, (await project.plan(wanted)).plan, label);
      expectExactly(writesIn(await project.journal()), writesOfPlan(file), label);
    },
  );
});
