import type { Declaration } from '../../core/declaration.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { referred } from '../../kinds/registry.ts';

/** A `{ref: id}` of a manifest and the kind that it refers to. */
export interface Reference {
  at: Path;
  id: string;
  kind: string;
}

/** Returns every reference of a document. A reference comes before the references inside it (a video’s thumbnail). */
export function referencesIn(value: JsonObject): Reference[] {
  const found: Reference[] = [];
  const path: (string | number)[] = [];
  // Every manifest is searched, so a path is made only of what is found.
  const search = (member: Json, key: string | number): void => {
    path.push(key);
    const kind = Object.hasOwn(referred, key) ? referred[key] : undefined;
    const id = isObject(member) ? member['ref'] : undefined;
    if (kind !== undefined && typeof id === 'string') found.push({ at: [...path], id, kind });
    searchIn(member);
    path.pop();
  };
  const searchIn = (whole: Json): void => {
    if (Array.isArray(whole)) whole.forEach(search);
    else if (isObject(whole)) for (const key of Object.keys(whole)) search(whole[key] as Json, key);
  };
  searchIn(value);
  return found;
}

/** Returns the use of the file at a place. Undefined if the kind has no file there. */
export function useAt(declaration: Declaration, manifest: JsonObject, at: Path): string | undefined {
  const asFile = replacedAt(manifest, at, 'reference');
  return declaration.files(isObject(asFile) ? asFile : manifest).find((use) => use.at.join('/') === at.join('/'))?.use;
}

/** Returns the document with another value at a place. */
export function replacedAt(value: Json, [part, ...rest]: Path, by: Json): Json {
  if (part === undefined) return by;
  if (Array.isArray(value)) return value.map((item, index) => (index === part ? replacedAt(item, rest, by) : item));
  if (!isObject(value)) return value;
  return { ...value, [part]: replacedAt(value[part] ?? null, rest, by) };
}
