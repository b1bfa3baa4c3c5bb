import { isFileNode } from '../core/content.ts';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import type { FieldChange } from '../core/plan.ts';

/**
 * The fields with those of one object put together where all of it is new or lost: a plan lists a new button member by
 * member, and a reader sees one button. The diff stays what it is; this is about how it is read.
 */
export function foldFields(
  fields: readonly FieldChange[],
  before: JsonObject | null,
  after: JsonObject | null,
): FieldChange[] {
  const folded = new Map<string, FieldChange>();
  for (const field of fields) {
    const path = outermost(field, before, after);
    if (path === field.path || path === undefined) folded.set(field.path, field);
    else {
      const [old, fresh] = [valueAt(before, path), valueAt(after, path)];
      folded.set(path, { path, before: old ?? null, after: fresh ?? null, format: 'value' });
    }
  }
  return [...folded.values()];
}

/** The longest way up that only one of the two contents has, and that leads to an object. */
function outermost(field: FieldChange, before: JsonObject | null, after: JsonObject | null): string | undefined {
  if ((field.before === null) === (field.after === null)) return undefined;
  const [none, some] = field.before === null ? [before, after] : [after, before];
  return prefixesOf(field.path).find((path) => {
    const value = valueAt(some, path);
    return isEmpty(valueAt(none, path)) && isObject(value) && !isFileNode(value);
  });
}

/** `buttons`, `buttons[0]`, `buttons[0].link` of `buttons[0].link.mobile`. */
function prefixesOf(path: string): string[] {
  return Array.from(path.matchAll(/[.[]/gu), (match) => path.slice(0, match.index));
}

function valueAt(content: JsonObject | null, path: string): Json | undefined {
  let value: Json | undefined = content ?? undefined;
  for (const part of path.split(/[.[\]]+/u).filter((name) => name !== '')) {
    if (Array.isArray(value)) value = value[Number(part)];
    else if (isObject(value)) value = value[part];
    else return undefined;
  }
  return value;
}

function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.every(isEmpty);
  return isObject(value) && Object.values(value).every(isEmpty);
}
