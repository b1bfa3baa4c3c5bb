import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mp4 } from '../videos.ts';
import { type Control, FOREVER, shopWithEmulator, struckOrEnded, WRITES, writesOf } from './controlled.ts';
import type { Project } from './project.ts';

/** Everything back to the begin, but for the manifests and the plan file. */
async function startOver(shop: Project, control: Control): Promise<void> {
  await control.post('reset');
  await control.post('journal/clear');
  await rm(join(shop.path, '.notiform/state'), { recursive: true, force: true });
}

async function callsOf(control: Control): Promise<string[]> {
  const { entries } = (await control.get('journal')) as { entries: { path: string }[] };
  return entries.map(({ path }) => path);
}

/** What no template is: one of each other kind. */
const OTHERS = `kind: GroupTag
id: spring
name: 봄
---
kind: BrandTemplate
id: news
name: 소식
bubble: TEXT
content: 새 소식입니다.
---
kind: PluginCallback
id: callback
type: SECURE_IMAGE
url: https://shop.example.com/callback
---
kind: Video
id: film
file: ./film.mp4
---
kind: SenderProfile
id: shop
unsubscribe: { phone: 080-000-0000, auth: "1024" }
`;

/** The calls that change something. */
const CHANGING =
  /\/(?:image|upload)\/|\/(?:template|groupTag|callbackUrl|unsubscribeContent)\/(?:add|create|request|update)$/;

/**
 * Where a run is killed: at each call that changes something, before the service does it, and when it has answered, which is
 * at the call after it. By turns, so that each way comes up with both sides.
 */
function placesIn(calls: readonly string[], turn: number): { place: string; nth: number }[] {
  const changing = calls.flatMap((path, index) => (CHANGING.test(path) ? [{ path, index }] : []));
  expect(changing.length).toBeGreaterThan(9);
  return changing.map(({ path, index }, rank) =>
    rank % WAYS.length === turn
      ? { place: `before ${path}`, nth: index + 1 }
      : { place: `after ${path}`, nth: index + 2 },
  );
}

const OTHER_WRITES = ['add null', 'create null', 'create null'];

const WAYS = [
  ['apply', '--yes'],
  ['apply', 'plan.json'],
];

/**
 * With real processes, around every call that changes something, for every kind. That it holds around every write of the
 * state too, and in hundreds of other worlds, is proved in test/simulation, where a run dies in this process.
 */
describe('a run that is killed', () => {
  it('is finished by the same command, or the same plan file, with nothing done twice', {
    timeout: 600_000,
  }, async () => {
    const { shop, control } = await shopWithEmulator();
    // One call after the other, so that each run makes its calls in the same order.
    const limits = 'limits: { inFlight: 1, timeout: 1s }';
    await shop.edit('notiform.yaml', '    emulator: true\n', `    emulator: true\n    ${limits}\n`);
    await writeFile(join(shop.path, 'manifests/others.yaml'), OTHERS);
    await writeFile(join(shop.path, 'manifests/film.mp4'), mp4(15));
    expect((await shop.run('plan', '--out', 'plan.json')).exit).toBe(0);

    for (const [turn, way] of WAYS.entries()) {
      await startOver(shop, control);
      expect((await shop.run(...way)).exit).toBe(0);
      for (const { place, nth } of placesIn(await callsOf(control), turn)) {
        const label = `${way.join(' ')}, killed ${place} (call ${nth})`;
        await startOver(shop, control);
        await control.post('faults', { rules: [{ nth, kind: 'delay', delayMs: FOREVER }] });
        const { child, ended } = shop.start(...way);
        expect(await struckOrEnded(control, ended), label).toBe(true);
        child.kill('SIGKILL');
        expect((await ended).signal, label).toBe('SIGKILL');
        await control.post('faults', { rules: [] });

        const again = await shop.run(...way);
        expect(again.exit, `${label}\n${again.stdout}${again.stderr}`).toBe(0);
        expect(await writesOf(control), label).toEqual([...WRITES, ...OTHER_WRITES].sort());
        const empty = await shop.run('plan', '--detailed-exitcode');
        expect(empty.exit, `${label}\n${empty.stdout}${empty.stderr}`).toBe(0);
      }
    }
  });
});
