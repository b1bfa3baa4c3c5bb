import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { systemFiles } from '../../../src/core/ports.ts';
import { findManifests } from '../../../src/manifest/load/manifest-files.ts';
import { folder } from '../folder.ts';

const NAMES = ['a.yaml', 'B.YML', 'c.yamll', '.d.yaml', 'notiform.yaml', 'notiform.yml', 'Notiform.yaml', 'e'];
const ODD_NAMES = ['[x].yaml', '{y}.yml', '가 나.yaml', '*.yaml', '!z.yaml'];
const FOLDERS = ['shop', 'shop.yaml', '.git', '.notiform', 'node_modules', '[m]', '{a,b}', '가 나', '**'];

it('finds the same manifests in a folder without links and with one, which a glob searches', async () => {
  const path = fc
    .tuple(fc.array(fc.constantFrom(...FOLDERS), { maxLength: 2 }), fc.constantFrom(...NAMES, ...ODD_NAMES))
    .map(([folders, name]) => [...folders, name].join('/'));
  const tree = fc.uniqueArray(path, { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      tree,
      fc.constantFrom('.', 'shop', 'node_modules', '.notiform', '[m]'),
      async (paths, manifests) => {
        const root = folder({});
        for (const one of [...paths, join(manifests, 'always.yaml')]) {
          mkdirSync(dirname(join(root, one)), { recursive: true });
          writeFileSync(join(root, one), '');
        }
        const found = async () => findManifests({ root, manifests, files: systemFiles });
        const plain = await found();
        symlinkSync('nothing', join(root, manifests, 'link.txt'));
        expect(plain).toEqual(await found());
      },
    ),
    { numRuns: 60 },
  );
});
