import { resolve } from 'node:path';
import { kindOf, matchesGlob } from '../../core/address.ts';
import { canonical, type Json, type JsonObject } from '../../core/json.ts';
import { compareText } from '../../core/problem.ts';
import { entriesIn } from '../../engine/binding/state-edit.ts';
import { requireMatches } from '../../engine/plan/select.ts';
import { kinds } from '../../kinds/registry.ts';
import { drawState, lockView, type StateView, type StateViewEntry, type StateViewProfile } from '../../report/state.ts';
import { onDisk } from '../../state/disk.ts';
import { type StateEntry, serializeDocument } from '../../state/document.ts';
import type { Invocation } from '../invocation.ts';
import { type OutFile, requirePlace } from '../out-file.ts';
import { done, type Outcome } from '../outcome.ts';
import { type OpenState, readState } from '../state-read.ts';

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

const EXPORT: OutFile = {
  code: 'state-unwritable',
  name: 'export of the state',
  members: ['formatVersion', 'environment', 'documents'],
};

/** `state export`: the documents as they are stored, as one. */
export async function exportAll(invocation: Invocation, _args: string[], { out }: { out?: string }): Promise<Outcome> {
  if (out !== undefined) await requirePlace(invocation, out, EXPORT);
  const { environment, documents } = await readState(invocation);
  const stored = [...documents.values()].flatMap((document) => (document ? [serializeDocument(document)] : []));
  const exported: JsonObject = {
    formatVersion: 1,
    environment: environment.name,
    documents: stored.map((text) => JSON.parse(text) as Json),
  };
  const text = `${canonical(exported)}\n`;
  if (out === undefined) return done(text, { export: exported }, { format: 'json' });
  const { files } = invocation.ports;
  const writing = files.writePath(resolve(invocation.cwd, out)).then((path) => files.writeAtomic(path, text));
  await onDisk('written', out, writing);
  return done(`Written to ${out}.`, { out });
}
