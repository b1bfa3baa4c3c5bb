import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createEmulatorControl, type EmulatorControl } from '../../src/emulator/emulator.ts';
import { systemPorts } from '../../src/files/system.ts';
import { png } from '../images.ts';
import { mp4 } from '../videos.ts';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, type Ran } from './project.ts';

/** `apply --wait` of a video, and of a brand template that waits for its encoding: what cuts it short costs no record. */

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };
const STATE = '.notiform/state/here/shop.json';
/** How long `--wait` sleeps before it looks again for the first time. */
const FIRST_LOOK = 30_000;
const FILM = 'BrandTemplate/shop/film';
const VIDEO = 'kind: Video\nid: spring\nprofile: shop\nfile: ./spring.mp4\n';
const MANIFESTS = `${VIDEO}---
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
  receipt: { interrupted: boolean; changes: { address: string; outcome: string }[] } | null;
  problems: { code: string; severity: string; hint?: string }[];
  waited?: unknown;
}

/** While it waits for the first time. */
interface Meanwhile {
  at(file: string): string;
  control: EmulatorControl;
  interrupt(): void;
}

async function open(manifests = MANIFESTS) {
  const emulator = await openEmulator([SHOP]);
  const control = createEmulatorControl(emulator.url);
  await control.settings({ encodeMs: 60_000 });
  // With a name, no git is asked: its time-out is a sleep that would be taken for the wait.
  const project = await openProject(
    `project: here\n${hereOf(emulator, [SHOP], '    limits: { timeout: 20s }\n')}`,
    EMULATOR_KEY,
  );
  await project.write('manifests/spring.mp4', mp4(15));
  await project.write('manifests/spring.png', png(800, 400));
  await project.write('manifests/a.yaml', manifests);
  const at = (file: string): string => join(project.path, file);
  /** While it waits time goes by at once, and the video is encoded meanwhile; without progress, whose heart would beat then. */
  const apply = (words: readonly string[], meanwhile: (during: Meanwhile) => unknown): Promise<Ran> => {
    const stop = new AbortController();
    let passed = 0;
    let hasWaited = false;
    const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
      // A call's time to answer, and the like: as it is.
      if (ms < FIRST_LOOK) return systemPorts.clock.sleep(ms, signal);
      passed += ms;
      if (!hasWaited) {
        hasWaited = true;
        await meanwhile({ at, control, interrupt: () => stop.abort() });
        await control.clock({ advance: 600_000 });
      }
      signal?.throwIfAborted();
    };
    const ports = { ...systemPorts, clock: { now: () => Date.now() + passed, sleep } };
    return project.run(['apply', '-q', '--wait', '--timeout', '10m', '--receipt', 'r.json', ...words], {
      ports,
      signal: stop.signal,
    });
  };
  return { ...project, apply, at };
}

async function kept(path: string): Promise<NonNullable<Document['receipt']>> {
  return JSON.parse(await readFile(path, 'utf8')) as NonNullable<Document['receipt']>;
}

function errorsOf({ problems }: Document): string[] {
  return problems.filter(({ severity }) => severity === 'error').map(({ code }) => code);
}

const lock = {
  pid: 1,
  host: 'elsewhere',
  command: 'apply',
  startedAt: '2026-11-20T09:00:00.000Z',
  token: 'x',
  fence: 9_000,
};

const TROUBLES: [string, string, number, (during: Meanwhile) => Promise<unknown>][] = [
  ['a lock that another run holds', 'lock-held', 4, ({ at }) => writeFile(at(`${STATE}.lock`), JSON.stringify(lock))],
  ['a state that is cut off', 'state-corrupt', 4, ({ at }) => writeFile(at(STATE), '{')],
  [
    'a service that does not answer',
    'service-unclear',
    4,
    ({ control }) => control.faults([{ path: 'groupTag/list', kind: 'drop-before', times: 0 }]),
  ],
  [
    'a state of another key',
    'profile-changed',
    7,
    async ({ at }) => {
      const document = JSON.parse(await readFile(at(STATE), 'utf8')) as object;
      await writeFile(at(STATE), JSON.stringify({ ...document, keyDigest: '0'.repeat(64) }));
    },
  ],
];

const WAYS = [
  ['apply --yes', ['--yes']],
  ['apply PLANFILE', ['p.json']],
] as const;

test.each(TROUBLES.flatMap((trouble) => WAYS.map((way) => [trouble[0], way[0], trouble, way[1]] as const)))(
  '%s after the wait leaves what was done before it on record: %s',
  async (_, __, [, code, exit, trouble], words) => {
    const { apply, run, at } = await open();
    await run(['plan', '--out', 'p.json']);
    const ran = await apply([...words, '--json'], trouble);
    const document = JSON.parse(ran.out) as Document;
    expect(document.receipt?.changes.map(({ address, outcome }) => [address, outcome])).toEqual([
      [expect.stringMatching(/^Image\//), 'done'],
      ['Video/shop/spring', 'done'],
    ]);
    expect({ exit: ran.exit, errors: errorsOf(document) }).toEqual({ exit, errors: [code] });
    expect(await kept(at('r.json'))).toEqual(document.receipt);
  },
);

test('nothing cuts the waiting short: the receipt has all that was done, before the wait and after it', async () => {
  const { apply, at } = await open();
  const halfway: unknown[] = [];
  const { exit, out } = await apply(['--yes', '--json'], async () => halfway.push(await kept(at('r.json'))));
  const document = JSON.parse(out) as Document;
  expect(exit).toBe(0);
  expect(halfway).toMatchObject([{ interrupted: false, changes: [{}, { address: 'Video/shop/spring' }] }]);
  expect(document).toMatchObject({ waited: { end: 'settled' }, receipt: { changes: [{ address: FILM }, {}, {}] } });
  expect(await kept(at('r.json'))).toEqual(document.receipt);
});

test.each([
  ['a change is held back', MANIFESTS, 2],
  ['an encoding alone is outstanding', VIDEO, 1],
])('an interruption while %s leaves the receipt of what was done', async (_, manifests, count) => {
  const { apply, at } = await open(manifests);
  const { exit, out } = await apply(['--yes', '--json'], ({ interrupt }) => interrupt());
  const document = JSON.parse(out) as Document;
  expect(exit).toBe(130);
  expect(document.receipt).toMatchObject({ interrupted: true, counts: { done: count } });
  expect(document.problems).toContainEqual(
    expect.objectContaining({ code: 'interrupted', hint: expect.stringContaining('Run the same command again') }),
  );
  expect(await kept(at('r.json'))).toEqual(document.receipt);

  const again = await apply(['--yes', '--json'], () => undefined);
  expect(again.exit).toBe(0);
});

test('an interruption of a wait that had nothing to do first stands in the receipt', async () => {
  const { apply, run, at } = await open(VIDEO);
  await run(['apply', '--yes']);
  const { exit } = await apply(['--yes'], ({ interrupt }) => interrupt());
  expect(exit).toBe(130);
  expect(await kept(at('r.json'))).toMatchObject({ interrupted: true, changes: [] });
});
