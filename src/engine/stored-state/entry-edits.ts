import type { Address } from '../../core/address.ts';
import { contentDigest, digestWith } from '../../core/content.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Resource, ResourceState } from '../../core/resource.ts';
import { DIRTY, type StateEntry, type StoredRow } from '../../state/document.ts';
import type { Work } from '../types.ts';
import { amendEntry, completeEntry, type Edit } from './ledger.ts';

/** The edits of state entries that an apply makes. They are pure: only the ledger writes. */

/** Makes the edit that forgets a resource, also under the address that it was renamed from. */
export function forgetEntry<S>({
  change: { address },
  movedFrom = address,
}: Pick<Work<S>, 'change' | 'movedFrom'>): Edit {
  return () => new Map([address, movedFrom].map((one) => [one, undefined]));
}

/**
 * Returns the binding to write before the first call, so that a run that is killed between a create and its answer loses nothing:
 * it has the name that the resource will have. Undefined if there is nothing to claim: the resource is bound already, is to be
 * removed, is an upload, or its name is not known yet.
 */
export function claimOf<S>(work: Work<S>, live: ResourceState): JsonObject | undefined {
  const { kind, entry, adopts, movedFrom, states, want } = work;
  if (kind.upload || want.goal === 'removed' || (entry && movedFrom === undefined && !adopts)) return undefined;
  if (entry && !adopts) return entry.binding;
  const known = kind.recognition ? [live] : [live, ...states];
  return known.flatMap((one) => (one && one.name !== '' ? [kind.bindingOf(one)] : []))[0];
}

/** Makes the edit that writes a claim in place of the entry that the resource was renamed from. */
export function writeClaim<S>(work: Work<S>, binding: JsonObject | undefined): Edit {
  const { change, movedFrom, protect, entry } = work;
  const claim = binding && { binding, protect, ...done(entry), ...begun(work), row: null };
  return () => {
    const changed = new Map<Address, StateEntry | undefined>();
    if (!claim) return changed;
    if (movedFrom !== undefined) changed.set(movedFrom, undefined);
    return changed.set(change.address, claim);
  };
}

/** Makes the edit that stores the binding after a step. */
export function rebindEntry<S>(work: Work<S>, binding: JsonObject, commit: string | null | undefined): Edit {
  const { change, protect } = work;
  return (entryOf) => {
    const entry = entryOf(change.address);
    return new Map([[change.address, { binding, protect, ...done(entry), ...begun(work, commit), row: null }]]);
  };
}

/** Returns the members that stay while a change runs. */
function done(entry: StateEntry | undefined): Omit<StateEntry, 'binding' | 'protect' | 'row'> {
  if (!entry) return { applied: null };
  const { binding: _binding, protect: _protect, row: _row, ...kept } = entry;
  return kept;
}

/**
 * Makes the edit that records, before the first step, which commit begins a change, and where its steps lead. If the apply is
 * interrupted on the way, an older checkout does not take back what it did, and the next plan distinguishes its states from those
 * that a person made. A change of one step without a risk leads nowhere else, unless it creates what another one may create too.
 */
export function intendEntry<S>(work: Work<S>, commit: string | null | undefined): Edit {
  const { address, steps, risks, basis } = work.change;
  const reached = steps.flatMap(({ to }) => to.map((point) => point.basis));
  const [start] = work.states;
  // The start that somebody else made was approved as such.
  const isOthers = start && (work.adopts || contentDigest(start.content) !== work.entry?.left);
  const intent = [...new Set([appliedDigest(work.want), ...(isOthers ? [basis] : []), ...reached])];
  const isIntended = steps.length > 1 || risks.length > 0 || !start;
  const { begunIn } = begun(work, commit);
  const begins = { ...(begunIn && { begunIn }), ...(isIntended && { intent }) };
  // The row is removed here, so that no write separates the steps.
  return amendEntry(address, { ...begins, ...(work.paused && { paused: work.paused }), row: null });
}

function begun<S>({ states, want }: Work<S>, commit?: string | null): Pick<StateEntry, 'unfinished' | 'begunIn'> {
  // A delete may go on although it was never committed.
  const begunIn = want.goal === 'removed' ? commit?.replace(DIRTY, '') : commit;
  return { ...(!states[0] && { unfinished: true }), ...(begunIn && { begunIn }) };
}

/**
 * Makes the edit of a change that is done: it stores what was applied, or forgets the address.
 * @param commit of the manifests, if known
 * @param row the list row, if the last step was read late enough to prove it
 */
export function finishEntry<S>(work: Work<S>, commit: string | undefined, row: StoredRow | null = null): Edit {
  const { change, want, protect, states, paused } = work;
  const end = states.at(-1);
  if (want.goal === 'removed' || !end) return forgetEntry(work);
  return completeEntry(change.address, {
    protect,
    applied: appliedDigest(want),
    left: contentDigest(end.content),
    ...(commit !== undefined && { commit }),
    ...(paused && { paused }),
    row: change.steps.length === 0 ? work.row : row,
  });
}

/** Returns the digest of what was applied: goal and content. */
export function appliedDigest({ goal, content }: Pick<Resource, 'goal' | 'content'>): string {
  return digestWith(content, { goal });
}
