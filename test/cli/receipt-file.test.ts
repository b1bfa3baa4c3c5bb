import { lstat, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { EMULATOR_KEY, hereOf, openEmulator, openProject, tagsOf } from './project.ts';

/** The FILE of `apply --receipt`. */

const SHOP = { alias: 'shop', key: 'a'.repeat(40), type: 'S' as const };
const OLD = JSON.stringify({ startedAt: '', interrupted: false, changes: [], counts: {}, old: true });

async function open() {
  const emulator = await openEmulator([SHOP]);
  const project = await openProject(hereOf(emulator, [SHOP]), EMULATOR_KEY);
  await project.write('manifests/tags.yaml', tagsOf({ promo: '봄맞이 할인' }));
  await project.write('r.json', OLD);
  const read = (file: string): Promise<string | undefined> =>
    readFile(join(project.path, file), 'utf8').catch(() => undefined);
  return { ...project, read };
}

test.each([
  [['apply', 'p.json', '--nonsense', '--receipt', 'r.json']],
  [['apply', '--receipt', 'r.json', 'p.json', '--nonsense']],
  [['apply', '--max-deletes', '-4', '--receipt', 'r.json']],
])('a command line that was not understood touches no FILE: %j', async (words) => {
  const { run, read } = await open();
  expect((await run(words)).exit).toBe(64);
  expect(await read('r.json')).toBe(OLD);
});

it('goes where the command line was understood, and the run ends before anything was planned', async () => {
  const { run, read } = await open();
  expect((await run(['apply', 'p.json', '--target', 'a', '--receipt', 'r.json'])).exit).toBe(64);
  expect(await read('r.json')).toBeUndefined();
});

it('is written where a link leads, which stays: also where nothing is yet, and where an earlier run left none', async () => {
  const { path, run, read } = await open();
  await mkdir(join(path, 'out'));
  const isLink = async (): Promise<boolean> => (await lstat(join(path, 'link.json'))).isSymbolicLink();
  await symlink('out/receipt.json', join(path, 'link.json'));
  expect((await run(['apply', '--yes', '--receipt', 'link.json'])).exit).toBe(0);
  expect(await read('out/receipt.json')).toContain('GroupTag/shop/promo');
  expect((await run(['apply', 'none.json', '--receipt', 'link.json'])).exit).not.toBe(0);
  expect(await read('out/receipt.json')).toBeUndefined();
  expect((await run(['apply', '--yes', '--receipt', 'link.json'])).exit).toBe(0);
  expect(await read('out/receipt.json')).toContain('"changes": []');
  expect(await isLink()).toBe(true);
});

it('is refused where a link leads to no folder, or to something else than a receipt', async () => {
  const { path, run } = await open();
  await symlink('none/receipt.json', join(path, 'nowhere.json'));
  await symlink('notiform.yaml', join(path, 'other.json'));
  for (const file of ['nowhere.json', 'other.json']) {
    const { exit, err } = await run(['apply', '--yes', '--receipt', file]);
    expect(exit).toBe(1);
    expect(err).toContain('notiform explain receipt-unwritten');
  }
});
