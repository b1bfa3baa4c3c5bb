import { join } from 'node:path';
import { Exit } from '../../core/exit.ts';
import type { Files } from '../../core/ports.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import { version } from '../../core/version.ts';
import { NPX } from '../../report/command.ts';
import { IGNORED, isInstalled, type NewFile, newProject } from '../init/files.ts';
import type { Invocation } from '../invocation.ts';
import type { Outcome } from '../outcome.ts';

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
export async function init({ cwd, ports }: Invocation): Promise<Outcome> {
  const { files } = ports;
  const installed = await isInstalled(cwd, files);
  const made = newProject(installed);
  const next = installed ? NEXT : [INSTALL, ...NEXT];
  const standing = await inTheWay(cwd, made, files);
  if (standing.length > 0) throw new NotiformError(taken(standing), Exit.failed);
  for (const { path, content } of made) await files.writeAtomic(join(cwd, path), content, 'kept');
  const ignore = await ignoreData(cwd, files);
  const created = [...made.map(({ path }) => path), ...(ignore === 'created' ? [GITIGNORE] : [])];
  const changed = ignore === 'changed' ? [GITIGNORE] : [];
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

/** Nearly every repository has a `.gitignore`: it is added to, and nothing in it changes. */
async function ignoreData(root: string, files: Files): Promise<'created' | 'changed' | 'as-it-was'> {
  const path = join(root, GITIGNORE);
  const bytes = await files.read(path);
  const text = new TextDecoder().decode(bytes);
  if (/^\/?\.notiform\/?\s*$/m.test(text)) return 'as-it-was';
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  await files.writeAtomic(path, `${before}${bytes === undefined ? 'node_modules/\n' : ''}${IGNORED}\n`, 'kept');
  return bytes === undefined ? 'created' : 'changed';
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
