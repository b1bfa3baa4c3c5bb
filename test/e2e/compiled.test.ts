import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const DIST = join(import.meta.dirname, '..', '..', 'dist');

/** A copy of the built program in a folder of its own, which has compiled nothing yet. */
async function openCopy(): Promise<{
  folder: string;
  version: (env?: Record<string, string>) => string;
  explain: () => string;
  compiled: () => Promise<string[]>;
}> {
  const folder = await mkdtemp(join(tmpdir(), 'notiform-compiled-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(DIST, 'notiform.cjs'), join(folder, 'notiform.cjs'));
  await cp(join(DIST, 'chunks'), join(folder, 'chunks'), { recursive: true });
  const run = (args: string[], env: Record<string, string>): string =>
    execFileSync(process.execPath, [join(folder, 'notiform.cjs'), ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...env },
    });
  return {
    folder,
    version: (env = {}) => run(['--version'], env),
    explain: () => run(['explain', 'too-long'], {}),
    compiled: async () => {
      const files = await readdir(folder, { recursive: true });
      return files.filter((file) => file.startsWith('compiled') && file.endsWith('.cjs')).sort();
    },
  };
}

async function fillWithZeros(path: string): Promise<void> {
  const code = await readFile(path);
  await writeFile(path, code.fill(0, Math.floor(code.length / 2)));
}

test.each([
  ['cut', (path: string) => truncate(path, 100)],
  ['empty', (path: string) => truncate(path, 0)],
  // V8 would end the process.
  ['half zeros', fillWithZeros],
])('compiled code is kept for the next run, and a damaged file is compiled again: %s', async (_, damage) => {
  const { folder, version, compiled } = await openCopy();
  const first = version();
  const kept = await compiled();
  expect(kept.length).toBeGreaterThan(0);
  const written = () => Promise.all(kept.map((file) => readFile(join(folder, file), 'base64')));
  for (const file of kept) await damage(join(folder, file));
  const damaged = await written();
  expect(version()).toBe(first);
  const again = await written();
  expect(again.filter((code, index) => code === damaged[index])).toEqual([]);
  expect(version()).toBe(first);
  expect(await written()).toEqual(again);
});

test.each([{ CI: 'true' }, { NODE_DISABLE_COMPILE_CACHE: '1' }])('compiled code is not kept with %j', async (env) => {
  const { version, compiled } = await openCopy();
  version(env);
  expect(await compiled()).toEqual([]);
});

test('a command accepts the code that another one compiled, although commands change an option of V8', async () => {
  const { folder, version, explain, compiled } = await openCopy();
  explain();
  const kept = await compiled();
  const written = () => Promise.all(kept.map(async (file) => (await stat(join(folder, file))).ino));
  const before = await written();
  version();
  explain();
  expect(await compiled()).toEqual(kept);
  expect(await written()).toEqual(before);
});
