import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The repository. */
export const ROOT = join(import.meta.dirname, '..', '..');

const run = promisify(execFile);

/** Runs a program and returns its stdout. A failure carries the program's stderr. */
export async function runIn(
  cwd: string,
  [program = '', ...words]: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  // A package manager passes settings to the scripts it runs. Those of the outer one must not reach the inner one.
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:npm_(?!config_registry)|CI$|NODE_OPTIONS$|VITEST)/.test(name),
  );
  const env = { ...Object.fromEntries(own), ...more };
  const { stdout } = await run(program, words, { cwd, env, timeout: 120_000 });
  return stdout;
}

/** Packs the package into a folder, as `npm publish` does. Returns the tarball and the paths in it. */
export async function pack(folder: string): Promise<{ tarball: string; contents: string[] }> {
  const packed = await runIn(ROOT, ['npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  const [made] = JSON.parse(packed) as { filename: string; files: { path: string }[] }[];
  return { tarball: join(folder, made?.filename ?? ''), contents: (made?.files ?? []).map(({ path }) => path) };
}
