import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectAllFinished } from './deaths.ts';
import { openWorld, randomScenario, type Scenario } from './scenarios.ts';
import { THINGS } from './things.ts';

/** Every way from one form of a thing to another. */
function waysOf(name: string): Scenario[] {
  const forms = [...(THINGS[name] ?? []).keys()];
  return forms.flatMap((from) =>
    forms.flatMap((to) => (from === to ? [] : [{ before: { [name]: from }, after: { [name]: to } }])),
  );
}

/** Random worlds of two things: small, for they are many. `crash.test.ts` has larger ones. */
const PAIRS = 10;

describe('hundreds of scenarios are finished, whichever event kills them', () => {
  it('each way of each thing, every plan of it killed at every event', { timeout: 300_000 }, async () => {
    const gone = new Set<string>();
    let deaths = 0;
    let ways = 0;
    for (const name of Object.keys(THINGS)) {
      const scenarios = waysOf(name);
      const project = await openWorld(scenarios[0]);
      for (const scenario of scenarios) {
        ways += 1;
        const label = JSON.stringify(scenario);
        for (const { events } of await expectAllFinished(project, scenario, label, gone)) deaths += events;
      }
    }
    expect(ways).toBeGreaterThan(140);
    expect(gone.size).toBeGreaterThan(50);
    expect(deaths).toBeGreaterThan(1000);
  });

  it('two things at once', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const scenario = randomScenario(seed, 2);
        const project = await openWorld(scenario);
        await expectAllFinished(project, scenario, `seed ${seed}, ${JSON.stringify(scenario)}`);
      }),
      { numRuns: PAIRS, endOnFailure: true },
    );
  });
});
