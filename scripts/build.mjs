// Builds the Action and the emulator's library into one file each, and the command line into chunks: a command loads what it
// needs and nothing else.
// With --program it builds only the command line.
import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { build, transform } from 'esbuild';
import { licensesOf } from './licenses.mjs';

const schemas = await import('./compile-schemas.mjs');
const pages = await import('./compile-desk.mjs');
const { version } = JSON.parse(await readFile('package.json', 'utf8'));

/** Bundles a program with all that it imports, without a path, a date or a commit in its files. */
const common = {
  bundle: true,
  platform: 'node',
  define: { 'process.env.NOTIFORM_VERSION': JSON.stringify(version) },
  // An optional dependency of pg that is not installed.
  external: ['pg-native'],
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
};

/**
 * @actions/artifact unpacks with `unzip-stream`, which needs a package without a license. Our own reader also refuses archives
 * that write outside of their folder.
 */
const ownUnzip = {
  name: 'own-unzip',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^unzip-stream$/ }, () => ({ path: 'unzip-stream', namespace: 'own' }));
    esbuild.onLoad({ filter: /.*/, namespace: 'own' }, () => ({
      contents: "import { extract } from './src/action/unzip.ts';\nexport default { Extract: extract };\n",
      resolveDir: process.cwd(),
    }));
  },
};

/** Bundles only the parts of undici that the program uses. The Action also uses its fetch. */
const lightUndici = {
  name: 'light-undici',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^undici$/ }, () => ({ path: resolve('scripts/light-undici.cjs') }));
  },
};

/** A library asks where its module lies: in a CommonJS file that is the file. */
const HERE = {
  define: { 'import.meta.url': 'here' },
  banner: "const here = require('node:url').pathToFileURL(__filename).href;",
};

/** A digest of everything that the program is built from: what one build has cached is not valid for another. */
async function digestOfSources() {
  const names = ['package-lock.json'];
  for (const folder of ['schemas', 'scripts', 'src'])
    for (const name of await readdir(folder, { recursive: true }))
      if (/\.\w+$/.test(name)) names.push(join(folder, name));
  const hash = createHash('sha256');
  for (const name of names.sort()) hash.update(`${name}\n`).update(await readFile(name));
  return hash.digest('hex');
}

const PROGRAM = 'dist/notiform.cjs';
const CHUNKS = 'dist/chunks';
/** The files that Node loads itself, and how they find the loader of all other chunks. */
const LOADERS = { 'notiform.js': './chunks/chunk-loader.cjs', 'manifest-worker.js': './chunk-loader.cjs' };

/**
 * Builds the command line. esbuild splits only modules of ECMAScript, which Node loads slowly; so each chunk becomes a
 * CommonJS file, and a dynamic import of one a `require` in a promise.
 */
async function buildProgram() {
  const { outputFiles, metafile } = await build({
    ...common,
    define: { ...common.define, 'process.env.NOTIFORM_BUILD': JSON.stringify(await digestOfSources()) },
    entryPoints: { notiform: 'src/cli/main.ts', 'manifest-worker': 'src/manifest/load/worker.ts' },
    outdir: 'dist/chunks',
    format: 'esm',
    splitting: true,
    plugins: [lightUndici],
    target: 'node20.18',
    write: false,
  });
  await mkdir(CHUNKS, { recursive: true });
  await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const { code } = await transform(text, {
        format: 'cjs',
        platform: 'node',
        target: 'node20.18',
        supported: { 'dynamic-import': false },
        ...(text.includes('import.meta.url') ? HERE : {}),
      });
      const loader = LOADERS[basename(path)];
      const linked = code.replace(/require\("\.\/([^"]+)\.js"\)/g, `${loader ? 'loadChunk("' : 'require("./'}$1.cjs")`);
      const start = loader ? `const loadChunk = require('${loader}');\n` : '';
      // The names of the modules, which the transformation drops.
      const names = [...new Set(text.match(/^\s*\/\/ \S+\/\S+$/gm))].map((line) => line.trim()).join('\n');
      const isMain = basename(path) === 'notiform.js';
      if (isMain) await writeFile(PROGRAM, `#!/usr/bin/env node\n${names}\n${start}${linked}`);
      else await writeFile(join(CHUNKS, chunkOf(path)), `${names}\n${start}${linked}`);
    }),
  );
  // Chunks of an earlier build go last: a program that runs meanwhile may still load them.
  await copyFile('scripts/chunk-loader.cjs', join(CHUNKS, 'chunk-loader.cjs'));
  const made = new Set([...outputFiles.map(({ path }) => chunkOf(path)), 'chunk-loader.cjs']);
  const old = (await readdir(CHUNKS)).filter((name) => !made.has(name));
  await Promise.all(old.map((name) => rm(join(CHUNKS, name))));
  await rm('dist/compiled', { recursive: true, force: true });
  await chmod(PROGRAM, 0o755);
  return metafile;
}

function chunkOf(path) {
  return basename(path).replace(/\.js$/, '.cjs');
}

/**
 * Builds `notiform/emulator`: one CommonJS file, a module that exports the same, and declarations for both. A test runner
 * that loads both has one emulator.
 */
async function buildLibrary() {
  const { metafile } = await build({
    ...common,
    entryPoints: ['src/emulator/library.ts'],
    outfile: 'dist/emulator.cjs',
    format: 'cjs',
    plugins: [lightUndici],
    target: 'node20.18',
  });
  await writeFile('dist/emulator.mjs', "export { startEmulator } from './emulator.cjs';\n");
  const { default: ts } = await import('typescript');
  const declarations = await Promise.all(
    ['src/emulator/public-types.ts', 'src/emulator/library.ts'].map(async (path) => {
      const { outputText } = ts.transpileDeclaration(await readFile(path, 'utf8'), { fileName: path });
      return outputText.replace(/^import .*\n/gm, '');
    }),
  );
  // `Symbol.asyncDispose`, also for a project without the types of Node.
  const text = `/// <reference lib="esnext.disposable" />\n${declarations.join('')}`;
  await Promise.all(['dist/emulator.d.cts', 'dist/emulator.d.mts'].map((path) => writeFile(path, text)));
  return metafile;
}

/** Builds the Action. It is committed, so its spaces and comments are left out. */
async function buildAction() {
  const { metafile } = await build({
    ...common,
    define: { ...common.define, ...HERE.define },
    entryPoints: ['src/action/main.ts'],
    outfile: 'dist/action.cjs',
    format: 'cjs',
    target: 'node24',
    banner: { js: HERE.banner },
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [ownUnzip],
  });
  return metafile;
}

if (process.argv.includes('--program')) await buildProgram();
else {
  const programs = await Promise.all([buildProgram(), buildLibrary(), buildAction()]);
  // test/licenses.test.ts compares this with THIRD-PARTY-LICENSES, which is in the package.
  await writeFile('dist/THIRD-PARTY-LICENSES', await licensesOf([schemas.metafile, ...pages.metafiles, ...programs]));
}
