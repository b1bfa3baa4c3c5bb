import {
  canonical,
  canonicalObject,
  compactObject,
  equalJson,
  isObject,
  type Json,
  type JsonObject,
  mapElements,
  mapMembers,
  mapObject,
  sha256,
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

/** Content with every file reduced to its bytes' digest, CR LF as LF, and null, "", [] and {} left out: the compared form. */
export function compared(content: JsonObject): JsonObject {
  return compactObject(mapFiles(content, ({ sha256 }) => ({ sha256 })));
}

/** The content whose text was made last: a resource has several digests, one after another. Content is never edited, only replaced. */
let last: { content: JsonObject; text: string } | undefined;

const digests = new WeakMap<JsonObject, string>();

/** Digest of the compared form of a content. */
export function contentDigest(content: JsonObject): string {
  const digest = digests.get(content) ?? sha256(comparedText(content));
  digests.set(content, digest);
  return digest;
}

/** Digest of an object with a content, which counts in its compared form. */
export function digestWith(content: JsonObject, beside: JsonObject): string {
  const text = comparedText(content);
  return sha256(
    canonicalObject(['content', ...Object.keys(beside)], (key) =>
      key === 'content' ? text : canonical(beside[key] as Json),
    ),
  );
}

function comparedText(content: JsonObject): string {
  if (last?.content !== content) last = { content, text: textOfObject(content) };
  return last.text;
}

/** Canonical JSON of the compared form of an object, in one pass: `canonical(compared(object))`. */
function textOfObject(object: JsonObject): string {
  let members = '';
  for (const key of Object.keys(object).sort()) {
    const text = textOfValue(object[key] as Json);
    if (text !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${text}`;
  }
  return `{${members}}`;
}

/** Undefined for a value that the compared form leaves out. */
function textOfValue(value: Json): string | undefined {
  if (value === null || value === '') return undefined;
  if (typeof value === 'string') return JSON.stringify(withLineFeeds(value));
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : `[${value.map((item) => textOfValue(item) ?? 'null').join(',')}]`;
  }
  if (!isObject(value)) return JSON.stringify(value);
  const text = isFileNode(value) ? canonical(compactObject({ sha256: value.sha256 })) : textOfObject(value);
  return text === '{}' ? undefined : text;
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
  // Nearly all are equal as they are: two canonical texts are needed only for the others.
  return equalJson(a, b) || comparedText(a) === comparedText(b);
}
