import pLimit from 'p-limit';
import { slept } from '../core/ports.ts';
import { ifProblem, interruptedProblem, NotiformError } from '../core/problem.ts';
import { type FileLock, type LockOptions, takeLock } from '../files/lock.ts';
import { type Holder, isDeadHere, type Lock } from '../files/lock-content.ts';
import { isProcessAlive, thisProcess } from '../files/this-machine.ts';
import { ourTime } from '../report/time.ts';
import { durationWords } from '../report/view/words.ts';
import { alreadyLocked, nameOf } from '../state/refusals.ts';
import type { StateStore } from '../state/store.ts';
import { WAITS } from '../state/waits.ts';
import type { Invocation } from './invocation.ts';
import type { Session } from './session.ts';

/** Describes this run, for other runs that find its lock. @param env of the process; CI identifies the run there */
export function holderOf(command: string, env: Invocation['env'] = process.env): Holder {
  const user = env['GITHUB_ACTOR'] ?? env['USER'] ?? env['LOGNAME'];
  const run = runPageOf(env);
  return {
    ...thisProcess(),
    command,
    ...(user === undefined ? {} : { user }),
    ...(run === undefined ? {} : { run }),
  };
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

/** How many locks are read at once. The git store reads those of the same time together. */
const AT_ONCE = 64;

/** True if the next run of this holder takes the lock over: another run of this machine left it behind, or it has expired. */
export function isTakenOver(lock: Lock, ours: Holder, store: StateStore['kind']): boolean {
  if (lock.isExpired) return true;
  // In git, a run takes over only the locks of its own user.
  return isDeadHere(lock, ours, isProcessAlive) && (store !== 'git' || lock.holder?.user === ours.user);
}

/**
 * Waits until no other run has the lock of a profile of the session. Does nothing without `--lock-timeout`. Returns true if it waited:
 * the other run may have written manifests, so those that were read before are stale. Throws a NotiformError (`lock-held`, exit 6)
 * if a lock is still held at the end of that time, and if it was interrupted (exit 130).
 * @param timeoutMs of `--lock-timeout`
 * @param deadline the end of the time, if it began earlier
 */
export async function waitForLocks(
  invocation: Invocation,
  environment: string,
  {
    store,
    profiles,
    shard,
  }: Pick<Session, 'store'> & { profiles: ReadonlyMap<string, unknown>; shard?: Session['shard'] },
  timeoutMs: number | undefined,
  deadline?: number,
): Promise<boolean> {
  if (timeoutMs === undefined) return false;
  const { terminal, flags, redaction, ports } = invocation;
  const { clock } = ports;
  const end = deadline ?? clock.now() + timeoutMs;
  const ours = holderOf('wait');
  const style = terminal.style('stderr');
  const limit = pLimit(AT_ONCE);
  const lockOn = async (profile: string): Promise<[string, Lock][]> => {
    const lock = await store.lockOf(profile);
    return lock && !isTakenOver(lock, ours, store.kind) ? [[profile, lock]] : [];
  };
  const all = [...(shard ?? profiles.keys())];
  let shown: string | undefined;
  let hasWaited = false;
  for (;;) {
    const [first] = (await Promise.all(all.map((profile) => limit(lockOn, profile)))).flat();
    if (!first) return hasWaited;
    const [profile, lock] = first;
    const left = end - clock.now();
    if (left <= 0) throw alreadyLocked(`${environment}/${profile}`, lock);
    if (shown !== lock.token && !flags.quiet) {
      const { holder, since = '' } = redaction.within(lock);
      const by = holder ? `${nameOf(holder)} since ${ourTime(since, style)}` : 'an unknown run';
      const limit = durationWords(left);
      terminal.say(`Waiting for the lock of ${environment}/${profile}, held by ${by} (at most ${limit})`);
    }
    shown = lock.token;
    hasWaited = true;
    await pause(invocation, end);
  }
}

/** Waits until the locks are worth another look. Throws a NotiformError (exit 130) if it was interrupted. */
export async function pause({ ports: { clock }, signal }: Invocation, deadline: number): Promise<void> {
  const left = Math.max(0, deadline - clock.now());
  if (!(await slept(clock, Math.min(WAITS.lockLook, left), signal))) throw new NotiformError(interruptedProblem(), 130);
}

/** True if another run was faster: it has the lock, or wrote the state since it was read. Nothing was changed then. */
export function isOvertaken(error: unknown): boolean {
  const codes = error instanceof NotiformError ? error.problems.map(({ code }) => code) : [];
  return codes.length > 0 && codes.every((code) => code === 'lock-held' || code === 'state-moved');
}
