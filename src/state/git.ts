import { NotiformError, type Problem } from '../core/problem.ts';
import type { Programs, Ran } from '../core/program.ts';

/** What the git store runs git with. */
export interface GitOptions {
  programs: Programs;
  /** A folder of the project's repository. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  remote: string;
}

/** How long a call of git may take: it may wait for a slow remote, never for a person. */
const PATIENCE_MS = 60_000;

/** Variables that a hook of git sets: they name another repository than the folder does, another index, or other objects. */
const OF_A_HOOK = [
  'GIT_DIR',
  'GIT_COMMON_DIR',
  'GIT_WORK_TREE',
  'GIT_INDEX_FILE',
  'GIT_PREFIX',
  'GIT_OBJECT_DIRECTORY',
  'GIT_ALTERNATE_OBJECT_DIRECTORIES',
  'GIT_QUARANTINE_PATH',
  'GIT_SHALLOW_FILE',
  'GIT_GRAFT_FILE',
];

/** Settings of the user that would run programs of theirs, leave something running, or send more than the state. */
const SETTINGS = [
  'gc.auto=0',
  'maintenance.auto=false',
  'push.gpgSign=false',
  'push.followTags=false',
  'push.pushOption=',
];

export interface Git {
  /** Runs git, whatever it comes to. Throws a NotiformError only where there is no git or it does not end. */
  attempt(args: readonly string[], input?: string): Promise<Ran>;
  /** Runs git and gives its stdout. Throws a NotiformError (`state-…`) where it fails. */
  bytes(args: readonly string[], input?: string): Promise<Uint8Array>;
  /** As `bytes`, as text without white space around it. */
  text(args: readonly string[], input?: string): Promise<string>;
}

/** git as plumbing: in English, with no questions asked. */
export function openGit(options: GitOptions): Git {
  const { programs, cwd, remote } = options;
  const env = { ...options.env, LC_ALL: 'C', LANGUAGE: '', GIT_TERMINAL_PROMPT: '0', SSH_ASKPASS_REQUIRE: 'never' };
  for (const name of OF_A_HOOK) Reflect.deleteProperty(env, name);
  const settings = [...SETTINGS, `remote.${remote}.mirror=false`].flatMap((setting) => ['-c', setting]);
  const attempt: Git['attempt'] = async (args, input) => {
    const ran = await programs({
      program: 'git',
      args: [...settings, ...args],
      cwd,
      env,
      timeoutMs: PATIENCE_MS,
      ...(input === undefined ? {} : { input }),
    });
    if (ran.why === 'missing') throw new NotiformError(missing());
    if (ran.why === 'timed-out') throw new NotiformError(unreachable(remote, `no answer in ${PATIENCE_MS / 1000} s`));
    return ran;
  };
  const bytes: Git['bytes'] = async (args, input) => {
    const ran = await attempt(args, input);
    if (ran.status !== 0) throw new NotiformError(problemOf(remote, ran));
    return ran.stdout;
  };
  return {
    attempt,
    bytes,
    text: async (args, input) => new TextDecoder().decode(await bytes(args, input)).trim(),
  };
}

/** What git says, and what it means. The first that meets is taken. */
const MEANINGS: readonly [RegExp, (remote: string, words: string) => Problem][] = [
  [
    /could not read (?:Username|Password)|Authentication failed|Permission denied|Host key verification failed|returned error: 40[13]|Permission to .* denied|Repository not found|invalid credentials|access denied|terminal prompts disabled/i,
    forbidden,
  ],
  [
    /not a git repository|No such remote|does not appear to be a git repository|No such file or directory/i,
    remoteMissing,
  ],
  [
    /Could not resolve host|unable to access|Connection (?:refused|reset|timed out|closed)|Network is unreachable|early EOF|hung up|RPC failed|Could not read from remote repository|Operation timed out|returned error: 5\d\d|SSL/i,
    unreachable,
  ],
];

/** The problem of a call that failed. */
export function problemOf(remote: string, { stderr, status }: Ran): Problem {
  const words = wordsOf(stderr) || `git ended with ${status ?? 'a signal'}`;
  const meaning = MEANINGS.find(([pattern]) => pattern.test(stderr));
  if (meaning) return meaning[1](remote, words);
  return {
    code: 'state-git',
    severity: 'error',
    message: `git could not do what the state needs: ${words}`,
    hint: 'Try `git fetch` and `git push` in the project by hand; the ref and the remote are in `state` of the environment.',
  };
}

/** The line that says most, without what an address may hold before its host. */
export function wordsOf(stderr: string): string {
  const lines = stderr
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const told = lines.find((line) => /^(?:fatal|error|remote: (?:error|fatal)|ERROR):/i.test(line)) ?? lines[0] ?? '';
  return told.replace(/^(?:fatal|error): /i, '').replace(/(:\/\/)[^/\s'"]*@/g, '$1');
}

function missing(): Problem {
  return {
    code: 'git-missing',
    severity: 'error',
    message: 'The state is kept in git, and there is no `git` to run',
    hint: 'Install git, or keep the state elsewhere: `state.store` of the environment.',
  };
}

function forbidden(remote: string, words: string): Problem {
  return {
    code: 'state-forbidden',
    severity: 'error',
    message: `The git remote ${remote} does not let this user in, or not write the state: ${words}`,
    hint: 'It is asked without a terminal: give git a key or a token that may push. In GitHub Actions the job needs `permissions: contents: write`.',
  };
}

function remoteMissing(remote: string, words: string): Problem {
  return {
    code: 'state-remote-missing',
    severity: 'error',
    message: `There is no git remote ${remote} to keep the state in: ${words}`,
    hint: 'Name one that `git remote` shows in `state.remote`, or add it with `git remote add`.',
  };
}

export function unreachable(remote: string, words: string): Problem {
  return {
    code: 'state-unreachable',
    severity: 'error',
    message: `The git remote ${remote}, which keeps the state, could not be reached: ${words}`,
    hint: 'Check the network, then run the command again: it goes on where this one stood.',
  };
}
