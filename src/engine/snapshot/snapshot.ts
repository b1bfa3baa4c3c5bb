import { type Address, splitVersion } from '../../core/address.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import type { Unmanaged } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { Entries, StateDocument } from '../../state/document.ts';
import { callsOf, endOf, unmanagedOf, type View } from '../observe/observe.ts';
import { indexSightings, type Sighted, seenOf } from '../observe/sightings.ts';
import { boundsIn } from '../subject/bound.ts';
import { groupBy, keyIn } from '../subject/grouping.ts';
import { withAdoptedUploads } from '../uploads/adopted.ts';
import { withMovedUploads } from '../uploads/moved.ts';
import { chooseVersions } from '../versions/choice.ts';
import { isAsked, isNamed, type Looked, type LookInput, look } from './look.ts';

export type { Sighted } from '../observe/sightings.ts';

export type SnapshotInput<S> = Omit<LookInput<S>, 'listsOnly' | 'profiles'>;

/** Manifests, state and live resources, side by side. Taking it writes nothing. */
export interface Snapshot<S> {
  /** Every address, asked for or not. */
  addresses: readonly Address[];
  /** The addresses that were asked for, with their other versions. Sorted by address. */
  sighted: readonly Sighted<S>[];
  views: readonly View<S>[];
  documents: ReadonlyMap<string, StateDocument | undefined>;
  unmanaged: readonly Unmanaged[];
  problems: readonly Problem[];
  /** False if something could not be read. */
  complete: boolean;
  /** The entries of each profile that are used: without rejected bindings, with the bindings that were found. */
  believed: ReadonlyMap<string, Entries>;
}

/**
 * Takes the snapshot that every command starts from. It reads manifests, state and live resources, recognizes uploads that live
 * resources show, and chooses the current version of each manifest. Throws a NotiformError if a profile is missing, the state
 * cannot be read, or the service cannot be asked.
 */
export async function takeSnapshot<S>(input: SnapshotInput<S>): Promise<Snapshot<S>> {
  try {
    const calls = callsOf(input);
    const looked = await look(input, calls);
    const moved = withMovedUploads({ ...looked, index: indexSightings(looked.subjects, looked.views) }, looked.forced);
    const { index, adopted, believed, ...known } = await withAdoptedUploads(input, calls, moved, looked.forced);
    const asked = known.subjects.filter((one) => isAsked(input, one));
    const each = asked.map((subject) =>
      recorded(input, looked, { subject, seen: seenOf(subject, index, believed, adopted) }),
    );
    const views = [...index.views.values()];
    const sighted = await withDoubts(input, chooseVersions(each, views, input.ports.clock.now()));
    const unread = views.flatMap((view) => view.problems);
    const addresses = [...known.subjects, ...sighted.map(({ subject }) => subject)].map(({ want }) => want.address);
    return {
      addresses: [...new Set(addresses)],
      sighted,
      views,
      documents: looked.documents,
      unmanaged: input.asked?.length ? [] : unmanagedIn(views, sighted),
      problems: [...looked.problems, ...unread, ...known.warnings],
      complete: unread.length === 0 && sighted.every(({ seen }) => !seen.unread),
      believed,
    };
  } catch (error) {
    throw endOf(error);
  }
}

/** Adds the live content with every upload that the state knows as its file, if `--reupload` hides some of them. */
function recorded<S>(input: SnapshotInput<S>, { entries, forced }: Looked<S>, one: Sighted<S>): Sighted<S> {
  const { subject, seen } = one;
  if (forced.size === 0 || !seen.live) return one;
  const bound = boundsIn(entries, input.environment.profiles)(subject.profile.alias);
  return { subject, seen: { ...seen, recorded: withKnownFiles(seen.live.content, bound) } };
}

/** Adds to each declared subject the doubt about its content. */
async function withDoubts<S>({ doubts, resources, asked = [] }: SnapshotInput<S>, sighted: Sighted<S>[]) {
  const found = await doubts?.(resources.filter(({ address }) => isNamed(asked, address)));
  if (!found?.size) return sighted;
  return sighted.map(({ subject, seen }) => {
    const doubt = found.get(splitVersion(subject.want.address).of);
    return { subject: { ...subject, doubt }, seen };
  });
}

function unmanagedIn<S>(views: readonly View<S>[], sighted: readonly Sighted<S>[]): Unmanaged[] {
  const own = groupBy(sighted, ({ subject }) => keyIn(subject));
  return views.flatMap((view) => unmanagedOf(view, namesOf(own.get(keyIn(view)) ?? [])));
}

function namesOf<S>(own: readonly Sighted<S>[]): Set<string> {
  return new Set(
    own.flatMap(({ subject, seen }) =>
      [subject.boundName ?? [], subject.want.name ?? [], seen.live?.name ?? []].flat(),
    ),
  );
}
