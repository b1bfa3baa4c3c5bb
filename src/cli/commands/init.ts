import { join } from 'node:path';
import { Exit } from '../../core/exit.ts';
import { fileFailure } from '../../core/file-failure.ts';
import type { Files } from '../../core/ports.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import { version } from '../../core/version.ts';
import { NPX } from '../../report/command.ts';
import { IGNORED, isInstalled, type NewFile, newProject } from '../init/files.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';
import { takenAway } from '../undo.ts';

const GITIGNORE = '.gitignore';

type Next = readonly [command: string, what: string];

/** The package is in no registry: a project keeps it as a file, pinned by its lock file. */
const INSTALL: Next = [
  `npm install --save-dev ./notiform-${version}.tgz`,
  'installs notiform. `npm pack` in its clone makes the file; commit it, the workflow needs it',
];

const NEXT: readonly Next[] = [
  [`${NPX} -e local plan`, 'shows what would change on the emulator of this machine'],
  [`${NPX} -e local apply`, 'creates it and requests the inspections'],
  [`${NPX} -e local emulator approve welcome order-paid`, 'approves them, as an inspector would'],
];

/** `init`: a project to start from, in the folder that notiform is called from. Where anything stands in its way it creates nothing. */
export async function init({ cwd, ports, signal }: Invocation): Promise<Outcome> {
  const { files } = ports;
  const installed = await isInstalled(cwd, files);
  const made = newProject(installed);
  const next = installed ? NEXT : [INSTALL, ...NEXT];
  const standing = await inTheWay(cwd, made, files);
  if (standing.length > 0) throw new NotiformError(taken(standing), Exit.failed);
  const ignored = await ignoredIn(cwd, files);
  signal.throwIfAborted();
  await writeNew(cwd, made, files);
  if (ignored.text !== undefined) await writeIgnored(cwd, ignored.text, made, files);
  const created = [...made.map(({ path }) => path), ...(ignored.change === 'created' ? [GITIGNORE] : [])];
  const changed = ignored.change === 'changed' ? [GITIGNORE] : [];
  return {
    exit: Exit.done,
    text: draw(created, changed, next),
    json: { created, changed, next: next.map(([command]) => command) },
    problems: [],
  };
}

async function inTheWay(root: string, made: readonly NewFile[], files: Files): Promise<string[]> {
  const found = await Promise.all(
    made.map(async ({ path }) => ((await files.realPath(join(root, path))) === undefined ? [] : [path])),
  );
  return found.flat();
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
async function writeNew(root: string, made: readonly NewFile[], files: Files): Promise<void> {
  const written: string[] = [];
  for (const { path, content } of made) {
    await orTakenAway(path, files.writeAtomic(join(root, path), content, 'kept'), { root, written, files });
    written.push(path);
  }
}

/** Adds `.notiform/` to `.gitignore`. If that fails, the files that `init` wrote are removed too. */
function writeIgnored(root: string, text: string, made: readonly NewFile[], files: Files): Promise<void> {
  const written = made.map(({ path }) => path);
  return orTakenAway(GITIGNORE, files.writeAtomic(join(root, GITIGNORE), text, 'kept'), { root, written, files });
}

/** Waits for a write. If it fails, removes what was written before and throws a NotiformError that says what became of it. */
async function orTakenAway(
  path: string,
  writing: Promise<void>,
  { root, written, files }: { root: string; written: readonly string[]; files: Files },
): Promise<void> {
  try {
    await writing;
  } catch (error) {
    const failure = fileFailure(error, 'written', path);
    if (!failure) throw error;
    const problem = new NotiformError(failure.problem(path), Exit.failed);
    throw await takenAway(problem, root, files, written);
  }
}

/** Far more than anybody ignores. */
const MAX_IGNORE_BYTES = 1024 * 1024;

/** Nearly every repository has a `.gitignore`: a line is added, and nothing else in it changes. No text: it is there already. */
async function ignoredIn(
  root: string,
  files: Files,
): Promise<{ change: 'created' | 'changed' | 'none'; text?: string }> {
  const bytes = await files.read(join(root, GITIGNORE), MAX_IGNORE_BYTES);
  const text = new TextDecoder().decode(bytes);
  if (/^\/?\.notiform\/?\s*$/m.test(text)) return { change: 'none' };
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return {
    change: bytes === undefined ? 'created' : 'changed',
    text: `${before}${bytes === undefined ? 'node_modules/\n' : ''}${IGNORED}\n`,
  };
}

function draw(created: readonly string[], changed: readonly string[], next: readonly Next[]): string {
  const width = Math.max(...next.map(([command]) => command.length));
  return [
    ...created.map((path) => `Created ${path}`),
    ...changed.map((path) => `Added ${IGNORED} to ${path}`),
    '',
    'Next:',
    ...next.map(([command, what]) => `  ${command.padEnd(width)}  # ${what}`),
  ].join('\n');
}
