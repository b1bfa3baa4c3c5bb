import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { applyDeferred } from '../../src/cli/apply/rounds.ts';
import type { Receipt } from '../../src/core/receipt.ts';
import { createEmulatorControl } from '../../src/emulator/emulator.ts';
import type { History } from '../../src/engine/types.ts';
import { systemPorts } from '../../src/files/system.ts';
import { thing, World } from '../engine/support.ts';
import { png } from '../images.ts';
import { mp4 } from '../videos.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, tagsOf } from './project.ts';

/** `apply --wait`: every round after the first one does what was agreed to and nothing else, and what is left is reported. */

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };
const MALL = { alias: 'mall', key: 'b'.repeat(40), type: 'S' as const };
const FIRST_LOOK = 30_000;
const MALLS = '.notiform/state/here/mall.json';
const ELSEWHERE = '0'.repeat(64);
const FILM = 'BrandTemplate/shop/film';

const film = (file: string): string => `kind: Video
id: spring
profile: shop
file: ./${file}
---
kind: BrandTemplate
id: film
profile: shop
name: film
bubble: PREMIUM_VIDEO
header: spring
content: spring is here
video: { ref: spring, thumbnail: ./spring.png }
`;

interface Document {
  receipt: Receipt | null;
  problems: { code: string }[];
}

async function open() {
  const emulator = await openEmulator([SHOP, MALL]);
  const control = createEmulatorControl(emulator.url);
  await control.settings({ encodeMs: 60_000 });
  // With a name, no git is asked: its time-out is a sleep that would be taken for the wait.
  const project = await openProject(
    `project: here\n${hereOf(emulator, [SHOP, MALL], '    limits: { timeout: 20s }\n')}`,
    EMULATOR_KEY,
  );
  await project.write('manifests/spring.mp4', mp4(15));
  await project.write('manifests/spring.png', png(800, 400));
  await project.write('manifests/a.yaml', film('spring.mp4'));
  /** Time goes by at once while it waits, and the video is encoded, unless it never is. */
  const wait = (words: readonly string[], encodes = true) => {
    let passed = 0;
    const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
      if (ms < FIRST_LOOK) return systemPorts.clock.sleep(ms, signal);
      passed += ms;
      if (encodes) await control.clock({ advance: 600_000 });
    };
    const ports = { ...systemPorts, clock: { now: () => Date.now() + passed, sleep } };
    return project.run(['apply', '-q', '--wait', '--timeout', '10m', ...words], { ports });
  };
  const text = (file: string): Promise<string> => readFile(join(project.path, file), 'utf8');
  return { ...project, wait, text, control };
}

/** Gives the state of a profile to somebody else. */
async function giveAway(
  { text, write }: Awaited<ReturnType<typeof open>>,
  file: string,
  what: 'account' | 'keyDigest',
): Promise<void> {
  const document = JSON.parse(await text(file)) as object;
  await write(file, JSON.stringify({ ...document, [what]: ELSEWHERE }));
}

async function ofAnotherKey(): Promise<Awaited<ReturnType<typeof open>>> {
  const project = await open();
  const tag = 'kind: GroupTag\nid: kept\nprofile: mall\nname: kept\nprotect: true\n';
  await project.write('manifests/mall.yaml', tag);
  expect((await project.run(['apply', '--yes', '--target', 'mall/*'])).exit).toBe(0);
  await giveAway(project, MALLS, 'keyDigest');
  return project;
}

test.each([
  ['apply PLANFILE', ['p.json']],
  ['apply', ['--yes', '--accept-account', '--target', 'shop/*']],
])('%s --wait leaves the state of a profile alone that it was not about, in every round', async (_, words) => {
  const project = await ofAnotherKey();
  const before = await project.text(MALLS);
  await project.run(['plan', '--accept-account', '--target', 'shop/*', '--out', 'p.json']);
  const { exit, out } = await project.wait([...words, '--json']);
  expect(exit).toBe(0);
  expect((JSON.parse(out) as Document).receipt?.changes).toMatchObject([{ address: FILM, outcome: 'done' }, {}, {}]);
  expect(await project.text(MALLS)).toBe(before);
});

test('what is held back still when the time is over is in the receipt, and the exit code says so', async () => {
  const project = await open();
  const { exit, out } = await project.wait(['--yes', '--receipt', 'r.json'], false);
  expect(exit).toBe(5);
  expect(out).toContain(
    `Not changed, waiting:\n  ⧖ ${FILM}  after Video/shop/spring, which waits for the end of the encoding`,
  );
  expect(out).toContain('1 change waits for an external decision');
  expect(JSON.parse(await project.text('r.json'))).toMatchObject({
    waiting: [{ address: FILM, state: 'absent', waitsFor: 'encoding', by: 'Video/shop/spring' }],
  });
});

const KEPT = 'GroupTag/shop/kept';
const WAY = `--unprotect ${KEPT}`;

test.each([
  ['apply PLANFILE', ['p.json'], 'another'],
  ['apply PLANFILE without a change', ['p.json'], 'sale'],
  ['apply', ['--yes'], 'another'],
  ['apply that has nothing to do', ['--yes'], 'sale'],
])('%s ends with what it leaves blocked, and how to open a way', async (_, words, tag) => {
  const project = await open();
  const kept = 'kind: GroupTag\nid: kept\nprofile: shop\nname: kept\nprotect: true\n';
  await project.write('manifests/a.yaml', `${kept}---\n${tagsOf({ sale: 'sale' })}`);
  await project.run(['apply', '--yes']);
  await project.write('manifests/a.yaml', tagsOf({ sale: 'sale', [tag]: tag }));
  await project.run(['plan', '--out', 'p.json']);
  const { exit, out } = await project.run(['apply', '-q', '--receipt', 'r.json', ...words]);
  expect(exit).toBe(0);
  // A plan file records its flags, so a new plan is needed.
  expect(out).toContain(`to allow it: \`notiform ${words.includes('p.json') ? 'plan' : 'apply'} ${WAY}`);
  expect(out).toContain('1 blocked');
  const isEmptyFile = words.includes('p.json') && tag === 'sale';
  expect(out.includes('The plan file p.json contains no change that can be carried out.')).toBe(isEmptyFile);
  expect(JSON.parse(await project.text('r.json'))).toMatchObject({
    blocked: [{ address: KEPT, state: 'present', reason: expect.stringContaining('it is protected'), opens: WAY }],
    waiting: [],
  });
  expect((await project.run(['apply', '--detailed-exitcode', ...words])).exit).toBe(2);
});

test('changes nothing after a whole apply of a commit that HEAD does not contain, as of a revert', async () => {
  const world = new World();
  const after = thing('after-quick', {}, { goal: 'draft', dependsOn: ['Thing/shop/quick'] });
  const wanted = [thing('quick'), after];
  const history: History = { commit: 'c2', contains: async (other) => (other === 'c3' ? 'missing' : 'yes') };
  const shown = await world.plan(wanted, {}, { history });
  await world.apply(shown, { history });
  world.put('quick', 'approved', { text: 'quick' });
  const revert: History = { commit: 'c3', contains: async () => 'yes' };
  await world.apply(await world.plan([thing('quick'), thing('z')], {}, { history: revert }), { history: revert });
  const rounds = applyDeferred({
    shown,
    deadline: 0,
    input: { ...world.input, root: '/project', holder: { pid: 1, host: 'here', command: 'apply' }, history },
    plan: (only) => world.planAgain(shown.plan, wanted, { history, only }),
    wait: async () => {
      const status = { environment: 'test', complete: true, rows: [], unmanaged: [], problems: [] };
      return { end: 'settled', outstanding: [], rejected: [], status };
    },
  });
  const ended: unknown[] = [];
  for await (const { changes } of rounds) ended.push(...changes.map(({ address, outcome }) => [address, outcome]));
  expect(ended).toContainEqual(['Thing/shop/after-quick', 'stale']);
  expect(world.live()).not.toHaveProperty('after-quick');
  expect(world.state()).toMatchObject({ begunIn: 'c3' });
});
