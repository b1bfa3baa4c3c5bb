import type { FileNode } from './content.ts';
import { isObject, type Json, type JsonObject, mapObject } from './json.ts';

/** Finds the file that an upload was made of. */
interface Knowing {
  fileOf(handle: string): FileNode | undefined;
}

/** The manifest fields that contain the service's name of an upload. */
const HANDLES = ['url', 'vid'];

/**
 * Replaces each upload that is written by the service's name with our file that it was made of, as in live content. So the two
 * forms are no difference. Other members stay.
 */
export function withKnownFiles(content: JsonObject, bound: Knowing): JsonObject {
  return mapObject(content, (value) => knownFile(value, bound));
}

function knownFile(value: Json, bound: Knowing): Json | undefined {
  if (!isObject(value)) return undefined;
  for (const word of HANDLES) {
    const { [word]: handle, ...rest } = value;
    const file = typeof handle === 'string' ? bound.fileOf(handle) : undefined;
    if (file) return isOnly(word, rest) ? { ...file } : { ...withKnownFiles(rest, bound), file: { ...file } };
  }
  return undefined;
}

/** An image without other members is written as its file. A video never is. */
function isOnly(word: string, beside: JsonObject): boolean {
  return word === 'url' && Object.keys(beside).length === 0;
}
