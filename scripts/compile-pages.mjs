import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';

const source = join(import.meta.dirname, '../src');

/** The colours, the font and the outline of the focus of every page. */
const PALETTE = '../../preview/palette.css';

/** The pages. */
const PAGES = [
  // The emulator draws the page of the desk.
  { folder: 'emulator/desk', styles: [PALETTE, 'desk.css'] },
  { folder: 'report/gallery', styles: [PALETTE, 'gallery.css'] },
];

/**
 * Compiles each page of a browser into one module: its style and its program, which is bundled from TypeScript. The
 * emulator serves the desk from memory, and the gallery of previews is one file. Returns esbuild's metafiles.
 */
export async function compilePages(outDir) {
  return await Promise.all(PAGES.map((page) => compile(outDir, page)));
}

async function compile(outDir, { folder, styles }) {
  const home = join(source, folder);
  const built = await bundle(home);
  const assets = {
    style: (await Promise.all(styles.map((path) => readFile(join(home, path), 'utf8')))).join('\n'),
    script: built.outputFiles[0].text,
  };
  const members = Object.entries(assets).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`);
  await writeFile(join(outDir, `${basename(folder)}.js`), members.join(''));
  const types = Object.keys(assets).map((name) => `export const ${name}: string;\n`);
  await writeFile(join(outDir, `${basename(folder)}.d.ts`), types.join(''));
  return built.metafile;
}

function bundle(home) {
  return build({
    entryPoints: [join(home, 'browser/main.ts')],
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
}
