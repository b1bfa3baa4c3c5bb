import { matchesGlob } from '../../core/address.ts';
import { type FileNode, isFileNode } from '../../core/content.ts';
import { ServiceFailure } from '../../core/failure.ts';
import type { JsonObject } from '../../core/json.ts';
import { sha256 } from '../../core/ports.ts';
import type { Problem } from '../../core/problem.ts';
import type { Live } from '../../core/resource.ts';
import { fileIn } from '../subject/bound.ts';
import { groupOf } from '../subject/grouping.ts';
import type { Subject } from '../subject/subject.ts';

/** An upload that the state does not know: its file may be what a live resource shows already. */
export interface Candidate<S> {
  image: Subject<S>;
  file: FileNode;
  use: string;
  /** The live resources that show an unknown URL in its place. */
  shown: readonly [Shown<S>, ...Shown<S>[]];
}

export interface Shown<S> {
  by: Subject<S>;
  url: string;
}

/** Whether a subject is an upload: a file that the service keeps, and keeps in no list. */
export function isUpload<S>({ kind, want, entry }: Pick<Subject<S>, 'kind' | 'want' | 'entry'>): boolean {
  if (kind.discovery.by !== 'name') return kind.discovery.by === 'binding';
  return isFileNode(want.content['file']) || (entry !== undefined && fileIn(entry.binding) !== undefined);
}

/** The upload of a subject that the service cannot be asked for: it is bound by use and bytes. */
function uploadOf<S>(subject: Subject<S>): { use: string; file: FileNode } | undefined {
  const { file, use } = subject.want.content;
  if (subject.kind.discovery.by !== 'binding' || typeof use !== 'string' || !isFileNode(file)) return undefined;
  return { use, file };
}

/** What tells an upload that the state knows from others in its profile: its use and bytes. */
export function keyOfUpload<S>({ profile, entry }: Pick<Subject<S>, 'profile' | 'entry'>): string {
  return JSON.stringify([profile.alias, entry?.binding['use'], entry?.binding['sha256']]);
}

/** The keys of the uploads that a content shows, each once. */
export function shownIn<S>(
  { kind, profile }: Pick<Subject<S>, 'kind' | 'profile'>,
  content: JsonObject | null,
): Set<string> {
  const images = content ? (kind.images?.(content) ?? []) : [];
  return new Set(images.map(({ use, sha256 }) => JSON.stringify([profile.alias, use, sha256])));
}

/** The declared subjects that depend on each address. */
export function usersOf<S>(subjects: readonly Subject<S>[]): (image: Subject<S>) => readonly Subject<S>[] {
  const users = new Map<string, Subject<S>[]>();
  for (const subject of subjects) {
    for (const address of new Set(subject.want.dependsOn)) groupOf(users, address).push(subject);
  }
  return ({ want }) => users.get(want.address) ?? [];
}

/** The uploads that `--reupload` names, or somebody who shows them. */
export function forcedOf<S>(subjects: readonly Subject<S>[], globs: readonly string[]): Set<Subject<S>> {
  if (globs.length === 0) return new Set();
  const users = usersOf(subjects);
  const isNamed = ({ want }: Subject<S>): boolean => globs.some((glob) => matchesGlob(want.address, glob));
  return new Set(subjects.filter((one) => one.declared && isUpload(one) && [one, ...users(one)].some(isNamed)));
}

/** Uploads without a binding where a live resource shows a URL in the very place (MANIFESTS, Image). */
export function candidatesOf<S>(
  subjects: readonly Subject<S>[],
  isOpen: (subject: Subject<S>) => boolean,
  liveOf: (subject: Subject<S>) => Live | undefined,
): Candidate<S>[] {
  const users = usersOf(subjects);
  return subjects.flatMap((image): Candidate<S>[] => {
    const upload = uploadOf(image);
    if (!upload || !image.declared || !isOpen(image)) return [];
    const [first, ...others] = users(image)
      .flatMap((by) => {
        const live = liveOf(by);
        return live ? [{ by, live }] : [];
      })
      .sort((a, b) => rankOf(b) - rankOf(a))
      .flatMap(({ by, live }) => urlsInPlace(by, live, upload).map((url) => ({ by, url })));
    return first ? [{ image, ...upload, shown: [first, ...others] }] : [];
  });
}

/** Of versions the newest that is in use is the likeliest to show what its manifest says (assumption 272). */
function rankOf<S>({ by: { version }, live }: { by: Subject<S>; live: Live }): number {
  return version?.rules.standing(live) === 'usable' ? version.number : 0;
}

/** The URLs that stand in the live content where the wanted content has these bytes. */
function urlsInPlace<S>(by: Subject<S>, live: Live, { use, file }: { use: string; file: FileNode }): string[] {
  const images = by.kind.images;
  if (!images) return [];
  const places = images(by.want.content).filter((one) => one.use === use && one.sha256 === file.sha256);
  const found = images(live.content);
  return places.flatMap(({ at }) => found.find((one) => one.at === at && one.use === use)?.url ?? []);
}

/** The URL that is taken for the file, and the warning where it could not be proved. */
export interface Match {
  url: string;
  warning: Problem | undefined;
}

/** Fetches the live images: equal bytes prove one; else the first is taken for the file, with a warning (assumption 62). */
export async function matchImage<S>(
  candidate: Candidate<S>,
  fetch: (url: string) => Promise<Uint8Array>,
): Promise<Match> {
  const [{ url: first }] = candidate.shown;
  const failures = new Map<string, Problem>();
  for (const url of new Set(candidate.shown.map((one) => one.url))) {
    const found = await fetched(url, fetch);
    if ('failure' in found) failures.set(url, found.failure);
    else if (found.digest === candidate.file.sha256) return { url, warning: undefined };
  }
  const failure = failures.get(first);
  return { url: first, warning: failure ? unfetched(candidate, failure) : assumed(candidate) };
}

/** The digest of the bytes behind a URL, or why they cannot be had. */
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

function assumed<S>(candidate: Candidate<S>): Problem {
  const [first] = candidate.shown;
  return taken(candidate, {
    code: 'image-assumed',
    message: `The live image of ${first.by.want.address} is not byte for byte ${candidate.file.path}, and is taken for it`,
    hint: `If it shows another picture, upload the file with \`--reupload ${candidate.image.want.address}\`.`,
  });
}

/** Nothing was compared: that is not said to differ. */
function unfetched<S>(candidate: Candidate<S>, { message }: Problem): Problem {
  const { file, image, shown } = candidate;
  return taken(candidate, {
    code: 'image-unfetched',
    message: `${message}. Nobody knows whether the live image of ${shown[0].by.want.address} is ${file.path}; it is taken for it`,
    hint: `Make the address reachable from here before it is applied, and it is compared. Or look at the template: if it shows another picture, upload the file with \`--reupload ${image.want.address}\`.`,
  });
}

function taken<S>({ image }: Candidate<S>, told: Pick<Problem, 'code' | 'message' | 'hint'>): Problem {
  return { ...told, severity: 'warning', place: image.want.source, address: image.want.address };
}
