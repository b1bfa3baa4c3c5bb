import { ifProblem, NotiformError } from '../../core/problem.ts';
import { systemPrograms } from '../../core/program.ts';
import { type Git, openGit } from '../../state/git.ts';
import type { Invocation } from '../invocation.ts';

export interface Repository {
  /** Its root, without symbolic links. */
  top: string;
  /** The project's folder, relative to the root: `apps/shop`; empty at the root. */
  folder: string;
  branch: string;
  /** Returns the paths that git ignores, out of some that are relative to the project's folder. None if git fails. */
  ignored(paths: readonly string[]): Promise<string[]>;
  /** Returns the files below a folder of the project that git tracks. None if git fails. */
  tracked(folder: string): Promise<string[]>;
}

/** The default branch if git does not know a better one. */
export const MAIN = 'main';

/** Names that nearly every default branch has. */
const USUAL = [MAIN, 'master'];

/**
 * The repository of the folder. Undefined if there is none, if git is not installed, or if the repository ignores the folder.
 * Throws a NotiformError (`state-git-owner`) if git refuses to use the repository.
 */
export async function repositoryOf({ cwd, env, ports }: Invocation): Promise<Repository | undefined> {
  const git = openGit({ programs: systemPrograms(), cwd, env, remote: 'origin', ports });
  try {
    const top = await lineOf(git, 'rev-parse', '--show-toplevel');
    const folder = (await lineOf(git, 'rev-parse', '--show-prefix')).replace(/\/$/, '');
    if (folder !== '' && (await git.attempt(['check-ignore', '-q', '.'])).status === 0) return undefined;
    return {
      top,
      folder,
      branch: await defaultBranch(git),
      ignored: (paths) => pathsOf(git, ['check-ignore', '-z', '--stdin'], paths.join('\0')),
      tracked: (below) => pathsOf(git, ['--literal-pathspecs', 'ls-files', '-z', '--', below]),
    };
  } catch (error) {
    const isOwner = error instanceof NotiformError && error.problems.some(({ code }) => code === 'state-git-owner');
    if (isOwner || !(error instanceof NotiformError)) throw error;
    return undefined;
  }
}

/** Runs a command of git that prints paths, each with a NUL. */
async function pathsOf(git: Git, args: string[], stdin?: string): Promise<string[]> {
  const ended = await git.attempt(args, stdin).catch(ifProblem(undefined));
  return ended?.status === 0 ? new TextDecoder().decode(ended.stdout).split('\0').slice(0, -1) : [];
}

/** The branch of origin/HEAD, else a branch with a usual name, else the current branch. */
async function defaultBranch(git: Git): Promise<string> {
  const ofRemote = await git.attempt(['symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD']);
  if (ofRemote.status === 0) return textOf(ofRemote.stdout).replace(/^origin\//, '');
  const refs = USUAL.flatMap((name) => [`refs/remotes/origin/${name}`, `refs/heads/${name}`]);
  const there = await lineOf(git, 'for-each-ref', '--format=%(refname)', ...refs);
  const usual = USUAL.find((name) => there.split('\n').some((ref) => ref.endsWith(`/${name}`)));
  if (usual !== undefined) return usual;
  // A branch without commits is known too.
  const current = await git.attempt(['symbolic-ref', '--quiet', '--short', 'HEAD']);
  return current.status === 0 ? textOf(current.stdout) : MAIN;
}

async function lineOf(git: Git, ...args: string[]): Promise<string> {
  return textOf(await git.bytes(args));
}

/** Removes only the line break that git adds: a folder's name may end with a space. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/\n$/, '');
}
