// Builds the command line as split modules and the emulator's library as one file. With --program only the command line, with
// --action also the committed bundle of the Action and the licenses of everything that is bundled.
import { chmod, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import ts from 'typescript';
import { generate } from './generate.mjs';
import { licensesOf } from './licenses.mjs';

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

const TABLES = ['shiftjis', 'eucjp', 'cp936', 'gbk-added', 'gb18030-ranges', 'cp950', 'big5-added'].map(
  (name) => `./tables/${name}.json`,
);

const OF_ACTION = /^(?:apply|plan|preview|send|status|validate|wait)\.ts$/;

/** The output names no path, no date and no commit. */
const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20.18',
  define: { 'process.env.NOTIFORM_VERSION': JSON.stringify(version) },
  // An optional dependency of pg, and the tables of iconv-lite that no message needs: only EUC-KR is used.
  external: ['pg-native', ...TABLES],
  legalComments: 'none',
  minifyWhitespace: true,
  minifySyntax: true,
  logLevel: 'warning',
  metafile: true,
};

/** A bundle in one CommonJS file has no `import.meta`. */
const commonJs = {
  ...shared,
  format: 'cjs',
  minify: true,
  define: { ...shared.define, 'import.meta.url': 'here' },
  banner: { js: "const here = require('node:url').pathToFileURL(__filename).href;" },
};

async function buildProgram() {
  await rm('dist/chunks', { recursive: true, force: true });
  const { metafile } = await build({
    ...shared,
    entryPoints: { notiform: 'src/cli/main.ts' },
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    splitting: true,
    // Packages in CommonJS require modules of Node.
    banner: { js: "import { createRequire as r } from 'node:module';\nconst require = r(import.meta.url);" },
  });
  const program = await readFile('dist/notiform.js', 'utf8');
  await writeFile('dist/notiform.js', `#!/usr/bin/env node\n${program}`);
  await chmod('dist/notiform.js', 0o755);
  return metafile;
}

/** A test runner that loads the library by `import` and by `require` has one emulator. */
async function buildLibrary() {
  const { metafile } = await build({
    ...commonJs,
    entryPoints: ['src/emulator/library.ts'],
    outfile: 'dist/emulator.cjs',
  });
  await writeFile('dist/emulator.mjs', "export { startEmulator } from './emulator.cjs';\n");
  const types = await readFile('src/emulator/public-types.ts', 'utf8');
  // `Symbol.asyncDispose`, also for a project without the types of Node.
  const text = `/// <reference lib="esnext.disposable" />\n${ts.transpileDeclaration(types, {}).outputText}`;
  for (const path of ['dist/emulator.d.cts', 'dist/emulator.d.mts'])
    await writeFile(path, `${text}export declare const startEmulator: StartEmulator;\n`);
  return metafile;
}

async function buildAction() {
  const others = (await readdir('src/cli/commands')).filter((name) => !OF_ACTION.test(name));
  const { metafile } = await build({
    ...commonJs,
    entryPoints: ['src/action/main.ts'],
    outfile: 'dist/action.cjs',
    target: 'node24',
    // One undici for all packages. The Action downloads nothing with @actions/artifact, whose `unzip-stream` has no license.
    alias: { undici: './node_modules/undici/index.js', 'unzip-stream': 'node:stream' },
    // The Action has no terminal, and runs the commands of src/action/inputs.ts alone.
    external: [...shared.external, 'listr2', ...others.map((name) => `*/commands/${name}`)],
  });
  return metafile;
}

const generated = await generate();
const metafiles = [...generated, await buildProgram()];
if (!process.argv.includes('--program')) metafiles.push(await buildLibrary());
if (process.argv.includes('--action')) {
  metafiles.push(await buildAction());
  await writeFile('THIRD-PARTY-LICENSES', await licensesOf(metafiles));
}
