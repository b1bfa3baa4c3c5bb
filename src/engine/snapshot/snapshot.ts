import { type Address, splitVersion } from '../../core/address.ts';
import { groupBy, groupOf, keyIn } from '../../core/grouping.ts';
import type { Unmanaged } from '../../core/plan.ts';
import type { Problem } from '../../core/problem.ts';
import type { StateDocuments } from '../../state/document.ts';
import { callsOf } from '../observe/calls.ts';
import { endOf, unmanagedOf, type View } from '../observe/observe.ts';
import { seenOf } from '../observe/seen.ts';
import type { Seen } from '../subject/subject.ts';
import { repeatedIn, withUploads } from '../uploads/found.ts';
import type { UploadTables } from '../uploads/uploads.ts';
import { chooseVersions } from '../versions/choice.ts';
import { isAsked, type LookInput, look } from './look.ts';

export interface SnapshotInput<S> extends Omit<LookInput<S>, 'listsOnly' | 'profiles'> {
  /** Globs of uploads that are made again. */
  reupload?: readonly string[];
}

/** Manifests, state and live resources, side by side. Taking it writes nothing. */
export interface Snapshot<S> {
  /** Every address, selected or not. */
  addresses: readonly Address[];
  /** The addresses that were asked for, with their other versions. Sorted by address. */
  subjects: readonly Seen<S>[];
  views: readonly View<S>[];
  documents: StateDocuments;
  unmanaged: readonly Unmanaged[];
  problems: readonly Problem[];
  /** False if something could not be read. */
  complete: boolean;
  /** The uploads that the command works with, with `recognized`. */
  uploads: UploadTables;
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
    const { index, uploads, recognized, ...known } = await withUploads(input, calls, looked);
    const asked = known.subjects.filter(({ want }) => isAsked(input, want.address));
    const repeated = repeatedIn(known.subjects, index, input.reupload ?? []);
    const each = asked.map((subject) => seenOf(subject, index, repeated.has(subject.want.address)));
    const views = [...index.views.values()];
    const subjects = await withLikelyRefusals(input, chooseVersions(each, views, input.ports.clock.now()));
    const addresses = [...known.subjects, ...subjects].map(({ want }) => want.address);
    return {
      addresses: [...new Set(addresses)],
      subjects,
      views,
      documents: looked.documents,
      unmanaged: input.asked?.length ? [] : unmanagedIn(views, subjects),
      problems: [...looked.problems, ...views.flatMap((view) => view.problems), ...known.warnings],
      complete: views.every(({ listing }) => listing.complete) && subjects.every(({ unread }) => !unread),
      uploads,
      recognized,
    };
  } catch (error) {
    throw endOf(error);
  }
}

/** Adds to each declared subject the warning that the service will likely refuse its content. */
async function withLikelyRefusals<S>({ likelyRefusals, resources, ...input }: SnapshotInput<S>, subjects: Seen<S>[]) {
  const found = await likelyRefusals?.(resources.filter(({ address }) => isAsked(input, address)));
  if (!found?.size) return subjects;
  return subjects.map((one) => ({ ...one, likelyRefusal: found.get(splitVersion(one.want.address).of) }));
}

function unmanagedIn<S>(views: readonly View<S>[], subjects: readonly Seen<S>[]): Unmanaged[] {
  const own = groupBy(subjects, keyIn);
  return views.flatMap((view) => {
    const known = groupOf(own, keyIn(view)).flatMap(({ boundName, want, live }) => [boundName, want.name, live?.name]);
    return unmanagedOf(view, new Set(known));
  });
}
