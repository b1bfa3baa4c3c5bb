import { join } from 'node:path';
import type { Ports } from '../core/ports.ts';
import { NotiformError } from '../core/problem.ts';
import { onDisk } from './disk.ts';
import { parseDocument, type StateDocument, serializeDocument } from './document.ts';
import { joinEdits } from './joined-edits.ts';
import { breakLock, type FileLock, type LockOptions, readLock, takeLock } from './lock.ts';
import { lockLost, requireNext } from './refusals.ts';
import type { Holder, Lease, StateStore } from './store.ts';

export interface FileStoreOptions {
  /** The folder of the state. Absolute. */
  path: string;
  /** The same folder as messages name it, relative to the project's root. */
  shown: string;
  environment: string;
  ports: Ports;
  /** True if a process of this machine is alive. */
  isAlive(pid: number): boolean;
}

/** Stores state documents as files, `<path>/<environment>/<profile>.json`. A locked document has a lock file beside it. */
export function createFileStore(options: FileStoreOptions): StateStore {
  const lockingOf = ({ path, shown, profile }: StateFile, holder: Holder): LockOptions => ({
    path: `${path}.lock`,
    shown: `${shown}.lock`,
    subject: `${options.environment}/${profile}`,
    holder,
    ports: options.ports,
    isAlive: options.isAlive,
    stagedBy: (token) => stagedBy(path, token),
  });
  const read = async (profile: string): Promise<StateDocument | undefined> => {
    const place = await placeOf(options, profile);
    return parse(options, place, await textOf(options, place));
  };
  return {
    kind: 'file',
    read,
    readAll: async (profiles) => {
      const found = new Map<string, StateDocument | undefined>();
      for (const profile of profiles) found.set(profile, await read(profile));
      return found;
    },
    lock: async (profile, holder) => {
      const place = await placeOf(options, profile);
      return leaseOf(options, place, await takeLock(lockingOf(place, holder)));
    },
    lockOf: async (profile) => {
      const { path, shown } = await placeOf(options, profile);
      return readLock({ ports: options.ports, shown: `${shown}.lock` }, `${path}.lock`);
    },
    breakLock: async (profile, breaker, expected) =>
      breakLock(lockingOf(await placeOf(options, profile), breaker), expected),
    edit: joinEdits(async (name, editor, edit) => {
      const place = await placeOf(options, name);
      const lease = leaseOf(options, place, await takeLockPatiently(lockingOf(place, editor)));
      try {
        const next = edit(await read(name));
        if (next) await lease.write(next);
      } finally {
        await lease.release();
      }
    }),
    close: async () => {},
  };
}

/** How long an edit waits for the edits of other runs. Each takes a moment. */
const PATIENCE_MS = 20_000;

async function takeLockPatiently(locking: LockOptions): Promise<FileLock> {
  const { clock, random } = locking.ports;
  const latest = clock.now() + PATIENCE_MS;
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

function leaseOf(options: FileStoreOptions, place: StateFile, own: FileLock): Lease {
  const subject = `${options.environment}/${place.profile}`;
  const confirm = (): Promise<void> => requireOwn(own, subject);
  // The last document that this lease wrote need not be parsed again.
  let last: { text: string; document: StateDocument } | undefined;
  const write = async (document: StateDocument): Promise<void> => {
    const stored = await textOf(options, place);
    const before = stored === last?.text ? last?.document : parse(options, place, stored);
    await confirm();
    requireNext(document, before?.serial ?? 0);
    const text = serializeDocument(document);
    await store(options, place, own, text);
    last = { text, document };
  };
  const { warning, lock, release } = own;
  return { ...(warning ? { warning } : {}), fence: lock.fence, write, confirm, release };
}

/**
 * Writes a staged file, which becomes the document if the lock is still ours then. A run that takes the lock replaces it
 * and removes the staged file before it goes on. So a holder that was suspended in between finds another lock, or no file.
 */
async function store(
  options: FileStoreOptions,
  { path, shown, profile }: StateFile,
  own: FileLock,
  text: string,
): Promise<void> {
  const { files } = options.ports;
  const subject = `${options.environment}/${profile}`;
  const staged = stagedBy(path, own.lock.token);
  try {
    await onDisk('written', shown, fill(options, staged, text));
    await requireOwn(own, subject);
    if (!(await onDisk('written', shown, files.rename(staged, path)))) throw lockLost(subject);
  } catch (error) {
    // The first error is more useful than a failure to remove the staged file.
    await files.remove(staged).catch(() => undefined);
    throw error;
  }
}

async function fill({ ports: { files } }: FileStoreOptions, path: string, text: string): Promise<void> {
  if (await files.createExclusive(path, text)) return;
  await files.remove(path);
  await files.createExclusive(path, text);
}

async function requireOwn(own: FileLock, subject: string): Promise<void> {
  if (!(await own.isOurs())) throw lockLost(subject);
}

function stagedBy(path: string, token: string): string {
  return `${path}.${token}.tmp`;
}

interface StateFile {
  profile: string;
  path: string;
  shown: string;
}

/** Locates a document. A linked document is replaced and locked at its real place, which other links may share. */
async function placeOf({ path, shown, environment, ports }: FileStoreOptions, profile: string): Promise<StateFile> {
  const name = `${profile}.json`;
  const [linked, known] = [join(path, environment, name), join(shown, environment, name)];
  return { profile, path: (await onDisk('read', known, ports.files.realPath(linked))) ?? linked, shown: known };
}

async function textOf({ ports }: FileStoreOptions, { path, shown }: StateFile): Promise<string | undefined> {
  const bytes = await onDisk('read', shown, ports.files.read(path));
  return bytes && new TextDecoder().decode(bytes);
}

function parse(
  { environment }: FileStoreOptions,
  { profile, shown }: StateFile,
  text: string | undefined,
): StateDocument | undefined {
  return text === undefined ? undefined : parseDocument(text, { environment, profile }, shown);
}
