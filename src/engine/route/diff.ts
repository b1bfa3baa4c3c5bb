import { compared, isFileNode } from '../../core/content.ts';
import { canonical, compact, elementsOf, isObject, type Json, type JsonObject, member } from '../../core/json.ts';
import { formatPath, type Path } from '../../core/path.ts';
import type { FieldChange, FieldFormat } from '../../core/plan.ts';
import type { Live } from '../../core/resource.ts';

/** A text without spaces and no longer than this is drawn as one value. */
const VALUE_LENGTH = 40;

/**
 * Returns where two contents in manifest form differ for the service: the one diff. Objects and lists of objects are walked,
 * files are compared by their bytes; null, absent and empty are equal. Sorted by member names.
 */
export function diffContents(before: JsonObject | null, after: JsonObject | null): FieldChange[] {
  return [...walk([], compact(before), compact(after))];
}

function* walk(path: Path, before: Json | undefined, after: Json | undefined): Generator<FieldChange> {
  if (isLeaf(before) || isLeaf(after)) {
    if (differ(before, after)) {
      yield { path: formatPath(path), before: before ?? null, after: after ?? null, format: formatOf(before, after) };
    }
    return;
  }
  if (Array.isArray(before) || Array.isArray(after)) {
    yield* walkList(path, before, after);
    return;
  }
  for (const key of keysOf(before, after)) yield* walk([...path, key], member(before, key), member(after, key));
}

/** Compares lists element by element. Elements keep their place; if only empty elements differ, the list is shown whole. */
function* walkList(path: Path, before: Json | undefined, after: Json | undefined): Generator<FieldChange> {
  const [was, is] = [elementsOf(before), elementsOf(after)];
  const inside = Array.from({ length: Math.max(was.length, is.length) }, (_, index) => [
    ...walk([...path, index], was[index] ?? undefined, is[index] ?? undefined),
  ]).flat();
  if (inside.length > 0) yield* inside;
  else if (differ(before, after)) {
    yield { path: formatPath(path), before: before ?? null, after: after ?? null, format: 'list' };
  }
}

/** True for a value that is shown whole. An absent one is no leaf: an added object is walked to its members. */
function isLeaf(value: Json | undefined): boolean {
  if (value === undefined) return false;
  if (Array.isArray(value)) return !value.every((item) => isObject(item) || item === null);
  return !isObject(value) || isFileNode(value);
}

function keysOf(before: Json | undefined, after: Json | undefined): string[] {
  const keys = [before, after].flatMap((value) => (isObject(value) ? Object.keys(value) : []));
  return [...new Set(keys)].sort();
}

function differ(before: Json | undefined, after: Json | undefined): boolean {
  if (before === undefined || after === undefined) return before !== after;
  return identity(before) !== identity(after);
}

function identity(value: Json): string {
  return canonical(compared({ value }));
}

function formatOf(before: Json | undefined, after: Json | undefined): FieldFormat {
  const sides = [before, after];
  if (sides.some((value) => isFileNode(value))) return 'file';
  if (sides.some((value) => Array.isArray(value))) return 'list';
  return sides.some((value) => typeof value === 'string' && isText(value)) ? 'text' : 'value';
}

function isText(value: string): boolean {
  return /\s/.test(value) || value.length > VALUE_LENGTH;
}

/** Returns the content of a live resource with the fields that no manifest has: what an update replaces. */
export function withBeside({ content, beside }: Pick<Live, 'content' | 'beside'>): JsonObject {
  return beside ? { ...content, ...merged(content, beside) } : content;
}

function merged(content: JsonObject, beside: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(beside).map(([key, value]): [string, Json] => {
      const { [key]: known } = content;
      return [key, isObject(known) && isObject(value) ? { ...known, ...value } : value];
    }),
  );
}
