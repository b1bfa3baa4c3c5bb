import { isObject, type Json, type JsonObject, mapElements, mapMembers } from './json.ts';
import type { Bound } from './kind.ts';

type Knowing = Pick<Bound, 'fileOf'>;

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
    // An image without other members is written as its file. A video never is.
    const isOnly = word === 'url' && Object.keys(rest).length === 0;
    return isOnly ? { ...file } : { ...withKnownFiles(rest, bound), file: { ...file } };
  }
  return undefined;
}
