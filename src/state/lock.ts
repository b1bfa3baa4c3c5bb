import type { Ports } from '../core/ports.ts';
import type { Problem } from '../core/problem.ts';
import { onDisk } from './disk.ts';
import { isDeadHere, newLock, parseLock, serializeLock } from './lock-content.ts';
import { lockHeld, lockTakenOver } from './refusals.ts';
import type { Holder, Lock } from './store.ts';

/** A lock file of ours. */
export interface FileLock {
  /** Set where it was taken over from a dead process. */
  warning?: Problem;
  lock: Lock;
  /** Whether the file still holds our token. */
  isHeld(): Promise<boolean>;
  /** Removes the file, if it is still ours. */
  release(): Promise<void>;
}

export interface LockOptions {
  path: string;
  /** What is locked, and the lock file, as a person knows them. */
  subject: string;
  shown: string;
  holder: Holder;
  ports: Ports;
  /** Whether a process of this machine lives. */
  isAlive(pid: number): boolean;
  /** What a person does with a lock that nobody holds any more; left out where it is the state's. */
  help?: string;
  /** The file that the holder of a token fills before it becomes what is locked; left out where there is none. */
  stagedBy?(token: string): string;
}

/** Whether a lock may be taken from whoever holds it. */
type Permission = (lock: Lock) => boolean;

/**
 * Takes a lock by creating its file. The lock of a dead process of this machine is taken over. Throws a NotiformError
 * (`lock-held`, exit 6) that names the holder, where somebody has it.
 */
export async function takeLock(options: LockOptions): Promise<FileLock> {
  const mine = lockAfter(options, undefined);
  if (await create(options, options.path, mine)) return lockOf(options, mine);
  const theirs = await readLock(options, options.path);
  const permits: Permission = (lock) => isDeadHere(lock, options.holder, options.isAlive);
  if (!theirs || !permits(theirs)) throw lockHeld(options.subject, theirs, options.help);
  const next = await takeOver(options, options.path, theirs, permits);
  if (!next) throw lockHeld(options.subject, await readLock(options, options.path), options.help);
  return { ...lockOf(options, next), warning: lockTakenOver(options.subject, theirs) };
}

/**
 * Takes the lock away from whoever holds it, and gives it back. Gives what was broken; undefined where nobody held it. Throws
 * a NotiformError (`lock-held`, exit 6) where another one than `expected` is found.
 */
export async function breakLock(options: LockOptions, expected: Lock | undefined): Promise<Lock | undefined> {
  const theirs = await readLock(options, options.path);
  if (!theirs) return undefined;
  if (expected && expected.token !== theirs.token) throw lockHeld(options.subject, theirs, options.help);
  // One that died while it took this lock over, before it could say who it is, stands in nobody's way either.
  const permits: Permission = (lock) => lock.token === '' || isDeadHere(lock, options.holder, options.isAlive);
  const mine = await takeOver(options, options.path, theirs, permits);
  if (!mine) throw lockHeld(options.subject, await readLock(options, options.path), options.help);
  await lockOf(options, mine).release();
  return theirs;
}

/**
 * Of several that find the same lock one may take it: the one that creates the file named after its token. One who comes
 * later finds another token in the lock. Where the one that created it is dead too its file is taken over in the same way:
 * whoever just removed it could remove that of a living one. Undefined where another one was faster.
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
    await access(options, 'written', clearAfter(options, path, mine));
    return mine;
  } finally {
    await ports.files.remove(claim);
  }
}

/**
 * Takes away what those had ready from whom a lock was taken: they may only sleep, and it must not become the document when
 * they wake up. Whoever dies on the way leaves a lock that names them too.
 */
async function clearAfter({ ports, stagedBy }: LockOptions, path: string, { after = [] }: Lock): Promise<void> {
  for (const token of after) {
    if (stagedBy) await ports.files.remove(stagedBy(plain(token)));
    // The claim by which the last one was taken over goes when that is done.
    if (token !== after.at(-1)) await ports.files.remove(claimOf(path, token));
  }
}

function claimOf(path: string, token: string): string {
  return `${path}.${plain(token) || 'unnamed'}`;
}

/** A lock file may hold anything, and its token becomes a file's name. */
function plain(token: string): string {
  return token.replace(/[^0-9A-Za-z]/g, '');
}

/** A lock of ours, whose number is higher than that of the one before. The clock keeps it rising where there is none. */
function lockAfter({ ports, holder }: LockOptions, before: Lock | undefined): Lock {
  const now = ports.clock.now();
  const lock = newLock(holder, now, ports.random.hex(16), Math.max(now, (before?.fence ?? 0) + 1));
  return before ? { ...lock, after: [...(before.after ?? []), before.token] } : lock;
}

function lockOf(options: LockOptions, lock: Lock): FileLock {
  const isHeld = async (): Promise<boolean> => (await readLock(options, options.path))?.token === lock.token;
  const release = async (): Promise<void> => {
    if (await isHeld()) await options.ports.files.remove(options.path);
  };
  return { lock, isHeld, release };
}

function create(options: LockOptions, path: string, lock: Lock): Promise<boolean> {
  return access(options, 'written', options.ports.files.createExclusive(path, serializeLock(lock)));
}

/** The lock in a file; undefined where there is none. */
export async function readLock(
  options: Pick<LockOptions, 'ports' | 'shown' | 'help'>,
  path: string,
): Promise<Lock | undefined> {
  const bytes = await access(options, 'read', options.ports.files.read(path));
  return bytes && parseLock(new TextDecoder().decode(bytes));
}

/** Reports a refused access to the state's lock as a problem of the state. The refusal of any other lock is thrown as it came. */
function access<T>(
  { shown, help }: Pick<LockOptions, 'shown' | 'help'>,
  doing: 'read' | 'written',
  accessing: Promise<T>,
): Promise<T> {
  return help === undefined ? onDisk(doing, shown, accessing) : accessing;
}
