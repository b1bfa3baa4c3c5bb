import type { Bound } from '../core/kind.ts';
import type { Entries } from '../state/document.ts';

/**
 * What the entries of one profile know of images: those bindings that hold a URL, a use and the digest of the bytes
 * (assumption 63).
 * @param entries asked anew for each question, because applying adds to them
 */
export function boundOf(entries: () => Entries): Bound {
  const bindings = () => Object.values(entries()).map((entry) => entry.binding);
  return {
    imageUrl: (use, sha256) => {
      const found = bindings().find((binding) => binding['use'] === use && binding['sha256'] === sha256);
      return typeof found?.['url'] === 'string' ? found['url'] : undefined;
    },
    imageOf: (url) => {
      const found = bindings().find((binding) => binding['url'] === url);
      if (typeof found?.['sha256'] !== 'string') return undefined;
      return { path: String(found['path'] ?? ''), sha256: found['sha256'] };
    },
  };
}

/** What the entries of each profile know of the images of a profile. */
export function boundIn(believed: ReadonlyMap<string, Entries>, alias: string): Bound {
  return boundOf(() => believed.get(alias) ?? {});
}
