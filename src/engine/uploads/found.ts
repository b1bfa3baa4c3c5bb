import { type Address, matchesGlob } from '../../core/address.ts';
import { ServiceFailure } from '../../core/failure.ts';
import { sha256 } from '../../core/json.ts';
import type { Bound, UploadedFile } from '../../core/kind.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import { asWarning, type Problem } from '../../core/problem.ts';
import type { Live } from '../../core/resource.ts';
import type { UploadTable } from '../../state/document.ts';
import type { Calls } from '../observe/calls.ts';
import { indexViews, liveIn, readResultOf, type ViewIndex } from '../observe/live.ts';
import type { ReadResult, View } from '../observe/observe.ts';
import { resourceProblem } from '../problems.ts';
import type { Subject } from '../subject/subject.ts';
import type { EngineInput } from '../types.ts';
import { boundsIn, knownHandles, type UploadTables, uploadIn, uploadOf, usersOf } from './uploads.ts';

/** The subjects with the handles of their uploads, and the live resources. */
interface WithUploads<S> extends Recognized {
  subjects: readonly Subject<S>[];
  index: ViewIndex<S>;
  /** The uploads that are known now, with the recognized ones. */
  uploads: UploadTables;
}

interface Recognized {
  recognized: UploadTables;
  warnings: readonly Problem[];
}

/**
 * Finds the handle of each declared upload. If the state has none and a live resource shows an unknown URL in the place of the
 * upload, equal bytes prove that this URL is the upload: the URL is that file from then on, wherever it is shown.
 */
export async function withUploads<S>(
  input: EngineInput<S>,
  calls: Calls,
  all: readonly Subject<S>[],
  views: readonly View<S>[],
  uploads: UploadTables,
): Promise<WithUploads<S>> {
  const index = indexViews(all, views);
  const subjects = withHandles(all, index, uploads);
  const { recognized, warnings } = await recognize(input, calls, subjects, index);
  if (recognized.size === 0) return { subjects, index, uploads, recognized, warnings };
  const aliases = [...uploads.keys(), ...recognized.keys()];
  const now = new Map(aliases.map((alias) => [alias, { ...uploads.get(alias), ...recognized.get(alias) }]));
  const boundIn = boundsIn(now, input.environment.profiles);
  const again = indexViews(
    subjects,
    views.map((view) => withFiles(view, boundIn(view.profile.alias))),
  );
  return { subjects: withHandles(subjects, again, now), index: again, uploads: now, recognized, warnings };
}

/** Replaces the URLs of known uploads by their files. The rows keep the digests of what was read: the next plan reads it again. */
function withFiles<S>(view: View<S>, bound: Bound): View<S> {
  const results = Array.from(view.readResults, ([name, result]): [string, ReadResult] => {
    if (result.is !== 'live') return [name, result];
    const live = { ...result.live, content: withKnownFiles(result.live.content, bound) };
    return [name, { ...result, live }];
  });
  return { ...view, readResults: new Map(results) };
}

/**
 * Returns the uploads that `--reupload` names, directly or by a resource that refers to them. What a live resource shows works, and
 * stays.
 */
export function repeatedIn<S>(
  subjects: readonly Subject<S>[],
  index: ViewIndex<S>,
  globs: readonly string[],
): Set<Address> {
  if (globs.length === 0) return new Set();
  const [users, shown] = [usersOf(subjects), shownIn(index)];
  const isNamed = ({ want }: Subject<S>): boolean => globs.some((glob) => matchesGlob(want.address, glob));
  const uploads = subjects.filter((one) => uploadIn(one) && [one, ...users(one)].some(isNamed));
  return new Set(uploads.flatMap(({ want, boundName = '' }) => (shown.has(boundName) ? [] : want.address)));
}

/** Returns the handles that live resources show. An upload itself shows none. */
function shownIn<S>({ views }: ViewIndex<S>): ReadonlySet<string> {
  const others = [...views.values()].filter(({ kind }) => !kind.upload);
  return new Set(others.flatMap(({ readResults }) => [...readResults.values()].flatMap(handlesIn)));
}

/**
 * Gives each declared upload a handle that one of its users shows, else one that nothing shows: a run was killed before it used the
 * upload. The service may delete an image that a resource replaces, so an upload never takes a handle that another resource shows.
 */
function withHandles<S>(
  subjects: readonly Subject<S>[],
  index: ViewIndex<S>,
  tables: UploadTables,
): readonly Subject<S>[] {
  if (tables.size === 0) return subjects;
  const shown = shownIn(index);
  const users = usersOf(subjects);
  const taken = new Set<string>();
  return subjects.map((one) => {
    const used = one.boundName === undefined ? uploadIn(one) : undefined;
    const known = used ? knownHandles(tables, one, used) : [];
    if (known.length === 0) return one;
    const own = new Set(users(one).flatMap((by) => handlesIn(readResultOf(by, index))));
    const isFree = (handle: string): boolean => !shown.has(handle) && !taken.has(handle);
    const boundName = known.find((handle) => own.has(handle)) ?? known.find(isFree);
    if (boundName === undefined) return one;
    taken.add(boundName);
    return { ...one, boundName };
  });
}

function handlesIn(result: ReadResult | undefined): readonly string[] {
  return result?.is === 'live' ? result.handles : [];
}

/** Fetches what live resources show in the places of uploads that the state does not know. */
async function recognize<S>(
  input: EngineInput<S>,
  calls: Calls,
  subjects: readonly Subject<S>[],
  index: ViewIndex<S>,
): Promise<Recognized> {
  const unknown = subjects.flatMap((upload) => {
    const used = upload.kind.upload?.at && upload.boundName === undefined ? uploadIn(upload) : undefined;
    return used ? [{ upload, used }] : [];
  });
  const users = unknown.length > 0 ? usersOf(subjects) : () => [];
  const recognized = new Map<string, UploadTable>();
  const warnings = await Promise.all(
    unknown.map(async ({ upload, used }): Promise<Problem[]> => {
      const { alias } = upload.profile;
      const shown = users(upload).flatMap((by) => urlsInPlace(by, liveIn(readResultOf(by, index)), used));
      let problem: Problem | undefined;
      for (const url of new Set(shown)) {
        try {
          const bytes = await calls(() => input.remote.fetchImage(url, input.signal));
          if (sha256(bytes) !== used.file.sha256) continue;
          recognized.set(alias, { ...recognized.get(alias), [url]: uploadOf(used) });
          return [];
        } catch (error) {
          if (!(error instanceof ServiceFailure) || error.kind === 'interrupted') throw error;
          ({ problem } = error);
        }
      }
      return problem ? [unfetched(upload, used, problem)] : [];
    }),
  );
  return { recognized, warnings: warnings.flat() };
}

/** Returns the URLs in the live content at the places where the declared content has these bytes. */
function urlsInPlace<S>({ kind, want }: Subject<S>, live: Live | undefined, { use, file }: UploadedFile): string[] {
  const { images } = kind;
  if (!images || !live) return [];
  const places = images(want.content).filter((one) => one.use === use && one.sha256 === file.sha256);
  const found = images(live.content);
  return places.flatMap(({ at }) => found.find((one) => one.at === at && one.use === use)?.url ?? []);
}

function unfetched<S>({ want }: Subject<S>, { file }: UploadedFile, { message }: Problem): Problem {
  const words = `${message}. The live image was not compared with ${file.path}, and counts as another one`;
  const hint = 'Make the address reachable from this machine and plan again. Otherwise the file is uploaded.';
  return asWarning(resourceProblem(want, 'image-unfetched', words, hint));
}
