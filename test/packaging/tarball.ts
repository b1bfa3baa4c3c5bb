import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

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
  const { stdout } = await run(program, words, { cwd, env, timeout: 180_000 });
  return stdout;
}

interface Packed {
  tarball: string;
  /** The paths in it. */
  contents: string[];
}

declare module 'vitest' {
  interface ProvidedContext {
    packed: Packed;
  }
}

/** Packs the package once for all files, as `npm publish` does. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'notiform-tarball-'));
  const packed = await runIn(ROOT, ['npm', 'pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  const [made] = JSON.parse(packed) as { filename: string; files: { path: string }[] }[];
  const contents = (made?.files ?? []).map(({ path }) => path);
  project.provide('packed', { tarball: join(folder, made?.filename ?? ''), contents });
  return () => rm(folder, { recursive: true, force: true });
}
