import { Exit } from '../core/exit.ts';
import { errorProblem, NotiformError } from '../core/problem.ts';
import type { Programs } from '../core/program.ts';
import type { JobContext, RunnerEnv } from './context.ts';
import type { GitHub } from './github.ts';

/** Events that only people who may push cause, or whose run for a fork has no secrets. Every other one may be a stranger's. */
const CLOSED_EVENTS =
  /^(?:push|pull_request(?:_review(?:_comment)?)?|merge_group|schedule|(?:workflow|repository)_dispatch|release|create)$/;

/** git reads from the disk. */
const PATIENCE_MS = 60_000;

/** Runs git in the checkout. Returns its output, or undefined if it fails. */
export type CheckoutGit = (cwd: string, ...args: string[]) => Promise<string | undefined>;

export function gitOf(env: RunnerEnv, run: Programs): CheckoutGit {
  return async (cwd, ...args) => {
    const { status, stdout } = await run({ program: 'git', args, cwd, env, timeoutMs: PATIENCE_MS });
    return status === 0 ? new TextDecoder().decode(stdout) : undefined;
  };
}

/** The commit that is checked out in a folder, its repository, and its place there (`shop/`). Undefined if git cannot read them. */
export async function checkoutIn(
  git: CheckoutGit,
  cwd: string,
): Promise<{ commit: string; place: string; top: string } | undefined> {
  const answer = await git(cwd, 'rev-parse', 'HEAD', '--show-prefix', '--show-toplevel');
  const [commit, place = '', top = ''] = answer?.split('\n') ?? [];
  return commit === undefined ? undefined : { commit, place, top };
}

const NO_GIT =
  'Install git before `actions/checkout`, which otherwise downloads the files without `.git`. If another user owns the folder, allow it with `safe.directory`';

/**
 * Throws a NotiformError (exit 6) unless the project is as in the newest commit of the branch of the run: a run that is started
 * again would otherwise bring back what a later commit replaced. Later commits that leave the folder of the project alone replace
 * nothing. Only a branch has a newest commit: a tag is refused, and a pull request is not checked. Returns the commit that is checked out.
 * @param root the folder of the project
 */
export async function requireTip(
  { ref, branch, sha, repository }: JobContext,
  github: GitHub,
  git: CheckoutGit,
  root: string,
): Promise<string> {
  if (ref.startsWith('refs/pull/')) return sha;
  // A deployment can be that of a commit, and has no `ref` then.
  if (!ref.startsWith('refs/heads/'))
    throw stale('A tag or a commit has no newest commit', 'Start the workflow on a branch');
  const found = await checkoutIn(git, root);
  if (!found) throw stale('git cannot read the commit of the checkout, which `apply` requires', NO_GIT);
  const { commit, place } = found;
  const tip = await github.headOf(branch);
  if (tip === commit) return commit;
  const name = commit.slice(0, 12);
  if (tip === undefined || (await github.contains(tip, commit)) !== 'yes')
    throw stale(
      `The checkout ${name} is not on ${branch} of ${repository}, so nothing was applied`,
      'Check out the branch of the run: `ref: ${{ github.ref }}`. A project in a submodule is applied in its own repository',
    );
  const changed = await github.filesSince(commit, tip);
  if (changed && !changed.some((file) => file.startsWith(place))) return commit;
  throw stale(
    `${branch} has moved on from the checkout ${name}, so nothing was applied`,
    'The run of the newer commit applies it. To run this job again, let `actions/checkout` have `ref: ${{ github.ref }}`',
  );
}

function stale(message: string, hint: string): NotiformError {
  return new NotiformError(errorProblem('action-checkout', message, hint), Exit.stale);
}

/** Files that runs write themselves or that packages bring. */
const EXCLUDED = ['node_modules', '.notiform/categories'].map((folder) => `:(exclude,glob)**/${folder}/**`);

/**
 * Throws a NotiformError (exit 7) if code of a stranger may be checked out in a run with secrets: notiform.yaml decides which host
 * gets the credentials. `pull_request_target` is always refused. Other events that anyone can cause need the commit of the run, and
 * a project that has no other files than this commit, not even ignored ones.
 * @param folders the folders of the configuration and of the project
 */
export async function requireSafeEvent(
  { event, sha, workspace }: JobContext,
  folders: readonly string[],
  git: CheckoutGit,
): Promise<void> {
  if (event === 'pull_request_target')
    throw unsafe(
      '`pull_request_target` is not supported',
      'Use `pull_request`: a fork is then validated without secrets',
    );
  if (CLOSED_EVENTS.test(event)) return;
  let top: string | undefined;
  for (const cwd of new Set([workspace, ...folders])) {
    const found = await checkoutIn(git, cwd);
    if (!found)
      throw unsafe(`git cannot read the commit of the checkout, which a run of \`${event}\` requires`, NO_GIT);
    if (found.commit !== sha)
      throw unsafe(`A run of \`${event}\` has checked out another commit than its own`, DEFAULT);
    top ??= found.top;
    // `git status` runs what the settings of a repository name, and a stranger's files can bring one.
    if (found.top !== top) throw unsafe(`A run of \`${event}\` has another repository in its workspace`, DEFAULT);
  }
  const options = ['--porcelain', '-z', '--no-renames', '--untracked-files=all', '--ignored'];
  for (const cwd of new Set(folders)) {
    const changed = await git(cwd, 'status', ...options, '--ignore-submodules=none', '--', '.', ...EXCLUDED);
    if (changed === '') continue;
    const [file = ''] = (changed ?? '').split('\0');
    throw unsafe(`A run of \`${event}\` has another file than its commit: ${file.slice(3)}`, DEFAULT);
  }
}

const DEFAULT = 'Anyone can cause this event. Check out the default branch, without `ref`, and change nothing in it';

function unsafe(message: string, hint: string): NotiformError {
  return new NotiformError(errorProblem('action-event', message, hint), Exit.refused);
}
