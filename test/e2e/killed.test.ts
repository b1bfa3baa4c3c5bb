import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mp4 } from '../videos.ts';
import { type Control, FOREVER, shopWithEmulator, struckOrEnded, WRITES, writesOf } from './controlled.ts';
import { inThisProcess } from './here.ts';
import type { Project } from './project.ts';

/** Everything back to the begin, but for the manifests and the plan file. */
async function startOver(shop: Project, control: Control): Promise<void> {
  await control.post('reset');
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

const COMMAND = ['apply', '--yes'];
const PLAN_FILE = ['apply', 'plan.json'];

/** Which of them a run dies at, on which side, and how it was started. */
const DEATHS: readonly [number, 'before' | 'after', string[]][] = [
  [1, 'after', COMMAND],
  [3, 'before', PLAN_FILE],
];

/** A death, and the way in which the dead run was started. */
interface Death {
  place: string;
  /** The call that it dies at. */
  nth: number;
  way: string[];
}

/**
 * Where a run is killed: at the first call of some paths that change something, before the service does it or when it has
 * answered, which is at the call after it. The sides take turns.
 */
function deathsIn(calls: readonly string[]): Death[] {
  const changing = calls.flatMap((path, index) =>
    CHANGING.test(path) && calls.indexOf(path) === index ? [{ path, index }] : [],
  );
  expect(changing.length).toBeGreaterThan(7);
  return DEATHS.flatMap(([rank, side, way]) =>
    changing
      .slice(rank, rank + 1)
      .map(({ path, index }) => ({ place: `${side} ${path}`, nth: index + (side === 'before' ? 1 : 2), way })),
  );
}

const OTHER_WRITES = ['add null', 'create null', 'create null'];

/**
 * With a real process and real files, at two calls. That it holds on both sides of each call, around every write of the state, and in
 * hundreds of other worlds, is proved in test/simulation, where a run dies in this process.
 */
describe('a run that is killed', () => {
  it('is finished by the same command, or the same plan file, with nothing done twice', async () => {
    const { shop, control } = await shopWithEmulator();
    // One call after the other, so that each run makes its calls in the same order.
    const limits = 'limits: { inFlight: 1, timeout: 1s }';
    await shop.edit('notiform.yaml', '    emulator: true\n', `    emulator: true\n    ${limits}\n`);
    await writeFile(join(shop.path, 'manifests/others.yaml'), OTHERS);
    await writeFile(join(shop.path, 'manifests/film.mp4'), mp4(15));
    expect((await shop.run('plan', '--out', 'plan.json')).exit).toBe(0);

    // What is killed is a process; what comes after it need not be one.
    const next = inThisProcess(shop);
    await startOver(shop, control);
    expect((await next.run(...COMMAND)).exit).toBe(0);
    for (const { place, nth, way } of deathsIn(await callsOf(control))) {
      const label = `${way.join(' ')}, killed ${place} (call ${nth})`;
      await startOver(shop, control);
      await control.post('faults', { rules: [{ nth, kind: 'delay', delayMs: FOREVER }] });
      const { child, ended } = shop.start(...way);
      expect(await struckOrEnded(control, ended), label).toBe(true);
      child.kill('SIGKILL');
      expect((await ended).signal, label).toBe('SIGKILL');
      await control.post('faults', { rules: [] });

      const again = await next.run(...way);
      expect(again.exit, `${label}\n${again.stdout}${again.stderr}`).toBe(0);
      expect(await writesOf(control), label).toEqual([...WRITES, ...OTHER_WRITES].sort());
      const empty = await next.run('plan', '--detailed-exitcode');
      expect(empty.exit, `${label}\n${empty.stdout}${empty.stderr}`).toBe(0);
    }
  });
});
