import { join } from 'node:path';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import { version } from '../../core/version.ts';
import { allOrNone, isOccupied } from '../../files/writer.ts';
import { programOf } from '../../report/command.ts';
import { done, type Outcome } from '../finish.ts';
import { IGNORED, installedIn, type NewFile, newProject, newWorkflow } from '../init/files.ts';
import { type Managed, managerOf } from '../init/manager.ts';
import { MAIN, repositoryOf } from '../init/repository.ts';
import type { Invocation } from '../invocation.ts';
import { readConfig } from '../project.ts';

const NO_REPOSITORY =
  'No git repository tracks this folder. The workflow and the state of `production` need one with a remote: run `git init` before you use them.';

const INSTALL = 'installs notiform; first create the file with `npm pack` in its clone, and commit it';

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
  const { top, folder, branch } = repository ?? { top: invocation.cwd, folder: '', branch: MAIN };
  const cwd = join(top, folder);
  const managed = await managerOf(top, folder, files);
  const installed = await installedIn(top, folder, managed, files);
  const made = newProject({
    ...managed,
    installed,
    folder,
    branch,
    name: ports.random.hex(8),
    language: flags.language,
  });
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
  const started = programOf(terminal.style('stdout').naming);
  const next = await nextOf(top, folder, managed, { files, installed, started });
  return done(
    [
      ...created.map((path) => `Created ${path}`),
      ...changed.map((path) => `Added ${missing.join(', ')} to ${path}`),
      '',
      repository ? `The GitHub workflow applies what is merged to the branch ${branch}.` : NO_REPOSITORY,
      ...drawNext(next),
    ].join('\n'),
    { created, changed, next: next.map(([command]) => command) },
  );
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

/** Returns the paths that `init` cannot use: existing files, and files where `init` needs a folder. */
async function inTheWay(root: string, made: readonly NewFile[], files: Files): Promise<string[]> {
  const paths = made.map(({ path }) => path);
  const folders = new Set(paths.flatMap(foldersAbove));
  const isThere = (path: string): Promise<boolean> => isOccupied(join(root, path), files);
  const isNoFolder = async (path: string): Promise<boolean> =>
    (await isThere(path)) && (await files.realPath(`${join(root, path)}/.`)) === undefined;
  const found = await Promise.all([
    ...[...folders].map(async (path) => ((await isNoFolder(path)) ? [path] : [])),
    ...paths.map(async (path) => ((await isThere(path)) ? [path] : [])),
  ]);
  return found.flat();
}

function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
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

/**
 * Returns the `.gitignore` with its missing lines added. An existing file may have any encoding, so its bytes stay, and each new line
 * ends as the last one does.
 */
async function gitignoreOf(
  root: string,
  files: Files,
): Promise<{ was: Uint8Array | undefined; missing: string[]; content: Uint8Array }> {
  const was = await files.read(join(root, GITIGNORE), MAX_IGNORE_BYTES);
  // A character for each byte; the lines that are looked for are ASCII.
  const text = Buffer.from(was ?? [])
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  const has = new Set(text.split('\n').map((line) => line.trim().replace(/^(?:\*\*)?\/|\/$/g, '')));
  const missing = IGNORED.filter((line) => !has.has(line.replace(/^\/|\/$/g, '')));
  const lineBreak = text[text.lastIndexOf('\n') - 1] === '\r' ? '\r\n' : '\n';
  const before = text === '' || text.endsWith('\n') ? '' : lineBreak;
  const added = `${before}${missing.map((line) => line + lineBreak).join('')}`;
  return { was, missing, content: Buffer.concat([was ?? Buffer.alloc(0), Buffer.from(added)]) };
}

type Next = readonly [command: string, what: string];

/** Returns the first commands of a new project. `started` is how this process was started. */
async function nextOf(
  top: string,
  folder: string,
  { manager, lockFile }: Managed,
  { files, installed, started }: { files: Files; installed: string | undefined; started: string },
): Promise<Next[]> {
  if (installed !== undefined) return firstOf(manager.notiform);
  // The package is not in a registry. A project keeps it as a file, pinned by its lock file.
  const install = manager.add(`./notiform-${version}.tgz`);
  for (const path of [join(folder, 'package.json'), lockFile])
    if ((await files.size(join(top, path))) !== undefined) return [[install, INSTALL], ...firstOf(manager.notiform)];
  // Without packages, the notiform that runs now works at once. The workflow needs one of its own.
  return [...firstOf(started), [`npm init --yes && ${install}`, INSTALL]];
}

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

function drawNext(next: readonly Next[]): string[] {
  const draw = (title: string, rows: readonly Next[]): string[] => {
    const width = Math.max(...rows.map(([command]) => command.length));
    return ['', title, ...rows.map(([command, what]) => `  ${command.padEnd(width)}  # ${what}`)];
  };
  // The first commands may work before the installation, which only a repository needs then.
  const [last] = next.slice(-1);
  if (last?.[1] !== INSTALL) return draw('Next:', next);
  return [...draw('Next:', next.slice(0, -1)), ...draw('For a real repository (developers):', [last])];
}
