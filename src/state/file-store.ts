import { join } from 'node:path';
import type { Ports } from '../core/ports.ts';
import { onDisk } from './disk.ts';
import { parseDocument, type StateDocument, serializeDocument } from './document.ts';
import { breakLock, type FileLock, type LockOptions, readLock, takeLock } from './lock.ts';
import { lockLost, requireNext } from './refusals.ts';
import type { Holder, Lease, StateStore } from './store.ts';

export interface FileStoreOptions {
  /** Folder of the state, absolute. */
  path: string;
  /** The same as a person knows it, relative to the project's root. */
  shown: string;
  environment: string;
  ports: Ports;
  /** Whether a process of this machine lives. */
  isAlive(pid: number): boolean;
}

/** State documents as files, `<path>/<environment>/<profile>.json`, each with a lock file beside it while it is written. */
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
    close: async () => {},
  };
}

function leaseOf(options: FileStoreOptions, place: StateFile, held: FileLock): Lease {
  const subject = `${options.environment}/${place.profile}`;
  const confirm = (): Promise<void> => requireHeld(held, subject);
  // What this lease wrote last needs no second reading.
  let last: { text: string; document: StateDocument } | undefined;
  const write = async (document: StateDocument): Promise<void> => {
    const stored = await textOf(options, place);
    const before = stored === last?.text ? last?.document : parse(options, place, stored);
    await confirm();
    requireNext(document, before?.serial ?? 0);
    const text = serializeDocument(document);
    await store(options, place, held, text);
    last = { text, document };
  };
  const { warning, lock, release } = held;
  return { ...(warning ? { warning } : {}), fence: lock.fence, write, confirm, release };
}

/**
 * A file of this lock is filled first, and becomes the document if the lock is still ours then. Whoever takes the lock away
 * puts their own in its place, removes that file, and only then goes on: so a holder that sleeps at any point in between
 * finds another lock, or nothing to put into place.
 */
async function store(
  options: FileStoreOptions,
  { path, shown, profile }: StateFile,
  held: FileLock,
  text: string,
): Promise<void> {
  const { files } = options.ports;
  const subject = `${options.environment}/${profile}`;
  const staged = stagedBy(path, held.lock.token);
  try {
    await onDisk('written', shown, fill(options, staged, text));
    await requireHeld(held, subject);
    if (!(await onDisk('written', shown, files.rename(staged, path)))) throw lockLost(subject);
  } catch (error) {
    // Why it failed says more than why what is left of it could not be removed.
    await files.remove(staged).catch(() => undefined);
    throw error;
  }
}

async function fill({ ports: { files } }: FileStoreOptions, path: string, text: string): Promise<void> {
  if (await files.createExclusive(path, text)) return;
  await files.remove(path);
  await files.createExclusive(path, text);
}

async function requireHeld(held: FileLock, subject: string): Promise<void> {
  if (!(await held.isHeld())) throw lockLost(subject);
}

function stagedBy(path: string, token: string): string {
  return `${path}.${token}.tmp`;
}

interface StateFile {
  profile: string;
  path: string;
  shown: string;
}

/** Where a document really is: one that a link leads to is replaced there, and locked for all who come by another way. */
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
