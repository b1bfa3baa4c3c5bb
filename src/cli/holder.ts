import { userInfo } from 'node:os';
import { ifProblem } from '../core/problem.ts';
import { type FileLock, type LockOptions, takeLock } from '../files/lock.ts';
import type { Holder } from '../files/lock-content.ts';
import { isProcessAlive, thisProcess } from '../files/this-machine.ts';
import { alreadyLocked } from '../state/refusals.ts';
import type { Invocation } from './invocation.ts';

/** Describes this run, for other runs that find its lock. @param env of the process; CI identifies the run there */
export function holderOf(command: string, env: Invocation['env'] = process.env): Holder {
  const user = env['GITHUB_ACTOR'] ?? env['USER'] ?? env['LOGNAME'] ?? userName();
  const run = runPageOf(env);
  return {
    ...thisProcess(),
    command,
    ...(user === undefined ? {} : { user }),
    ...(run === undefined ? {} : { run }),
  };
}

/** The name of the process's user, for a container that sets no variable. Undefined if the system knows no name. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

function runPageOf(env: Invocation['env']): string | undefined {
  const [server, repository, id] = ['GITHUB_SERVER_URL', 'GITHUB_REPOSITORY', 'GITHUB_RUN_ID'].map((name) => env[name]);
  return server && repository && id ? `${server}/${repository}/actions/runs/${id}` : undefined;
}

/** Locks a file of the project. Returns undefined if another run has the lock, or if the lock cannot be written. */
export function lockIfFree(path: string, { env, ports }: Invocation): Promise<FileLock | undefined> {
  const refusal: LockOptions['refusal'] = (lock) => alreadyLocked(path, lock, `remove ${path}.lock`);
  const holder = holderOf('send', env);
  return takeLock({ path: `${path}.lock`, holder, ports, isAlive: isProcessAlive, refusal }).catch(
    ifProblem(undefined),
  );
}
