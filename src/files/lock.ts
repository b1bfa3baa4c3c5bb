import type { Ports } from '../core/ports.ts';
import type { NotiformError } from '../core/problem.ts';
import { type Holder, isDeadHere, type Lock, newLock, parseLock, serializeLock } from './lock-content.ts';
import type { IsAlive } from './this-machine.ts';

/** A lock file of this run. */
export interface FileLock {
  /** The lock of the dead process from which this one was taken over. */
  former?: Lock;
  lock: Lock;
  /** True if the file still contains the token of this run. */
  isOurs(): Promise<boolean>;
  /** Removes the file if it is still ours. */
  release(): Promise<void>;
}

export interface LockOptions {
  path: string;
  holder: Holder;
  ports: Ports;
  isAlive: IsAlive;
  /** The refusal of a lock that another process has. Undefined if the file could not be read to the end. */
  refusal(lock: Lock | undefined): NotiformError;
  /** Reports a refused access to the lock file. If left out, the error of the file system is thrown unchanged. */
  access?<T>(doing: 'read' | 'written', accessing: Promise<T>): Promise<T>;
  /** Makes sure that the former holders of a lock (`after`) change nothing when they resume. Left out if they cannot. */
  excludeFormer?(own: FileLock): Promise<void>;
}

type Permission = (lock: Lock) => boolean;

/**
 * Takes a lock by creating its file. Takes over the lock of a dead process of this machine. Throws the
 * refusal of the options if another process has it.
 */
export async function takeLock(options: LockOptions): Promise<FileLock> {
  const mine = lockAfter(options, undefined);
  if (await create(options, options.path, mine)) return lockOf(options, mine);
  const theirs = await readLock(options, options.path);
  const permits: Permission = (lock) => isDeadHere(lock, options.holder, options.isAlive);
  if (!theirs || !permits(theirs)) throw options.refusal(theirs);
  const next = await takeOver(options, options.path, theirs, permits);
  if (!next) throw options.refusal(await readLock(options, options.path));
  return { ...lockOf(options, next), former: theirs };
}

/**
 * Breaks the lock: takes it from its holder and releases it. Returns the broken lock, or undefined if there was none. Throws the
 * refusal of the options if the lock is not the `expected` one.
 */
export async function breakLock(options: LockOptions, expected: Lock | undefined): Promise<Lock | undefined> {
  const theirs = await readLock(options, options.path);
  if (!theirs) return undefined;
  if (expected && expected.token !== theirs.token) throw options.refusal(theirs);
  // A run that died while it took this lock over may have left its file without a holder. That file may be taken too.
  const permits: Permission = (lock) => lock.token === '' || isDeadHere(lock, options.holder, options.isAlive);
  const mine = await takeOver(options, options.path, theirs, permits);
  if (!mine) throw options.refusal(await readLock(options, options.path));
  await lockOf(options, mine).release();
  return theirs;
}

/**
 * Takes over a lock, or returns undefined if another run was faster. Of several runs that find the same lock, only the one
 * that creates a second file, named after the lock's token, may take it. A later run finds another token in the lock. The
 * second file of a dead run is taken over in the same way, because removing it could remove that of a live run.
 */
async function takeOver(
  options: LockOptions,
  path: string,
  theirs: Lock,
  permits: Permission,
): Promise<Lock | undefined> {
  const { ports } = options;
  const mine = lockAfter(options, theirs);
  const second = secondFile(path, theirs.token);
  if (!(await create(options, second, mine))) {
    const rival = await readLock(options, second);
    if (!rival || !permits(rival) || !(await takeOver(options, second, rival, permits))) return undefined;
  }
  try {
    const now = await readLock(options, path);
    if (now?.token !== theirs.token) return undefined;
    await access(options, 'written', ports.files.writeAtomic(path, serializeLock(mine)));
    if (path === options.path) await options.excludeFormer?.(lockOf(options, mine));
    // The second files of the former locks. That of the last one is removed below.
    for (const token of (mine.after ?? []).slice(0, -1))
      await access(options, 'written', ports.files.remove(secondFile(path, token)));
    return mine;
  } finally {
    await ports.files.remove(second);
  }
}

function secondFile(path: string, token: string): string {
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
  options: Pick<LockOptions, 'ports' | 'access'>,
  path: string,
): Promise<Lock | undefined> {
  const bytes = await access(options, 'read', options.ports.files.read(path));
  return bytes && parseLock(new TextDecoder().decode(bytes));
}

function access<T>(options: Pick<LockOptions, 'access'>, doing: 'read' | 'written', accessing: Promise<T>): Promise<T> {
  return options.access?.(doing, accessing) ?? accessing;
}
