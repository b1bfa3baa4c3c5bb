import { dirname, join } from 'node:path';
import type { Ports } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import { breakLock, type FileLock, type LockOptions, readLock, takeLock } from '../files/lock.ts';
import type { Holder } from '../files/lock-content.ts';
import type { IsAlive } from '../files/this-machine.ts';
import { onDisk, requireWritable } from './disk.ts';
import { profilesIn } from './document.ts';
import { changeBetween } from './journal.ts';
import { alreadyLocked, lockTakenOver } from './refusals.ts';
import {
  excludeFormer,
  extendJournal,
  type OpenFile,
  openFile,
  readStored,
  replaceBase,
  requireOwn,
  type StateFile,
  type StoredFile,
} from './state-file.ts';
import { inTurn, type Lease, type StateStore } from './store.ts';
import { WAITS } from './waits.ts';

export interface FileStoreOptions {
  /** The folder of the state. Absolute. */
  path: string;
  /** The same folder as messages name it, relative to the project's root. */
  shown: string;
  environment: string;
  ports: Ports;
  /** True if a process of this machine is alive. */
  isAlive: IsAlive;
  /** The size up to which a document is written whole. */
  whole?: number;
}

/**
 * Stores state documents as files, `<path>/<environment>/<profile>.json`. A large one has a journal beside it, and a locked one a
 * lock file.
 */
export function createFileStore(options: FileStoreOptions): StateStore {
  const { environment, ports, isAlive } = options;
  const read = new Map<string, StoredFile>();
  const lockingOf = (file: StateFile, holder: Holder): LockOptions => ({
    ...lockFileOf(file),
    refusal: (lock) => alreadyLocked(`${environment}/${file.profile}`, lock),
    holder,
    isAlive,
    excludeFormer: (own) => excludeFormer(file, own),
  });
  const lockFileOf = ({ path, shown }: StateFile): Pick<LockOptions, 'path' | 'ports' | 'access'> => ({
    path: `${path}.lock`,
    ports,
    access: (doing, accessing) => onDisk(doing, `${shown}.lock`, accessing),
  });
  const stored = async (file: StateFile): Promise<StoredFile | undefined> => {
    const found = await readStored(file, read.get(file.path));
    if (found) read.set(file.path, found);
    return found;
  };
  const documentOf = async (profile: string) => (await stored(await fileOf(options, profile)))?.document;
  const leaseOf = (file: StateFile, own: FileLock): Lease => openLease(file, own, () => stored(file));
  return {
    kind: 'file',
    read: documentOf,
    readAll: async (profiles) => {
      const found = new Map<string, Awaited<ReturnType<typeof documentOf>>>();
      for (const profile of profiles) found.set(profile, await documentOf(profile));
      return found;
    },
    profiles: async () => profilesIn(await ports.files.names(join(options.path, environment))),
    lock: async (profile, holder) => {
      const file = await fileOf(options, profile);
      return leaseOf(file, await takeLock(lockingOf(file, holder)));
    },
    lockOf: async (profile) => {
      const lock = lockFileOf(await fileOf(options, profile));
      return readLock(lock, lock.path);
    },
    breakLock: async (profile, breaker, expected) =>
      breakLock(lockingOf(await fileOf(options, profile), breaker), expected),
    edit: inTurn(async (name, editor, edit) => {
      const file = await fileOf(options, name);
      const lease = leaseOf(file, await takeLockPatiently(lockingOf(file, editor)));
      try {
        const before = await documentOf(name);
        const next = edit(before);
        if (next) await lease.write(changeBetween(before ?? {}, next));
      } finally {
        await lease.release();
      }
    }),
    requireWritable: async (profile) => {
      const { path, shown } = await fileOf(options, profile);
      await requireWritable(dirname(path), dirname(shown), ports.files);
    },
    close: async () => {},
  };
}

async function takeLockPatiently(locking: LockOptions): Promise<FileLock> {
  const { clock, random } = locking.ports;
  const latest = clock.now() + WAITS.fileEdit;
  for (;;) {
    try {
      return await takeLock(locking);
    } catch (error) {
      const isLocked = error instanceof NotiformError && error.problems.some(({ code }) => code === 'lock-held');
      if (!isLocked || clock.now() > latest) throw error;
    }
    await clock.sleep(10 + Math.round(random.next() * 40));
  }
}

function openLease(file: StateFile, own: FileLock, read: () => Promise<StoredFile | undefined>): Lease {
  let open: OpenFile | undefined;
  let last: Promise<unknown> = Promise.resolve();
  // The next holder extends the same journal, so the release waits for a write under way.
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
  const confirm = (): Promise<void> => requireOwn(file, own);
  const write: Lease['write'] = (change) =>
    inTurn(async () => {
      const before = open ?? openFile(file, await read(), own.lock.token);
      await confirm();
      // After a failed write, the next one reads what is stored.
      open = undefined;
      const writing = before.writer.next(change);
      open = await ('line' in writing
        ? extendJournal(file, before, own, writing.line)
        : replaceBase(file, before, own, writing));
    });
  const { former, lock, release } = own;
  const warning = former && lockTakenOver(`${file.environment}/${file.profile}`, former);
  return { ...(warning ? { warning } : {}), fence: lock.fence, write, confirm, release: () => inTurn(release) };
}

/** Locates a document. A linked document is replaced and locked at its real place, which other links may share. */
async function fileOf(
  { path, shown, environment, ports, whole }: FileStoreOptions,
  profile: string,
): Promise<StateFile> {
  const { files } = ports;
  const name = `${profile}.json`;
  const [linked, known] = [join(path, environment, name), join(shown, environment, name)];
  const real = await onDisk('read', known, files.realPath(linked));
  const help = 'Restore the file from a copy, or move it away';
  return { environment, profile, path: real ?? linked, shown: known, help, files, whole };
}
