import type { FileNode } from '../../src/core/content.ts';
import type { Bound } from '../../src/core/kind.ts';

/** Knows nothing of any image. */
export const nothingBound: Bound = { imageUrl: () => undefined, imageOf: () => undefined };

/** Knows these files under one URL for each use. */
export function boundTo(...files: FileNode[]): Bound {
  return {
    imageUrl: (use, sha256) =>
      files.some((file) => file.sha256 === sha256) ? `https://img.example.com/${use}/${sha256}` : undefined,
    imageOf: (url) => files.find((file) => url.startsWith('https://img.') && url.endsWith(`/${file.sha256}`)),
  };
}
