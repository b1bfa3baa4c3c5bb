import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runProgram } from '../../../src/cli/program.ts';
import { viewOf } from '../streams.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** `npx vitest run test/cli/preview/pictures.test.ts -u` draws the picture again. */
it.each([
  ['README.md', 'en'],
  ['README.ko.md', 'ko'],
])('the picture and the plan of %s come from its manifest', async (page, language) => {
  const readme = await readFile(join(ROOT, page), 'utf8');
  const shown = (language: string): string =>
    new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(readme)?.[1] ?? '';
  const cwd = await mkdtemp(join(tmpdir(), 'notiform-readme-'));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const run = async (...words: string[]): Promise<string> => {
    const view = viewOf({ cwd });
    expect([await runProgram(words, view), words], view.err()).toEqual([0, words]);
    return view.out();
  };
  await run('init', '--language', language);
  await rm(join(cwd, 'manifests'), { recursive: true });
  await mkdir(join(cwd, 'manifests'));
  await writeFile(join(cwd, 'manifests/order-paid.yaml'), shown('yaml'));
  expect(await run('plan')).toBe(shown('text'));
  await run('preview', '--format', 'svg', '--out', 'pictures');
  const picture = await readFile(join(cwd, 'pictures/NotificationTemplate/shop/order-paid.gibon.svg'), 'utf8');
  await expect(picture).toMatchFileSnapshot(join(ROOT, 'docs/pictures/order-paid.svg'));
  expect(readme).toContain('](docs/pictures/order-paid.svg)');
});
