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
 * Makes the edit that binds the resource before the first call, in place of the entry that it was renamed from: a run that is killed
 * between a create and its answer loses nothing. Changes nothing if there is nothing to claim: the resource is bound already, is to
 * be removed, is an upload, or its name is not known yet.
 */
export function claimEntry<S>(work: Work<S>, live: ResourceState): Edit {
  const { kind, entry, adopts, movedFrom, states, want, change, protect } = work;
  const isBound = entry !== undefined && !adopts;
  if (kind.upload || want.goal === 'removed' || (isBound && movedFrom === undefined)) return () => new Map();
  const known = kind.recognition ? [live] : [live, ...states];
  const [found] = known.flatMap((one) => (one && one.name !== '' ? [kind.bindingOf(one)] : []));
  const binding = isBound ? entry.binding : found;
  if (!binding) return () => new Map();
  const claim = { applied: null, ...entry, binding, protect, ...begun(work), row: null };
  const former = movedFrom === undefined ? [] : [[movedFrom, undefined] as const];
  return () => new Map([...former, [change.address, claim] as const]);
}

/** Makes the edit that stores the binding after a step. */
export function rebindEntry<S>(work: Work<S>, binding: JsonObject, commit: string | undefined): Edit {
  const { change, protect } = work;
  return (entryOf) => {
    const entry = entryOf(change.address);
    return new Map([
      [change.address, { applied: null, ...entry, binding, protect, ...begun(work, commit), row: null }],
    ]);
  };
}

/**
 * Makes the edit that records, before the first step, which commit begins a change, and where its steps lead. If the apply is
 * interrupted on the way, an older checkout does not take back what it did, and the next plan distinguishes its states from those
 * that a person made. A change of one step without a risk leads nowhere else, unless it creates what another one may create too.
 */
export function intendEntry<S>(work: Work<S>, commit: string | undefined): Edit {
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

function begun<S>({ states, want }: Work<S>, commit?: string): Pick<StateEntry, 'unfinished' | 'begunIn'> {
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
