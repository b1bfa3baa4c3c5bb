import { dirname, relative, resolve, sep } from 'node:path';
import * as z from 'zod';
import { findConfig } from '../config/load.ts';
import { Exit } from '../core/exit.ts';
import type { Files, Ports } from '../core/ports.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import type { Inputs } from './inputs.ts';

interface PullRequest {
  number: number;
  /** The commit that its author pushed last. */
  head: string;
  /** The branch that it is merged into. */
  base: string;
  /** Why its run has no secrets; undefined if it has them. */
  foreign: 'fork' | 'dependabot' | undefined;
}

/** The runner's data about a run. */
export interface JobContext {
  /** `pull_request`, `push`, `schedule` … */
  event: string;
  /** `owner/name` */
  repository: string;
  /** The commit of the run. In a pull request it is a merge of the head into the base. */
  sha: string;
  /** The name of the branch or tag of the run, and its full name: `refs/heads/main`. */
  branch: string;
  ref: string;
  run: number;
  /** `https://github.com` */
  server: string;
  /** The folder of the checkout, and a folder for files of this run. Absolute, without links. */
  workspace: string;
  temp: string;
  pull: PullRequest | undefined;
}

export type RunnerEnv = Readonly<Record<string, string | undefined>>;

const repositoryShape = z.looseObject({ full_name: z.string() });
const eventShape = z.looseObject({
  pull_request: z
    .looseObject({
      number: z.number(),
      head: z.looseObject({ sha: z.string(), repo: z.nullish(repositoryShape) }),
      base: z.looseObject({ ref: z.string().optional() }).optional(),
    })
    .optional(),
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
    ref: env['GITHUB_REF'] ?? '',
    run: Number(needed(env, 'GITHUB_RUN_ID')),
    server: env['GITHUB_SERVER_URL'] || 'https://github.com',
    workspace,
    temp: await folderOf(files, needed(env, 'RUNNER_TEMP')),
    pull: pull && {
      number: pull.number,
      head: pull.head.sha,
      base: pull.base?.ref ?? '',
      // GitHub keeps secrets from a run by its actor, whoever opened the pull request.
      foreign:
        env['GITHUB_ACTOR'] === 'dependabot[bot]'
          ? 'dependabot'
          : pull.head.repo?.full_name.toLowerCase() === repository.toLowerCase()
            ? undefined
            : 'fork',
    },
  };
}

function needed(env: RunnerEnv, name: string): string {
  const value = env[name];
  if (value) return value;
  const hint = 'Run the Action in a workflow of GitHub; elsewhere use the command line';
  throw new NotiformError(errorProblem('action-context', `The variable ${name} is not set`, hint), Exit.usage);
}

async function folderOf(files: Files, path: string): Promise<string> {
  return (await files.realPath(path)) ?? resolve(path);
}

async function eventOf(files: Files, path: string | undefined): Promise<unknown> {
  const bytes = path ? await files.read(path) : undefined;
  return bytes ? JSON.parse(new TextDecoder().decode(bytes)) : {};
}

/**
 * Returns the absolute path of a file or folder that an input names. Throws a NotiformError if the path leads out of the
 * workspace and of the folder for files of this run, also through symbolic links.
 */
async function pathWithin(
  { workspace, temp }: JobContext,
  files: Files,
  { input, given, from = workspace }: { input: string; given: string; from?: string },
): Promise<string> {
  const path = await folderOf(files, resolve(from, given));
  if ([workspace, temp].some((folder) => isBelow(path, folder))) return path;
  const hint = 'Name a path inside the repository, or below RUNNER_TEMP';
  throw new NotiformError(
    errorProblem('action-path', `The input \`${input}\` leads out of the workspace: ${given}`, hint),
    Exit.refused,
  );
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** The folder of the project in the repository, `/` between parts; empty if it is the repository's root. */
export function baseOf({ workspace }: JobContext, root: string): string {
  return isBelow(root, workspace) ? relative(workspace, root).split(sep).join('/') : '';
}

/**
 * The folder of the step, and the folders that it reads the project from. Throws a NotiformError (exit 64) if they have no
 * configuration: the command line would search the folders above, and find another project of the repository.
 */
export async function projectOf(
  inputs: Inputs,
  context: JobContext,
  files: Files,
): Promise<{ cwd: string; folders: string[]; file: string | undefined }> {
  const folder = inputs.text('working-directory');
  const cwd = await pathWithin(context, files, { input: 'working-directory', given: folder ?? '.' });
  const file = inputs.text('config');
  if (file === undefined) {
    const found = await findConfig(cwd, files);
    if (found !== undefined && dirname(found) === cwd) return { cwd, folders: [cwd], file };
    const where = folder === undefined ? 'the root of the repository' : `${folder}, which the input names`;
    throw noProject(`There is no notiform.yaml in ${where}`);
  }
  const path = await pathWithin(context, files, { input: 'config', given: file, from: cwd });
  if ((await files.size(path)) === undefined)
    throw noProject(`There is no file ${file}, which the input \`config\` names`);
  return { cwd, folders: [cwd, dirname(path)], file };
}

function noProject(message: string): NotiformError {
  const hint = 'Set `working-directory` to the folder of notiform.yaml, from the root of the repository';
  return new NotiformError(errorProblem('action-path', message, hint), Exit.usage);
}
