import { existsSync } from 'node:fs';
import { appendFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Command, systemPrograms } from '../../src/core/program.ts';

const cwd = import.meta.dirname;

function node(script: string, more: Partial<Command> = {}) {
  const command = {
    program: process.execPath,
    args: ['-e', script],
    cwd,
    env: process.env,
    timeoutMs: 60_000,
    ...more,
  };
  return systemPrograms()(command);
}

const shown = async (ran: ReturnType<typeof node>) => {
  const { stdout, ...rest } = await ran;
  return { ...rest, stdout: new TextDecoder().decode(stdout) };
};

describe('another program', () => {
  it('gets its words, its input and its environment, and tells all that it says', async () => {
    const script =
      'process.stdin.on("data", (it) => { console.log(`${it}${process.env.WORD}`); console.error("한글"); process.exitCode = 3; })';
    expect(await shown(node(script, { input: 'in ', env: { WORD: 'env' } }))).toEqual({
      status: 3,
      stdout: 'in env\n',
      stderr: '한글\n',
    });
  });

  it('has no terminal, and a process group of its own', async () => {
    const script =
      'try { require("fs").openSync("/dev/tty", "r"); console.log("a terminal"); } catch { console.log("none"); }';
    expect(await shown(node(script))).toMatchObject({ status: 0, stdout: 'none\n' });
  });

  it('is git, which starts nothing that a folder names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'notiform-git-'));
    const git = (...args: string[]) => node('', { program: 'git', args, cwd: folder });
    const settings = `[core]\n\tfsmonitor = touch ${join(folder, 'ran')};\n`;
    await git('init', '-q');
    await appendFile(join(folder, '.git/config'), settings);
    expect(await git('status')).toMatchObject({ status: 0 });
    await git('init', '-q', '--bare', 'bare');
    await appendFile(join(folder, 'bare/config'), `${settings}\tbare = false\n\tworktree = .\n`);
    expect(await git('-C', 'bare', 'status')).toMatchObject({ status: 128 });
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('may end before it has read what it is given', async () => {
    expect(await shown(node('process.exitCode = 0', { input: 'x'.repeat(1_000_000) }))).toMatchObject({ status: 0 });
  });

  it('may be none', async () => {
    expect(await shown(node('', { program: 'no-such-program-here' }))).toEqual({
      status: null,
      why: 'missing',
      stdout: '',
      stderr: '',
    });
  });

  it('that takes too long is killed, with what it has started', async () => {
    const ran = await node(
      'require("child_process").spawn("sleep", ["600"], { stdio: "inherit" }); setTimeout(() => {}, 600000)',
      {
        timeoutMs: 300,
      },
    );
    expect(ran).toMatchObject({ status: null, why: 'timed-out' });
  });

  it('ends when its command closes, and no other one begins', async () => {
    const closing = new AbortController();
    const programs = systemPrograms(closing.signal);
    const command = { program: 'sleep', args: ['600'], cwd, env: process.env, timeoutMs: 60_000 };
    const running = programs(command);
    closing.abort();
    expect(await running).toMatchObject({ status: null, stderr: '' });
    expect(await programs({ ...command, program: 'no-such-program-here' })).toEqual({
      status: null,
      stdout: new Uint8Array(),
      stderr: '',
    });
  });
});
