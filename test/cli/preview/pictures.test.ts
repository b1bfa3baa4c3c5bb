import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../../src/cli/program.ts';
import { viewOf } from '../streams.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PICTURES = join(ROOT, 'docs/pictures');

async function svgsBelow(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files.filter((file) => file.endsWith('.svg')).sort();
}

/** `npx vitest run test/cli/preview/pictures.test.ts -u` draws them again. */
it('the pictures of the README are drawn from the examples', async () => {
  const out = await mkdtemp(join(tmpdir(), 'notiform-pictures-'));
  onTestFinished(() => rm(out, { recursive: true, force: true }));
  const words = ['preview', 'order-paid', 'order-cancelled', 'open-days', '--sample', '기본'];
  const view = viewOf({ cwd: join(ROOT, 'examples') });
  expect([await runProgram([...words, '--format', 'svg', '--out', out], view), view.err()]).toEqual([0, '']);
  const drawn = await svgsBelow(out);
  for (const file of drawn)
    await expect(await readFile(join(out, file), 'utf8')).toMatchFileSnapshot(join(PICTURES, file));
  expect(await svgsBelow(PICTURES)).toEqual(drawn);
  const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
  expect(drawn.filter((file) => !readme.includes(`](docs/pictures/${file})`))).toEqual([]);
});
