import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FileFailure } from '../../src/files/file-failure.ts';
import { systemFiles, systemPorts } from '../../src/files/system.ts';
import { createFileStore } from '../../src/state/file-store.ts';
import { ann, bob, document, problem } from './contract.ts';

/** The file store on a real disk. */

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'notiform-disk-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

function storeIn(path: string) {
  return createFileStore({ path, shown: 'state', environment: 'test', ports: systemPorts, isAlive: () => true });
}

it('a document that is a link stays one: what it leads to is written, and locked for all who come by another way', async () => {
  const root = await folder();
  const [shared, linked] = [join(root, 'shared'), join(root, 'linked')];
  const first = await storeIn(shared).lock('shop', ann);
  await first.write(document(1));
  await first.release();
  await mkdir(join(linked, 'test'), { recursive: true });
  const link = join(linked, 'test', 'shop.json');
  await symlink(join(shared, 'test', 'shop.json'), link);

  const lease = await storeIn(linked).lock('shop', ann);
  expect(await problem(storeIn(shared).lock('shop', bob))).toMatchObject({ code: 'lock-held' });
  await lease.write(document(2));
  await lease.release();
  expect(await storeIn(shared).read('shop')).toEqual(document(2));
  expect(await readlink(link)).toBe(join(shared, 'test', 'shop.json'));
  expect(await readdir(join(shared, 'test'))).toEqual(['shop.json']);
});

it('a document that is a link is written where it leads to, so that folder has to be writable', async () => {
  const root = await folder();
  const asked: string[] = [];
  const requireWritable = async (path: string): Promise<void> => {
    asked.push(path);
    throw new FileFailure('written', path, 'EACCES');
  };
  const ports = { ...systemPorts, files: { ...systemFiles, requireWritable } };
  await mkdir(join(root, 'shared'));
  await mkdir(join(root, 'test'));
  await writeFile(join(root, 'shared', 'shop.json'), '');
  await symlink(join(root, 'shared', 'shop.json'), join(root, 'test', 'shop.json'));
  const store = createFileStore({ path: root, shown: 'state', environment: 'test', ports, isAlive: () => true });
  expect(await problem(store.requireWritable?.('shop') ?? Promise.resolve())).toMatchObject({
    code: 'state-unwritable',
    message: 'The state in state/test cannot be written: permission denied (EACCES)',
    hint: 'Give this user the right to use the file and the folders above it',
  });
  expect(asked).toEqual([join(await realpath(root), 'shared')]);
});

it('a folder that is a link is followed', async () => {
  const root = await folder();
  await symlink(root, join(root, 'again'));
  const lease = await storeIn(join(root, 'again')).lock('shop', ann);
  await lease.write(document(1));
  await lease.release();
  expect(JSON.parse(await readFile(join(root, 'test', 'shop.json'), 'utf8'))).toEqual(document(1));
});

it.each([
  ['a folder in the place of the document', 'shop.json', 'state-unreadable', 'EISDIR'],
  ['a folder in the place of the lock', 'shop.json.lock', 'state-unreadable', 'EISDIR'],
])('%s is told', async (_, name, code, why) => {
  const root = await folder();
  await mkdir(join(root, 'test', name), { recursive: true });
  const store = storeIn(root);
  const found = await problem(
    (async () => {
      await store.read('shop');
      await store.lock('shop', ann);
    })(),
  );
  expect(found).toMatchObject({ code, message: expect.stringContaining(why) });
});
