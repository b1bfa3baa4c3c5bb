import { type Address, splitVersion } from '../../core/address.ts';
import { groupBy, keyIn } from '../../core/grouping.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import type { Unmanaged } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { StateDocument } from '../../state/document.ts';
import { callsOf } from '../observe/calls.ts';
import { endOf, unmanagedOf, type View } from '../observe/observe.ts';
import { type SeenSubject, seenOf } from '../observe/seen.ts';
import { boundsIn, type UploadTables } from '../subject/bound.ts';
import { withUploads } from '../uploads/found.ts';
import { chooseVersions } from '../versions/choice.ts';
import { isAsked, type LookInput, look } from './look.ts';

export type { SeenSubject } from '../observe/seen.ts';

export type SnapshotInput<S> = Omit<LookInput<S>, 'listsOnly' | 'profiles'>;

/** Manifests, state and live resources, side by side. Taking it writes nothing. */
export interface Snapshot<S> {
  /** Every address, selected or not. */
  addresses: readonly Address[];
  /** The addresses that were asked for, with their other versions. Sorted by address. */
  seenSubjects: readonly SeenSubject<S>[];
  views: readonly View<S>[];
  documents: ReadonlyMap<string, StateDocument | undefined>;
  unmanaged: readonly Unmanaged[];
  problems: readonly Problem[];
  /** False if something could not be read. */
  complete: boolean;
  /** The uploads that the command works with: with `recognized`, without those that `--reupload` repeats. */
  uploads: UploadTables;
  repeated: ReadonlySet<string>;
  /** The uploads that the state does not know, and that were recognized by the bytes of what a live resource shows. */
  recognized: UploadTables;
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
    const { index, uploads, recognized, repeated, ...known } = await withUploads(input, calls, looked);
    const asked = known.subjects.filter(({ want }) => isAsked(input, want.address));
    const each = asked.map((subject) =>
      recorded(input, repeated.size > 0 ? looked.uploads : undefined, {
        subject,
        seen: seenOf(subject, index, looked.forced.has(subject.want.address)),
      }),
    );
    const views = [...index.views.values()];
    const seenSubjects = await withLikelyRefusals(input, chooseVersions(each, views, input.ports.clock.now()));
    const addresses = [...known.subjects, ...seenSubjects.map(({ subject }) => subject)].map(
      ({ want }) => want.address,
    );
    return {
      addresses: [...new Set(addresses)],
      seenSubjects,
      views,
      documents: looked.documents,
      unmanaged: input.asked?.length ? [] : unmanagedIn(views, seenSubjects),
      problems: [...looked.problems, ...views.flatMap((view) => view.problems), ...known.warnings],
      complete: views.every(({ listing }) => listing.complete) && seenSubjects.every(({ seen }) => !seen.unread),
      uploads,
      repeated,
      recognized,
    };
  } catch (error) {
    throw endOf(error);
  }
}

/** If `--reupload` hides uploads: adds the live content in which every upload that the state knows is shown as its file. */
function recorded<S>(input: SnapshotInput<S>, uploads: UploadTables | undefined, one: SeenSubject<S>): SeenSubject<S> {
  const { subject, seen } = one;
  if (!uploads || !seen.live) return one;
  const bound = boundsIn(uploads, input.environment.profiles)(subject.profile.alias);
  return { subject, seen: { ...seen, recorded: withKnownFiles(seen.live.content, bound) } };
}

/** Adds to each declared subject the warning that the service will likely refuse its content. */
async function withLikelyRefusals<S>(
  { likelyRefusals, resources, ...input }: SnapshotInput<S>,
  seenSubjects: SeenSubject<S>[],
) {
  const found = await likelyRefusals?.(resources.filter(({ address }) => isAsked(input, address)));
  if (!found?.size) return seenSubjects;
  return seenSubjects.map(({ subject, seen }) => {
    const likelyRefusal = found.get(splitVersion(subject.want.address).of);
    return { subject: { ...subject, likelyRefusal }, seen };
  });
}

function unmanagedIn<S>(views: readonly View<S>[], seenSubjects: readonly SeenSubject<S>[]): Unmanaged[] {
  const own = groupBy(seenSubjects, ({ subject }) => keyIn(subject));
  return views.flatMap((view) => unmanagedOf(view, namesOf(own.get(keyIn(view)) ?? [])));
}

function namesOf<S>(own: readonly SeenSubject<S>[]): Set<string> {
  return new Set(
    own.flatMap(({ subject, seen }) =>
      [subject.boundName ?? [], subject.want.name ?? [], seen.live?.name ?? []].flat(),
    ),
  );
}
