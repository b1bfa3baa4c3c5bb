import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemFiles } from '../../../src/files/system.ts';
import { findManifests } from '../../../src/manifest/load/manifest-files.ts';
import { folder } from '../folder.ts';

const FOUND = ['a.yaml', 'B.YML', '[x].yaml', '*.yaml', '가 나/{y}.yml', 'shop.yaml/!z.yaml', 'node_modules.d/a.yaml'];
const LEFT = ['c.yamll', '.d.yaml', 'e', 'notiform.yaml', 'notiform.yml'].concat(
  ['.git', '.notiform', 'node_modules', 'deep/node_modules'].map((name) => `${name}/a.yaml`),
);

it.each(['.', 'shop', '[m]', '{a,b}'])(
  'finds the manifests below `%s`, whatever their names are',
  async (manifests) => {
    const names = [...FOUND, ...LEFT].map((name) => join(manifests, name));
    const root = folder(Object.fromEntries(names.map((name) => [name, ''])));
    symlinkSync('nothing', join(root, manifests, 'link.txt'));
    const { files, problems } = await findManifests({ root, manifests, files: systemFiles });
    expect(new Set(files)).toEqual(new Set(FOUND.map((name) => join(manifests, name))));
    expect(problems).toEqual([]);
  },
);

it.each([
  ['composed', 'NFC', 'NFD'],
  ['decomposed', 'NFD', 'NFC'],
])('finds a file with a %s name by the other form, as a path and by a glob', async (_what, there, asked) => {
  const name = '상점/주문.yaml'.normalize(there);
  const root = folder({ [name]: '' });
  const paths = ['상점/주문.yaml', '상점/주*.yaml', '상점'].map((path) => path.normalize(asked));
  for (const path of paths) {
    const { files, problems } = await findManifests({ root, manifests: '.', paths: [path], files: systemFiles });
    expect(files).toEqual([name]);
    expect(problems).toEqual([]);
  }
});
