import { isAbsolute, join, relative, sep } from 'node:path';
import { escapePath, glob, isDynamicPattern } from 'tinyglobby';
import { compareText, type Problem } from '../core/problem.ts';
import type { LoadOptions } from './options.ts';

const IGNORED = ['**/node_modules/**', '**/.notiform/**', '**/notiform.yaml', '**/notiform.yml'];

export interface FoundFiles {
  /** Every file to read, relative to the root, sorted. */
  files: string[];
  /** Those that were asked for. */
  selected: ReadonlySet<string>;
  problems: Problem[];
}

/**
 * The project's manifests: `*.yaml` and `*.yml` under `manifests`, and what was asked for by path. The whole project is
 * read in any case, since a manifest may refer to another.
 */
export async function findManifests(options: Pick<LoadOptions, 'root' | 'manifests' | 'paths' | 'files'>): Promise<FoundFiles> {
  const { paths } = options;
  const project = await filesUnder(options, options.manifests, paths === undefined);
  if (paths === undefined) return { ...project, selected: new Set(project.files) };
  const asked = await Promise.all(paths.map((path) => filesUnder(options, path, true)));
  const selected = new Set(asked.flatMap(({ files }) => files));
  const files = [...new Set([...project.files, ...selected])].sort(compareText);
  return { files, selected, problems: asked.flatMap(({ problems }) => problems) };
}

/** The files at a path: a file itself, those of a folder, those that a glob meets. */
export async function filesUnder(
  { root, files }: Pick<LoadOptions, 'root' | 'files'>,
  path: string,
  wanted: boolean,
): Promise<{ files: string[]; problems: Problem[] }> {
  const shown = isAbsolute(path) ? slashed(relative(root, path)) || '.' : slashed(path);
  const absolute = join(root, shown);
  if ((await files.size(absolute)) !== undefined) return { files: [slashed(relative(root, absolute))], problems: [] };
  if ((await files.realPath(absolute)) === undefined) {
    if (isDynamicPattern(shown)) return { files: await search(root, [shown]), problems: [] };
    return { files: [], problems: wanted ? [nothingAt(shown)] : [] };
  }
  const folder = escapePath(slashed(relative(root, absolute)) || '.');
  return { files: await search(root, [`${folder}/**/*.{yaml,yml}`]), problems: [] };
}

async function search(root: string, patterns: string[]): Promise<string[]> {
  const found = await glob(patterns, { cwd: root, ignore: IGNORED, expandDirectories: false });
  return found.map(slashed).sort(compareText);
}

function nothingAt(path: string): Problem {
  return {
    code: 'no-manifests',
    severity: 'error',
    message: `There is no file or folder \`${path}\``,
    hint: 'Paths of manifests are relative to the folder of notiform.yaml; `manifests` there names the folder',
  };
}

function slashed(path: string): string {
  return sep === '/' ? path : path.replaceAll(sep, '/');
}
