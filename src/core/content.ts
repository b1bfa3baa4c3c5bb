import {
  compactObject,
  digest,
  equalJson,
  isObject,
  type Json,
  type JsonObject,
  mapElements,
  mapMembers,
  mapObject,
} from './json.ts';

/**
 * A local file in a resource's content, in a plan and in a digest. The bytes identify it; the path and the measures are for
 * the reader.
 */
export interface FileNode {
  /** Relative to the project's root, `/` between parts. */
  path: string;
  /** Lower-case hex. */
  sha256: string;
  /** Pixels, for an image. */
  width?: number;
  height?: number;
}

export function isFileNode(value: unknown): value is FileNode & JsonObject {
  return isObject(value) && typeof value['sha256'] === 'string';
}

/** The last part of a path or an address. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Returns the name by which people know a content: its own, else that of its file. Undefined if it has neither. */
export function nameIn({ name, file }: JsonObject): string | undefined {
  if (typeof name === 'string' && name.trim() !== '') return name;
  return isFileNode(file) ? fileName(file.path) : undefined;
}

/** Content with every file reduced to its bytes' digest, CR LF as LF, and null, "", [] and {} left out: the compared form. */
export function compared(content: JsonObject): JsonObject {
  return compactObject(mapFiles(content, ({ sha256 }) => ({ sha256 })));
}

const digests = new WeakMap<JsonObject, string>();

/** Digest of the compared form of a content. Content is never edited, only replaced. */
export function contentDigest(content: JsonObject): string {
  const known = digests.get(content) ?? digest(compared(content));
  digests.set(content, known);
  return known;
}

/** Digest of an object with a content, which counts in its compared form. */
export function digestWith(content: JsonObject, beside: JsonObject): string {
  return digest({ ...beside, content: compared(content) });
}

/** Manifests have LF line breaks. A live text with CR LF is equal (assumption 290). */
function withLineFeeds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function mapFiles(content: JsonObject, known: (file: FileNode) => JsonObject): JsonObject {
  const map = (value: Json): Json => {
    if (typeof value === 'string') return withLineFeeds(value);
    if (Array.isArray(value)) return mapElements(value, map);
    if (!isObject(value)) return value;
    return isFileNode(value) ? known(value) : mapMembers(value, map);
  };
  return mapMembers(content, map);
}

/** Like `compared`, with the names of the files, which the inspector sees. The folder is not part of a name. */
export function comparedByName(content: JsonObject): JsonObject {
  return compactObject(mapFiles(content, ({ path, sha256 }) => ({ name: fileName(path), sha256 })));
}

/** A content with the width and the height of each image that another content shows too and measured. */
export function measuredAs(content: JsonObject, other: JsonObject): JsonObject {
  const known = new Map<string, JsonObject>();
  mapFiles(other, (file) => {
    const { width, height } = file;
    if (width !== undefined && height !== undefined) known.set(file.sha256, { width, height });
    return {};
  });
  return mapObject(content, (value) => (isFileNode(value) ? { ...known.get(value.sha256), ...value } : undefined));
}

/** True if two contents in manifest form mean the same for the service. */
export function sameContent(a: JsonObject, b: JsonObject): boolean {
  return equalJson(a, b) || equalJson(compared(a), compared(b));
}
