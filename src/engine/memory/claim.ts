import type { Address } from '../../core/address.ts';
import { compared } from '../../core/content.ts';
import { digest, type JsonObject } from '../../core/json.ts';
import type { Live, Resource } from '../../core/resource.ts';
import type { StateEntry } from '../../state/document.ts';
import type { Work } from '../types.ts';
import { amended, type Edit } from './ledger.ts';
import { contentDigest } from './remembered.ts';

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
  const { kind, entry, adopts, movedFrom, standings, want } = work;
  if (want.goal === 'removed' || (entry && movedFrom === undefined && !adopts)) return undefined;
  if (kind.discovery.by === 'binding') return adopts ?? entry?.binding;
  if (entry && !adopts) return entry.binding;
  const known = kind.recognition ? [live] : [live, ...standings];
  return known.flatMap((one) => (one && one.name !== '' ? [kind.bindingOf(one)] : []))[0];
}

/** Puts a claim in the place of the entry that the resource was renamed from. */
export function claimed<S>({ change, movedFrom, protect, entry }: Work<S>, binding: JsonObject | undefined): Edit {
  const claim = binding && { binding, protect, ...done(entry), row: null };
  return () => {
    const changed = new Map<Address, StateEntry | undefined>();
    if (!claim) return changed;
    if (movedFrom !== undefined) changed.set(movedFrom, undefined);
    return changed.set(change.address, claim);
  };
}

/** Remembers the binding that a step left. */
export function rebound<S>({ change: { address }, protect }: Work<S>, binding: JsonObject): Edit {
  return (entryOf) => new Map([[address, { binding, protect, ...done(entryOf(address)), row: null }]]);
}

/** What an entry says of the last apply that was done. */
function done(entry: StateEntry | undefined): Pick<StateEntry, 'applied' | 'left'> {
  return { applied: entry?.applied ?? null, ...(entry?.left !== undefined && { left: entry.left }) };
}

/** Remembers that the change is done: what was applied, or that it is not ours any more. */
export function finished<S>({ change: { address }, want, protect, row, standings }: Work<S>): Edit {
  const end = standings.at(-1);
  if (want.goal === 'removed' || !end) return forgotten(address);
  return amended(address, { protect, applied: appliedDigest(want), left: contentDigest(end.content), row });
}

/** Digest of what was applied: goal and content. */
export function appliedDigest({ goal, content }: Pick<Resource, 'goal' | 'content'>): string {
  return digest({ goal, content: compared(content) });
}
