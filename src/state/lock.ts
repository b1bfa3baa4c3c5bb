import type { Ports } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import { onDisk } from './disk.ts';
import { isDeadHere, newLock, parseLock, serializeLock } from './lock-content.ts';
import { alreadyLocked, lockTakenOver } from './refusals.ts';
import type { Holder, Lock } from './store.ts';

/** A lock file of this run. */
export interface FileLock {
  /** Set if the lock was taken over from a dead process. */
  warning?: Problem;
  lock: Lock;
  /** True if the file still contains the token of this run. */
  isOurs(): Promise<boolean>;
  /** Removes the file if it is still ours. */
  release(): Promise<void>;
}

export interface LockOptions {
  path: string;
  /** The locked document and the lock file, as messages name them. */
  subject: string;
  shown: string;
  holder: Holder;
  ports: Ports;
  /** True if a process of this machine is alive. */
  isAlive(pid: number): boolean;
  /** The advice about the lock of a run that has ended. Left out for a lock of the state. */
  help?: string;
  /** Makes sure that the former holders of a lock (`after`) change nothing when they resume. Left out if they cannot. */
  excludeFormer?(own: FileLock): Promise<void>;
}

type Permission = (lock: Lock) => boolean;

/**
 * Takes a lock by creating its file. Takes over the lock of a dead process of this machine. Throws a NotiformError
 * (`lock-held`, exit 6) with the holder's name if another run has the lock.
 */
export async function takeLock(options: LockOptions): Promise<FileLock> {
  const mine = lockAfter(options, undefined);
  if (await create(options, options.path, mine)) return lockOf(options, mine);
  const theirs = await readLock(options, options.path);
  const permits: Permission = (lock) => isDeadHere(lock, options.holder, options.isAlive);
  if (!theirs || !permits(theirs)) throw alreadyLocked(options.subject, theirs, options.help);
  const next = await takeOver(options, options.path, theirs, permits);
  if (!next) throw alreadyLocked(options.subject, await readLock(options, options.path), options.help);
  return { ...lockOf(options, next), warning: lockTakenOver(options.subject, theirs) };
}

/**
 * Breaks the lock: takes it from its holder and releases it. Returns the broken lock, or undefined if there was none. Throws a
 * NotiformError (`lock-held`, exit 6) if the lock is not the `expected` one.
 */
export async function breakLock(options: LockOptions, expected: Lock | undefined): Promise<Lock | undefined> {
  const theirs = await readLock(options, options.path);
  if (!theirs) return undefined;
  if (expected && expected.token !== theirs.token) throw alreadyLocked(options.subject, theirs, options.help);
  // A run that died while it took this lock over may have left a claim without a holder. That claim may be taken too.
  const permits: Permission = (lock) => lock.token === '' || isDeadHere(lock, options.holder, options.isAlive);
  const mine = await takeOver(options, options.path, theirs, permits);
  if (!mine) throw alreadyLocked(options.subject, await readLock(options, options.path), options.help);
  await lockOf(options, mine).release();
  return theirs;
}

/**
 * Takes over a lock, or returns undefined if another run was faster. Of several runs that find the same lock, only the one
 * that creates the claim, a file named after the lock's token, may take it. A later run finds another token in the lock. The
 * claim of a dead run is taken over in the same way, because removing it could remove the claim of a live run.
 */
async function takeOver(
  options: LockOptions,
  path: string,
  theirs: Lock,
  permits: Permission,
): Promise<Lock | undefined> {
  const { ports } = options;
  const mine = lockAfter(options, theirs);
  const claim = claimOf(path, theirs.token);
  if (!(await create(options, claim, mine))) {
    const claimant = await readLock(options, claim);
    if (!claimant || !permits(claimant) || !(await takeOver(options, claim, claimant, permits))) return undefined;
  }
  try {
    const now = await readLock(options, path);
    if (now?.token !== theirs.token) return undefined;
    await access(options, 'written', ports.files.writeAtomic(path, serializeLock(mine)));
    if (path === options.path) await options.excludeFormer?.(lockOf(options, mine));
    // The claims on the locks of the former holders. The claim on the last one is removed below.
    for (const token of (mine.after ?? []).slice(0, -1))
      await access(options, 'written', ports.files.remove(claimOf(path, token)));
    return mine;
  } finally {
    await ports.files.remove(claim);
  }
}

function claimOf(path: string, token: string): string {
  return `${path}.${plain(token) || 'unnamed'}`;
}

/** Makes a token safe as a file name. A lock file may contain anything. */
export function plain(token: string): string {
  return token.replace(/[^0-9A-Za-z]/g, '');
}

/** A lock of this run. Its number is higher than the former lock's; without one, the clock keeps the numbers rising. */
function lockAfter({ ports, holder }: LockOptions, before: Lock | undefined): Lock {
  const now = ports.clock.now();
  const lock = newLock(holder, now, ports.random.hex(16), Math.max(now, (before?.fence ?? 0) + 1));
  return before ? { ...lock, after: [...(before.after ?? []), before.token] } : lock;
}

function lockOf(options: LockOptions, lock: Lock): FileLock {
  const isOurs = async (): Promise<boolean> => (await readLock(options, options.path))?.token === lock.token;
  const release = async (): Promise<void> => {
    if (await isOurs()) await options.ports.files.remove(options.path);
  };
  return { lock, isOurs, release };
}

function create(options: LockOptions, path: string, lock: Lock): Promise<boolean> {
  return access(options, 'written', options.ports.files.createExclusive(path, serializeLock(lock)));
}

/** Reads the lock in a file. Returns undefined if there is no file. */
export async function readLock(
  options: Pick<LockOptions, 'ports' | 'shown' | 'help'>,
  path: string,
): Promise<Lock | undefined> {
  const bytes = await access(options, 'read', options.ports.files.read(path));
  return bytes && parseLock(new TextDecoder().decode(bytes));
}

/** Reports a refused access to a lock of the state as a problem of the state. Other locks' failures are thrown unchanged. */
function access<T>(
  { shown, help }: Pick<LockOptions, 'shown' | 'help'>,
  doing: 'read' | 'written',
  accessing: Promise<T>,
): Promise<T> {
  return help === undefined ? onDisk(doing, shown, accessing) : accessing;
}
