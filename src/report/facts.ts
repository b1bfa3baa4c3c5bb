import { isDeepStrictEqual } from 'node:util';
import { type Address, kindOf } from '../core/address.ts';
import { isFileNode } from '../core/content.ts';
import { isObject, type Json } from '../core/json.ts';
import type { Language } from '../core/language.ts';
import type { Change, FieldChange } from '../core/plan.ts';
import { fieldLabel } from '../kinds/labels.ts';
import { comparePaths } from '../kinds/words.ts';

/** A value that readers see as one: a text, a number, a file. It is null on the side that does not have it. */
export interface Fact {
  /** `buttons[0].link.mobile` */
  path: string;
  before: Json;
  after: Json;
}

/** The changed fields of a resource. */
export interface Differences {
  address: Address;
  fields: readonly Pick<FieldChange, 'path' | 'before' | 'after'>[];
}

/** Returns the values that differ, in reading order. Objects and lists are their members. */
export function changedFacts({ address, fields }: Differences): Fact[] {
  const kind = kindOf(address);
  return fields
    .flatMap(({ path, before, after }) => {
      const [old, fresh] = [valuesIn(path, before), valuesIn(path, after)];
      const paths = [...new Set([...old.keys(), ...fresh.keys()])];
      return paths.map((at) => ({ path: at, before: old.get(at) ?? null, after: fresh.get(at) ?? null }));
    })
    .filter(({ before, after }) => !isDeepStrictEqual(before, after))
    .sort((a, b) => comparePaths(kind, a.path, b.path));
}

/**
 * Returns the values that a change makes or loses: all values of a new content or a deleted one.
 * @param isDeleted true if the change deletes the resource, or would if it were allowed
 */
export function factsOf(change: Differences & Pick<Change, 'before' | 'after'>, isDeleted: boolean): Fact[] {
  const { address, before } = change;
  const side = before === null ? 'after' : isDeleted ? 'before' : undefined;
  const content = side && change[side];
  if (!side || !content) return changedFacts(change);
  const none = { before: null, after: null };
  const fields = Object.entries(content).map(([path, value]) => ({ ...none, path, [side]: value }));
  return changedFacts({ address, fields });
}

/** `body, button 2, image`: the fields that change, each once, in reading order. */
export function changedWords(differences: Differences, language: Language): string[] {
  const words = changedFacts(differences).map(({ path, before, after }) => {
    const [part = ''] = /^[^.[]+(?:\[\d+\])?/u.exec(path) ?? [];
    // `image` of `emphasis.image` and of `image.file`.
    const name =
      path
        .replace(/\.file$/, '')
        .split('.')
        .at(-1) ?? path;
    return fieldLabel(fileIn(before) || fileIn(after) ? name : part, language);
  });
  return [...new Set(words)];
}

/** The values of a field that are no object and no list, by their paths. A file, its address and its upload are one value. */
function valuesIn(path: string, value: Json, found = new Map<string, Json>()): Map<string, Json> {
  if (value === null || value === '') return found;
  if (Array.isArray(value)) for (const [index, one] of value.entries()) valuesIn(`${path}[${index}]`, one, found);
  else if (isObject(value) && fileIn(value) === undefined)
    for (const [name, one] of Object.entries(value)) valuesIn(`${path}.${name}`, one, found);
  else found.set(path, value);
  return found;
}

/** A file, as plans write it. */
interface FileFact {
  /** Its path, its address at the service, or the address of the resource that uploads it. */
  path: string;
  /** `800×400` */
  pixels?: string;
  sha256?: string;
  /** True if an apply uploads it first. */
  isUpload?: boolean;
}

/** Returns a file, its address or its upload; undefined for any other value. */
export function fileIn(value: Json): FileFact | undefined {
  if (!isObject(value)) return undefined;
  const { url, known, of } = value;
  // `{known: "after apply", of: ADDRESS, sha256}` (docs/json.md, the plan).
  if (known === 'after apply' && typeof of === 'string') return { path: of, isUpload: true };
  if (!isFileNode(value)) return typeof url === 'string' ? { path: url } : undefined;
  const { path, width, height, sha256 } = value;
  return { path, sha256, ...(width !== undefined && height !== undefined && { pixels: `${width}×${height}` }) };
}
