import type { Address } from '../../core/address.ts';
import { Exit } from '../../core/exit.ts';
import { NotiformError, type Problem } from '../../core/problem.ts';
import { fetchImages } from '../../engine/observe/fetching.ts';
import type { EngineInput } from '../../engine/types.ts';
import type { ImageFiles } from '../../manifest/import/image-files.ts';
import type { Importable } from '../../manifest/import/make.ts';
import { usesByUrl } from '../../manifest/import/uploads.ts';
import type { Client } from '../../wire/client.ts';

/** Fetches every shown image once. Returns, by URL, why some could not be fetched: these stay addresses. */
export async function fetchShown(
  input: EngineInput<Client>,
  imageFiles: ImageFiles,
  shown: readonly Pick<Importable, 'kind' | 'live'>[],
): Promise<Map<string, Problem>> {
  const uses = new Map<string, Set<string>>();
  for (const [url, own] of shown.flatMap(({ kind, live }) => [...usesByUrl(kind, live.content)])) {
    uses.set(url, new Set([...(uses.get(url) ?? []), ...own]));
  }
  const urls = [...uses.keys()].sort();
  const failures = await fetchImages(input, urls, (url, bytes) => imageFiles.put(url, uses.get(url) ?? [], bytes));
  const problems = imageFiles.problems();
  if (problems.length > 0) throw new NotiformError(problems, Exit.failed);
  return failures;
}

/** A warning for each manifest that shows images by their addresses, since those could not be fetched. */
export function unfetchedIn(
  manifests: readonly (Pick<Importable, 'kind' | 'live'> & { address: Address })[],
  failures: ReadonlyMap<string, Problem>,
): Problem[] {
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
