import type { Ports } from '../core/ports.ts';
import { NotiformError, type Problem } from '../core/problem.ts';
import { parseDocument, type StateDocument, serializeDocument } from './document.ts';
import { type GitOptions, openGit } from './git.ts';
import { openGitRef, type Snapshot } from './git-ref.ts';
import { newLock, parseSlot, serializeFree, serializeLock } from './lock-content.ts';
import { lockHeld, lockLost, lockTakenOver, requireNext } from './refusals.ts';
import type { Holder, Lease, Lock, StateStore } from './store.ts';
import { openSwapping, type Swapping } from './swapping.ts';

export interface GitStoreOptions extends GitOptions {
  /** `refs/notiform/production` */
  ref: string;
  environment: string;
  ports: Ports;
  /** Whether a process of this machine lives. */
  isAlive(pid: number): boolean;
}

const MEND = 'Put another document into the ref, or take it out (docs/state.md)';

/**
 * State documents as files of a commit without a parent that a ref of the project's own remote points to: `<profile>.json`, and
 * the lock beside it as `<profile>.lock`. Every change is a push that is refused unless the ref is the one that was read.
 */
export function createGitStore(options: GitStoreOptions): StateStore {
  const { ports, ref: name, remote, environment } = options;
  const ref = openGitRef(openGit({ ...options, env: { ...options.env, ...AUTHOR } }), remote, name);
  const swapping = openSwapping(ref, ports, () => new NotiformError(contended(name)));
  const held = new Set<string>();

  const parse = (profile: string, text: string | undefined): StateDocument | undefined =>
    text === undefined ? undefined : parseDocument(text, { environment, profile }, `${name}:${profile}.json`, MEND);
  const documentsOf = async (snapshot: Snapshot, profiles: readonly string[]) => {
    const texts = await ref.textsOf(snapshot, profiles.map(documentOf));
    return new Map(profiles.map((profile) => [profile, parse(profile, texts.get(documentOf(profile)))]));
  };
  const lockOf = async (profile: string): Promise<Lock | undefined> => {
    const texts = await ref.textsOf(await swapping.look(), [lockFileOf(profile)]);
    return parseSlot(texts.get(lockFileOf(profile))).lock;
  };
  return {
    kind: 'git',
    // Nobody else writes what we hold the lock of: our own last state of the ref tells it.
    read: async (profile) => {
      const snapshot = held.has(profile) ? await swapping.own() : await swapping.look();
      return (await documentsOf(snapshot, [profile])).get(profile);
    },
    readAll: async (profiles) => documentsOf(await swapping.look(), profiles),
    lock: async (profile, holder) => {
      const { lock, warning } = await takeLock(options, swapping, profile, holder);
      held.add(profile);
      const confirm = async (): Promise<void> => {
        const texts = await ref.textsOf(await swapping.lookPatiently(), [lockFileOf(profile)]);
        if (parseSlot(texts.get(lockFileOf(profile))).lock?.token !== lock.token)
          throw lockLost(`${environment}/${profile}`);
      };
      const lease = leaseOf(options, swapping, profile, lock, parse);
      const release = async (): Promise<void> => {
        held.delete(profile);
        await lease.release();
      };
      return { ...lease, confirm, release, ...(warning ? { warning } : {}) };
    },
    lockOf,
    breakLock: (profile, _breaker, expected) => breakLock(options, swapping, profile, expected),
    close: async () => {},
  };
}

async function takeLock(
  options: GitStoreOptions,
  swapping: Swapping,
  profile: string,
  holder: Holder,
): Promise<{ lock: Lock; warning?: Problem }> {
  const { ports, environment } = options;
  const subject = `${environment}/${profile}`;
  const file = lockFileOf(profile);
  const token = ports.random.hex(16);
  let taken: { lock: Lock; warning?: Problem } | undefined;
  await swapping.edit(`${subject}: locked by ${holder.command}`, async (view) => {
    const { fence, lock } = parseSlot(await view.text(file));
    if (lock?.token === token) return new Map();
    if (lock && !isDead(options, lock, holder)) throw lockHeld(subject, lock);
    const mine = newLock(holder, ports.clock.now(), token, fence + 1);
    taken = { lock: mine, ...(lock ? { warning: lockTakenOver(subject, lock) } : {}) };
    return new Map([[file, serializeLock(mine)]]);
  });
  if (!taken) throw new Error('a lock that was taken is known');
  return taken;
}

/** The runners of CI may share a name, and process ids begin anew in each: there a lock is broken by a person alone (assumption 185). */
function isDead({ isAlive }: GitStoreOptions, { holder: theirs }: Lock, ours: Holder): boolean {
  if (!theirs || theirs.run !== undefined || ours.run !== undefined) return false;
  return theirs.host === ours.host && theirs.user === ours.user && !isAlive(theirs.pid);
}

function leaseOf(
  { environment }: GitStoreOptions,
  swapping: Swapping,
  profile: string,
  { token, fence }: Lock,
  parse: (profile: string, text: string | undefined) => StateDocument | undefined,
): Pick<Lease, 'fence' | 'write' | 'release'> {
  const subject = `${environment}/${profile}`;
  // What this lease wrote last needs no second reading.
  let last: { text: string; serial: number } | undefined;
  const write = async (document: StateDocument): Promise<void> => {
    const text = serializeDocument(document);
    await swapping.edit(`${subject}: serial ${document.serial}`, async (view, again) => {
      const { lock } = parseSlot(await view.text(lockFileOf(profile)));
      if (lock?.token !== token) throw lockLost(subject);
      const stored = await view.text(documentOf(profile));
      if (again && stored === text) return new Map();
      requireNext(document, stored === last?.text ? (last?.serial ?? 0) : (parse(profile, stored)?.serial ?? 0));
      return new Map([[documentOf(profile), text]]);
    });
    last = { text, serial: document.serial };
  };
  const release = (): Promise<void> =>
    swapping.edit(`${subject}: released`, async (view) => {
      const { lock } = parseSlot(await view.text(lockFileOf(profile)));
      return lock?.token === token ? new Map([[lockFileOf(profile), serializeFree(fence)]]) : new Map();
    });
  return { fence, write, release };
}

async function breakLock(
  { environment }: GitStoreOptions,
  swapping: Swapping,
  profile: string,
  expected: Lock | undefined,
): Promise<Lock | undefined> {
  const subject = `${environment}/${profile}`;
  let broken: Lock | undefined;
  await swapping.edit(`${subject}: unlocked`, async (view) => {
    const { fence, lock } = parseSlot(await view.text(lockFileOf(profile)));
    if (!lock) return new Map();
    // It was broken by a push whose answer was lost, and somebody has it anew.
    if (broken && broken.token !== lock.token) return new Map();
    if (expected && expected.token !== lock.token) throw lockHeld(subject, lock);
    broken = lock;
    return new Map([[lockFileOf(profile), serializeFree(fence)]]);
  });
  return broken;
}

function documentOf(profile: string): string {
  return `${profile}.json`;
}

function lockFileOf(profile: string): string {
  return `${profile}.lock`;
}

/** git wants to know who commits, and nobody has told it on a runner. */
const AUTHOR = {
  GIT_AUTHOR_NAME: 'notiform',
  GIT_AUTHOR_EMAIL: 'notiform@localhost',
  GIT_COMMITTER_NAME: 'notiform',
  GIT_COMMITTER_EMAIL: 'notiform@localhost',
};

function contended(ref: string): Problem {
  return {
    code: 'state-contended',
    severity: 'error',
    message: `Others kept writing to ${ref}, faster than this run could`,
    hint: 'Run the command again when fewer runs are under way.',
  };
}
