import { isFileNode } from '../../core/content.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Kind } from '../../core/kind.ts';
import { withKnownFiles } from '../../core/known-files.ts';
import { fileRulesOf } from '../../kinds/registry.ts';
import type { Client } from '../../wire/client.ts';
import type { ImageFiles } from './image-files.ts';

/** Who shows an upload. */
export interface Shower {
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

/** Which URL stands for which bytes: one upload has one URL, whoever shows it (assumption 184). */
export interface ImportedUploads {
  /** The content with a file in the place of each URL that one was fetched for. */
  withFiles(by: Shower, content: JsonObject): JsonObject;
  /** The uploads that such a content shows, as far as their URL is known. */
  shownIn(by: Shower, content: JsonObject): ShownUpload[];
}

/** @param shared the URL that an upload has in the state, by `sharedKey` */
export function openUploads(imageFiles: ImageFiles, shared: ReadonlyMap<string, string>): ImportedUploads {
  const urls = new Map(shared);
  const claim = (by: Shower, use: string, url: string) => {
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

/** By what an upload that many share is known. */
export function sharedKey(profile: string, use: string, sha256: string): string {
  return JSON.stringify([profile, use, sha256]);
}

function keyOf({ profile, id }: Shower, use: string, sha256: string): string {
  const shared = sharedKey(profile, use, sha256);
  return fileRulesOf(use).upload?.shared === false ? JSON.stringify([shared, id]) : shared;
}

/** What each URL that a content shows is uploaded for there. */
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
