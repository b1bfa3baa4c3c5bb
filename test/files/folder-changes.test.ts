import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { watchFolder } from '../../src/files/folder-changes.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'notiform-watch-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  for (const name of ['manifests/deep', 'node_modules', '.notiform'])
    await mkdir(join(path, name), { recursive: true });
  return path;
}

it.each(['notiform.yaml', 'manifests/a.yaml', 'manifests/deep/b.yaml'])('sees a change of %s', async (file) => {
  const path = await folder();
  const { changed, close } = await watchFolder(path);
  await writeFile(join(path, file), 'a');
  await changed;
  close();
});

it('does not see what notiform and package managers write', async () => {
  const path = await folder();
  const { changed, close } = await watchFolder(path);
  const seen: string[] = [];
  const first = changed.then(() => seen.push('change'));
  await writeFile(join(path, '.notiform/state.json'), 'a');
  await writeFile(join(path, 'node_modules/a.js'), 'a');
  // Another watcher of the same folder shows that the system has reported the changes.
  const witness = watch(path);
  onTestFinished(() => witness.close());
  const reported = once(witness, 'change');
  await rm(join(path, '.notiform'), { recursive: true });
  await reported;
  expect(seen).toEqual([]);
  await writeFile(join(path, 'manifests/a.yaml'), 'a');
  await first;
  close();
});

it('takes a folder that is not there as changed', async () => {
  const { changed, close } = await watchFolder(join(await folder(), 'nothing'));
  await changed;
  close();
});
