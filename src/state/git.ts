import type { Clock } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import type { Programs, Ran } from '../core/program.ts';
import { gitMissing, problemOf, tooSlow } from './git-problems.ts';
import { WAITS } from './waits.ts';

/** The environment in which the git store runs git. */
export interface GitOptions {
  programs: Programs;
  /** A folder of the project's repository. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  remote: string;
  ports: { clock: Clock };
  /** Shows a line to the person who waits for a slow remote. */
  say?: ((line: string) => void) | undefined;
}

/** When a running call is reported. A remote mostly answers within two seconds. */
const REPORTED_MS = [5_000, 20_000, 40_000];

/** Variables that a git hook sets. They select another repository, index or object store than the folder's. */
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

/** Replaces user settings that would run other programs, leave a process running, or send more than the state. */
const SETTINGS = [
  'gc.auto=0',
  'maintenance.auto=false',
  'push.gpgSign=false',
  'push.followTags=false',
  'push.pushOption=',
];

export interface Git {
  /** Runs git. Throws a NotiformError only if git is missing or does not end. */
  attempt(args: readonly string[], input?: string): Promise<Ran>;
  /** Runs git and returns its stdout. Throws a NotiformError (`state-…`) if git fails. */
  bytes(args: readonly string[], input?: string): Promise<Uint8Array>;
  /** Like `bytes`, as text without surrounding white space. */
  text(args: readonly string[], input?: string): Promise<string>;
}

/** Prepares calls of git that print English and never prompt. */
export function openGit(options: GitOptions): Git {
  const { programs, cwd, remote } = options;
  const env = { ...options.env, LC_ALL: 'C', LANGUAGE: '', GIT_TERMINAL_PROMPT: '0', SSH_ASKPASS_REQUIRE: 'never' };
  for (const name of OF_A_HOOK) Reflect.deleteProperty(env, name);
  const settings = [...SETTINGS, `remote.${remote}.mirror=false`].flatMap((setting) => ['-c', setting]);
  const attempt: Git['attempt'] = async (args, input) => {
    const ended = new AbortController();
    if (options.say) void reportWaiting(options.ports.clock, ended.signal, args[0] ?? '', remote, options.say);
    const ran = await programs({
      program: 'git',
      args: [...settings, ...args],
      cwd,
      env,
      timeoutMs: WAITS.git,
      ...(input === undefined ? {} : { input }),
    });
    ended.abort();
    if (ran.why === 'missing') throw new NotiformError(gitMissing());
    if (ran.why === 'timed-out') throw new NotiformError(tooSlow(remote, WAITS.git / 1000, ran.stderr));
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

async function reportWaiting(
  clock: Clock,
  ended: AbortSignal,
  command: string,
  remote: string,
  say: (line: string) => void,
): Promise<void> {
  let before = 0;
  for (const after of REPORTED_MS) {
    await clock.sleep(after - before, ended).catch(() => undefined);
    if (ended.aborted) return;
    say(
      `Waiting for \`git ${command}\` at the remote ${remote}, ${after / 1000} s so far (at most ${WAITS.git / 1000} s)`,
    );
    before = after;
  }
}
