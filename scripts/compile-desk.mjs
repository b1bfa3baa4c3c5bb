// Compiles the desk's page into one module: its HTML, its style and its program, which is bundled from TypeScript. The
// emulator serves them from memory. Run this script after a change of
// src/emulator/desk/browser or of the page; the build runs it too.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const desk = join(dirname(fileURLToPath(import.meta.url)), '../src/emulator/desk');
const outDir = join(desk, 'generated');

/** The program of the page, and what esbuild put into it. */
export const { outputFiles, metafile } = await build({
  entryPoints: [join(desk, 'browser/main.ts')],
  bundle: true,
  write: false,
  platform: 'browser',
  target: 'es2022',
  format: 'esm',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
});
// In the order of the page. Rules for narrow screens are last, because they override the others.
const styles = ['base', 'top', 'list', 'detail', 'log', 'narrow'].map((name) => join(desk, 'styles', `${name}.css`));
const assets = {
  page: await readFile(join(desk, 'page.html'), 'utf8'),
  style: (await Promise.all(styles.map((path) => readFile(path, 'utf8')))).join('\n'),
  script: outputFiles[0].text,
};

await mkdir(outDir, { recursive: true });
const members = Object.entries(assets).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`);
await writeFile(join(outDir, 'assets.js'), members.join(''));
await writeFile(
  join(outDir, 'assets.d.ts'),
  Object.keys(assets)
    .map((name) => `export const ${name}: string;\n`)
    .join(''),
);
