import { type Address, parseAddress } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import { fetchImages } from '../../engine/observe/calls.ts';
import type { Importable } from '../../manifest/import/make.ts';
import { usesByUrl } from '../../manifest/import/uploads.ts';
import type { Importing } from './store.ts';

/** A live resource whose images are shown. */
type Showing = Pick<Importable, 'kind' | 'live'> & { address: Address };

/** Fetches every shown image once; its file is named after the first resource that shows it. Returns, by URL, why some could not be fetched: these stay addresses. */
export async function fetchShown(
  { input, images }: Importing,
  shown: readonly Showing[],
): Promise<Map<string, Problem>> {
  const found = new Map<string, { name: string; uses: Set<string> }>();
  for (const { kind, live, address } of shown) {
    for (const [url, own] of usesByUrl(kind, live.content)) {
      const { name, uses } = found.get(url) ?? { name: parseAddress(address)?.id ?? '', uses: [] };
      found.set(url, { name, uses: new Set([...uses, ...own]) });
    }
  }
  const failures = await fetchImages(input, [...found.keys()].sort(), (url, bytes) => {
    const { name = '', uses = [] } = found.get(url) ?? {};
    return images.put(url, name, uses, bytes);
  });
  const problems = images.problems();
  if (problems.length > 0) throw new NotiformError(problems, Exit.failed);
  return failures;
}

/** A warning for each manifest that shows images by their addresses, since those could not be fetched. */
export function unfetchedIn(manifests: readonly Showing[], failures: ReadonlyMap<string, Problem>): Problem[] {
  return manifests.flatMap(({ kind, live, address }): Problem[] => {
    const found = [...usesByUrl(kind, live.content).keys()].flatMap((url) => failures.get(url)?.message ?? []);
    if (found.length === 0) return [];
    const message = `${[...new Set(found)].join('. ')}. The manifest of ${address} has its address and no file`;
    const hint = `Make the address reachable from here: \`notiform import ${address} --update\` writes the file then.`;
    return [{ code: 'image-unfetched', severity: 'warning', message, hint, address }];
  });
}
