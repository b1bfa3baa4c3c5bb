import { type Address, parseAddress } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import { fetchImages } from '../../engine/observe/calls.ts';
import type { EngineInput } from '../../engine/types.ts';
import type { ImageFiles } from '../../manifest/import/image-files.ts';
import type { Importable } from '../../manifest/import/make.ts';
import { usesByUrl } from '../../manifest/import/uploads.ts';
import type { Client } from '../../wire/client.ts';

/** A live resource whose images are shown. */
type Showing = Pick<Importable, 'kind' | 'live'> & { address: Address };

/** Fetches every shown image once; its file is named after the first resource that shows it. Returns, by URL, why some could not be fetched: these stay addresses. */
export async function fetchShown(
  input: EngineInput<Client>,
  imageFiles: ImageFiles,
  shown: readonly Showing[],
): Promise<Map<string, Problem>> {
  const found = new Map<string, { name: string; uses: Set<string> }>();
  for (const { kind, live, address } of shown) {
    for (const [url, own] of usesByUrl(kind, live.content)) {
      const { name, uses } = found.get(url) ?? { name: parseAddress(address)?.id ?? '', uses: [] };
      found.set(url, { name, uses: new Set([...uses, ...own]) });
    }
  }
  const urls = [...found.keys()].sort();
  const failures = await fetchImages(input, urls, (url, bytes) => {
    const { name = '', uses = [] } = found.get(url) ?? {};
    return imageFiles.put(url, name, uses, bytes);
  });
  const problems = imageFiles.problems();
  if (problems.length > 0) throw new NotiformError(problems, Exit.failed);
  return failures;
}

/** A warning for each manifest that shows images by their addresses, since those could not be fetched. */
export function unfetchedIn(manifests: readonly Showing[], failures: ReadonlyMap<string, Problem>): Problem[] {
  return manifests.flatMap(({ kind, live, address }) => {
    const found = [...usesByUrl(kind, live.content).keys()].flatMap((url) => failures.get(url) ?? []);
    const reasons = new Set(found.map(({ message }) => message));
    return reasons.size === 0 ? [] : [unfetched(address, [...reasons])];
  });
}

function unfetched(address: Address, reasons: readonly string[]): Problem {
  return {
    code: 'image-unfetched',
    severity: 'warning',
    message: `${reasons.join('. ')}. The manifest of ${address} has its address and no file`,
    hint: `Make the address reachable from here: \`notiform import ${address} --update\` writes the file then.`,
    address,
  };
}
