import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import * as z from 'zod';
import { Exit } from '../core/exit.ts';
import type { Ports } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import type { Programs } from '../core/program.ts';

export interface PullRequest {
  number: number;
  /** The commit that its author pushed last. */
  head: string;
  /** True if its run has no secrets: it comes from a fork, or from Dependabot. */
  isForeign: boolean;
}

/** The runner's data about a run. */
export interface JobContext {
  /** `pull_request`, `push`, `schedule` … */
  event: string;
  /** `owner/name` */
  repository: string;
  /** The commit of the run. In a pull request it is a merge of the head into the base. */
  sha: string;
  branch: string;
  /** Branches of people: the default one, and those of the event. */
  branches: readonly string[];
  run: number;
  /** `https://github.com` */
  server: string;
  /** The folder of the checkout, and a folder for files of this run. Absolute, without links. */
  workspace: string;
  temp: string;
  pull: PullRequest | undefined;
  pushed: readonly string[];
}

export type RunnerEnv = Readonly<Record<string, string | undefined>>;

const repositoryShape = z.looseObject({ full_name: z.string() });
const eventShape = z.looseObject({
  pull_request: z
    .looseObject({
      number: z.number(),
      head: z.looseObject({ sha: z.string(), ref: z.string().optional(), repo: z.nullish(repositoryShape) }),
      base: z.looseObject({ ref: z.string().optional() }).optional(),
      user: z.nullish(z.looseObject({ login: z.string() })),
    })
    .optional(),
  repository: z.looseObject({ default_branch: z.string().optional() }).optional(),
  sender: z.looseObject({ login: z.string() }).optional(),
  commits: z.array(z.looseObject({ id: z.string() })).optional(),
});

/** Reads the variables and the event that the runner provides. Throws a NotiformError if this is no GitHub job. */
export async function readContext(env: RunnerEnv, { files }: Ports): Promise<JobContext> {
  const workspace = await folderOf(files, needed(env, 'GITHUB_WORKSPACE'));
  const event = eventShape.parse(await eventOf(files, env['GITHUB_EVENT_PATH']));
  const repository = needed(env, 'GITHUB_REPOSITORY');
  const { pull_request: pull } = event;
  return {
    event: needed(env, 'GITHUB_EVENT_NAME'),
    repository,
    sha: needed(env, 'GITHUB_SHA'),
    branch: env['GITHUB_REF_NAME'] ?? '',
    branches: [env['GITHUB_REF_NAME'], event.repository?.default_branch, pull?.head.ref, pull?.base?.ref].flatMap(
      (branch) => branch ?? [],
    ),
    run: Number(needed(env, 'GITHUB_RUN_ID')),
    server: env['GITHUB_SERVER_URL'] || 'https://github.com',
    workspace,
    temp: await folderOf(files, needed(env, 'RUNNER_TEMP')),
    pull: pull && {
      number: pull.number,
      head: pull.head.sha,
      isForeign:
        pull.head.repo?.full_name.toLowerCase() !== repository.toLowerCase() ||
        [pull.user?.login, event.sender?.login].includes('dependabot[bot]'),
    },
    pushed: event.commits?.map(({ id }) => id) ?? [],
  };
}

function needed(env: RunnerEnv, name: string): string {
  const value = env[name];
  if (value) return value;
  const hint = 'Run the Action in a workflow of GitHub; elsewhere use the command line';
  throw new NotiformError(errorProblem('action-context', `The variable ${name} is not set`, hint), Exit.usage);
}

async function folderOf(files: Ports['files'], path: string): Promise<string> {
  return (await files.realPath(path)) ?? resolve(path);
}

async function eventOf(files: Ports['files'], path: string | undefined): Promise<unknown> {
  const bytes = path ? await files.read(path) : undefined;
  return bytes ? JSON.parse(new TextDecoder().decode(bytes)) : {};
}

/**
 * Returns the absolute path of a file or folder that an input names. Throws a NotiformError if the path leads out of the
 * workspace and of the folder for files of this run, also through symbolic links.
 */
export async function pathWithin(
  { workspace, temp }: JobContext,
  files: Ports['files'],
  { input, given, from = workspace }: { input: string; given: string; from?: string },
): Promise<string> {
  const path = await realPathOf(files, await files.writePath(resolve(from, given)));
  if ([workspace, temp].some((folder) => isBelow(path, folder))) return path;
  const hint = 'Name a path inside the repository, or below RUNNER_TEMP';
  throw new NotiformError(
    errorProblem('action-path', `The input \`${input}\` leads out of the workspace: ${given}`, hint),
    Exit.refused,
  );
}

/** The path without links, also of a file or folder that does not exist yet. */
async function realPathOf(files: Ports['files'], path: string): Promise<string> {
  const real = await files.realPath(path);
  const above = dirname(path);
  return real ?? (above === path ? path : join(await realPathOf(files, above), basename(path)));
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** The folder of the project in the repository, `/` between parts; empty if it is the repository's root. */
export function baseOf({ workspace }: JobContext, root: string): string {
  return isBelow(root, workspace) ? relative(workspace, root).split(sep).join('/') : '';
}

/** Events whose run has secrets although someone without rights can cause it. */
const OPEN_EVENTS = [
  'workflow_run',
  'issue_comment',
  'discussion',
  'discussion_comment',
  'issues',
  'fork',
  'watch',
  'gollum',
  'check_run',
  'check_suite',
  'status',
];

/** git reads the commit from the disk. */
const PATIENCE_MS = 10_000;

/**
 * Throws a NotiformError if code of a stranger may be checked out in a run with secrets: notiform.yaml decides which host gets
 * the credentials. `pull_request_target` is always refused. Other events that anyone can cause need the commit of the run.
 * @param folders the folders of the configuration and of the project: a workspace can hold several checkouts
 */
export async function requireSafeEvent(
  { event, sha, workspace }: JobContext,
  folders: readonly string[],
  env: RunnerEnv,
  run: Programs,
): Promise<void> {
  if (event === 'pull_request_target')
    throw unsafe(
      '`pull_request_target` is not supported',
      'Use `pull_request`: a fork is then validated without secrets',
    );
  if (!OPEN_EVENTS.includes(event)) return;
  const args = ['rev-parse', 'HEAD'];
  for (const cwd of new Set([workspace, ...folders])) {
    const { stdout } = await run({ program: 'git', args, cwd, env, timeoutMs: PATIENCE_MS });
    const commit = new TextDecoder().decode(stdout).trim();
    if (commit === sha) continue;
    if (commit === '')
      throw unsafe(
        `git cannot read the commit of the checkout, which a run of \`${event}\` requires`,
        'Install git before `actions/checkout`, which otherwise downloads the files without `.git`. If another user owns the folder, allow it with `safe.directory`',
      );
    throw unsafe(
      `A run of \`${event}\` has checked out another commit than its own`,
      'Anyone can cause this event. Check out the default branch, without `ref`',
    );
  }
}

function unsafe(message: string, hint: string): NotiformError {
  return new NotiformError(errorProblem('action-event', message, hint), Exit.refused);
}
