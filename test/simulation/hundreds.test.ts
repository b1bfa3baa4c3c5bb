import { describe, expect, it } from 'vitest';
import { expectAllFinished } from './deaths.ts';
import { openWorld, type Scenario } from './scenarios.ts';
import { THINGS } from './things.ts';

/** Every way from one form of a thing to another. `crash.test.ts` has worlds of several things, and kills them at every event. */
function waysOf(name: string): Scenario[] {
  const forms = [...(THINGS[name] ?? []).keys()];
  return forms.flatMap((from) =>
    forms.flatMap((to) => (from === to ? [] : [{ before: { [name]: from }, after: { [name]: to } }])),
  );
}

describe('hundreds of scenarios are finished, whatever kills them', () => {
  it('each way of each thing, every plan of it killed at a sixth of its events, by turns', async () => {
    const gone = new Set<string>();
    let deaths = 0;
    let ways = 0;
    for (const name of Object.keys(THINGS)) {
      const scenarios = waysOf(name);
      const project = await openWorld(scenarios[0]);
      for (const scenario of scenarios) {
        ways += 1;
        const label = JSON.stringify(scenario);
        for (const { events } of await expectAllFinished(project, scenario, label, gone, { each: 6, from: ways }))
          deaths += events;
      }
    }
    expect(ways).toBeGreaterThan(140);
    expect(gone.size).toBeGreaterThan(40);
    expect(deaths).toBeGreaterThan(1000);
  });
});
