import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect } from 'vitest';
import type { StateDocument } from '../../src/state/document.ts';
import type { StateStore } from '../../src/state/store.ts';

/** What a contender is told: which store it opens, and how often it writes. */
export interface Contest {
  kind: StateStore['kind'];
  /** Folder, repository or address. */
  place: string;
  rounds: number;
  /** A file that is there while somebody is between lock and release. */
  mark: string;
  /** Stays in its first lock until it is killed. */
  holds?: boolean;
}

let folder: string;

/** Makes the program that contends, for the tests of a file. */
export function prepareContests(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'notiform-contest-'));
    await build({
      entryPoints: [join(import.meta.dirname, 'contender.ts')],
      outfile: join(folder, 'contender.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['pg-native'],
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      logLevel: 'error',
    });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
}

function start(contest: Omit<Contest, 'mark'>, env: NodeJS.ProcessEnv): ChildProcess {
  const mark = join(folder, `mark-${contest.kind}`);
  const words = [join(folder, 'contender.mjs'), JSON.stringify({ ...contest, mark })];
  return spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

const PROCESSES = 3;

/** Processes at one document: none of their writes is lost, and none is between the lock and its release with another. */
export async function contend(contest: Omit<Contest, 'mark'>, store: StateStore, env = process.env): Promise<void> {
  const children = Array.from({ length: PROCESSES }, () => start(contest, env));
  const ended = await Promise.all(
    children.map(async (child) => {
      let said = '';
      child.stderr?.on('data', (chunk) => {
        said += String(chunk);
      });
      const [status] = (await once(child, 'close')) as [number | null];
      return { status, said };
    }),
  );
  expect(ended).toEqual(children.map(() => ({ status: 0, said: '' })));
  const document = await store.read('shop');
  const writes = PROCESSES * contest.rounds;
  expect(document?.serial).toBe(writes);
  expect(fencesOf(document)).toHaveLength(writes);
  expect(await store.lockOf('shop')).toBeUndefined();
}

/** The numbers of the locks under which the entries were written, in their order. */
function fencesOf(document: StateDocument | undefined): number[] {
  return Object.values(document?.entries ?? {})
    .map(({ binding }) => Number(binding['fence']))
    .sort((a, b) => a - b);
}

/** Kills a process that holds the lock, in the middle of its work. */
export async function killHolder(contest: Omit<Contest, 'mark' | 'rounds'>, env = process.env): Promise<void> {
  const child = start({ ...contest, rounds: 1, holds: true }, env);
  await once(child.stdout ?? child, 'data');
  child.kill('SIGKILL');
  await once(child, 'close');
  await rm(join(folder, `mark-${contest.kind}`));
}
