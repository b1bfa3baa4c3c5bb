import type { FileNode } from '../core/content.ts';
import type { Json } from '../core/json.ts';
import type { Bound } from '../core/kind.ts';
import { NotiformError } from '../core/problem.ts';

/** An image as manifests show it: a file of the project, or one that already has an address. */
export type ShownImage = FileNode | { url: string };

/** The URL of an image for a use. Throws a `NotiformError` where the file has none yet. */
export function encodeImage(image: ShownImage, use: string, bound: Bound): string {
  if ('url' in image) return image.url;
  const url = bound.handleOf(use, image.sha256);
  if (url !== undefined) return url;
  throw new NotiformError({
    code: 'image-not-uploaded',
    severity: 'error',
    message: `${image.path} has no URL at the service yet`,
    hint: 'Apply the image first; a plan without `--target` does.',
  });
}

/** The file that a URL was given for, or the URL itself; null where there is none. */
export function decodeImage(url: string | null | undefined, bound: Bound): Json {
  if (!url) return null;
  const file = bound.fileOf(url);
  return file ? { ...file } : { url };
}
