import type { Environment } from '../../config/environment.ts';
import { compareText, usageError } from '../../core/problem.ts';
import type { Lock } from '../../files/lock-content.ts';
import { lockView, lockWords } from '../../report/state.ts';
import { requireAlias } from '../account.ts';
import { requireYes } from '../confirm.ts';
import { holderOf } from '../holder.ts';
import type { Invocation } from '../invocation.ts';
import { done, type Outcome } from '../outcome.ts';
import { openConfig } from '../project.ts';
import { openStore } from '../store.ts';

/** `state unlock PROFILE`, or `--all`: breaks locks. In a protected environment the user must type its name. */
export async function unlock(
  invocation: Invocation,
  [alias]: string[],
  { all = false, yes }: { all?: boolean; yes?: boolean },
): Promise<Outcome> {
  const { config, environment } = await openConfig(invocation);
  const profiles = chosen(environment, alias, all);
  const store = await openStore(invocation, { config, environment });
  const locks = new Map<string, Lock>();
  for (const profile of profiles) {
    const lock = await store.lockOf(profile);
    if (lock) locks.set(profile, lock);
  }
  if (locks.size > 0 && yes !== true) await confirmed(invocation, environment, locks);
  for (const [profile, lock] of locks) await store.breakLock(profile, holderOf('state unlock'), lock);
  const broken = Array.from(locks, ([profile, lock]) => ({ profile, lock: lockView(lock) }));
  const style = invocation.terminal.style('stdout');
  const lines = broken.map(
    ({ profile, lock }) => `${profile} is now unlocked. It was locked ${lockWords(lock, style)}.`,
  );
  return done(lines.join('\n') || 'No lock is held.', { unlocked: broken });
}

function chosen(environment: Environment, alias: string | undefined, all: boolean): string[] {
  const known = [...environment.profiles.keys()].sort(compareText);
  if (all !== (alias === undefined))
    throw usageError(
      'Name one profile, or pass `--all`, but not both',
      `PROFILE is one of ${known.join(', ')}. See \`notiform state unlock --help\``,
    );
  if (alias === undefined) return known;
  requireAlias(environment, alias);
  return [alias];
}

async function confirmed(
  invocation: Invocation,
  environment: Environment,
  locks: ReadonlyMap<string, Lock>,
): Promise<void> {
  const style = invocation.terminal.style('stderr');
  const lines = Array.from(locks, ([profile, lock]) => `${profile} is locked ${lockWords(lockView(lock), style)}`);
  invocation.terminal.say(
    [...lines, 'If that run is still in progress, it will fail, and the next run must find out its last steps.'].join(
      '\n',
    ),
  );
  const those = locks.size === 1 ? 'this lock' : `these ${locks.size} locks`;
  const question = `Break ${those} of ${environment.name}`;
  await requireYes(invocation, question, environment, { message: 'Not confirmed. No lock was removed' });
}
