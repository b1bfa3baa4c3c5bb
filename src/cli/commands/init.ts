import { join } from 'node:path';
import { Exit } from '../../core/exit.ts';
import { fileFailure } from '../../core/file-failure.ts';
import type { Files } from '../../core/ports.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import { version } from '../../core/version.ts';
import { IGNORED, isInstalled, type NewFile, newProject } from '../init/files.ts';
import { type Manager, managerOf } from '../init/manager.ts';
import { MAIN, repositoryOf } from '../init/repository.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { openWriter, takenAway } from '../undo.ts';

const GITIGNORE = '.gitignore';

type Next = readonly [command: string, what: string];

/** What to run in a new project. */
function nextOf({ add, notiform }: Manager, installed: boolean): Next[] {
  // The package is in no registry: a project keeps it as a file, pinned by its lock file.
  const install: Next = [
    add(`./notiform-${version}.tgz`),
    'installs notiform. `npm pack` in its clone makes the file; commit it, the workflow needs it',
  ];
  return [
    ...(installed ? [] : [install]),
    [`${notiform} -e local plan`, 'shows what would change on the emulator of this machine'],
    [`${notiform} -e local apply`, 'creates it and requests the inspections'],
    [`${notiform} -e local emulator approve welcome order-paid`, 'approves them, as an inspector would'],
  ];
}

/** `init`: a project to start from, in the folder that notiform is called from. Where anything stands in its way it creates nothing. */
export async function init(invocation: Invocation): Promise<Outcome> {
  const { signal } = invocation;
  const { files } = invocation.ports;
  const repository = await repositoryOf(invocation);
  const { top, folder, branch } = repository ?? { top: invocation.cwd, folder: '', branch: MAIN };
  const cwd = join(top, folder);
  const installed = await isInstalled(cwd, files);
  const managed = await managerOf(top, folder, files);
  const made = newProject({ ...managed, installed, folder, branch });
  const next = nextOf(managed.manager, installed);
  const standing = await inTheWay(cwd, made, files);
  if (standing.length > 0) throw new NotiformError(taken(standing), Exit.failed);
  const ignored = await ignoredIn(cwd, files);
  await writeAll(cwd, [...made, ...(ignored ? [ignored] : [])], files, signal);
  const created = [...made.map(({ path }) => path), ...(ignored && !ignored.was ? [GITIGNORE] : [])];
  const changed = ignored?.was ? [GITIGNORE] : [];
  return {
    exit: Exit.done,
    text: draw(created, changed, next, repository?.branch),
    json: { created, changed, next: next.map(([command]) => command) },
    problems: [],
  };
}

/** The paths that `init` cannot use: what is there already, and what is no folder where `init` needs one. */
async function inTheWay(root: string, made: readonly NewFile[], files: Files): Promise<string[]> {
  const paths = made.map(({ path }) => path);
  const folders = new Set(paths.flatMap(foldersAbove));
  const isThere = async (path: string): Promise<boolean> => {
    const absolute = join(root, path);
    // A link to nothing is there too.
    return (await files.realPath(absolute)) !== undefined || (await files.writePath(absolute)) !== absolute;
  };
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

function taken(standing: readonly string[]): Problem {
  const [only = ''] = standing;
  const them = standing.map((path) => `\`${path}\``).join(', ');
  return {
    code: 'init-exists',
    severity: 'error',
    message: standing.length === 1 ? `There is \`${only}\` here already` : `There are files here already: ${them}`,
    hint: `Move ${standing.length === 1 ? 'it' : 'them'} away, or start in another folder; nothing was created`,
  };
}

/** Writes the files of a new project, all or none. */
async function writeAll(
  root: string,
  made: readonly (NewFile & { was?: Uint8Array | undefined })[],
  files: Files,
  signal: AbortSignal,
): Promise<void> {
  const writer = openWriter(root, files);
  for (const { path, content, was } of made) {
    try {
      signal.throwIfAborted();
      await writer.write(path, content, was);
    } catch (error) {
      const failure = fileFailure(error, 'written', path);
      throw takenAway(failure ? new NotiformError(failure.problem(path), Exit.failed) : error, await writer.undo());
    }
  }
}

/** Far more than anybody ignores. */
const MAX_IGNORE_BYTES = 1024 * 1024;

/**
 * The `.gitignore` with a line for what git is not to keep; undefined if it has one already. Nearly every repository has a
 * `.gitignore`, in whatever encoding: its bytes stay, and the line ends as its last one does.
 */
async function ignoredIn(root: string, files: Files): Promise<(NewFile & { was: Uint8Array | undefined }) | undefined> {
  const was = await files.read(join(root, GITIGNORE), MAX_IGNORE_BYTES);
  if (was === undefined) return { path: GITIGNORE, content: `node_modules/\n${IGNORED}\n`, was };
  // A character for each byte; what `init` looks for is ASCII.
  const text = Buffer.from(was)
    .toString('latin1')
    .replace(/^\xef\xbb\xbf/, '');
  if (/^\/?\.notiform\/?\s*$/m.test(text)) return undefined;
  const lineBreak = text[text.lastIndexOf('\n') - 1] === '\r' ? '\r\n' : '\n';
  const before = text === '' || text.endsWith('\n') ? '' : lineBreak;
  return { path: GITIGNORE, content: Buffer.concat([was, Buffer.from(`${before}${IGNORED}${lineBreak}`)]), was };
}

function draw(
  created: readonly string[],
  changed: readonly string[],
  next: readonly Next[],
  branch: string | undefined,
): string {
  const width = Math.max(...next.map(([command]) => command.length));
  return [
    ...created.map((path) => `Created ${path}`),
    ...changed.map((path) => `Added ${IGNORED} to ${path}`),
    ...(branch === undefined ? [] : ['', `The workflow applies what is pushed to the branch ${branch}.`]),
    '',
    'Next:',
    ...next.map(([command, what]) => `  ${command.padEnd(width)}  # ${what}`),
  ].join('\n');
}
