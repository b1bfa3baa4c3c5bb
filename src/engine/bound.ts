import type { FileNode } from '../core/content.ts';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import type { Bound } from '../core/kind.ts';
import type { Entries } from '../state/document.ts';

/** The bindings of one state of the entries that are of images, found both ways. */
interface Known {
  entries: Entries;
  urls: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, FileNode>;
}

/**
 * What the entries of one profile know of images: those bindings that hold a URL, a use and the digest of the bytes
 * (assumption 63).
 * @param entries asked anew for each question, because applying adds to them
 */
export function boundOf(entries: () => Entries): Bound {
  let known: Known = indexOf({});
  const now = (): Known => {
    const current = entries();
    if (known.entries !== current) known = indexOf(current);
    return known;
  };
  return {
    imageUrl: (use, sha256) => now().urls.get(keyOf(use, sha256)),
    imageOf: (url) => now().files.get(url),
  };
}

function keyOf(use: Json | undefined, sha256: string): string {
  return JSON.stringify([use, sha256]);
}

/** The first of two that say the same counts. */
function indexOf(entries: Entries): Known {
  const urls = new Map<string, string>();
  const files = new Map<string, FileNode>();
  for (const { binding } of Object.values(entries)) {
    const { url, use, sha256, path } = binding;
    if (typeof url !== 'string' || typeof sha256 !== 'string') continue;
    if (!urls.has(keyOf(use, sha256))) urls.set(keyOf(use, sha256), url);
    if (!files.has(url)) files.set(url, { path: String(path ?? ''), sha256 });
  }
  return { entries, urls, files };
}

/** What the entries of each profile know of the images of a profile. */
export function boundIn(believed: ReadonlyMap<string, Entries>, alias: string): Bound {
  return boundOf(() => believed.get(alias) ?? {});
}

/**
 * Content in which an image that is written by the URL that the service gave for a file of ours stands as that file, as it
 * does in live content: the two say the same, and are no difference.
 */
export function withKnownFiles(content: JsonObject, bound: Bound): JsonObject {
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, knownFile(value, bound)]));
}

function knownFile(value: Json, bound: Bound): Json {
  if (Array.isArray(value)) return value.map((item) => knownFile(item, bound));
  if (!isObject(value)) return value;
  const { url, ...rest } = value;
  const file = typeof url === 'string' && Object.keys(rest).length === 0 ? bound.imageOf(url) : undefined;
  return file ? { ...file } : withKnownFiles(value, bound);
}
