import { spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemFiles } from '../../src/files/system.ts';
import { removeLeftovers, temporaryPath } from '../../src/files/temporary-files.ts';
import { isProcessAlive } from '../../src/files/this-machine.ts';

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'notiform-temporary-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('leftovers are the temporary files of dead processes of this machine', async () => {
  const folder = await emptyFolder();
  const named = (pid: number) => temporaryPath('a.yaml', '0123abcd').replace(`.${process.pid}.`, `.${pid}.`);
  const [dead, alive] = [4_000_001, 4_000_002];
  const kept = [
    named(alive),
    // Of another machine, or of another program.
    named(dead).replace(/[0-9a-f]{8}0123abcd/, 'ffffffff0123abcd'),
    `a.yaml.${dead}.0123abcd.tmp`,
    'a.yaml.tmp',
    `${named(dead)}.yaml`,
    'a.yaml',
  ];
  for (const name of [named(dead), ...kept]) await writeFile(join(folder, name), '');
  // No file, so not removed.
  const folderInside = named(dead).replace('0123abcd', '00000000');
  await mkdir(join(folder, folderInside));
  await removeLeftovers(folder, (pid) => pid === alive);
  expect((await readdir(folder)).sort()).toEqual([...kept, folderInside].sort());
  await removeLeftovers(join(folder, 'missing'), () => false);
});

it('a file has the name of a temporary one until it is whole', async () => {
  const folder = await emptyFolder();
  const names = new Set<string | null>();
  const watcher = watch(folder, (_event, name) => names.add(name));
  onTestFinished(() => watcher.close());
  await systemFiles.writeAtomic(join(folder, 'a.yaml'), 'a');
  await expect.poll(() => names).toContain('a.yaml');
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  const left = Array.from(names, (name) => String(name).replace(`.${process.pid}.`, `.${pid}.`));
  expect(left).toHaveLength(2);
  for (const name of left) await writeFile(join(folder, name), 'half');
  await removeLeftovers(folder, isProcessAlive);
  expect(await readdir(folder)).toEqual(['a.yaml']);
});
