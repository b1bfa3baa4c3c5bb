import { spawn } from 'node:child_process';

export interface Command {
  program: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The text for its stdin. */
  input?: string | undefined;
  timeoutMs: number;
}

export interface Ran {
  /** The exit code. Null if the program is missing, was stopped after its time, or was ended by a signal. */
  status: number | null;
  why?: 'missing' | 'timed-out';
  stdout: Uint8Array;
  stderr: string;
}

/** Other programs as a port. Never throws for what the program does. */
export type Programs = (command: Command) => Promise<Ran>;

/** Settings of a folder that would start a program of its author: a monitor of files, and a folder that poses as a repository. */
const OF_GIT = ['-c', 'core.fsmonitor=false', '-c', 'safe.bareRepository=explicit'];

/**
 * Runs programs of this machine. Each has its own process group, so Ctrl-C does not reach it and a started call finishes. It has
 * no terminal, so it cannot ask for a password. A program that takes too long is killed with all its child processes; it runs in
 * real time, whatever the clock of a test is.
 * @param closing ends programs that still run, and starts no more
 */
export function systemPrograms(closing?: AbortSignal): Programs {
  return async ({ program, args, cwd, env, input, timeoutMs }) => {
    if (closing?.aborted) return { status: null, stdout: new Uint8Array(), stderr: '' };
    const words = program === 'git' ? [...OF_GIT, ...args] : args;
    const child = spawn(program, words, { cwd, env: { ...env }, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    const [stdout, stderr]: [Uint8Array[], Uint8Array[]] = [[], []];
    child.stdout.on('data', (chunk: Uint8Array) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Uint8Array) => stderr.push(chunk));
    const end = (): void => killGroup(child.pid, 'SIGTERM');
    closing?.addEventListener('abort', end);
    // The program may end without reading its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    let patience: NodeJS.Timeout | undefined;
    const ended = new Promise<{ status: number | null; why?: 'missing' }>((resolve) => {
      child.once('error', () => resolve({ status: null, why: 'missing' }));
      child.once('close', (status) => resolve({ status }));
    });
    const late = new Promise<{ status: null; why: 'timed-out' }>((resolve) => {
      patience = setTimeout(() => resolve({ status: null, why: 'timed-out' }), timeoutMs);
    });
    const ending = await Promise.race([ended, late]);
    clearTimeout(patience);
    closing?.removeEventListener('abort', end);
    if (ending.why === 'timed-out') killGroup(child.pid, 'SIGKILL');
    return { ...ending, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') };
  };
}

function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    process.kill(-Number(pid), signal);
  } catch {
    // The process ended just before.
  }
}
