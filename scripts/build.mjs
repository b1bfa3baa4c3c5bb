// Builds the command line and the Action into one file each, which starts three times faster than the separate modules.
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { licensesOf } from './licenses.mjs';

const schemas = await import('./compile-schemas.mjs');
const pages = await import('./compile-desk.mjs');
const { version } = JSON.parse(await readFile('package.json', 'utf8'));

/** Bundles a program with all that it imports into one file without a path, a date or a commit in it. */
async function bundle(entry, outfile, options) {
  const { metafile } = await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    // A library asks where its module lies; in one CommonJS file that is this file.
    define: { 'process.env.NOTIFORM_VERSION': JSON.stringify(version), 'import.meta.url': 'here' },
    // An optional dependency of pg that is not installed.
    external: ['pg-native'],
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    ...options,
  });
  return metafile;
}

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

const HERE = "const here = require('node:url').pathToFileURL(__filename).href;";

const programs = await Promise.all([
  bundle('src/cli/main.ts', 'dist/notiform.cjs', {
    target: 'node20.18',
    banner: { js: `#!/usr/bin/env node\n${HERE}` },
  }),
  // The Action is committed, so its spaces and comments are left out.
  bundle('src/action/main.ts', 'dist/action.cjs', {
    target: 'node24',
    banner: { js: HERE },
    minifyWhitespace: true,
    minifySyntax: true,
    plugins: [ownUnzip],
  }),
]);
await chmod('dist/notiform.cjs', 0o755);
// test/licenses.test.ts compares this with THIRD-PARTY-LICENSES, which is in the package.
await writeFile('dist/THIRD-PARTY-LICENSES', await licensesOf([schemas.metafile, ...pages.metafiles, ...programs]));
