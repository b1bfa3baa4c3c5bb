import type { Environment } from '../../config/environment.ts';
import { kindOf, matchesGlob } from '../../core/address.ts';
import { canonical, type Json, type JsonObject } from '../../core/json.ts';
import { compareText, usageError } from '../../core/problem.ts';
import { entriesIn } from '../../engine/binding/state-edit.ts';
import { requireMatches } from '../../engine/plan/select.ts';
import type { Lock } from '../../files/lock-content.ts';
import { kinds } from '../../kinds/registry.ts';
import {
  drawState,
  lockView,
  lockWords,
  type StateView,
  type StateViewEntry,
  type StateViewProfile,
} from '../../report/state.ts';
import { type StateDocuments, type StateEntry, serializeDocument } from '../../state/document.ts';
import type { StateStore } from '../../state/store.ts';
import { openConfig, requireAlias } from '../config.ts';
import { requireYes } from '../confirm.ts';
import { done, type Outcome } from '../finish.ts';
import type { Invocation } from '../invocation.ts';
import { holderOf, waitForLocks } from '../locks.ts';
import { openStore } from '../session.ts';

/** `state show [address…]`: does not call the service. */
export async function show(invocation: Invocation, addresses: string[]): Promise<Outcome> {
  const state = await readState(invocation);
  const all = entriesIn(state.documents).map(({ address }) => address);
  requireMatches(all, addresses);
  const view = await viewOf(state, addresses);
  return done(drawState(invocation.redaction.within(view), invocation.terminal.style('stdout')), { state: view });
}

/** Returns the entries that match the globs, by profile. Without globs, returns everything. */
async function viewOf({ environment, store, documents }: OpenState, globs: readonly string[]): Promise<StateView> {
  const isAsked = (address: string): boolean => globs.length === 0 || globs.some((glob) => matchesGlob(address, glob));
  const profiles: StateViewProfile[] = [];
  for (const [profile, document] of documents) {
    const entries = Object.entries(document?.entries ?? {})
      .filter(([address]) => isAsked(address))
      .sort(([a], [b]) => compareText(a, b))
      .map(([address, entry]) => entryView(address, entry));
    if (globs.length > 0 && entries.length === 0) continue;
    const lock = await store.lockOf(profile);
    const uploads = globs.length === 0 && document?.uploads && { uploads: document.uploads };
    profiles.push({ profile, serial: document?.serial ?? 0, lock: lock ? lockView(lock) : null, entries, ...uploads });
  }
  return { environment: environment.name, profiles };
}

function entryView(address: string, entry: StateEntry): StateViewEntry {
  const kind = kinds.find(({ name }) => name === kindOf(address));
  return { ...entry, address, name: kind?.nameOf(entry.binding) ?? null };
}

/** `state export`: the documents as they are stored, as one. */
export async function exportAll(invocation: Invocation): Promise<Outcome> {
  const { environment, documents } = await readState(invocation);
  const stored = [...documents.values()].flatMap((document) => (document ? [serializeDocument(document)] : []));
  const exported: JsonObject = {
    formatVersion: 1,
    environment: environment.name,
    documents: stored.map((text) => JSON.parse(text) as Json),
  };
  return done(`${canonical(exported)}\n`, { export: exported }, { format: 'json' });
}

/** The state of an environment, read without calling the service. */
export interface OpenState {
  environment: Pick<Environment, 'name' | 'protected' | 'profiles' | 'profile'>;
  store: StateStore;
  /** By profile, in the order of their names. */
  documents: StateDocuments;
}

/**
 * Opens the state of the environment and reads the document of each of its profiles.
 * @param lockTimeout how long a command that writes the state waits for the lock of another run, in milliseconds
 * @param takesOver as for `openStore`
 */
export async function readState(invocation: Invocation, lockTimeout?: number, takesOver?: boolean): Promise<OpenState> {
  const { config, environment } = await openConfig(invocation);
  const store = await openStore(invocation, { config, environment }, takesOver);
  await waitForLocks(invocation, environment.name, { store, profiles: environment.profiles }, lockTimeout);
  const documents = await store.readAll([...environment.profiles.keys()].sort(compareText));
  return { environment, store, documents };
}

/** `state unlock PROFILE`, or `--all`: breaks locks. In a protected environment the user must type its name. */
export async function unlock(
  invocation: Invocation,
  [alias]: string[],
  { all = false, yes }: { all?: boolean; yes?: boolean },
): Promise<Outcome> {
  const { config, environment } = await openConfig(invocation);
  const profiles = chosen(environment, alias, all);
  const store = await openStore(invocation, { config, environment });
  const locks = new Map<string, Lock>();
  for (const profile of profiles) {
    const lock = await store.lockOf(profile);
    if (lock) locks.set(profile, lock);
  }
  if (locks.size > 0 && yes !== true) await confirmed(invocation, environment, locks);
  for (const [profile, lock] of locks) await store.breakLock(profile, holderOf('state unlock'), lock);
  const broken = Array.from(locks, ([profile, lock]) => ({ profile, lock: lockView(lock) }));
  const style = invocation.terminal.style('stdout');
  const lines = broken.map(
    ({ profile, lock }) => `${profile} is now unlocked. It was locked ${lockWords(lock, style)}.`,
  );
  return done(lines.join('\n') || 'No lock is held.', { unlocked: broken });
}

function chosen(environment: Environment, alias: string | undefined, all: boolean): string[] {
  const known = [...environment.profiles.keys()].sort(compareText);
  if (all !== (alias === undefined))
    throw usageError(
      'Name one profile, or pass `--all`, but not both',
      `PROFILE is one of ${known.join(', ')}. See \`notiform state unlock --help\``,
    );
  if (alias === undefined) return known;
  requireAlias(environment, alias);
  return [alias];
}

async function confirmed(
  invocation: Invocation,
  environment: Environment,
  locks: ReadonlyMap<string, Lock>,
): Promise<void> {
  const style = invocation.terminal.style('stderr');
  const lines = Array.from(locks, ([profile, lock]) => `${profile} is locked ${lockWords(lockView(lock), style)}`);
  invocation.terminal.say(
    [...lines, 'If that run is still in progress, it will fail, and the next run must find out its last steps.'].join(
      '\n',
    ),
  );
  const those = locks.size === 1 ? 'this lock' : `these ${locks.size} locks`;
  const question = `Break ${those} of ${environment.name}`;
  await requireYes(invocation, question, environment, { message: 'Not confirmed. No lock was removed' });
}
