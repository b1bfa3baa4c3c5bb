import { join } from 'node:path';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import { version } from '../../core/version.ts';
import { allOrNone, isOccupied } from '../../files/writer.ts';
import { programOf } from '../../report/command.ts';
import { readConfig } from '../config.ts';
import { done, type Outcome } from '../finish.ts';
import { IGNORED, installedIn, type NewFile, newProject, newWorkflow } from '../init/files.ts';
import { managerOf } from '../init/manager.ts';
import { MAIN, repositoryOf } from '../init/repository.ts';
import type { Invocation } from '../invocation.ts';

const NO_REPOSITORY =
  'No git repository tracks this folder. The workflow and the state of `production` need one with a remote: run `git init` before you use them.';

const ON_GITLAB = 'This repository is on GitLab, so there is no GitHub workflow. docs/gitlab.md has a pipeline.';

const GITIGNORE = '.gitignore';

/** The environment that the workflow applies to. */
const PRODUCTION = 'production';

/** `init`: creates a project in the current folder, all of its files or none. With `--workflow` only prints the workflow of a project. */
export async function init(
  invocation: Invocation,
  _words: string[],
  options: { workflow?: boolean },
): Promise<Outcome> {
  if (options.workflow) return showWorkflow(invocation);
  const { ports, signal, flags, terminal } = invocation;
  const { files } = ports;
  const repository = await repositoryOf(invocation);
  const { top, folder, branch, isOnGitLab } = repository ?? { top: invocation.cwd, folder: '', branch: MAIN };
  const cwd = join(top, folder);
  const managed = await managerOf(top, folder, files);
  const installed = await installedIn(top, folder, managed, files);
  const name = ports.random.hex(8);
  const project = newProject({ ...managed, installed, folder, name, language: flags.language });
  const made: NewFile[] = isOnGitLab ? project : [...project, newWorkflow({ ...managed, folder, branch })];
  const existing = await inTheWay(cwd, made, files);
  if (existing.length > 0) throw new NotiformError(taken(existing), Exit.failed);
  const { was, missing, content } = await gitignoreOf(cwd, files);
  const gitignore: NewFile[] = missing.length > 0 ? [{ path: GITIGNORE, content, was }] : [];
  await allOrNone(cwd, files, async ({ write }) => {
    // An existing .gitignore comes first: if it cannot be written, `init` fails before it creates anything.
    for (const one of was ? [...gitignore, ...made] : [...made, ...gitignore]) {
      signal.throwIfAborted();
      await write(one.path, one.content, one.was);
    }
  });
  const created = [...made.map(({ path }) => path), ...(was ? [] : [GITIGNORE])];
  const changed = was && missing.length > 0 ? [GITIGNORE] : [];
  const start = installed === undefined ? programOf(terminal.style('stdout').naming) : managed.manager.notiform;
  const next = firstOf(start);
  // The package is not in a registry. A project keeps it as a file, pinned by its lock file.
  const add = managed.manager.add(`./notiform-${version}.tgz`);
  const sizes = [join(cwd, 'package.json'), join(top, managed.lockFile)].map((path) => files.size(path));
  const isPackage = (await Promise.all(sizes)).some((size) => size !== undefined);
  const install: Next[] = installed === undefined ? [[isPackage ? add : `npm init --yes && ${add}`, INSTALL]] : [];
  const where = isOnGitLab ? ON_GITLAB : `The GitHub workflow applies what is merged to the branch ${branch}.`;
  return done(
    [
      ...created.map((path) => `Created ${path}`),
      ...changed.map((path) => `Added ${missing.join(', ')} to ${path}`),
      '',
      repository ? where : NO_REPOSITORY,
      ...drawNext('Next:', next),
      ...drawNext('For a real repository (developers):', install),
    ].join('\n'),
    { created, changed, next: [...next, ...install].map(([command]) => command) },
  );
}

type Next = readonly [command: string, what: string];

const INSTALL = 'installs notiform; first create the file with `npm pack` in its clone, and commit it';

/** Returns the first commands of a new project. */
function firstOf(notiform: string): Next[] {
  return [
    [`${notiform} -e local plan`, 'shows what would change on the emulator of this machine'],
    [`${notiform} -e local apply`, 'creates it and requests the inspections'],
    [`${notiform} -e local emulator approve welcome order-paid`, 'approves them, as an inspector would'],
    [
      `${notiform} -e local send order-paid --to qa`,
      'sends one to the phone of the emulator; asks first, because it is the first send of the template',
    ],
  ];
}

function drawNext(title: string, rows: readonly Next[]): string[] {
  const width = Math.max(...rows.map(([command]) => command.length));
  return rows.length === 0
    ? []
    : ['', title, ...rows.map(([command, what]) => `  ${command.padEnd(width)}  # ${what}`)];
}

async function showWorkflow(invocation: Invocation): Promise<Outcome> {
  const config = await readConfig(invocation);
  const cwd = config.root;
  const repository = await repositoryOf({ ...invocation, cwd });
  const { top, folder, branch } = repository ?? { top: cwd, folder: '', branch: MAIN };
  const managed = await managerOf(top, folder, invocation.ports.files);
  const keys = config.environmentNames.includes(PRODUCTION)
    ? [...config.environment(PRODUCTION).keyVariables.values()].flat()
    : undefined;
  const workflow = newWorkflow({ ...managed, folder, branch, keys });
  return done(workflow.content.trimEnd(), { workflow });
}

/** Returns the paths of existing files. */
async function inTheWay(root: string, made: readonly NewFile[], files: Files): Promise<string[]> {
  const found: string[] = [];
  for (const { path } of made) if (await isOccupied(join(root, path), files)) found.push(path);
  return found;
}

function taken(existing: readonly string[]): Problem {
  const isOne = existing.length === 1;
  const paths = existing.map((path) => `\`${path}\``).join(', ');
  return errorProblem(
    'init-exists',
    isOne ? `There is ${paths} here already` : `There are files here already: ${paths}`,
    `Move ${isOne ? 'it' : 'them'} away, or start in another folder; nothing was created`,
  );
}

/** Far more than any `.gitignore` has. */
const MAX_IGNORE_BYTES = 1024 * 1024;

/** Returns the `.gitignore` with its missing lines added. An existing file may have any encoding, so its bytes stay. */
async function gitignoreOf(
  root: string,
  files: Files,
): Promise<{ was: Uint8Array | undefined; missing: string[]; content: Uint8Array }> {
  const was = await files.read(join(root, GITIGNORE), MAX_IGNORE_BYTES);
  // A character for each byte; the lines that are looked for are ASCII.
  const text = Buffer.from(was ?? []).toString('latin1');
  const has = new Set(text.split('\n').map((line) => line.trim().replace(/^(?:\*\*)?\/|\/$/g, '')));
  const missing = IGNORED.filter((line) => !has.has(line.replace(/^\/|\/$/g, '')));
  const before = text === '' || text.endsWith('\n') ? '' : '\n';
  const content = Buffer.concat([was ?? Buffer.alloc(0), Buffer.from(`${before}${missing.join('\n')}\n`)]);
  return { was, missing, content };
}
