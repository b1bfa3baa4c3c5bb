import { resolve } from 'node:path';
import type { Ports } from '../core/ports.ts';
import { NotiformError, type Problem } from '../core/problem.ts';
import type { Holder, Lock } from '../files/lock-content.ts';
import { isDeadHere, newLock, parseSlot, serializeFree, serializeLock } from '../files/lock-content.ts';
import type { IsAlive } from '../files/this-machine.ts';
import { requireWritable } from './disk.ts';
import { profilesIn } from './document.ts';
import { type GitOptions, openGit } from './git.ts';
import { baseOf, isUnchanged, nextFiles, type OpenDocument, openDocument, piecesIn, storedIn } from './git-document.ts';
import { openGitRef, type RefContents } from './git-ref.ts';
import { changeBetween } from './journal.ts';
import { alreadyLocked, contended, lockLost, lockTakenOver } from './refusals.ts';
import type { Lease, StateStore } from './store.ts';
import type { DocumentPlace } from './stored-document.ts';
import { Swapping } from './swapping.ts';

export interface GitStoreOptions extends GitOptions {
  /** `refs/notiform/production` */
  ref: string;
  environment: string;
  ports: Ports;
  isAlive: IsAlive;
  /** The size up to which a document is written whole. */
  whole?: number;
}

const HELP = 'Replace the document in the ref, or remove it';

/**
 * Stores state documents in git. A ref of the project's remote points to a commit without a parent, with the files
 * `<profile>.json` and `<profile>.lock`, and the journals of large documents. Every change is a push that is refused if the ref has changed since it was read.
 */
export function createGitStore(options: GitStoreOptions): StateStore {
  const { ports, ref: name, remote, environment } = options;
  const git = openGit({ ...options, env: { ...options.env, ...AUTHOR } });
  const ref = openGitRef(git, remote, name);
  const swapping = new Swapping(ref, { ports, contended: () => new NotiformError(contended(name)), say: options.say });
  const context: StoreContext = { ...options, swapping };
  // git gives the best reason for refusing a folder when the call is about the folder itself.
  let asked: Promise<string> | undefined;
  const requireFolder = (): Promise<string> => {
    asked ??= git.text(['rev-parse', '--show-prefix']).catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
  const locked = new Set<string>();

  const documentsOf = async (snapshot: RefContents, profiles: readonly string[]) => {
    const names = [...snapshot.blobs.keys()];
    const pieces = new Map(profiles.map((profile) => [profile, piecesIn(names, profile)]));
    const texts = await ref.textsOf(snapshot, [...profiles.map(baseOf), ...[...pieces.values()].flat()]);
    const storedOf = (profile: string) => storedIn(texts, pieces.get(profile) ?? [], placeOf(context, profile));
    return new Map(profiles.map((profile) => [profile, storedOf(profile)?.document]));
  };
  const look = async (): Promise<RefContents> => {
    await requireFolder();
    return swapping.look();
  };
  const lockOf = async (profile: string): Promise<Lock | undefined> => {
    const texts = await ref.textsOf(await look(), [lockFileOf(profile)]);
    return parseSlot(texts.get(lockFileOf(profile))).lock;
  };
  return {
    kind: 'git',
    // No other run writes a document that this run has locked, so our last state of the ref is current.
    read: async (profile) => {
      const snapshot = locked.has(profile) ? await swapping.own() : await look();
      return (await documentsOf(snapshot, [profile])).get(profile);
    },
    readAll: async (profiles) => documentsOf(await look(), profiles),
    profiles: async () => profilesIn((await look()).blobs.keys()),
    lock: async (profile, holder) => {
      await requireFolder();
      const { lock, warning } = await takeLock(context, profile, holder);
      locked.add(profile);
      const confirm = async (): Promise<void> => {
        const texts = await ref.textsOf(await swapping.lookPatiently(), [lockFileOf(profile)]);
        if (parseSlot(texts.get(lockFileOf(profile))).lock?.token !== lock.token)
          throw lockLost(`${environment}/${profile}`);
      };
      const lease = leaseOf(context, profile, lock);
      const release = async (): Promise<void> => {
        locked.delete(profile);
        await lease.release();
      };
      return { ...lease, confirm, release, ...(warning ? { warning } : {}) };
    },
    lockOf,
    breakLock: async (profile, _breaker, expected) => {
      await requireFolder();
      return breakLock(context, profile, expected);
    },
    edit: (name, _editor, edit) =>
      swapping.edit(`${environment}/${name}`, async (view) => {
        const open = await openDocument(view, placeOf(context, name), ports.random.hex(16), options.whole);
        const before = open.stored?.document;
        const next = edit(before);
        return next ? nextFiles(open, changeBetween(before ?? {}, next)).changes : new Map();
      }),
    requireWritable: async () => {
      const objects = await git.text(['rev-parse', '--git-path', 'objects']);
      await requireWritable(resolve(options.cwd, objects), objects, ports.files);
    },
    refusedPush: ref.refusedPush,
    close: async () => {},
  };
}

interface StoreContext extends GitStoreOptions {
  swapping: Swapping;
}

function placeOf({ environment, ref }: StoreContext, profile: string): DocumentPlace {
  return { environment, profile, shown: `${ref}:${baseOf(profile)}`, help: HELP };
}

async function takeLock(
  context: StoreContext,
  profile: string,
  holder: Holder,
): Promise<{ lock: Lock; warning?: Problem }> {
  const { ports, environment, swapping } = context;
  const subject = `${environment}/${profile}`;
  const file = lockFileOf(profile);
  const token = ports.random.hex(16);
  let taken: { lock: Lock; warning?: Problem } | undefined;
  await swapping.edit(`${subject}: locked by ${holder.command}`, async (view) => {
    const { fence, lock } = parseSlot(await view.text(file));
    if (lock?.token === token) return new Map();
    if (lock && !isDead(context, lock, holder)) throw alreadyLocked(subject, lock);
    const mine = newLock(holder, ports.clock.now(), token, fence + 1);
    taken = { lock: mine, ...(lock ? { warning: lockTakenOver(subject, lock) } : {}) };
    return new Map([[file, serializeLock(mine)]]);
  });
  if (!taken) throw new Error('a lock that was taken is known');
  return taken;
}

/** True if the holder of a lock is dead. Machines of other users may have the same name, so their locks are never judged. */
function isDead({ isAlive }: GitStoreOptions, lock: Lock, ours: Holder): boolean {
  return lock.holder?.user === ours.user && isDeadHere(lock, ours, isAlive);
}

function leaseOf(
  context: StoreContext,
  profile: string,
  { token, fence }: Lock,
): Pick<Lease, 'fence' | 'write' | 'release'> {
  const { environment, swapping } = context;
  const subject = `${environment}/${profile}`;
  let open: OpenDocument | undefined;
  const write: Lease['write'] = async (change) => {
    let made: { before: OpenDocument; after: OpenDocument; changes: Map<string, string | null> } | undefined;
    await swapping.edit(`${subject}: serial ${change.serial}`, async (view, again) => {
      const { lock } = parseSlot(await view.text(lockFileOf(profile)));
      if (lock?.token !== token) throw lockLost(subject);
      if (made && again && (await isUnchanged(view, made.after))) return new Map();
      if (!made || !(await isUnchanged(view, made.before))) {
        const last = open && (await isUnchanged(view, open)) ? open : undefined;
        // If this write fails, the next one reads what is stored.
        open = undefined;
        const before = last ?? (await openDocument(view, placeOf(context, profile), token, context.whole));
        made = { before, ...nextFiles(before, change) };
      }
      return made.changes;
    });
    open = made?.after;
  };
  const release = (): Promise<void> =>
    swapping.edit(`${subject}: released`, async (view) => {
      const { lock } = parseSlot(await view.text(lockFileOf(profile)));
      return lock?.token === token ? new Map([[lockFileOf(profile), serializeFree(fence)]]) : new Map();
    });
  return { fence, write, release };
}

async function breakLock(
  { environment, swapping }: StoreContext,
  profile: string,
  expected: Lock | undefined,
): Promise<Lock | undefined> {
  const subject = `${environment}/${profile}`;
  let broken: Lock | undefined;
  await swapping.edit(`${subject}: unlocked`, async (view) => {
    const { fence, lock } = parseSlot(await view.text(lockFileOf(profile)));
    if (!lock) return new Map();
    // A push whose answer was lost broke the lock, and another run has taken it since.
    if (broken && broken.token !== lock.token) return new Map();
    if (expected && expected.token !== lock.token) throw alreadyLocked(subject, lock);
    broken = lock;
    return new Map([[lockFileOf(profile), serializeFree(fence)]]);
  });
  return broken;
}

function lockFileOf(profile: string): string {
  return `${profile}.lock`;
}

/** git requires an author, and a CI runner has none configured. */
const AUTHOR = {
  GIT_AUTHOR_NAME: 'notiform',
  GIT_AUTHOR_EMAIL: 'notiform@localhost',
  GIT_COMMITTER_NAME: 'notiform',
  GIT_COMMITTER_EMAIL: 'notiform@localhost',
};
