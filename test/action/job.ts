import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import { runAction } from '../../src/action/action.ts';
import type { Artifacts } from '../../src/action/artifact.ts';
import { variableOf } from '../../src/action/inputs.ts';
import { type Programs, systemPrograms } from '../../src/core/program.ts';
import { systemPorts } from '../../src/files/system.ts';
import type { GitHubDouble } from './github-double.ts';

/** What a step came to. */
export interface StepResult {
  exit: number;
  log: string;
  outputs: Record<string, string>;
  summary: string;
}

/** The event of a run, and its commit. */
export interface RunOf {
  event: string;
  payload?: object;
  sha?: string;
  branch?: string;
  /** The commit that is checked out, `sha` if left out; `none` if git cannot read it. */
  checkout?: string;
  run?: number;
  env?: Record<string, string>;
  /** Methods that stand in for those of the double. */
  artifacts?: Partial<Artifacts>;
  signal?: AbortSignal;
  /** Sees the log as it is written. */
  onWrite?: (text: string) => void;
}

/** A checkout on a runner, and GitHub around it. */
export interface Job {
  workspace: string;
  write(file: string, text: string): Promise<void>;
  edit(file: string, before: string, after: string): Promise<void>;
  /** Runs a step in this process. */
  run(inputs: Record<string, string>, of: RunOf): Promise<StepResult>;
  /** The variables of a step, for a process of its own, and what reads its results. */
  prepare(inputs: Record<string, string>, of: RunOf): Promise<{ env: Record<string, string>; results: Results }>;
}

type Results = (exit: number, log: string) => Promise<StepResult>;

export const TOKEN = 'ghs_aTokenOfTheJobThatNobodySees';

/** @param env the variables of every step: credentials */
export async function openJob(github: GitHubDouble, env: Record<string, string> = {}): Promise<Job> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'notiform-action-')));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const workspace = join(root, 'workspace');
  const temp = join(root, 'temp');
  await Promise.all([mkdir(workspace), mkdir(temp)]);
  const write: Job['write'] = async (file, text) => {
    await mkdir(dirname(join(workspace, file)), { recursive: true });
    await writeFile(join(workspace, file), text);
  };
  let steps = 0;
  const prepare: Job['prepare'] = async (inputs, of) => {
    const { event, payload = {}, sha = 'c0ffee', branch = 'main', run = 1, env: more = {} } = of;
    steps += 1;
    if (event !== 'pull_request' && !github.refs.has(branch) && inputs['command'] === 'apply')
      github.refs.set(branch, sha);
    const file = async (name: string, text = ''): Promise<string> => {
      const path = join(root, `${steps}-${name}`);
      await writeFile(path, text);
      return path;
    };
    const [output, summary, eventPath] = await Promise.all([
      file('output'),
      file('summary'),
      file('event.json', JSON.stringify(payload)),
    ]);
    const given = { 'github-token': TOKEN, comment: 'changes', issue: 'schedule', ...inputs };
    return {
      env: {
        CI: 'true',
        PATH: process.env['PATH'] ?? '',
        GITHUB_ACTIONS: 'true',
        GITHUB_API_URL: github.url,
        GITHUB_EVENT_NAME: event,
        GITHUB_EVENT_PATH: eventPath,
        GITHUB_OUTPUT: output,
        GITHUB_REF: event.startsWith('pull_request') ? 'refs/pull/1/merge' : `refs/heads/${branch}`,
        GITHUB_REF_NAME: branch,
        GITHUB_REPOSITORY: github.repository,
        GITHUB_RUN_ID: String(run),
        GITHUB_SERVER_URL: 'https://github.com',
        GITHUB_SHA: sha,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_WORKSPACE: workspace,
        RUNNER_TEMP: temp,
        ...Object.fromEntries(Object.entries(given).map(([name, value]) => [variableOf(name), value])),
        ...env,
        ...more,
      },
      results: async (exit, log) => ({
        exit,
        log,
        outputs: outputsIn(await readFile(output, 'utf8')),
        summary: await readFile(summary, 'utf8'),
      }),
    };
  };
  return {
    workspace,
    write,
    edit: async (file, before, after) => {
      const text = await readFile(join(workspace, file), 'utf8');
      if (!text.includes(before)) throw new Error(`${file} does not hold ${before}`);
      await write(file, text.replace(before, after));
    },
    prepare,
    run: async (inputs, of) => {
      const { env: variables, results } = await prepare(inputs, of);
      const log: string[] = [];
      const exit = await runAction({
        env: variables,
        ports: systemPorts,
        signal: of.signal ?? new AbortController().signal,
        artifacts: { ...artifactsIn(github, of), ...of.artifacts },
        programs: gitOf(workspace, of),
        write: (text) => {
          log.push(text);
          of.onWrite?.(text);
        },
      });
      return results(exit, log.join(''));
    },
  };
}

/** The outputs as the runner reads them from the file. */
export function outputsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([\w-]+)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map(([, name = '', , value = '']) => [name, value]),
  );
}

/** Artifacts in the memory of the double. The head of a pull request's run is that of its branch. */
function artifactsIn(github: GitHubDouble, { run = 1, payload = {}, sha = 'c0ffee' }: RunOf): Artifacts {
  const { pull_request: pull } = payload as { pull_request?: { head: { sha: string } } };
  return {
    upload: async (file) => {
      const bytes = await readFile(file);
      // Nothing is awaited from here on: two jobs upload at the same time.
      const id = 1 + Math.max(0, ...github.artifacts.map((one) => one.id));
      const name = basename(file);
      github.artifacts = github.artifacts.filter((one) => one.run !== run || one.name !== name);
      github.artifacts.push({ id, name, run, head: pull?.head.sha ?? sha, bytes });
      return id;
    },
  };
}

const NO_REPOSITORY = 'fatal: not a git repository (or any of the parent directories): .git';

/** git of the machine, which is not started where there is no repository. In a workspace without commits it reads that of the run. */
function gitOf(workspace: string, { sha = 'c0ffee', checkout = sha }: RunOf): Programs {
  const system = systemPrograms();
  const isIn = (folder: string): boolean => existsSync(join(folder, '.git'));
  return async (command) => {
    const isRepository = isIn(workspace) || isIn(command.cwd);
    const ran = isRepository ? await system(command) : { status: 128, stdout: new Uint8Array(), stderr: NO_REPOSITORY };
    if (ran.status === 0 || command.args[0] !== 'rev-parse' || checkout === 'none') return ran;
    const place = relative(workspace, command.cwd ?? workspace);
    return { ...ran, status: 0, stdout: new TextEncoder().encode(`${checkout}\n${place && `${place}/`}\n`) };
  };
}

/** The event of a pull request. */
export function pullRequest(number: number, head: string, { from = 'shop/messages', author = 'minji' } = {}): object {
  const base = { ref: 'main' };
  const pull = { number, head: { sha: head, repo: { full_name: from } }, base, user: { login: author } };
  return { action: 'synchronize', pull_request: pull, sender: { login: author } };
}
