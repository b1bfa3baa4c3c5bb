import { errorProblem, type Problem } from '../core/problem.ts';
import type { Ran } from '../core/program.ts';

/** Patterns of git's output, and the problem of each. The first pattern that matches is taken. */
const MEANINGS: readonly [RegExp, (remote: string, words: string) => Problem][] = [
  [/dubious ownership|unsafe repository/i, otherOwner],
  // `remote: ` is about the disk of the remote.
  [
    /^(?!remote:).*(?:unable to create temporary file|insufficient permission for adding an object|Read-only file system)/im,
    unwritable,
  ],
  [/Host key verification failed/i, unknownHost],
  [
    /Repository not found|repository '[^']{1,500}' (?:not found|does not exist)|repository does not exist|project you were looking for could not be found/i,
    repositoryMissing,
  ],
  [
    /could not read (?:Username|Password)|Authentication failed|Permission denied|returned error: 40[13]|Permission to .{1,500}? denied|invalid credentials|access denied|terminal prompts disabled/i,
    forbidden,
  ],
  // A name is shown as it is configured. An address or a path is shown if the remote is configured and leads nowhere.
  [/'[^']{0,500}[/\\:][^'/\\:]{0,500}' does not appear to be a git repository/i, repositoryMissing],
  [/not a git repository/i, noRepository],
  [/No such remote|does not appear to be a git repository|No such file or directory/i, remoteMissing],
  [
    /Could not resolve host|unable to access|Connection (?:refused|reset|timed out|closed)|Network is unreachable|early EOF|hung up|RPC failed|Could not read from remote repository|Operation timed out|returned error: 5\d\d|SSL/i,
    unreachable,
  ],
];

/** The problem of a call that failed. */
export function problemOf(remote: string, { stderr, status }: Pick<Ran, 'stderr' | 'status'>): Problem {
  const meaning = MEANINGS.find(([pattern]) => pattern.test(stderr));
  const words = wordsOf(stderr, meaning?.[0]) || `git ended with ${status ?? 'a signal'}`;
  if (meaning) return meaning[1](remote, words);
  return errorProblem(
    'state-git',
    `git could not do what the state needs: ${words}`,
    'Try `git fetch` and `git push` in the project. `state` of the environment sets the ref and the remote.',
  );
}

/**
 * Returns the most useful line of git's output, without credentials in an address.
 * @param pattern picks the line. If no line matches, the first line that git marks as an error is returned
 */
export function wordsOf(stderr: string, pattern?: RegExp): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const found =
    lines.find((line) => pattern?.test(line)) ??
    lines.find((line) => /^(?:fatal|error|remote: (?:error|fatal)|ERROR):/i.test(line)) ??
    lines[0] ??
    '';
  return found.replace(/^(?:remote: )?(?:fatal: |error: )?/i, '').replace(/(:\/\/)[^/\s'"]*@/g, '$1');
}

export function gitMissing(): Problem {
  return errorProblem(
    'git-missing',
    'The state is stored in git, and the program `git` was not found',
    'Install git, or set `state.store` of the environment to another store. In a CI job, install git before the checkout: without git, the checkout may have no `.git`.',
  );
}

function otherOwner(_remote: string, words: string): Problem {
  const path = /'([^']+)'/.exec(words)?.[1] ?? 'PATH';
  return errorProblem(
    'state-git-owner',
    `git refuses to use the repository because another user owns its folder: ${words}`,
    `Run \`git config --global --add safe.directory '${path}'\` as the user who runs notiform. In a CI job that runs in a container, add it as a step before notiform.`,
  );
}

function unknownHost(remote: string, words: string): Problem {
  return errorProblem(
    'state-forbidden',
    `ssh does not trust the host of the git remote ${remote}: ${words}`,
    "Compare the host's key with the one its operator publishes, and add it to `~/.ssh/known_hosts` of the user who runs notiform.",
  );
}

function forbidden(remote: string, words: string): Problem {
  return errorProblem(
    'state-forbidden',
    `The git remote ${remote} does not accept this user, or does not let the user write: ${words}`,
    /publickey/.test(words)
      ? 'The remote accepts none of the ssh keys that this user offers; `ssh-add -l` lists them. Load a key that may push. notiform never asks for a passphrase.'
      : 'Give git a key or a token that may push; notiform never asks for a password. In GitHub Actions, add `permissions: contents: write` to the job.',
  );
}

function repositoryMissing(remote: string, words: string): Problem {
  return errorProblem(
    'state-remote-missing',
    `The git remote ${remote} does not lead to a repository that this user can see: ${words}`,
    `Check the address with \`git remote get-url ${remote}\`, and that the key or token may read the repository. A host reports a private repository as missing.`,
  );
}

function noRepository(_remote: string, words: string): Problem {
  return errorProblem(
    'state-remote-missing',
    `The folder of the project is not in a git repository, whose remote is to store the state: ${words}`,
    'Run notiform in a clone made by git. In a CI job whose image has no git, install git before the checkout: `actions/checkout` otherwise downloads the files without `.git`.',
  );
}

export function remoteMissing(remote: string, words: string): Problem {
  return errorProblem(
    'state-remote-missing',
    `The project has no git remote ${remote}, where the state is to be stored: ${words}`,
    'Set `state.remote` to a remote that `git remote` lists, or add the remote with `git remote add`.',
  );
}

function unwritable(_remote: string, words: string): Problem {
  return errorProblem(
    'state-git',
    `git cannot write to the repository of the project: ${words}`,
    'Give the user who runs notiform the right to write to `.git`, and do not mount it read-only. Reading the state also writes: git stores what it fetches.',
  );
}

function unreachable(remote: string, words: string): Problem {
  return errorProblem(
    'state-unreachable',
    `The git remote ${remote}, which stores the state, could not be reached: ${words}`,
    'Check the network, then run the command again. It continues where this run stopped.',
  );
}

/** The problem of a git process that took too long and was ended. Its output may show why. */
export function tooSlow(remote: string, seconds: number, stderr: string): Problem {
  const words = wordsOf(stderr);
  return unreachable(remote, `no answer in ${seconds} s${words === '' ? '' : `; git printed: ${words}`}`);
}
