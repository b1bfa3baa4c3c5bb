import type { RunnerEnv } from './context.ts';

/** git runs it as a shell function with the word `get`, and reads the user and the password from its stdout. */
const HELPER = '!f() { test "$1" = get && echo username=x-access-token && echo "password=$NOTIFORM_GIT_TOKEN"; }; f';

/**
 * Returns the variables with which git uses the token of the step for the server of GitHub: the checkout of a workflow does not
 * keep it (`persist-credentials: false`), and the state may be in a ref of the repository. The token is in no command line.
 */
export function withGitLogin(env: RunnerEnv, server: string, token: string | undefined): RunnerEnv {
  if (token === undefined) return env;
  const count = Number(env['GIT_CONFIG_COUNT'] ?? 0);
  return {
    ...env,
    NOTIFORM_GIT_TOKEN: token,
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: `credential.${server}.helper`,
    [`GIT_CONFIG_VALUE_${count}`]: HELPER,
  };
}
