import type { FileNode } from './content.ts';
import { isObject, type Json, type JsonObject, mapElements, mapMembers } from './json.ts';

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
  const known = (value: Json): Json => {
    if (Array.isArray(value)) return mapElements(value, known);
    return isObject(value) ? (knownFile(value, bound) ?? mapMembers(value, known)) : value;
  };
  return mapMembers(content, known);
}

function knownFile(value: JsonObject, bound: Knowing): JsonObject | undefined {
  for (const word of HANDLES) {
    const handle = value[word];
    const file = typeof handle === 'string' ? bound.fileOf(handle) : undefined;
    if (!file) continue;
    const { [word]: _handle, ...rest } = value;
    return isOnly(word, rest) ? { ...file } : { ...withKnownFiles(rest, bound), file: { ...file } };
  }
  return undefined;
}

/** An image without other members is written as its file. A video never is. */
function isOnly(word: string, beside: JsonObject): boolean {
  return word === 'url' && Object.keys(beside).length === 0;
}
