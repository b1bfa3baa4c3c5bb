import { join } from 'node:path';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { errorProblem, NotiformError } from '../../core/problem.ts';
import { allOrNone, isOccupied } from '../../files/writer.ts';
import { programOf } from '../../report/command.ts';
import { readConfig } from '../config.ts';
import { done, type Outcome } from '../finish.ts';
import { type NewFile, newProject } from '../init/files.ts';
import { type InitPlace, placeOf } from '../init/place.ts';
import { newWorkflow } from '../init/workflow.ts';
import type { Invocation } from '../invocation.ts';

/** The environment that the workflow applies to. */
const PRODUCTION = 'production';

/** `init`: creates a project in the current folder, all of its files or none. With `--workflow` only prints the workflow of a project. */
export async function init(
  invocation: Invocation,
  _words: string[],
  options: { workflow?: boolean },
): Promise<Outcome> {
  if (options.workflow) return showWorkflow(invocation);
  const { cwd, ports, signal, flags, terminal } = invocation;
  const { files, random } = ports;
  const place = await placeOf(invocation);
  const made: NewFile[] = newProject(place, random.hex(8), flags.language);
  if (!place.isOnGitLab) made.push(newWorkflow(place));
  await requireFree(cwd, made, files);
  made.push(...(await gitignoreOf(cwd, files)));
  await allOrNone(cwd, files, async ({ write }) => {
    for (const { path, content, was } of made) {
      signal.throwIfAborted();
      await write(path, content, was);
    }
  });
  const created = made.flatMap(({ path, was }) => (was ? [] : path));
  const changed = made.flatMap(({ path, was }) => (was ? path : []));
  const next = FIRST.map((words) => `${programOf(terminal.style('stdout').naming)} -e local ${words}`);
  const text = [
    ...created.map((path) => `Created ${path}`),
    ...changed.map((path) => `Added lines to ${path}`),
    '',
    ...about(place),
    '',
    'Next, on the emulator of this machine:',
    ...next.map((command) => `  ${command}`),
  ];
  return done(text.join('\n'), { created, changed, next });
}

/** The first commands of a new project. */
const FIRST = ['plan', 'apply', 'emulator approve welcome order-paid', 'send order-paid --to qa'];

/** What the repository still needs. */
function about({ isRepository, isOnGitLab, isInstalled, branch }: InitPlace): string[] {
  const workflow = isOnGitLab
    ? 'This repository is on GitLab, so there is no GitHub workflow. docs/gitlab.md has a pipeline.'
    : `The GitHub workflow applies what is merged to the branch ${branch}.`;
  const none =
    'No git repository tracks this folder. The workflow and the state of `production` need one with a remote: run `git init` before you use them.';
  const install = 'A pipeline needs notiform in the repository: docs/how-to/install.md has the commands.';
  return [isRepository ? workflow : none, ...(isInstalled ? [] : [install])];
}

async function showWorkflow(invocation: Invocation): Promise<Outcome> {
  const config = await readConfig(invocation);
  const place = await placeOf({ ...invocation, cwd: config.root });
  const hasProduction = config.environmentNames.includes(PRODUCTION);
  const keys = hasProduction ? [...config.environment(PRODUCTION).keyVariables.values()].flat() : undefined;
  const workflow = newWorkflow(place, keys);
  return done(workflow.content.trimEnd(), { workflow });
}

/** Throws a NotiformError (`init-exists`) that names every path where something is already. */
async function requireFree(root: string, made: readonly NewFile[], files: Files): Promise<void> {
  const taken: string[] = [];
  for (const { path } of made) if (await isOccupied(join(root, path), files)) taken.push(`\`${path}\``);
  if (taken.length === 0) return;
  const hint = 'Move what is there away, or start in another folder. Nothing was created';
  throw new NotiformError(
    errorProblem('init-exists', `\`init\` would overwrite ${taken.join(', ')}`, hint),
    Exit.failed,
  );
}

/** What `.gitignore` needs: installed packages, what the emulator and notiform keep on one machine, and what commands write for a reader. */
const IGNORED = ['node_modules/', '.notiform/', 'previews/', 'plan.json', 'plan-*.json', '/plan.md', 'receipt*.json'];

/** Returns the `.gitignore` with the lines that it lacks; none if it lacks none. An existing file may have any encoding, so its bytes stay. */
async function gitignoreOf(root: string, files: Files): Promise<NewFile[]> {
  const path = '.gitignore';
  const was = await files.read(join(root, path));
  // A character for each byte; the lines that are looked for are ASCII.
  const text = Buffer.from(was ?? []).toString('latin1');
  const bare = (line: string): string => line.trim().replace(/^\/|\/$/g, '');
  const has = new Set(text.split('\n').map(bare));
  const missing = IGNORED.filter((line) => !has.has(bare(line)));
  if (missing.length === 0) return [];
  const start = text === '' || text.endsWith('\n') ? '' : '\n';
  const content = Buffer.concat([was ?? Buffer.alloc(0), Buffer.from(`${start}${missing.join('\n')}\n`)]);
  return [{ path, content, was }];
}
