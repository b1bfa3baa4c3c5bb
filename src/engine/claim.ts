import { compared } from '../core/content.ts';
import { digest, type JsonObject } from '../core/json.ts';
import type { Live, Resource } from '../core/resource.ts';
import type { Entries, StateEntry } from '../state/document.ts';
import { contentDigest } from './remembered.ts';
import type { Work } from './types.ts';

/** What applying makes of the entries of a profile. All of it pure: the ledger writes. */

/** The entries without one; as they are where no address is given. */
export function without(entries: Entries, address: string | undefined): Entries {
  return Object.fromEntries(Object.entries(entries).filter(([one]) => one !== address));
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

/** The entries with a claim, in the place of the one that the resource was renamed from. */
export function claimed<S>({ change, movedFrom, protect, entry }: Work<S>, binding: JsonObject | undefined) {
  return (entries: Entries): Entries =>
    binding
      ? {
          ...without(entries, movedFrom),
          [change.address]: { binding, protect, ...done(entry), row: null },
        }
      : entries;
}

/** The entries after a step that left this binding. */
export function rebound<S>({ change, protect }: Work<S>, binding: JsonObject) {
  return (entries: Entries): Entries => ({
    ...entries,
    [change.address]: { binding, protect, ...done(entries[change.address]), row: null },
  });
}

/** What an entry says of the last apply that was done. */
function done(entry: StateEntry | undefined): Pick<StateEntry, 'applied' | 'left'> {
  return { applied: entry?.applied ?? null, ...(entry?.left !== undefined && { left: entry.left }) };
}

/** The entries when the change is done: what was applied, or that it is not ours any more. */
export function finished<S>({ change, want, protect, row, standings }: Work<S>) {
  const applied = appliedDigest(want);
  const left = contentDigest(standings.at(-1)?.content ?? want.content);
  return (entries: Entries): Entries => {
    if (want.goal === 'removed') return without(entries, change.address);
    return Object.fromEntries(
      Object.entries(entries).map(([address, entry]) => [
        address,
        address === change.address ? { ...entry, protect, applied, left, row } : entry,
      ]),
    );
  };
}

/** Digest of what was applied: goal and content. */
export function appliedDigest({ goal, content }: Pick<Resource, 'goal' | 'content'>): string {
  return digest({ goal, content: compared(content) });
}
