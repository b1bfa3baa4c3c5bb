import { Exit } from '../../core/exit.ts';
import { NotiformError } from '../../core/problem.ts';
import { fetchImages } from '../../engine/observe/fetching.ts';
import { fileIn } from '../../engine/subject/bound.ts';
import type { EngineInput } from '../../engine/types.ts';
import type { Importable } from '../../manifest/import/import.ts';
import type { Shelf } from '../../manifest/import/shelf.ts';
import { sharedKey, usesByUrl } from '../../manifest/import/uploads.ts';
import type { Service } from '../../service/service.ts';
import type { StateDocument } from '../../state/document.ts';

/** Fetches every image that something shows, once. */
export async function fillShelf(
  input: EngineInput<Service>,
  shelf: Shelf,
  shown: readonly Pick<Importable, 'kind' | 'live'>[],
): Promise<void> {
  const uses = new Map<string, Set<string>>();
  for (const [url, own] of shown.flatMap(({ kind, live }) => [...usesByUrl(kind, live.content)])) {
    uses.set(url, new Set([...(uses.get(url) ?? []), ...own]));
  }
  await fetchImages(input, [...uses.keys()].sort(), (url, bytes) => shelf.put(url, uses.get(url) ?? [], bytes));
  const problems = shelf.problems();
  if (problems.length > 0) throw new NotiformError(problems, Exit.failed);
}

/** The URLs that the state has for uploads. */
export function sharedUploads(documents: ReadonlyMap<string, StateDocument | undefined>): Map<string, string> {
  return new Map(
    Array.from(documents).flatMap(([profile, document]) =>
      Object.values(document?.entries ?? {}).flatMap(({ binding }): [string, string][] => {
        const known = fileIn(binding);
        if (!known) return [];
        return [[sharedKey(profile, String(binding['use']), known.file.sha256), known.handle]];
      }),
    ),
  );
}
