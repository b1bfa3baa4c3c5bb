import type { Row } from '../core/kind.ts';
import type { Problem } from '../core/problem.ts';
import type { Live } from '../core/resource.ts';
import type { Entries, StateEntry } from '../state/document.ts';
import { ambiguousProblem } from './listing.ts';
import { asManaged } from './managed.ts';
import type { Sighting, View } from './observe.ts';
import type { Subject } from './ownership.ts';

/** Where a subject stands, as far as that could be learned. */
export interface Seen {
  live: Live | undefined;
  row: StateEntry['row'];
  /** Set where it could not be learned, or where several may be meant. */
  problem: Problem | undefined;
  /** Its answer is missing: what a plan or a status says is not the whole. */
  unread: boolean;
  /** It is found under another name than the binding's, or by its bytes: the binding has to be written. */
  adopts: StateEntry['binding'] | undefined;
  /** It stands under the name that it is bound to, and something else under the name that it wants. */
  takes: boolean;
}

export function liveIn(sighting: Sighting | undefined): Live | undefined {
  return sighting?.seen === 'live' ? sighting.live : undefined;
}

/**
 * What was seen of a listed subject: under the name it is bound to, else under the one that it wants and nobody has, else
 * under its title, where the service gives the names.
 */
export function sightingOf<S>(
  subject: Subject<S>,
  subjects: readonly Subject<S>[],
  views: readonly View<S>[],
): Sighting | undefined {
  const view = viewOf(subject, views);
  const { boundName, want } = subject;
  const bound = boundName === undefined ? undefined : view?.sightings.get(boundName);
  if (bound && bound.seen !== 'absent') return bound;
  const titled = view && titledOf(subject, subjects, view);
  if (titled) return titled.length === 1 ? titled[0] : ambiguous(subject, titled);
  if (want.name === undefined || holderOf(want.name, subject, subjects)) return bound;
  return view?.sightings.get(want.name);
}

/** What bears the title of a declared subject and is nobody's: what is meant, or could not be read. */
function titledOf<S>(subject: Subject<S>, subjects: readonly Subject<S>[], view: View<S>): Sighting[] | undefined {
  const { kind, want, declared } = subject;
  const { recognition } = kind;
  if (!recognition || !declared) return undefined;
  const title = recognition.titleOf(want.content);
  const { rows } = view.listing;
  const found = Array.from(view.sightings)
    .filter(([name]) => rows.get(name)?.title === title && !holderOf(name, subject, subjects))
    .map(([, sighting]) => sighting)
    .filter((sighting) => sighting.seen !== 'live' || recognition.isMeant(sighting.live, want));
  const there = found.filter(({ seen }) => seen !== 'absent');
  return there.length === 0 ? undefined : there;
}

function ambiguous<S>({ want, profile }: Subject<S>, titled: readonly Sighting[]): Sighting {
  const unread = titled.find((sighting) => sighting.seen === 'unread');
  const lives = titled.flatMap((sighting) => liveIn(sighting) ?? []);
  return unread ?? { seen: 'ambiguous', problem: ambiguousProblem({ want, profile }, lives) };
}

function viewOf<S>({ kind, profile }: Subject<S>, views: readonly View<S>[]): View<S> | undefined {
  return views.find((one) => one.kind === kind && one.profile === profile);
}

/** Another address of ours that holds a name and does not give it up. */
export function holderOf<S>(
  name: string,
  subject: Subject<S>,
  subjects: readonly Subject<S>[],
): Subject<S> | undefined {
  return subjects.find(
    (other) =>
      other !== subject &&
      other.kind === subject.kind &&
      other.profile === subject.profile &&
      other.boundName === name &&
      !other.givenUp,
  );
}

/** What is remembered of a row. */
function rowOf({ name, title, state, modifiedAt }: Row): NonNullable<StateEntry['row']> {
  return { name, title, state, modifiedAt };
}

export function seenOf<S>(
  subject: Subject<S>,
  subjects: readonly Subject<S>[],
  views: readonly View<S>[],
  believed: ReadonlyMap<string, Entries>,
  adopted: ReadonlyMap<Subject<S>, Live>,
): Seen {
  const nothing: Seen = {
    live: undefined,
    row: null,
    problem: undefined,
    unread: false,
    adopts: undefined,
    takes: false,
  };
  const { kind, entry } = subject;
  const source = subject.movedFrom ?? subject.want.address;
  const trusted = entry && believed.get(subject.profile.alias)?.[source];
  if (kind.discovery.by === 'binding') {
    const live = adopted.get(subject);
    if (live) return { ...nothing, live, adopts: kind.bindingOf(live) };
    return { ...nothing, live: trusted && kind.discovery.recall(trusted.binding) };
  }
  if (entry && !trusted) return nothing;
  const sighting = sightingOf(subject, subjects, views);
  if (sighting?.seen === 'unread' || sighting?.seen === 'ambiguous') {
    const problem = { ...sighting.problem, address: subject.want.address };
    return { ...nothing, problem, unread: sighting.seen === 'unread' };
  }
  if (sighting?.seen !== 'live') return nothing;
  const live = asManaged(subject, sighting.live, entry?.binding);
  const row = sighting.row ? rowOf(sighting.row) : null;
  const rebinds = live.name !== subject.boundName;
  const view = viewOf(subject, views);
  const { name } = subject.want;
  const takes = name !== undefined && name !== live.name && liveIn(view?.sightings.get(name)) !== undefined;
  return { ...nothing, live, row, takes, adopts: rebinds ? kind.bindingOf(live) : undefined };
}
