import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const CLONE = join(import.meta.dirname, '..', '..');
const README = readFileSync(join(CLONE, 'README.md'), 'utf8');

/** The first commands below a heading, as somebody pastes them. */
function commandsBelow(heading: string): string {
  const [, below = ''] = README.split(`\n## ${heading}\n`);
  return /```sh\n([\s\S]*?)```/.exec(below)?.[1] ?? '';
}

describe('the README', () => {
  it('has a walk that works as it is pasted, without a terminal too', { timeout: 120_000 }, async () => {
    const home = await mkdtemp(join(tmpdir(), 'notiform-home-'));
    onTestFinished(() => rm(home, { recursive: true, force: true }));
    const commands = commandsBelow('In a minute, without an account');
    const [build, ...walk] = commands.split('\n');
    // Done before any test is run.
    expect(build).toBe('npm ci && npm run build');
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', walk.join('\n')], {
      cwd: CLONE,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: home },
    });
    expect(status, `${stdout}${stderr}`).toBe(0);
    expect(stdout).toContain('1 message: 1 delivered.');
    expect(stdout.slice(stdout.lastIndexOf('1 message: 1 delivered.'))).toContain(
      'at to 010****0000, order_paid  7000',
    );
  });

  it('names pages and files that are there', () => {
    const named = [...README.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
    expect(named.filter((path) => !existsSync(join(CLONE, path)))).toEqual([]);
  });
});
