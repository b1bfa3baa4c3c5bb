import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { plainFiles } from '../../src/core/plain-files.ts';
import { folder } from '../manifest/folder.ts';

const all = (): boolean => false;

it('lists the files of all folders, without those that are skipped', async () => {
  const root = folder({ 'a.yaml': '', 'b/c.yaml': '', 'b/d/e.txt': '', 'skip/f.yaml': '', 'b/skip': '' });
  expect((await plainFiles(root, (name) => name === 'skip'))?.sort()).toEqual(['a.yaml', 'b/c.yaml', 'b/d/e.txt']);
});

it('lists nothing if a folder has a link, at any depth, or does not exist', async () => {
  const root = folder({ 'a.yaml': '' });
  mkdirSync(join(root, 'b'));
  writeFileSync(join(root, 'b', 'c.yaml'), '');
  expect(await plainFiles(root, all)).toEqual(['a.yaml', 'b/c.yaml']);
  symlinkSync('c.yaml', join(root, 'b', 'link.yaml'));
  expect(await plainFiles(root, all)).toBeUndefined();
  expect(await plainFiles(join(root, 'none'), all)).toBeUndefined();
});
