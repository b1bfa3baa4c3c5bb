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
  const lockingOf = (profile: string, holder: Holder): LockOptions => ({
    path: `${placeOf(options, profile).path}.lock`,
    shown: `${placeOf(options, profile).shown}.lock`,
    subject: `${options.environment}/${profile}`,
    holder,
    ports: options.ports,
    isAlive: options.isAlive,
    stagedBy: (token) => stagedBy(placeOf(options, profile).path, token),
  });
  const read = async (profile: string): Promise<StateDocument | undefined> =>
    parse(options, profile, await textOf(options, profile));
  return {
    kind: 'file',
    read,
    readAll: async (profiles) => {
      const found = new Map<string, StateDocument | undefined>();
      for (const profile of profiles) found.set(profile, await read(profile));
      return found;
    },
    lock: async (profile, holder) => leaseOf(options, profile, await takeLock(lockingOf(profile, holder))),
    lockOf: async (profile) => {
      const { path, shown } = placeOf(options, profile);
      return readLock({ ports: options.ports, shown: `${shown}.lock` }, `${path}.lock`);
    },
    breakLock: (profile, breaker, expected) => breakLock(lockingOf(profile, breaker), expected),
    close: async () => {},
  };
}

function leaseOf(options: FileStoreOptions, profile: string, held: FileLock): Lease {
  // What this lease wrote last needs no second reading.
  let last: { text: string; document: StateDocument } | undefined;
  const write = async (document: StateDocument): Promise<void> => {
    const stored = await textOf(options, profile);
    const before = stored === last?.text ? last?.document : parse(options, profile, stored);
    await requireHeld(held, document);
    requireNext(document, before?.serial ?? 0);
    const text = serializeDocument(document);
    await store(options, held, document, text);
    last = { text, document };
  };
  return { ...(held.warning ? { warning: held.warning } : {}), fence: held.lock.fence, write, release: held.release };
}

/**
 * A file of this lock is filled first, and becomes the document if the lock is still ours then. Whoever takes the lock away
 * puts their own in its place, removes that file, and only then goes on: so a holder that sleeps at any point in between
 * finds another lock, or nothing to put into place.
 */
async function store(options: FileStoreOptions, held: FileLock, document: StateDocument, text: string): Promise<void> {
  const { files } = options.ports;
  const { path, shown } = placeOf(options, document.profile);
  const staged = stagedBy(path, held.lock.token);
  try {
    await onDisk('written', shown, fill(options, staged, text));
    await requireHeld(held, document);
    if (!(await onDisk('written', shown, files.rename(staged, path)))) throw lockLost(subjectOf(document));
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

async function requireHeld(held: FileLock, document: StateDocument): Promise<void> {
  if (!(await held.isHeld())) throw lockLost(subjectOf(document));
}

function subjectOf({ environment, profile }: StateDocument): string {
  return `${environment}/${profile}`;
}

function stagedBy(path: string, token: string): string {
  return `${path}.${token}.tmp`;
}

function placeOf({ path, shown, environment }: FileStoreOptions, profile: string): { path: string; shown: string } {
  const name = `${profile}.json`;
  return { path: join(path, environment, name), shown: join(shown, environment, name) };
}

async function textOf(options: FileStoreOptions, profile: string): Promise<string | undefined> {
  const { path, shown } = placeOf(options, profile);
  const bytes = await onDisk('read', shown, options.ports.files.read(path));
  return bytes && new TextDecoder().decode(bytes);
}

function parse(options: FileStoreOptions, profile: string, text: string | undefined): StateDocument | undefined {
  const expected = { environment: options.environment, profile };
  return text === undefined ? undefined : parseDocument(text, expected, placeOf(options, profile).shown);
}
