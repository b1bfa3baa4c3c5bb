import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mp4 } from '../videos.ts';
import { documentOf, type Project, type Ran, smallShop } from './project.ts';

/** A kill in a test must not be undone by a request that goes on: it is held for longer than any test. */
const FOREVER = 3_600_000;

interface Control {
  get(path: string): Promise<Record<string, unknown>>;
  post(path: string, body?: unknown): Promise<void>;
}

/** A project with two templates and an image, and an emulator of its own process. */
async function shopWithEmulator(): Promise<{ shop: Project; control: Control }> {
  const shop = await smallShop();
  await rm(join(shop.path, 'manifests/order.yaml'));
  await rm(join(shop.path, 'manifests/sends.yaml'));
  const { child } = shop.start('emulator', '--json');
  const [chunk] = await once(child.stdout ?? child, 'data');
  const { url } = JSON.parse(String(chunk)) as { url: string };
  const call = async (path: string, init?: RequestInit): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${url}/_emulator/${path}`, init);
    return (await answer.json()) as Record<string, unknown>;
  };
  return {
    shop,
    control: {
      get: (path) => call(path),
      post: async (path, body = {}) => {
        const answer = await call(path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        });
        expect(answer).toMatchObject({ ok: true });
      },
    },
  };
}

/** Resolves to true when a fault struck, false when the run ended before. */
async function struckOrEnded(control: Control, ended: Promise<Ran>): Promise<boolean> {
  let over = false;
  void ended.then(() => {
    over = true;
  });
  while (!over) {
    const { rules } = (await control.get('faults')) as { rules: { struck: number }[] };
    if (rules.some(({ struck }) => struck > 0)) return true;
  }
  return false;
}

async function writesOf(control: Control): Promise<string[]> {
  const { entries } = (await control.get('journal')) as {
    entries: { path: string; templateCode: string | null; code: string | null }[];
  };
  return entries
    .filter(
      ({ path, code }) =>
        code === '200' && /(?:template|groupTag|callbackUrl)\/(?:add|create|request|update|delete)$/.test(path),
    )
    .map(({ path, templateCode }) => `${path.split('/').at(-1)} ${templateCode}`)
    .sort();
}

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

/** The calls that change something, one of each sort. */
const CHANGING = [
  /\/image\//,
  /\/groupTag\/create$/,
  /v3\/[^b]*\/template\/add$/,
  /\/brand\/template\/add$/,
  /\/template\/request$/,
  /\/callbackUrl\/create$/,
  /\/upload\/video\//,
  /\/unsubscribeContent\/update$/,
];

/**
 * Where a run is killed: at the first call of each sort that changes something, before the service does it or when it has
 * answered, which is at the call after it. By turns, so that both sides come up with both ways.
 */
function placesIn(calls: readonly string[], turn: number): { place: string; nth: number }[] {
  return CHANGING.flatMap((kind, index) => {
    const first = calls.findIndex((path) => kind.test(path)) + 1;
    expect(first, String(kind)).toBeGreaterThan(0);
    const isAfter = index % 4 > 1;
    const nth = isAfter ? first + 1 : first;
    return index % WAYS.length === turn ? [{ place: `${isAfter ? 'after' : 'before'} ${kind.source}`, nth }] : [];
  });
}

const WRITES = ['add login_code', 'add welcome', 'request login_code', 'request welcome'];
const OTHER_WRITES = ['add null', 'create null', 'create null'];

const WAYS = [
  ['apply', '--yes'],
  ['apply', 'plan.json'],
];

/**
 * With real processes around one call of each sort that changes something; that it holds at every call and every write of the
 * state is proved in test/simulation, where a run dies in this process.
 */
describe('a run that is killed', () => {
  it('is finished by the same command, or the same plan file, with nothing done twice', {
    timeout: 240_000,
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

  it('settles what is in flight at the first signal, starts nothing new, and exits 130', {
    timeout: 60_000,
  }, async () => {
    const { shop, control } = await shopWithEmulator();
    await control.post('faults', { rules: [{ path: 'template/add', kind: 'delay', delayMs: 400, times: 0 }] });
    const { child, ended } = shop.start('--json', 'apply', '--yes');
    await struckOrEnded(control, ended);
    child.kill('SIGINT');
    const ran = await ended;
    expect(ran.exit).toBe(130);
    const { receipt } = documentOf(ran) as {
      receipt: {
        interrupted: boolean;
        changes: { address: string; steps: { operation: string; outcome: string }[] }[];
      };
    };
    expect(receipt.interrupted).toBe(true);
    const login = receipt.changes.find(({ address }) => address.endsWith('login-code'));
    expect(login?.steps.map(({ outcome }) => outcome)).toEqual(['done', 'not-run']);
    await control.post('faults', { rules: [] });
    expect(await shop.run('apply', '--yes')).toMatchObject({ exit: 0 });
    expect(await writesOf(control)).toEqual(WRITES);
  });

  it('leaves a lock that names its holder, and one of a dead run is taken over', { timeout: 60_000 }, async () => {
    const { shop, control } = await shopWithEmulator();
    await control.post('faults', { rules: [{ path: 'template/add', kind: 'delay', delayMs: FOREVER, times: 0 }] });
    const { child, ended } = shop.start('apply', '--yes');
    await struckOrEnded(control, ended);
    const second = await shop.run('apply', '--yes');
    expect(second.exit).toBe(6);
    expect(second.stderr).toContain(`process ${child.pid}`);
    child.kill('SIGKILL');
    await ended;
    await control.post('faults', { rules: [] });
    const third = await shop.run('apply', '--yes');
    expect(third.exit, third.stderr).toBe(0);
  });
});
