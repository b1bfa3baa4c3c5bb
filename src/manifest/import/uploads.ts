import type { FileNode } from '../../core/content.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import type { Client } from '../../wire/client.ts';
import type { ImageFiles } from './image-files.ts';

/** An upload that a manifest shows as a file, and the URL that the service gave for it. */
export interface ShownUpload {
  use: string;
  url: string;
  file: FileNode;
}

/** Returns the images of a live content that become files. */
export type ImportedUploads = (kind: Kind<Client>, content: JsonObject) => ShownUpload[];

/** An image that was not fetched, or that is shown for two uses, stays an address (assumption 184). */
export function openUploads(imageFiles: ImageFiles): ImportedUploads {
  return (kind, content) =>
    Array.from(usesByUrl(kind, content)).flatMap(([url, [use = '', ...others]]) => {
      const file = others.length === 0 ? imageFiles.nodeOf(url, use) : undefined;
      return file ? [{ use, url, file }] : [];
    });
}

/** Returns the content with the URL of each upload replaced by its file. */
export function withFiles(content: JsonObject, uploads: readonly ShownUpload[]): JsonObject {
  return withKnownFiles(content, { fileOf: (url) => uploads.find((one) => one.url === url)?.file });
}

/** Returns the uses of each URL in a content. */
export function usesByUrl(kind: Kind<Client>, content: JsonObject): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const { use, url } of kind.images?.(content) ?? []) {
    if (url !== undefined) uses.set(url, [...new Set([...(uses.get(url) ?? []), use])]);
  }
  return uses;
}
