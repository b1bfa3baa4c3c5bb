import type { FileNode } from '../../src/core/content.ts';
import type { Bound } from '../../src/core/kind.ts';

/** Knows nothing of any image. */
export const nothingBound: Bound = {
  handleOf: () => undefined,
  fileOf: () => undefined,
  keyOf: () => undefined,
  aliasOf: () => undefined,
};

/** Knows these files under one URL for each use. */
export function boundTo(...files: FileNode[]): Bound {
  return {
    ...nothingBound,
    handleOf: (use, sha256) =>
      files.some((file) => file.sha256 === sha256) ? `https://img.example.com/${use}/${sha256}` : undefined,
    fileOf: (url) => files.find((file) => url.startsWith('https://img.') && url.endsWith(`/${file.sha256}`)),
  };
}
