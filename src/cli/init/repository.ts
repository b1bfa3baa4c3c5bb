import { join } from 'node:path';
import { NotiformError } from '../../core/problem.ts';
import { systemPrograms } from '../../core/program.ts';
import { type Git, openGit } from '../../state/git.ts';
import type { Invocation } from '../invocation.ts';

export interface Repository {
  /** Its root, without symbolic links. */
  top: string;
  /** The project's folder, relative to the root: `apps/shop`; empty at the root. */
  folder: string;
  branch: string;
  /** True if GitLab hosts it: it has no use for a GitHub workflow. */
  isOnGitLab: boolean;
}

/** The default branch if git does not know a better one. */
export const MAIN = 'main';

/**
 * The repository of the folder. Undefined if there is none, if git is not installed, or if the repository ignores the folder.
 * Throws a NotiformError (`state-git-owner`) if git refuses to use the repository.
 */
export async function repositoryOf({ cwd, env, ports }: Invocation): Promise<Repository | undefined> {
  const git = openGit({ programs: systemPrograms(), cwd, env, remote: 'origin', ports });
  try {
    const top = textOf(await git.bytes(['rev-parse', '--show-toplevel']));
    const folder = textOf(await git.bytes(['rev-parse', '--show-prefix'])).replace(/\/$/, '');
    if (folder !== '' && (await git.attempt(['check-ignore', '-q', '.'])).status === 0) return undefined;
    const remote = await git.attempt(['config', '--get', 'remote.origin.url']);
    const hasPipeline = (await ports.files.size(join(top, '.gitlab-ci.yml'))) !== undefined;
    const isOnGitLab = hasPipeline || /^(?:\w+:\/\/)?(?:[^@/]*@)?[^:/]*gitlab/i.test(textOf(remote.stdout));
    return { top, folder, branch: await defaultBranch(git), isOnGitLab };
  } catch (error) {
    const isOwner = error instanceof NotiformError && error.problems.some(({ code }) => code === 'state-git-owner');
    if (isOwner || !(error instanceof NotiformError)) throw error;
    return undefined;
  }
}

/** The branch of origin/HEAD, else the current branch, which may be without commits. */
async function defaultBranch(git: Git): Promise<string> {
  for (const ref of ['refs/remotes/origin/HEAD', 'HEAD']) {
    const found = await git.attempt(['symbolic-ref', '--quiet', '--short', ref]);
    if (found.status === 0) return textOf(found.stdout).replace(/^origin\//, '');
  }
  return MAIN;
}

/** Removes only the line break that git adds: a folder's name may end with a space. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes).replace(/\n$/, '');
}
