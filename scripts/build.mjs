// Builds the Action and the emulator's library into one file each, and the command line into chunks: a command loads what it
// needs and nothing else.
// With --program it builds only the command line.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { refuseCircles, toCommonJs } from './common-js.mjs';
import { licensesOf } from './licenses.mjs';

// A build ends soon. esbuild is written in Go: without collecting garbage it takes a sixth less processor time. V8 need not
// optimize functions either.
process.env.GOGC ??= 'off';
setFlagsFromString('--no-opt');

/** What the scripts generate into the sources. The bundles begin meanwhile, and wait for it where they import it. */
const schemas = new Promise((resolve, reject) => {
  // Compiling the schemas takes as long as the rest, so it has a thread of its own.
  const worker = new Worker(new URL('compile-schemas.mjs', import.meta.url));
  worker.once('message', resolve).once('error', reject);
});
const pages = Promise.all([import('./compile-desk.mjs'), import('./compile-problems.mjs')]);
const generating = Promise.all([schemas, pages]);
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

/** @actions/artifact unpacks downloads with `unzip-stream`, which needs a package without a license. The Action only uploads. */
const noUnzip = {
  name: 'no-unzip',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^unzip-stream$/ }, () => ({ path: 'unzip-stream', namespace: 'no-unzip' }));
    esbuild.onLoad({ filter: /.*/, namespace: 'no-unzip' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Bundles only the parts of undici that the program uses. The Action also uses its fetch. */
const lightUndici = {
  name: 'light-undici',
  setup(esbuild) {
    esbuild.onResolve({ filter: /^undici$/ }, () => ({ path: resolve('scripts/light-undici.cjs') }));
  },
};

/**
 * Makes loading faster. string-width makes a segmenter of texts when it is loaded, which few texts need. commander loads what
 * starts programs, for commands that are files of their own; there are none.
 */
const loadedLater = {
  name: 'loaded-later',
  setup(esbuild) {
    esbuild.onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, async ({ path }) => {
      const [before, after, ...more] = (await readFile(path, 'utf8')).split('= new Intl.Segmenter();');
      if (after === undefined || more.length > 0) throw new Error(`${path} has another segmenter than expected`);
      return {
        contents: `${before}= { segment: (text) => (made ??= new Intl.Segmenter()).segment(text) };\nlet made;${after}`,
      };
    });
    esbuild.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path: 'child_process', namespace: 'none' } : undefined,
    );
    esbuild.onLoad({ filter: /.*/, namespace: 'none' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** A library asks where its module lies: in a CommonJS file that is the file. */
const HERE = {
  define: { 'import.meta.url': 'here' },
  banner: "const here = require('node:url').pathToFileURL(__filename).href;",
};

/** Lets an import of a generated file wait until the file is written. */
const generatedFirst = {
  name: 'generated-first',
  setup(esbuild) {
    esbuild.onResolve({ filter: /\/generated\// }, () => generating.then(() => undefined));
  },
};

/** Leaves the validators out of the bundle: they become a chunk of their own, so the other chunks need not wait for them. */
const validatorsApart = {
  name: 'validators-apart',
  setup(esbuild) {
    esbuild.onResolve({ filter: /\/generated\/validators\.js$/ }, async () => ({
      path: `./${await validators}`,
      external: true,
      sideEffects: false,
    }));
    esbuild.onResolve({ filter: /\/generated\// }, () => pages.then(() => undefined));
  },
};

/** The digest of the sources. The bundles begin before it is known. */
const digest = new Promise(setImmediate).then(digestOfSources);
/** The chunk of the validators. Like that of another chunk, its name is another one for another content. */
const validators = digest.then((sources) => `validators-${sources.slice(0, 8)}.js`);

/** Puts the digest of the sources into the module that exports it. */
const ownDigest = {
  name: 'own-digest',
  setup(esbuild) {
    esbuild.onLoad({ filter: /[\\/]core[\\/]version\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      return { contents: text.replace('process.env.NOTIFORM_BUILD', JSON.stringify(await digest)), loader: 'ts' };
    });
  },
};

/** A digest of everything that the program is built from: what one build has cached is not valid for another. */
function digestOfSources() {
  const names = ['docs/errors.ko.md', 'docs/errors.md', 'package-lock.json'];
  for (const folder of ['schemas', 'scripts', 'src'])
    for (const name of readdirSync(folder, { recursive: true }))
      if (/\.\w+$/.test(name) && !/[\\/]generated[\\/]/.test(name)) names.push(join(folder, name));
  const hash = createHash('sha256');
  for (const name of names.sort()) hash.update(`${name}\n`).update(readFileSync(name));
  return hash.digest('hex');
}

const PROGRAM = 'dist/notiform.cjs';
const CHUNKS = 'dist/chunks';
/** The files that Node loads itself, and how they find the loader of all other chunks. */
const LOADERS = {
  'notiform.js': './chunks/chunk-loader.cjs',
};

/**
 * Builds the command line. esbuild splits only modules of ECMAScript, which Node loads slowly; so each chunk becomes a
 * CommonJS file, and a dynamic import of one a `require` in a promise.
 */
async function buildProgram() {
  const { outputFiles, metafile } = await build({
    ...common,
    entryPoints: { notiform: 'src/cli/main.ts' },
    outdir: 'dist/chunks',
    format: 'esm',
    splitting: true,
    plugins: [validatorsApart, ownDigest, lightUndici, loadedLater],
    target: 'node20.18',
    write: false,
  });
  const outputs = Object.fromEntries(Object.entries(metafile.outputs).map(([path, row]) => [basename(path), row]));
  refuseCircles(metafile.outputs);
  await mkdir(CHUNKS, { recursive: true });
  await Promise.all([
    schemas.then(writeValidators),
    ...outputFiles.map(({ path, text }) => {
      const loader = LOADERS[basename(path)];
      const code = toCommonJs(text, outputs[basename(path)], (id) => {
        if (!id.startsWith('./')) return `require("${id}")`;
        return loader ? `loadChunk("${chunkOf(id)}")` : `require("./${chunkOf(id)}")`;
      });
      const start = loader ? `const loadChunk = require('${loader}');\n` : '';
      const linked = text.includes('import.meta.url')
        ? `${HERE.banner}\n${code.replaceAll('import.meta.url', HERE.define['import.meta.url'])}`
        : code;
      const isMain = basename(path) === 'notiform.js';
      return isMain
        ? writeFile(PROGRAM, `#!/usr/bin/env node\n${start}${linked}`)
        : writeFile(join(CHUNKS, chunkOf(path)), `${start}${linked}`);
    }),
  ]);
  // Chunks of an earlier build go last: a program that runs meanwhile may still load them.
  await copyFile('scripts/chunk-loader.cjs', join(CHUNKS, 'chunk-loader.cjs'));
  const made = new Set([
    ...outputFiles.map(({ path }) => chunkOf(path)),
    chunkOf(await validators),
    'chunk-loader.cjs',
  ]);
  const old = (await readdir(CHUNKS)).filter((name) => !made.has(name));
  await Promise.all(old.map((name) => rm(join(CHUNKS, name))));
  await rm('dist/compiled', { recursive: true, force: true });
  await chmod(PROGRAM, 0o755);
  return metafile;
}

/** Writes the chunk of the validators. It imports nothing. */
async function writeValidators({ outputs }) {
  const [[path, output]] = Object.entries(outputs);
  await writeFile(join(CHUNKS, chunkOf(await validators)), toCommonJs(await readFile(path, 'utf8'), output));
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
    plugins: [generatedFirst, lightUndici, loadedLater],
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
    plugins: [generatedFirst, noUnzip],
  });
  return metafile;
}

if (process.argv.includes('--program')) await buildProgram();
else {
  const programs = await Promise.all([buildProgram(), buildLibrary(), buildAction()]);
  const [compiled, [{ metafiles }]] = await generating;
  // test/licenses.test.ts compares this with THIRD-PARTY-LICENSES, which is in the package.
  await writeFile('dist/THIRD-PARTY-LICENSES', await licensesOf([compiled, ...metafiles, ...programs]));
}
