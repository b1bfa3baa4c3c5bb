import { spawn } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';

export interface Ran {
  exit: number | null;
  stdout: string;
  stderr: string;
}

export type Env = Readonly<Record<string, string>>;

export interface ShellOptions {
  cwd: string;
  env: Env;
  input?: string;
  /** Text that ends the script with SIGTERM as soon as it is printed: for a program that runs until a signal. */
  until?: string;
}

/** The environment of a runner of CI: that of this process without what npm, Vitest and CI systems put there. */
export function runnerEnv(home: string): Env {
  const own = Object.entries(process.env).flatMap(([name, value]): [string, string][] =>
    value === undefined || /^(?:npm_(?!config_registry)|NODE_|VITEST|NOTIFORM_|GITHUB_|TEST)/.test(name)
      ? []
      : [[name, value]],
  );
  return {
    ...Object.fromEntries(own),
    HOME: home,
    CI: 'true',
    npm_config_userconfig: join(homedir(), '.npmrc'),
    npm_config_cache: process.env['npm_config_cache'] ?? join(homedir(), '.npm'),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
}

/**
 * Starts the installed program as npx does, without loading npm, which takes five times as long as the program. The snippets of
 * a clone and the project of managers.test.ts start the same words with the real npx.
 */
export const NPX = `npx() {
  if [ "$1 $2 $3" = "--no -- notiform" ] && [ -x node_modules/.bin/notiform ]; then shift 3; node_modules/.bin/notiform "$@"; else command npx "$@"; fi
}`;

/** Runs a script as GitHub's runner does: `bash -e`. Aliases work as in a terminal. */
export function shell(script: string, { cwd, env, input = '', until }: ShellOptions): Promise<Ran> {
  const child = spawn('bash', ['-e', '-O', 'expand_aliases', '-c', script], { cwd, env, detached: true });
  const [out, err] = [child.stdout, child.stderr].map((stream) => {
    const parts: string[] = [];
    stream.setEncoding('utf8').on('data', (part: string) => {
      parts.push(part);
      if (until !== undefined && parts.join('').includes(until)) end('SIGTERM');
    });
    return parts;
  });
  const end = (signal: NodeJS.Signals): void => {
    // All that the script started, and not this process.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, signal);
  };
  const late = setTimeout(() => end('SIGKILL'), 180_000);
  child.stdin.on('error', () => undefined).end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit) => {
      clearTimeout(late);
      resolve({ exit, stdout: out?.join('') ?? '', stderr: err?.join('') ?? '' });
    });
  });
}
