import type { Address } from '../../core/address.ts';
import { compared } from '../../core/content.ts';
import { digest, type JsonObject } from '../../core/json.ts';
import type { Live, Resource } from '../../core/resource.ts';
import type { StateEntry } from '../../state/document.ts';
import { fileIn } from '../subject/bound.ts';
import type { Work } from '../types.ts';
import { type Edit, through } from './ledger.ts';
import { contentDigest } from './recall.ts';

/** What applying makes of the entries of a profile. All of it pure: the ledger writes. */

/** Forgets an address. */
export function forgotten(address: Address): Edit {
  return () => new Map([[address, undefined]]);
}

/**
 * The binding that makes a resource ours before the first call, so that a run that dies between an add and its answer
 * loses nothing: it holds the name that the resource will have. Undefined where there is nothing to claim: it is ours
 * already, it is not wanted any more, or nobody can know what the service will call it.
 */
export function claimOf<S>(work: Work<S>, live: Live | undefined): JsonObject | undefined {
  const { kind, entry, adopts, movedFrom, states, want } = work;
  if (want.goal === 'removed' || (entry && movedFrom === undefined && !adopts)) return undefined;
  if (kind.discovery.by === 'binding') return adopts ?? entry?.binding;
  if (entry && !adopts) return entry.binding;
  const known = kind.recognition ? [live] : [live, ...states];
  return known.flatMap((one) => (one && one.name !== '' ? [kind.bindingOf(one)] : []))[0];
}

/** Puts a claim in the place of the entry that the resource was renamed from. */
export function claimed<S>(work: Work<S>, binding: JsonObject | undefined): Edit {
  const { change, movedFrom, protect, entry } = work;
  const claim = binding && { binding, protect, ...done(entry), ...begun(work), row: null };
  return () => {
    const changed = new Map<Address, StateEntry | undefined>();
    if (!claim) return changed;
    if (movedFrom !== undefined) changed.set(movedFrom, undefined);
    return changed.set(change.address, claim);
  };
}

/** Remembers the binding that a step left. */
export function rebound<S>(work: Work<S>, binding: JsonObject): Edit {
  const { change, protect } = work;
  return (entryOf) => {
    const entry = entryOf(change.address);
    const kept = { ...done(entry), ...begun(work), ...replacing(work, entry, binding) };
    return new Map([[change.address, { binding, protect, ...kept, row: null }]]);
  };
}

/** What an entry says of the last apply that was done, and of earlier files. */
function done(entry: StateEntry | undefined): Omit<StateEntry, 'binding' | 'protect' | 'row'> {
  const { applied = null, left, unfinished, replaced } = entry ?? {};
  return {
    applied,
    ...(left !== undefined && { left }),
    ...(unfinished && { unfinished }),
    ...(replaced && { replaced }),
  };
}

/** Says of what is created that it is not finished yet. */
function begun<S>({ states, kind }: Work<S>): Pick<StateEntry, 'unfinished'> {
  return states[0] || kind.discovery.by === 'binding' ? {} : { unfinished: true };
}

/**
 * An upload of other bytes takes the place of the former one, which live resources still show: without its file nobody could tell
 * that from a change by somebody else. An upload that `--reupload` makes again has the same bytes, and its former one is not believed.
 */
function replacing<S>(
  { change }: Work<S>,
  entry: StateEntry | undefined,
  binding: JsonObject,
): Pick<StateEntry, 'replaced'> {
  const [before, now] = [entry && fileIn(entry.binding), fileIn(binding)];
  const isOther = before && now && before.file.sha256 !== now.file.sha256 && change.live['replaces'] === undefined;
  return entry && isOther ? { replaced: [entry.binding, ...(entry.replaced ?? [])] } : {};
}

/** Remembers that the change is done: what was applied, or that it is not ours any more. */
export function finished<S>({ change: { address }, want, protect, row, states }: Work<S>): Edit {
  const end = states.at(-1);
  if (want.goal === 'removed' || !end) return forgotten(address);
  return through(address, { protect, applied: appliedDigest(want), left: contentDigest(end.content), row });
}

/** Digest of what was applied: goal and content. */
export function appliedDigest({ goal, content }: Pick<Resource, 'goal' | 'content'>): string {
  return digest({ goal, content: compared(content) });
}
