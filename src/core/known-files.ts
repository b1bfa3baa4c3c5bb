import type { FileNode } from './content.ts';
import { isObject, type Json, type JsonObject } from './json.ts';

/** Who knows the files that uploads were made of. */
interface Knowing {
  fileOf(handle: string): FileNode | undefined;
}

/** The words by which manifests write what the service calls an upload. */
const HANDLES = ['url', 'vid'];

/**
 * Content in which an upload that is written as the service calls it stands as the file of ours that it was made of, as it
 * does in live content: the two say the same, and are no difference. What stands beside it stays.
 */
export function withKnownFiles(content: JsonObject, bound: Knowing): JsonObject {
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, knownFile(value, bound)]));
}

function knownFile(value: Json, bound: Knowing): Json {
  if (Array.isArray(value)) return value.map((item) => knownFile(item, bound));
  if (!isObject(value)) return value;
  for (const word of HANDLES) {
    const { [word]: handle, ...rest } = value;
    const file = typeof handle === 'string' ? bound.fileOf(handle) : undefined;
    if (file) return isAlone(word, rest) ? { ...file } : { ...withKnownFiles(rest, bound), file: { ...file } };
  }
  return withKnownFiles(value, bound);
}

/** An image that is nothing but its file is written as that; a video never is. */
function isAlone(word: string, beside: JsonObject): boolean {
  return word === 'url' && Object.keys(beside).length === 0;
}
