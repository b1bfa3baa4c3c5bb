import { canonical, compactObject, isObject, type Json, type JsonObject } from './json.ts';

/**
 * A local file as it stands in a resource's content, in a plan and in a digest. The bytes are the identity; the path
 * and the measures are for the reader.
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

/** Content with every file reduced to its bytes' digest, and null, "", [] and {} left out: the compared form. */
export function compared(content: JsonObject): JsonObject {
  return compactObject(mapFiles(content) as JsonObject);
}

function mapFiles(value: Json): Json {
  if (Array.isArray(value)) return value.map(mapFiles);
  if (!isObject(value)) return value;
  if (isFileNode(value)) return { sha256: value.sha256 };
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapFiles(member)]));
}

/** Whether two contents in manifest form want the same of the service. */
export function sameContent(a: JsonObject, b: JsonObject): boolean {
  return canonical(compared(a)) === canonical(compared(b));
}
