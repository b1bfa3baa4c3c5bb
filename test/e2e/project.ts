import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The Node that runs the program: another release than that of the tests, where the system tests say so. */
export const NODE = process.env['PROGRAM_NODE'] ?? process.execPath;

export const PROGRAM = join(import.meta.dirname, '..', '..', 'dist', 'notiform.js');
const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples');
const SMALL_SHOP = join(import.meta.dirname, '..', 'fixtures', 'small-shop');

/** Loaded before the program (`--require`): whoever opens a file waits forever, and nothing keeps the process running. */
export const NEVER_OPENS = "require('node:fs').promises.open = () => new Promise(() => {});\n";

export interface Ran {
  exit: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A project in a folder of its own, and the built command line in it. */
export interface Project {
  path: string;
  run(...words: string[]): Promise<Ran>;
  /** As `run`, with more variables in the environment. */
  runWith(env: Record<string, string>, ...words: string[]): Promise<Ran>;
  /** Starts a command that goes on; it is killed when the test ends. */
  start(...words: string[]): { child: ChildProcess; ended: Promise<Ran> };
  read(file: string): Promise<string>;
  write(file: string, text: string): Promise<void>;
  edit(file: string, before: string, after: string): Promise<void>;
}

/** A copy of the examples, removed when the test ends. */
export function exampleProject(): Promise<Project> {
  return copyOf(EXAMPLES);
}

/** A project of four templates and two images: what one command does is seen in it at a glance. */
export function smallShop(): Promise<Project> {
  return copyOf(SMALL_SHOP);
}

async function copyOf(folder: string): Promise<Project> {
  const project = await emptyProject();
  await cp(folder, project.path, { recursive: true, filter: (path) => !path.includes('.notiform') });
  return project;
}

export async function emptyProject(): Promise<Project> {
  const path = await mkdtemp(join(tmpdir(), 'notiform-e2e-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  const read = (file: string): Promise<string> => readFile(join(path, file), 'utf8');
  const write = (file: string, text: string): Promise<void> => writeFile(join(path, file), text);
  return {
    path,
    run: (...words) => launch(path, {}, words).ended,
    runWith: (env, ...words) => launch(path, env, words).ended,
    start: (...words) => {
      const started = launch(path, {}, words);
      onTestFinished(() => {
        started.child.kill('SIGKILL');
      });
      return started;
    },
    read,
    write,
    edit: async (file, before, after) => {
      const text = await read(file);
      if (!text.includes(before)) throw new Error(`${file} does not hold ${before}`);
      await write(file, text.replace(before, after));
    },
  };
}

function launch(
  cwd: string,
  env: Record<string, string>,
  words: string[],
): { child: ChildProcess; ended: Promise<Ran> } {
  const { PATH, HOME } = process.env;
  const child = spawn(NODE, [PROGRAM, ...words], {
    cwd,
    env: { ...(PATH === undefined ? {} : { PATH }), ...(HOME === undefined ? {} : { HOME }), TZ: 'Asia/Seoul', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  const ended = new Promise<Ran>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, signal) =>
      resolve({ exit, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
  return { child, ended };
}

/** The one document of a `--json` run. */
export function documentOf({ stdout }: Ran): Record<string, unknown> {
  const document: unknown = JSON.parse(stdout);
  if (typeof document !== 'object' || document === null) throw new Error('no document');
  return document as Record<string, unknown>;
}
