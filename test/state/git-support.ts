import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type Programs, type Ran, systemPrograms } from '../../src/core/program.ts';
import { systemPorts } from '../../src/files/system.ts';
import { createGitStore, type GitStoreOptions } from '../../src/state/git-store.ts';
import { bareRepository, repository } from '../repositories.ts';

/** Repositories for the tests of the git store. */

/** The folder of all repositories of a test file. */
export let folder: string;
/** Makes the folder for the tests of a file, and removes it after them. */
export function prepareRepositories(): void {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'notiform-git-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 60_000);
}

export const env = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  // New clones without the examples of hooks.
  GIT_TEMPLATE_DIR: '',
};
const AUTHOR = ['-c', 'user.name=t', '-c', 'user.email=t@t'];

export function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', [...AUTHOR, ...args], { cwd, env, encoding: 'utf8', stdio: 'pipe' }).trim();
}

let count = 0;

/** A bare remote, and a project that was cloned from it. */
export function project(): { remote: string; work: string } {
  count += 1;
  const [remote, work] = [join(folder, `remote-${count}.git`), join(folder, `work-${count}`)];
  bareRepository(remote);
  repository(work, remote);
  return { remote, work };
}

/** Makes a document the only file of a ref of the remote. */
export function overwriteIn(remote: string, name: string, profile: string, text: string): void {
  const take = (input: string, ...args: string[]): string =>
    execFileSync('git', args, { cwd: remote, env, input, encoding: 'utf8' }).trim();
  const tree = take(`100644 blob ${take(text, 'hash-object', '-w', '--stdin')}\t${profile}.json\n`, 'mktree');
  git(remote, 'update-ref', name, git(remote, 'commit-tree', tree, '-m', 'x'));
}

export const ref = 'refs/notiform/test';

export function storeIn(work: string, more: Partial<GitStoreOptions> = {}) {
  return createGitStore({
    programs: systemPrograms(),
    cwd: work,
    env,
    remote: 'origin',
    ref,
    environment: 'test',
    ports: systemPorts,
    isAlive: () => true,
    ...more,
  });
}

/** A project below the root of a repository that has one commit. The folder is that of `notiform.yaml`. */
export function projectBelow(): { remote: string; work: string; below: string } {
  const { remote, work } = project();
  const below = join(work, 'apps', 'shop');
  mkdirSync(below, { recursive: true });
  writeFileSync(join(below, 'notiform.yaml'), 'version: 1\n');
  git(work, 'add', '.');
  git(work, 'commit', '-qm', 'one');
  git(work, 'commit', '-qm', 'two', '--allow-empty');
  git(work, 'push', '-q', 'origin', 'main');
  return { remote, work, below };
}

/** The root of a linked worktree. */
export function linkedWorktree(): { remote: string; below: string } {
  const { remote, work } = projectBelow();
  git(work, 'worktree', 'add', '-q', '--detach', `${work}-linked`);
  return { remote, below: `${work}-linked` };
}

/** A subfolder of a submodule. */
export function submodule(): { remote: string; below: string } {
  const { remote } = projectBelow();
  const { work } = project();
  git(work, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', remote, 'vendor');
  return { remote, below: join(work, 'vendor', 'apps', 'shop') };
}

/** Answers some calls of git itself, and lets the others through. */
export function programsWith(answer: (args: readonly string[], real: () => Promise<Ran>) => Promise<Ran>): Programs {
  const real = systemPrograms();
  return (command) => answer(command.args, () => real(command));
}

export function failing(stderr: string, stdout = ''): Ran {
  return { status: 128, stdout: Buffer.from(stdout), stderr };
}

export const quick = { ...systemPorts, clock: { now: () => Date.now(), sleep: async () => undefined } };
