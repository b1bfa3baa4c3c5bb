import type { Bound, Kind } from '../../core/kind.ts';
import type { Problem } from '../../core/problem.ts';
import type { Live } from '../../core/resource.ts';
import type { Entries, StateEntry } from '../../state/document.ts';
import { candidatesOf, matchImage } from '../memory/images.ts';
import type { Subject } from '../memory/ownership.ts';
import { type Calls, sight, type View } from '../observe/observe.ts';
import { type Ground, liveIn, sightingOf } from '../observe/sightings.ts';
import { boundIn, type Keys } from '../subject/bound.ts';
import type { EngineInput } from '../types.ts';

/**
 * Binds uploads that live resources show already, and reads those again: what was an unknown URL is now a file.
 * `believed` and the views' sightings are completed in place.
 */
export async function adoptImages<S>(
  input: EngineInput<S>,
  calls: Calls,
  subjects: readonly Subject<S>[],
  forced: ReadonlySet<Subject<S>>,
  ground: Ground<S>,
  believed: Map<string, Entries>,
  keys: Keys,
): Promise<{ adopted: Map<Subject<S>, Live>; warnings: Problem[] }> {
  const adopted = new Map<Subject<S>, Live & { url: string }>();
  const warnings: Problem[] = [];
  const isOpen = (one: Subject<S>): boolean => one.entry === undefined && !forced.has(one);
  const liveOf = (one: Subject<S>): Live | undefined => liveIn(sightingOf(one, ground));
  const matches = candidatesOf(subjects, isOpen, liveOf).map(async (candidate) => ({
    image: candidate.image,
    match: await matchImage(candidate, (url) => calls(() => input.remote.fetchImage(url, input.signal))),
  }));
  for (const { image, match } of await Promise.all(matches)) {
    const bound = boundIn(believed, image.profile.alias, keys);
    const made = image.kind.operations[0]?.predicts(undefined, image.want)[0];
    if (!made || bound.fileOf(match.url)) continue;
    const live = { ...made, url: match.url };
    adopted.set(image, live);
    if (match.warning) warnings.push(match.warning);
    const entry: StateEntry = { binding: image.kind.bindingOf(live), protect: false, applied: null, row: null };
    const alias = image.profile.alias;
    believed.set(alias, { ...believed.get(alias), [image.want.address]: entry });
  }
  const urls = new Set([...adopted.values()].map(({ url }) => url));
  await Promise.all(
    Array.from(ground.views.values(), (view) =>
      readAgain(input, calls, view, urls, boundIn(believed, view.profile.alias, keys)),
    ),
  );
  return { adopted, warnings };
}

/** Reads what shows one of these URLs again. */
async function readAgain<S>(
  input: EngineInput<S>,
  calls: Calls,
  { kind, profile, listing, sightings }: View<S>,
  urls: ReadonlySet<string>,
  bound: Bound,
): Promise<void> {
  const shown = Array.from(sightings).filter(([, sighting]) => showsAny(kind, liveIn(sighting), urls));
  await Promise.all(
    shown.map(async ([name]) => sightings.set(name, await sight(input, calls, kind, profile, listing, name, bound))),
  );
}

/** Whether a live content shows one of these URLs. */
function showsAny<S>(kind: Kind<S>, live: Live | undefined, urls: ReadonlySet<string>): boolean {
  const images = live ? (kind.images?.(live.content) ?? []) : [];
  return images.some(({ url }) => url !== undefined && urls.has(url));
}
