import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expectAllFinished } from './deaths.ts';
import { openWorld, randomScenario } from './scenarios.ts';

/** Random worlds of one thing, or two: small, for they are many. `crash.test.ts` has larger ones. */
const WORLDS = 200;

it('hundreds of random scenarios are finished, whichever event kills them', async () => {
  let deaths = 0;
  const worlds = fc.tuple(fc.nat(), fc.constantFrom(1, 1, 1, 2));
  await fc.assert(
    fc.asyncProperty(worlds, async ([seed, things]) => {
      const scenario = randomScenario(seed, things);
      const project = await openWorld(scenario);
      const label = `seed ${seed}, ${JSON.stringify(scenario)}`;
      for (const { events } of await expectAllFinished(project, scenario, label)) deaths += events;
    }),
    { numRuns: WORLDS, endOnFailure: true },
  );
  expect(deaths).toBeGreaterThan(10 * WORLDS);
}, 600_000);
