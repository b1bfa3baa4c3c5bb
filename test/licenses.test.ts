import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const read = (name: string): Promise<string> => readFile(join(ROOT, name), 'utf8');

it('ships the licenses of what the last build bundled', async () => {
  const hint = 'a bundled package has changed: run `npm run build && cp dist/THIRD-PARTY-LICENSES .`';
  expect(await read('THIRD-PARTY-LICENSES'), hint).toBe(await read('dist/THIRD-PARTY-LICENSES'));
});

it('names every package in the bundle of the command line', async () => {
  const chunks = (await readdir(join(ROOT, 'dist/chunks'))).map((name) => `dist/chunks/${name}`);
  const bundles = await Promise.all(['dist/notiform.cjs', ...chunks, 'src/manifest/generated/validators.js'].map(read));
  const names = bundles.flatMap((text) =>
    [...text.matchAll(/^\s*\/\/ .*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\//gm)].map(([, name]) => name),
  );
  const titles = (await read('THIRD-PARTY-LICENSES')).matchAll(/^-{80}\n(\S+) \S+ \(.+\)\n\n\S/gm);
  // The packages of the Action's bundle come on top: it has no comments to compare with.
  expect([...new Set(Array.from(titles, ([, name]) => name))]).toEqual(expect.arrayContaining([...new Set(names)]));
});

it('fails for a package without a license text', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'notiform-licenses-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'node_modules', 'bare'), { recursive: true });
  await writeFile(join(folder, 'node_modules', 'bare', 'package.json'), '{ "name": "bare", "license": "MIT" }');
  await writeFile(join(folder, 'node_modules', 'bare', 'README.md'), '# Bare\n\n## License\n\nMIT\n');
  const outputs = { out: { inputs: { 'node_modules/bare/index.js': { bytesInOutput: 1 } } } };
  const script = `const { licensesOf } = await import(${JSON.stringify(join(ROOT, 'scripts/licenses.mjs'))});
await licensesOf([{ outputs: ${JSON.stringify(outputs)} }]);`;
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });
  await expect(run).rejects.toThrow('node_modules/bare is bundled and has no license text');
});
