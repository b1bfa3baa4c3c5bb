import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { escapePath, glob, isDynamicPattern } from 'tinyglobby';
import type { ProblemCode } from '../../core/codes.ts';
import { Exit } from '../../core/exit.ts';
import { compareText, errorProblem, NotiformError, type Problem } from '../../core/problem.ts';
import { throughLinks } from '../../files/system.ts';
import { formsOf, leaves, reasonOf, twinOf } from '../file/local-file.ts';
import type { LoadOptions } from '../options.ts';

/** `yaml` and `yml` in any case, because some file systems ignore the case. */
const ENDING = '[yY]{[aA],}[mM][lL]';

const IGNORED = ['**/node_modules/**', '**/.notiform/**', '**/notiform.yaml', '**/notiform.yml'];

interface FoundFiles {
  /** Every file to read, relative to the root, sorted. */
  files: string[];
  /** The selected files, also if they could not be found. */
  selected: ReadonlySet<string>;
  problems: Problem[];
}

/**
 * Finds the project's manifests: `*.yaml` and `*.yml` under `manifests`, and the selected paths. The whole project is always read,
 * because a manifest may refer to another.
 */
export async function findManifests(
  options: Pick<LoadOptions, 'root' | 'manifests' | 'paths' | 'files'>,
): Promise<FoundFiles> {
  const { paths } = options;
  const project = await filesOfProject(options);
  if (paths === undefined) return { ...project, selected: concernedFiles([project]) };
  const asked = await filesAsked(options, paths);
  const selected = concernedFiles(asked);
  const files = [...new Set([project, ...asked].flatMap((one) => one.files))].sort(compareText);
  const read = new Set(project.files);
  const unread = files.filter((file) => !read.has(file)).map(unreadFile);
  return { files, selected, problems: [...asked.flatMap(({ problems }) => problems), ...unread] };
}

/** A valid file that no other command reads must not look like a part of the project. */
function unreadFile(file: string): Problem {
  return {
    code: 'no-manifests',
    severity: 'warning',
    message: '`plan` and `apply` do not read this file',
    hint: 'They read the files below `manifests` in notiform.yaml that end in `.yaml` or `.yml` and do not begin with a dot',
    place: { file, line: 1, column: 1 },
  };
}

/** Returns the files that were found, and the links that could not be followed. */
function concernedFiles(found: readonly { files: readonly string[]; problems: readonly Problem[] }[]): Set<string> {
  return new Set(
    found.flatMap(({ files, problems }) => [...files, ...problems.flatMap(({ place }) => place?.file ?? [])]),
  );
}

/**
 * Finds the files of `manifests` in notiform.yaml. The folder may be empty, as in a new project. It is inside the project, as every
 * other file that a project reads: whether the project changed is decided by its folder.
 */
export async function filesOfProject(
  options: Pick<LoadOptions, 'root' | 'manifests' | 'files'>,
): Promise<Pick<FoundFiles, 'files' | 'problems'>> {
  const { root, manifests } = options;
  const { files, problems, nothing } = await filesUnder(options, manifests);
  const realRoot = (await options.files.realPath(root)) ?? root;
  for (const path of new Set([manifests, ...files.map((file) => dirname(file))])) {
    const real = await realPath(options.files, resolve(root, path));
    if (real !== undefined && leaves(realRoot, real)) return { files: [], problems: [manifestsOutside(manifests)] };
  }
  return { files, problems: nothing && nothing.is !== 'folder' ? [...problems, nothing.problem] : problems };
}

/** The manifests at a path. */
interface FilesAtPath {
  files: string[];
  problems: Problem[];
  /** Set if nothing was found: what the path names, and the problem to report if manifests are required there. */
  nothing?: { is: 'folder' | 'glob' | 'missing'; problem: Problem };
}

/**
 * Finds the manifests at each path of the command line. Throws a NotiformError (exit 64) if a path has none: a misspelt path must
 * not look like a check without findings.
 */
export async function filesAsked(
  project: Pick<LoadOptions, 'root' | 'files'>,
  paths: readonly string[],
): Promise<FilesAtPath[]> {
  const found = await Promise.all(paths.map((path) => filesUnder(project, path)));
  const idle = found.flatMap(({ nothing }) => (nothing ? [nothing.problem] : []));
  const hint = 'A path is relative to the folder that you are in. Manifests are files that end in `.yaml` or `.yml`';
  if (idle.length === 0) return found;
  throw new NotiformError(
    idle.map((problem) => ({ ...problem, hint })),
    Exit.usage,
  );
}

/** Finds the manifests at a path, which is a file, a folder or a glob. */
async function filesUnder({ root, files }: Pick<LoadOptions, 'root' | 'files'>, path: string): Promise<FilesAtPath> {
  const asked = isAbsolute(path) ? slashed(relative(root, path)) || '.' : slashed(path);
  const shown = formsOf(asked).length > 1 ? slashed((await twinOf(files, root, asked)) ?? asked) : asked;
  const absolute = join(root, shown);
  if ((await files.size(absolute)) !== undefined) return { files: [slashed(relative(root, absolute))], problems: [] };
  if ((await files.realPath(absolute)) === undefined) {
    if (!isDynamicPattern(shown)) return { files: [], problems: [], nothing: nothingAt(shown, 'missing') };
    return orNothing(await search({ root, files }, formsOf(shown)), nothingAt(shown, 'glob'));
  }
  const folder = slashed(relative(root, absolute)) || '.';
  const found = await search({ root, files }, [`${escapePath(folder)}/**/*.${ENDING}`]);
  return orNothing(found, nothingAt(shown, 'folder'));
}

function orNothing(found: FilesAtPath, nothing: FilesAtPath['nothing'] & object): FilesAtPath {
  return found.files.length + found.problems.length > 0 ? found : { ...found, nothing };
}

/**
 * Searches for files. Follows symbolic links inside the project. A link that leaves the project, or is broken, is a problem. A folder
 * that cannot be read is one too: without its manifests, `apply` would delete their resources.
 */
async function search(
  project: Pick<LoadOptions, 'root' | 'files'>,
  patterns: string[],
): Promise<{ files: string[]; problems: Problem[] }> {
  const { root, files } = project;
  const problems: Problem[] = [];
  const realRoot = (await files.realPath(root)) ?? root;
  const fs = throughLinks(
    async (path) => {
      const led = await follow(files, realRoot, path);
      if ('real' in led) return led.real;
      if (led.problem) problems.push(led.problem(slashed(relative(root, path))));
      throw new Error(`${path} is not followed`);
    },
    (path, error) => {
      const reason = reasonOf(error);
      if (reason !== 'ENOENT') problems.push(unreadFolder(slashed(relative(root, path)) || '.', reason));
    },
  );
  const found = await glob(patterns, { cwd: root, ignore: IGNORED, expandDirectories: false, fs });
  return { files: found.map(slashed).sort(compareText), problems };
}

/** A broken link with such a name may have led to a folder of manifests: it has no ending. */
const LIKE_A_FOLDER = /^[^.]+$/;

/**
 * Returns the target of a link, or the problem if it is not followed. No problem if the link cannot name a manifest or a folder: editors
 * make broken links that begin with a dot.
 */
async function follow(
  files: LoadOptions['files'],
  realRoot: string,
  path: string,
): Promise<{ real: string } | { problem: ((link: string) => Problem) | undefined }> {
  const name = basename(path);
  const isNamed = /^[^.].*\.ya?ml$/i.test(name);
  const real = await realPath(files, path);
  if (real === undefined) return { problem: isNamed || LIKE_A_FOLDER.test(name) ? leadsNowhere : undefined };
  if (!leaves(realRoot, real)) return { real };
  if (isNamed) return { problem: leadsOut };
  // A folder outside the project may have no manifests, so not searching it is only a warning.
  const isFile = (await files.size(real)) !== undefined;
  return { problem: isFile ? undefined : (link) => ({ ...leadsOut(link), severity: 'warning' }) };
}

/** Returns undefined if there is nothing, also for a link that leads to itself. */
async function realPath(files: LoadOptions['files'], path: string): Promise<string | undefined> {
  try {
    return await files.realPath(path);
  } catch {
    return undefined;
  }
}

function leadsOut(link: string): Problem {
  const hint = 'Copy the target of the link into the project, or remove the link';
  return badEntry(link, 'file-outside', 'leads out of the project by a symbolic link', hint);
}

function manifestsOutside(manifests: string): Problem {
  const message = `\`manifests\` in notiform.yaml leads out of the project: ${manifests}`;
  return errorProblem('file-outside', message, 'Move notiform.yaml to a folder that has the manifests below it');
}

function leadsNowhere(link: string): Problem {
  return badEntry(
    link,
    'file-missing',
    'is a broken symbolic link',
    'Restore the target of the link, or remove the link',
  );
}

function unreadFolder(folder: string, reason: string): Problem {
  return badEntry(folder, 'file-unreadable', `cannot be read (${reason})`, 'Check that you may read the folder');
}

function badEntry(path: string, code: ProblemCode, what: string, hint: string): Problem {
  return { code, severity: 'error', message: `\`${path}\` ${what}`, hint, place: { file: path, line: 1, column: 1 } };
}

function nothingAt(path: string, is: 'folder' | 'glob' | 'missing'): FilesAtPath['nothing'] & object {
  const message = {
    missing: `There is no file or folder \`${path}\``,
    glob: `No manifest matches \`${path}\``,
    folder: `There is no manifest in \`${path}\``,
  }[is];
  const hint = 'Paths of manifests are relative to the folder of notiform.yaml, where `manifests` names the folder';
  return { is, problem: errorProblem('no-manifests', message, hint) };
}

function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
