import type { Address } from '../../core/address.ts';
import { compareText } from '../../core/problem.ts';
import { callsOf, sight, type View } from '../observe/observe.ts';
import { liveIn } from '../observe/sightings.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { boundsIn } from '../subject/bound.ts';
import { groupOf } from '../subject/grouping.ts';
import type { EngineInput } from '../types.ts';
import { blockedOn, type ChangeOf, type Decision } from './decide.ts';
import { keysFor, namedBy, type Reach, reached, takesAway } from './references.ts';

/** Blocks every change that takes away what something still names, ours or not. Throws ServiceFailure. */
export async function blockNamed<S>(
  input: EngineInput<S>,
  snapshot: Snapshot<S>,
  decisions: readonly Decision<S>[],
  reach: Reach,
): Promise<Decision<S>[]> {
  const own = ownNaming(decisions, reach);
  const unmanaged = unmanagedNaming(input, snapshot, decisions, reach);
  return Promise.all(
    decisions.map(async (decision) => {
      if (decision.is !== 'change' || !takesAway(decision.work)) return decision;
      const names = [...own(decision), ...(await unmanaged(decision))];
      const unseen = unseenBy(input, decision, reach);
      if (names.length === 0 && unseen.length > 0) {
        return blockedOn(decision.subject, decision.seen, {
          reason: `what is in ${unseen.join(', ')} may name it, and belongs to another shard`,
          opens: 'plan it without `--shard`, or write the groups of the profile into its manifest',
        });
      }
      if (names.length === 0) return decision;
      return blockedOn(decision.subject, decision.seen, {
        reason: `it is named by ${names.join(', ')}, and the service deletes nothing that is named`,
        opens: 'take it out there, in the same plan or before',
      });
    }),
  );
}

/** The profiles of other shards whose resources may name what is taken away. */
function unseenBy<S>({ kinds, environment }: EngineInput<S>, { work }: ChangeOf<S>, reach: Reach): readonly string[] {
  const { shard } = environment;
  if (!shard || !kinds.some(({ refersTo }) => refersTo?.kind === work.kind.name)) return [];
  return reached(reach, work.profile).filter((alias) => !shard.has(alias));
}

/** The resources of ours that name what is taken away and, when their own change is done, need it still. */
function ownNaming<S>(decisions: readonly Decision<S>[], reach: Reach): (change: ChangeOf<S>) => Address[] {
  const atEnd = new Map<string, Address[]>();
  const live = new Map<Address, Set<string>>();
  for (const decision of decisions) {
    const { subject, seen } = decision;
    const { address } = subject.want;
    const end = decision.is === 'change' ? decision.work.states.at(-1) : seen.live;
    for (const key of namedBy(subject, end)) groupOf(atEnd, key).push(address);
    live.set(address, new Set(namedBy(subject, seen.live)));
  }
  return ({ work }) => {
    const [before, after] = [work.states[0], work.states.at(-1)];
    const keys = keysFor(work, before, reach);
    const naming = [...keys, ...keysFor(work, after, reach)].flatMap((key) => atEnd.get(key) ?? []);
    // What begins to name something that is made anew comes after it, and is in nobody's way.
    const inTheWay = naming.filter((address) => !after || keys.some((key) => live.get(address)?.has(key)));
    return [...new Set(inTheWay)].sort(compareText);
  };
}

/** The resources that are not ours and name what is taken away: read only now, and once, since no other plan needs them. */
function unmanagedNaming<S>(
  input: EngineInput<S>,
  { views, believed }: Snapshot<S>,
  decisions: readonly Decision<S>[],
  reach: Reach,
): (change: ChangeOf<S>) => Promise<string[]> {
  const calls = callsOf(input);
  const boundIn = boundsIn(believed, input.environment.profiles);
  const read = new Map<View<S>, Promise<{ name: string; names: Set<string> }[]>>();
  const readAll = (view: View<S>): Promise<{ name: string; names: Set<string> }[]> => {
    const { kind, profile, listing } = view;
    const bound = boundIn(profile.alias);
    return Promise.all(
      unmanagedIn(view, decisions).map(async (name) => {
        const live = liveIn(await sight(input, calls, kind, profile, listing, name, bound));
        return { name, names: new Set(namedBy(view, live)) };
      }),
    );
  };
  return async ({ work }) => {
    const sought = keysFor(work, work.states[0], reach);
    const asked = views.filter(
      ({ kind, profile }) =>
        kind.refersTo?.kind === work.kind.name && reached(reach, work.profile).includes(profile.alias),
    );
    const named = asked.map(async (view) => {
      const unmanaged = read.get(view) ?? readAll(view);
      read.set(view, unmanaged);
      const naming = (await unmanaged).filter(({ names }) => sought.some((key) => names.has(key)));
      return naming.map(({ name }) => `${view.kind.name} ${name} (unmanaged)`);
    });
    return (await Promise.all(named)).flat();
  };
}

/** The names in a list that are of no address, in order. */
function unmanagedIn<S>({ kind, profile, listing }: View<S>, decisions: readonly Decision<S>[]): string[] {
  const own = decisions.filter(({ subject }) => subject.kind === kind && subject.profile === profile);
  const names = new Set(own.map(({ seen }) => seen.live?.name));
  return [...listing.rows.keys()].filter((name) => !names.has(name)).sort(compareText);
}
