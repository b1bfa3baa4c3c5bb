import type { FileNode } from '../../core/content.ts';
import { ServiceFailure } from '../../core/failure.ts';
import { sha256 } from '../../core/json.ts';
import type { Bound, Kind } from '../../core/kind.ts';
import { asWarning, type Problem } from '../../core/problem.ts';
import type { Live } from '../../core/resource.ts';
import type { Calls } from '../observe/calls.ts';
import { readByName, type View } from '../observe/observe.ts';
import { indexViews, liveIn, type Observed, readResultOf } from '../observe/seen.ts';
import { resourceProblem } from '../problems.ts';
import { boundsIn } from '../subject/bound.ts';
import type { Subject } from '../subject/subject.ts';
import type { EngineInput } from '../types.ts';
import { usersOf } from './uploads.ts';

/** The observation with the uploads that live resources show already. */
export interface WithAdopted<S> extends Observed<S> {
  /** The uploads that were found. */
  adopted: ReadonlyMap<Subject<S>, Live>;
  warnings: readonly Problem[];
}

/**
 * Finds uploads that live resources show and the state does not know, and reads those resources again: an unknown URL is a known
 * file now.
 * @param forced uploads that `--reupload` repeats
 */
export async function withAdoptedUploads<S>(
  input: EngineInput<S>,
  calls: Calls,
  observed: Observed<S>,
  forced: ReadonlySet<Subject<S>>,
): Promise<WithAdopted<S>> {
  const { subjects, index } = observed;
  const matches = await Promise.all(
    candidatesIn(observed, forced).map(async (candidate) => ({
      ...candidate,
      match: await matchImage(candidate, (url) => calls(() => input.remote.fetchImage(url, input.signal))),
    })),
  );
  const effectiveEntries = new Map(observed.effectiveEntries);
  const boundIn = boundsIn(effectiveEntries, input.environment.profiles);
  const adopted = new Map<Subject<S>, Live>();
  const urls = new Set<string>();
  const warnings: Problem[] = [];
  for (const { image, at, match } of matches) {
    const { alias } = image.profile;
    if (boundIn(alias).fileOf(match.url)) continue;
    const live = at(match.url);
    adopted.set(image, live);
    urls.add(match.url);
    warnings.push(...match.warnings);
    const entry = { binding: image.kind.bindingOf(live), protect: false, applied: null, row: null };
    effectiveEntries.set(alias, { ...effectiveEntries.get(alias), [image.want.address]: entry });
  }
  if (adopted.size === 0) return { ...observed, adopted, warnings };
  const views = await Promise.all(
    Array.from(index.views.values(), (view) => readAgain(input, calls, view, urls, boundIn(view.profile.alias))),
  );
  return { subjects, index: indexViews(subjects, views), effectiveEntries, adopted, warnings };
}

async function readAgain<S>(
  input: EngineInput<S>,
  calls: Calls,
  view: View<S>,
  urls: ReadonlySet<string>,
  bound: Bound,
): Promise<View<S>> {
  const { kind, profile, listing, readResults } = view;
  const again = Array.from(readResults, async ([name, result]) => {
    if (!showsAny(kind, liveIn(result), urls)) return [name, result] as const;
    return [name, await readByName(input, calls, kind, profile, listing, name, bound)] as const;
  });
  return { ...view, readResults: new Map(await Promise.all(again)) };
}

function showsAny<S>(kind: Kind<S>, live: Live | undefined, urls: ReadonlySet<string>): boolean {
  const images = live ? (kind.images?.(live.content) ?? []) : [];
  return images.some(({ url }) => url !== undefined && urls.has(url));
}

/** An upload that the state does not know, and that a live resource may show already. */
interface Adoptable<S> {
  image: Subject<S>;
  file: FileNode;
  /** Returns the upload behind a URL. */
  at(url: string): Live;
  /** The live resources that show an unknown URL in its place. */
  shown: readonly [ShownUrl<S>, ...ShownUrl<S>[]];
}

interface ShownUrl<S> {
  by: Subject<S>;
  url: string;
}

/** Returns uploads without a binding if a live resource shows a URL in the same place (MANIFESTS, Image). */
function candidatesIn<S>({ subjects, index }: Observed<S>, forced: ReadonlySet<Subject<S>>): Adoptable<S>[] {
  const users = usersOf(subjects);
  return subjects.flatMap((image): Adoptable<S>[] => {
    const { declared, entry, want } = image;
    const { upload } = image.kind;
    const used = upload?.of(want.content);
    const at = upload?.at;
    if (!at || !used || !declared || entry || forced.has(image)) return [];
    const [first, ...others] = users(image)
      .flatMap((by) => {
        const live = liveIn(readResultOf(by, index));
        return live ? [{ by, live }] : [];
      })
      .sort((a, b) => rankOf(b) - rankOf(a))
      .flatMap(({ by, live }) => urlsInPlace(by, live, used).map((url) => ({ by, url })));
    if (!first) return [];
    return [{ image, file: used.file, at: (url) => at(used, url), shown: [first, ...others] }];
  });
}

/** Ranks versions: the newest one in use most likely shows the declared image (assumption 272). */
function rankOf<S>({ by: { version }, live }: { by: Subject<S>; live: Live }): number {
  return version?.rules.usageOf(live) === 'usable' ? version.number : 0;
}

/** Returns the URLs in the live content at the places where the declared content has these bytes. */
function urlsInPlace<S>(by: Subject<S>, live: Live, { use, file }: { use: string; file: FileNode }): string[] {
  const { images } = by.kind;
  if (!images) return [];
  const places = images(by.want.content).filter((one) => one.use === use && one.sha256 === file.sha256);
  const found = images(live.content);
  return places.flatMap(({ at }) => found.find((one) => one.at === at && one.use === use)?.url ?? []);
}

/** Fetches the live images. Equal bytes identify one; else the first is assumed to be the file, with a warning (assumption 62). */
async function matchImage<S>(
  candidate: Adoptable<S>,
  fetch: (url: string) => Promise<Uint8Array>,
): Promise<{ url: string; warnings: Problem[] }> {
  const [{ url: first }] = candidate.shown;
  const failures = new Map<string, Problem>();
  for (const url of new Set(candidate.shown.map((one) => one.url))) {
    const found = await fetched(url, fetch);
    if ('failure' in found) failures.set(url, found.failure);
    else if (found.digest === candidate.file.sha256) return { url, warnings: [] };
  }
  const failure = failures.get(first);
  return { url: first, warnings: [failure ? unfetched(candidate, failure) : assumed(candidate)] };
}

async function fetched(
  url: string,
  fetch: (url: string) => Promise<Uint8Array>,
): Promise<{ digest: string } | { failure: Problem }> {
  try {
    return { digest: sha256(await fetch(url)) };
  } catch (error) {
    if (error instanceof ServiceFailure && error.kind !== 'interrupted') return { failure: error.problem };
    throw error;
  }
}

function assumed<S>(candidate: Adoptable<S>): Problem {
  const [first] = candidate.shown;
  const { want } = candidate.image;
  const message = `The live image of ${first.by.want.address} differs in its bytes from ${candidate.file.path} and is assumed to be the same image`;
  const hint = `If it shows another picture, upload the file with \`--reupload ${want.address}\`.`;
  return asWarning(resourceProblem(want, 'image-assumed', message, hint));
}

/** Makes the warning that nothing was compared. It does not say that the images differ. */
function unfetched<S>(candidate: Adoptable<S>, { message }: Problem): Problem {
  const { file, image, shown } = candidate;
  const words = `${message}. The live image of ${shown[0].by.want.address} was not compared with ${file.path} and is assumed to be the same`;
  const hint = `Make the address reachable from this machine and plan again. Or check the live image: if it is another picture, upload the file with \`--reupload ${image.want.address}\`.`;
  return asWarning(resourceProblem(image.want, 'image-unfetched', words, hint));
}
