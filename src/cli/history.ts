import { dirname, join, relative } from 'node:path';
import type { Config } from '../config/load.ts';
import { systemPrograms } from '../core/program.ts';
import type { Resource } from '../core/resource.ts';
import type { Contains, History } from '../engine/types.ts';
import { systemFiles } from '../files/system.ts';
import type { Invocation } from './invocation.ts';
import { filesIn } from './preview/images.ts';

/** git reads commits from the disk. */
const PATIENCE_MS = 10_000;

/** A commit, as the state records it. */
const COMMIT = /^[0-9a-f]{40,64}$/;

/** A manifest among the files that git ignores, or another repository, of which git names the folder only. */
const MANIFEST = /^(?!(.*\/)?(\.|notiform\.ya?ml$)).*(\.ya?ml|\/)$/i;

/** Folders without manifests, which may have many ignored files. */
const NO_MANIFESTS = [':(exclude,glob)**/node_modules/**', ':(exclude,glob)**/.notiform/**'];

/** A line of `ls-files -v -s`. */
const TRACKED = /^(.) (\d+) ([0-9a-f]+) [^\t]*\t(.*)$/s;

/** The tag of a tracked file whose changes git was told not to look for (skip-worktree, assume-unchanged). */
const UNWATCHED = /[a-zS]/;

/** Modes of git. */
const [LINK, SUBMODULE] = ['120000', '160000'];

/** Characters of file names on a command line. Every system allows more. */
const MOST_NAMES = 20_000;

/** Asks git in a folder. A question writes no index, and fetches no missing object of a partial clone. */
function gitIn(given: Invocation['env'], cwd: string) {
  const programs = systemPrograms();
  const env = { ...given, GIT_OPTIONAL_LOCKS: '0', GIT_NO_LAZY_FETCH: '1' };
  return async (...args: string[]) => {
    const { status, stdout } = await programs({ program: 'git', args, cwd, env, timeoutMs: PATIENCE_MS });
    return { status, stdout, text: new TextDecoder().decode(stdout) };
  };
}

/** So many commits that changed a file are searched. */
const MOST_COMMITS = 20;

/** The bytes that a file of the project had in the commits that git knows, the newest first. */
export async function* earlierBytes(env: Invocation['env'], root: string, path: string): AsyncGenerator<Uint8Array> {
  const git = gitIn(env, root);
  const from = ['--all', 'HEAD', '--full-history', `--max-count=${MOST_COMMITS}`];
  const { text } = await git('rev-list', ...from, '--', `:(literal)${path}`);
  for (const commit of text.split('\n').filter((line) => COMMIT.test(line))) {
    const { status, stdout } = await git('cat-file', 'blob', `${commit}:./${path}`);
    if (status === 0) yield stdout;
  }
}

/**
 * Opens the git history of a project. Its commit has the suffix `-dirty`, as git describe writes it, if the manifests, the files
 * that they name or the configuration have uncommitted changes, also those that git was told to ignore; null if git knows no commit
 * of the folder. In a shallow clone, git does not know every commit that HEAD contains: `contains` of the invocation then answers.
 */
export async function openHistory(
  { env, contains: askElsewhere }: Pick<Invocation, 'env' | 'contains'>,
  { root: cwd, manifests, file }: Pick<Config, 'root' | 'manifests' | 'file'>,
  resources: readonly Pick<Resource, 'content' | 'inputs'>[],
): Promise<History> {
  const git = gitIn(env, cwd);
  const shown = resources.flatMap(({ content, inputs }) => [...filesIn(content), ...filesIn(inputs)]);
  const files = new Set(shown.map(({ path }) => path));
  const paths = [...files].filter((path) => !path.startsWith(`${manifests}/`));
  const named = paths.join('').length > MOST_NAMES ? [...new Set(paths.map(dirname))] : paths;
  const specs = [`:(glob)${manifests}`, ...[manifests, file, ...named].map((path) => `:(literal)${path}`)];
  // A glob of files matches no submodule.
  const folder = manifests.replace(/[^/]*[*?{}[\]()!].*$/s, '') || manifests;
  const listed = await git('ls-files', '-z', '-v', '-s', '--', ...specs, `:(literal)${folder}`);
  // No repository, or no git.
  if (listed.status !== 0) return { commit: null, contains: once(async () => 'unknown', askElsewhere) };
  const tracked = listed.text.split('\0').flatMap((line) => {
    const [, tag = '', mode, commit = '', path = ''] = TRACKED.exec(line) ?? [];
    return mode === undefined ? [] : { path, tag, mode, commit, absolute: join(cwd, path) };
  });
  const links = tracked.filter(({ mode }) => mode === LINK);
  const [root = cwd, ...targets] = await Promise.all(
    [cwd, ...links.map((one) => one.absolute)].map(systemFiles.realPath),
  );
  // git does not look behind a symbolic link.
  const behindLinks = targets.map((target = root) => relative(root, target)).filter((path) => /^(?!\.\.)./.test(path));
  const seen = [...specs, ...behindLinks.map((path) => `:(literal)${path}`)];
  const [{ status, text }, ignored, submodules] = await Promise.all([
    git('status', '--porcelain=v2', '--branch', '--untracked-files=normal', '--ignore-submodules=none', '--', ...seen),
    git('ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--', ...seen, ...NO_MANIFESTS),
    Promise.all(
      tracked
        .filter(({ mode }) => mode === SUBMODULE)
        .map(async (one) => ({ ...one, length: (await systemFiles.names(one.absolute)).length })),
    ),
  ]);
  const hidden = tracked.flatMap(({ tag, path }) => (UNWATCHED.test(tag) ? path : []));
  const lacked = [
    ...hidden.filter((path) => MANIFEST.test(path)),
    ...submodules.flatMap(({ path, length }) => (length === 0 ? path : [])),
  ];
  const lookIn = async (head: string, other: string, ...place: string[]): ReturnType<Contains> => {
    const { status } = await git(...place, 'merge-base', '--is-ancestor', other, head);
    if (status === 0) return 'yes';
    if ((await git(...place, 'rev-parse', '--is-shallow-repository')).text.trim() !== 'false') return 'unknown';
    if (status !== 1) return 'missing';
    return (await git(...place, 'merge-base', '--is-ancestor', head, other)).status === 0 ? 'behind' : 'no';
  };
  // A pull does not update submodules: one that lacks the commit of HEAD has manifests of an older HEAD.
  const filled = submodules.filter(({ length }) => length > 0);
  const within = await Promise.all(filled.map(({ commit, path }) => lookIn('HEAD', commit, '-C', path)));
  const behind = within.find((is) => is !== 'yes');
  const isHidden =
    ignored.text.split('\0').some((path) => MANIFEST.test(path) || files.has(path)) ||
    hidden.length + lacked.length > 0 ||
    behind !== undefined;
  const commit = status === 0 ? /^# branch\.oid ([0-9a-f]+)$/m.exec(text)?.[1] : undefined;
  const look: Contains = async (other) => {
    if (commit === undefined || !COMMIT.test(other)) return 'unknown';
    const found = await lookIn(commit, other);
    return found === 'yes' ? (behind ?? 'yes') : found;
  };
  return {
    commit: commit === undefined ? null : `${commit}${/^[^#]/m.test(text) || isHidden ? '-dirty' : ''}`,
    hidden: lacked,
    contains: once(look, askElsewhere),
  };
}

/** Asks once for each commit, and elsewhere what git does not know. */
function once(look: Contains, askElsewhere: Contains | undefined): Contains {
  const known = new Map<string, ReturnType<Contains>>();
  return (other) => {
    const answer =
      known.get(other) ??
      look(other).then((found) => (found === 'unknown' && askElsewhere ? askElsewhere(other) : found));
    known.set(other, answer);
    return answer;
  };
}
