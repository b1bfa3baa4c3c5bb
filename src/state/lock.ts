import * as z from 'zod';
import { Exit } from '../core/exit.ts';
import type { Ports } from '../core/ports.ts';
import { NotiformError, type Problem } from '../core/problem.ts';
import { onDisk } from './disk.ts';
import type { Holder } from './store.ts';

const lockShape = z.looseObject({
  pid: z.int(),
  host: z.string(),
  startedAt: z.string(),
  token: z.string(),
  command: z.string(),
});

type LockContent = z.infer<typeof lockShape>;

/** A lock file of ours. */
export interface FileLock {
  /** Set where it was taken over from a dead process. */
  warning?: Problem;
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
}

/**
 * Takes a lock by creating its file. The lock of a dead process of this machine is taken over. Throws a NotiformError
 * (`lock-held`, exit 6) that names the holder, where somebody has it.
 */
export async function takeLock(options: LockOptions): Promise<FileLock> {
  const { path, ports, holder } = options;
  const mine: LockContent = {
    ...holder,
    startedAt: new Date(ports.clock.now()).toISOString(),
    token: ports.random.hex(16),
  };
  if (await create(options, path, mine)) return lockOf(options, mine);
  const theirs = await readLock(options, path);
  if (!theirs || !isDead(options, theirs)) throw held(options, theirs);
  if (!(await takeOver(options, path, mine, theirs))) throw held(options, await readLock(options, path));
  return { ...lockOf(options, mine), warning: takenOver(options, theirs) };
}

/**
 * Of several that find the same dead lock one may take it: the one that creates the file named after the dead token.
 * One who comes later finds another token in the lock. Where the one that created it is dead too its file is taken over
 * in the same way: whoever just removed it could remove that of a living one.
 */
async function takeOver(options: LockOptions, path: string, mine: LockContent, dead: LockContent): Promise<boolean> {
  const { ports } = options;
  const claim = `${path}.${dead.token.replace(/[^0-9A-Za-z]/g, '')}`;
  if (!(await create(options, claim, mine))) {
    const claimant = await readLock(options, claim);
    if (!claimant || !isDead(options, claimant)) return false;
    if (!(await takeOver(options, claim, mine, claimant))) return false;
  }
  try {
    const now = await readLock(options, path);
    if (now?.token !== dead.token) return false;
    await onDisk('written', options.shown, ports.files.writeAtomic(path, serialize(mine)));
    return true;
  } finally {
    await ports.files.remove(claim);
  }
}

function lockOf(options: LockOptions, mine: LockContent): FileLock {
  const isHeld = async (): Promise<boolean> => (await readLock(options, options.path))?.token === mine.token;
  const release = async (): Promise<void> => {
    if (await isHeld()) await options.ports.files.remove(options.path);
  };
  return { isHeld, release };
}

function isDead(options: LockOptions, lock: LockContent): boolean {
  return lock.host === options.holder.host && !options.isAlive(lock.pid);
}

function create(options: LockOptions, path: string, content: LockContent): Promise<boolean> {
  return onDisk('written', options.shown, options.ports.files.createExclusive(path, serialize(content)));
}

function serialize(content: LockContent): string {
  return `${JSON.stringify(content)}\n`;
}

async function readLock(options: LockOptions, path: string): Promise<LockContent | undefined> {
  const bytes = await onDisk('read', options.shown, options.ports.files.read(path));
  if (!bytes) return undefined;
  try {
    return lockShape.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

function held(options: LockOptions, by: LockContent | undefined): NotiformError {
  const who = by
    ? `by \`${by.command}\` on ${by.host} (process ${by.pid}) since ${by.startedAt}`
    : 'by a run that has not said who it is';
  return new NotiformError(
    {
      code: 'lock-held',
      severity: 'error',
      message: `The state of ${options.subject} is locked ${who}`,
      hint: `Wait for that run to end. If it cannot be running any more, remove ${options.shown}.`,
    },
    Exit.stale,
  );
}

function takenOver(options: LockOptions, dead: LockContent): Problem {
  return {
    code: 'lock-taken-over',
    severity: 'warning',
    message: `The lock of ${options.subject} was left behind by \`${dead.command}\` (process ${dead.pid}, since ${dead.startedAt}), which is dead, and was taken over`,
    hint: 'Nothing is lost: this run goes on where that one stood.',
  };
}
