import { join } from 'node:path';
import { ifProblem, NotiformError } from '../../core/problem.ts';
import { systemPrograms } from '../../core/program.ts';
import { editorSchemas } from '../../manifest/schema/schema.ts';
import { openGit } from '../../state/git.ts';
import type { Invocation } from '../invocation.ts';
import { installedIn, type Managed, managerOf } from './manager.ts';

/** The place of a project: its folder in a git repository, and its package manager. */
export interface InitPlace extends Managed {
  /** The project's folder, relative to the root of the repository: `apps/shop`; empty at the root and without a repository. */
  folder: string;
  /** The default branch. */
  branch: string;
  isRepository: boolean;
  /** True if GitLab hosts the repository: it has no use for a GitHub workflow. */
  isOnGitLab: boolean;
  /** True if notiform is installed where the package manager installs it. */
  isInstalled: boolean;
}

/** Describes the place of a folder. Throws a NotiformError (`state-git-owner`) if git refuses to use the repository. */
export async function placeOf({ cwd, env, ports }: Invocation): Promise<InitPlace> {
  const git = openGit({ programs: systemPrograms(), cwd, env, remote: 'origin', ports });
  const ask = (...words: string[]): Promise<string> => git.text(words).catch(ifProblem(''));
  const top = await git.text(['rev-parse', '--show-toplevel']).catch(noRepository);
  const folder = (await ask('rev-parse', '--show-prefix')).replace(/\/$/, '');
  const remote = await ask('config', '--get', 'remote.origin.url');
  const remoteBranch = await ask('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD');
  const ownBranch = await ask('symbolic-ref', '--quiet', '--short', 'HEAD');
  const isThere = async (path: string): Promise<boolean> =>
    (await ports.files.size(join(top ?? cwd, path))) !== undefined;
  const managed = await managerOf(folder, isThere);
  return {
    ...managed,
    folder,
    branch: remoteBranch.replace(/^origin\//, '') || ownBranch || 'main',
    isRepository: top !== undefined,
    isOnGitLab: /^(?:\w+:\/\/)?(?:[^@/]*@)?[^:/]*gitlab/i.test(remote) || (await isThere('.gitlab-ci.yml')),
    isInstalled: await isThere(`${installedIn(managed, folder)}/schemas/${editorSchemas.manifests}`),
  };
}

/** Without git or a repository, the project is a plain folder. */
function noRepository(error: unknown): undefined {
  const isOwner = error instanceof NotiformError && error.problems.some(({ code }) => code === 'state-git-owner');
  if (isOwner) throw error;
  return ifProblem(undefined)(error);
}
