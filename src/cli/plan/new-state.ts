import type { Environment } from '../../config/environment.ts';
import { Exit } from '../../core/exit.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import { isInCI } from '../ci.ts';
import type { Invocation } from '../invocation.ts';
import type { Session } from '../session.ts';

/**
 * A machine of CI starts empty: where the state is kept in files and there are none, they were most likely lost with the machine
 * before. Throws a NotiformError (exit 7) then, unless that is meant.
 */
export async function requireKeptState(
  { env }: Invocation,
  environment: Pick<Environment, 'name' | 'emulator'>,
  { store, profiles, shard }: Pick<Session, 'store' | 'profiles' | 'shard'>,
  isMeant: boolean,
): Promise<void> {
  if (isMeant || !isInCI(env) || environment.emulator || store.kind !== 'file') return;
  const documents = await store.readAll([...(shard ?? profiles.keys())]);
  if ([...documents.values()].some((document) => document !== undefined)) return;
  throw new NotiformError(missing(environment.name), Exit.refused);
}

function missing(environment: string): Problem {
  return {
    code: 'state-missing',
    severity: 'error',
    message: `There is no state of ${environment} here, and this is CI, where files do not outlive the machine`,
    hint: 'Bring back the folder of the state before, or keep the state in a store that all runs share. If this is the first apply of all, say `--new-state`',
  };
}
