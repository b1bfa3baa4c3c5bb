import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { withGitLogin } from '../../src/action/run.ts';

/** git without the settings of this machine. */
const ENV = {
  PATH: process.env['PATH'],
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
};

function loginOf(env: Readonly<Record<string, string | undefined>>, host: string): string[] {
  const input = `protocol=https\nhost=${host}\n\n`;
  const { stdout } = spawnSync('git', ['credential', 'fill'], { env: { ...env }, input, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => /^(?:username|password)=/.test(line));
}

it('git uses the token of the step for GitHub, and for no other server', () => {
  const settings = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'ann' };
  for (const env of [ENV, { ...ENV, ...settings }]) {
    const login = withGitLogin(env, 'https://github.com', 'ghs_$HOME"`');
    expect(loginOf(login, 'github.com')).toEqual(['username=x-access-token', 'password=ghs_$HOME"`']);
    expect(loginOf(login, 'github.com.example')).toEqual([]);
  }
  expect(loginOf(withGitLogin(ENV, 'https://github.com', undefined), 'github.com')).toEqual([]);
});
