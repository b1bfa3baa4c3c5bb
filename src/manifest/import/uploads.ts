import { isFileNode } from '../../core/content.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import { fileRulesOf } from '../../kinds/registry.ts';
import type { Client } from '../../wire/client.ts';
import type { ImageFiles } from './image-files.ts';

/** A resource that shows an upload. */
export interface UploadUser {
  kind: Kind<Client>;
  /** The alias of its profile. */
  profile: string;
  id: string;
}

/** An upload that a manifest shows as a file, and the URL that the service gave for it. */
export interface ShownUpload {
  use: string;
  sha256: string;
  /** Relative to the project's root. */
  path: string;
  url: string;
}

/** Maps the URLs of uploads to files. One upload has one URL, whichever resource shows it (assumption 184). */
export interface ImportedUploads {
  /** Returns the content with each fetched URL replaced by its file. */
  withFiles(by: UploadUser, content: JsonObject): JsonObject;
  /** Returns the uploads with a known URL that this content shows. */
  shownIn(by: UploadUser, content: JsonObject): ShownUpload[];
}

/** @param shared the URL that an upload has in the state, by `sharedKey` */
export function openUploads(imageFiles: ImageFiles, shared: ReadonlyMap<string, string>): ImportedUploads {
  const urls = new Map(shared);
  const claim = (by: UploadUser, use: string, url: string) => {
    const node = imageFiles.nodeOf(url, use);
    if (!node) return undefined;
    const key = keyOf(by, use, node.sha256);
    // Another upload of the same bytes stays an address: two would be one resource with two addresses.
    if ((urls.get(key) ?? url) !== url) return undefined;
    urls.set(key, url);
    return node;
  };
  return {
    withFiles: (by, content) => {
      const uses = usesByUrl(by.kind, content);
      return withKnownFiles(content, {
        fileOf: (url) => {
          const nodes = (uses.get(url) ?? []).map((use) => claim(by, use, url));
          return nodes.every((node) => node !== undefined) ? nodes[0] : undefined;
        },
      });
    },
    shownIn: (by, content) => {
      const paths = pathsIn(content);
      return (by.kind.images?.(content) ?? []).flatMap(({ use, sha256 = '' }) => {
        const url = urls.get(keyOf(by, use, sha256));
        const path = paths.get(sha256);
        return url !== undefined && path !== undefined ? [{ use, sha256, path, url }] : [];
      });
    },
  };
}

/** Makes the key of an upload that several resources share. */
export function sharedKey(profile: string, use: string, sha256: string): string {
  return JSON.stringify([profile, use, sha256]);
}

function keyOf({ profile, id }: UploadUser, use: string, sha256: string): string {
  const shared = sharedKey(profile, use, sha256);
  return fileRulesOf(use).upload?.shared === false ? JSON.stringify([shared, id]) : shared;
}

/** Returns the uses of each URL in a content. */
export function usesByUrl(kind: Kind<Client>, content: JsonObject): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const { use, url } of kind.images?.(content) ?? []) {
    if (url !== undefined) uses.set(url, [...new Set([...(uses.get(url) ?? []), use])]);
  }
  return uses;
}

/** The paths of the files in a content, by digest. */
export function pathsIn(value: Json): Map<string, string> {
  if (Array.isArray(value)) return new Map(value.flatMap((item) => [...pathsIn(item)]));
  if (!isObject(value)) return new Map();
  if (isFileNode(value)) return new Map([[value.sha256, value.path]]);
  return pathsIn(Object.values(value));
}
