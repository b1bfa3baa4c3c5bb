import type { Kind } from '../core/kind.ts';
import { compareText } from '../core/problem.ts';
import type { Standing } from '../core/resource.ts';
import { boundIn, keysOf } from './bound.ts';
import { blockedOn, type Decision } from './decide.ts';
import { callsOf, sight, type View } from './observe.ts';
import { liveIn } from './sightings.ts';
import type { Survey } from './survey.ts';
import type { EngineInput, Work } from './types.ts';

/** What names a resource that is to be deleted: it stops doing so first, or the resource stays (`Kind.refersTo`). */

type ChangeOf<S> = Extract<Decision<S>, { is: 'change' }>;

/** Blocks every change that takes away what something still names, ours or not. Throws ServiceFailure. */
export async function blockNamed<S>(
  input: EngineInput<S>,
  surveyed: Survey<S>,
  decisions: readonly Decision<S>[],
): Promise<Decision<S>[]> {
  return Promise.all(
    decisions.map(async (decision) => {
      if (decision.is !== 'change' || !takesAway(decision.work)) return decision;
      const own = decisions.filter((other) => keepsNaming(other, decision)).map(({ subject }) => subject.want.address);
      const names = [...own, ...(await strangersNaming(input, surveyed, decisions, decision))];
      if (names.length === 0) return decision;
      return blockedOn(decision.subject, decision.seen, {
        reason: `it is named by ${names.join(', ')}, and the service deletes nothing that is named`,
        opens: 'take it out there, in the same plan or before',
      });
    }),
  );
}

/** Whether one change has to wait for another: that stops naming what this one takes away, or makes what this one names. */
export function waitsForReferrer<S>(change: Work<S>, other: Work<S>): boolean {
  if (change.profile !== other.profile) return false;
  const [before] = change.standings;
  if (takesAway(change) && stopsNaming(other, change.kind, before?.name)) return true;
  const made = other.standings.at(-1);
  return made !== undefined && made.name !== other.standings[0]?.name && beginsNaming(change, other.kind, made.name);
}

/** Whether what stood there is gone at some point of a change. */
function takesAway<S>({ standings }: Work<S>): boolean {
  return standings[0] !== undefined && standings.includes(undefined);
}

function stopsNaming<S>({ kind, standings }: Work<S>, of: Kind<S>, name: string | undefined): boolean {
  return isNamed(kind, of, standings[0], name) && !isNamed(kind, of, standings.at(-1), name);
}

function beginsNaming<S>({ kind, standings }: Work<S>, of: Kind<S>, name: string): boolean {
  return !isNamed(kind, of, standings[0], name) && isNamed(kind, of, standings.at(-1), name);
}

function isNamed<S>({ refersTo }: Kind<S>, of: Kind<S>, at: Standing, name: string | undefined): boolean {
  return at !== undefined && name !== undefined && refersTo?.kind === of.name && refersTo.names(at).includes(name);
}

/** Whether a resource of ours names what is taken away and, when its own change is done, needs it still. */
function keepsNaming<S>(other: Decision<S>, { subject, work }: ChangeOf<S>): boolean {
  const { kind, profile } = other.subject;
  if (profile !== subject.profile) return false;
  const [before] = work.standings;
  const after = work.standings.at(-1);
  const end = other.is === 'change' ? other.work.standings.at(-1) : other.seen.live;
  const namesEnd = [before, after].some((one) => isNamed(kind, work.kind, end, one?.name));
  // What begins to name something that is made anew comes after it, and is in nobody's way.
  return namesEnd && (after === undefined || isNamed(kind, work.kind, other.seen.live, before?.name));
}

/** The resources that are not ours and name what is taken away: read only now, since no other plan needs them. */
async function strangersNaming<S>(
  input: EngineInput<S>,
  { views, believed }: Survey<S>,
  decisions: readonly Decision<S>[],
  { work }: ChangeOf<S>,
): Promise<string[]> {
  const calls = callsOf(input);
  const { kind, profile, standings } = work;
  const bound = boundIn(believed, profile.alias, keysOf(input.environment.profiles));
  const asked = views
    .filter((view) => view.profile === profile && view.kind.refersTo?.kind === kind.name)
    .flatMap((view) =>
      strangersIn(view, decisions).map(async (name) => {
        const live = liveIn(await sight(input, calls, view.kind, profile, view.listing, name, bound));
        return isNamed(view.kind, kind, live, standings[0]?.name) ? [`${view.kind.name} ${name} (unmanaged)`] : [];
      }),
    );
  return (await Promise.all(asked)).flat();
}

/** The names in a list that are of no address, in order. */
function strangersIn<S>({ kind, profile, listing }: View<S>, decisions: readonly Decision<S>[]): string[] {
  const own = decisions.filter(({ subject }) => subject.kind === kind && subject.profile === profile);
  const names = new Set(own.map(({ seen }) => seen.live?.name));
  return [...listing.rows.keys()].filter((name) => !names.has(name)).sort(compareText);
}
