import { type Address, kindOf } from '../core/address.ts';
import { isFileNode } from '../core/content.ts';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import type { FieldChange } from '../core/plan.ts';
import { comparePaths, inOrderAt } from '../kinds/words.ts';
import { columns } from '../text/columns.ts';
import { looksTheSame } from '../text/unseen.ts';
import { type DrawnLine, indented, lineWidth, padLine, span } from './line.ts';
import type { Style } from './style.ts';
import { CONTEXT, drawTextDiff, drawUnseen } from './text-block.ts';
import { drawEntries, entriesAt, inlineValue, pathColumn, USUAL_PATH } from './value.ts';

/** A resource's changed fields, and its contents before and after. */
export interface Differences {
  address: Address;
  fields: readonly FieldChange[];
  before: JsonObject | null;
  after: JsonObject | null;
}

/** Columns that may be used, and the equal lines shown around a changed one. */
interface Room extends Pick<Style, 'color' | 'width'> {
  context: number;
}

/** Columns from which on a text is shown as a diff. */
const LONG = 24;

const ADDED: DrawnLine = [span('+ ', 'green', 'bold')];
const REMOVED: DrawnLine = [span('- ', 'red', 'bold')];
const CHANGED: DrawnLine = [span('~ ', 'yellow', 'bold')];

/**
 * Draws changed fields: a line each, a diff by line and by word for texts.
 * @param whole true shows every equal line of a changed text
 */
export function drawFields(
  differences: Differences,
  style: Pick<Style, 'color' | 'width'>,
  whole: boolean,
): DrawnLine[] {
  const room = { ...style, context: whole ? Number.POSITIVE_INFINITY : CONTEXT };
  const sorted = orderedFields(differences);
  const narrow = pathColumn(sorted.map(({ path }) => path));
  const isOneLine = (field: FieldChange): boolean => drawField(field, room, narrow).length === 1;
  const column = pathColumn(sorted.filter(isOneLine).map(({ path }) => path));
  return sorted.flatMap((field) => drawField(field, room, column));
}

/** The changed fields in reading order. Those of an object that is new or removed as a whole are one field. */
export function orderedFields(differences: Differences): FieldChange[] {
  const kind = kindOf(differences.address);
  return foldFields(differences)
    .sort((a, b) => comparePaths(kind, a.path, b.path))
    .map((field) => ({
      ...field,
      before: inOrderAt(kind, field.path, field.before),
      after: inOrderAt(kind, field.path, field.after),
    }));
}

/** Joins the fields of an object that is new or removed as a whole: a plan lists each of its members. */
function foldFields({ fields, before, after }: Differences): FieldChange[] {
  const folded = new Map<string, FieldChange>();
  for (const field of fields) {
    const path = outermost(field, before, after);
    const [old = null, fresh = null] = [valueAt(before, path ?? ''), valueAt(after, path ?? '')];
    folded.set(path ?? field.path, path === undefined ? field : { path, before: old, after: fresh, format: 'value' });
  }
  return [...folded.values()];
}

/** The shortest path around a field that leads to an object which only one of the two contents has. */
function outermost(field: FieldChange, before: JsonObject | null, after: JsonObject | null): string | undefined {
  if ((field.before === null) === (field.after === null)) return undefined;
  const [none, some] = field.before === null ? [before, after] : [after, before];
  // `buttons`, `buttons[0]`, `buttons[0].link` of `buttons[0].link.mobile`.
  const prefixes = Array.from(field.path.matchAll(/[.[]/gu), ({ index }) => field.path.slice(0, index));
  return prefixes.find((path) => {
    const value = valueAt(some, path);
    return isEmpty(valueAt(none, path)) && isObject(value) && !isFileNode(value);
  });
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

function drawField({ path, before, after, format }: FieldChange, room: Room, column: number): DrawnLine[] {
  if (before === null) return drawOneSide(path, after, ADDED, room, column);
  if (after === null) return drawOneSide(path, before, REMOVED, room, column);
  // A diff by word is easier to read than two long texts.
  const isLong = [before, after].some((value) => typeof value === 'string' && columns(value) > LONG);
  const line = format === 'text' && isLong ? undefined : onOneLine(path, before, after, room, column);
  const unseen = indented(drawUnseen([[before, after]], room.width), 2);
  if (line) return [line, ...unseen];
  if (typeof before === 'string' && typeof after === 'string')
    return [heading(path), ...indented(drawTextDiff(before, after, { ...room, width: room.width - 2 }), 2)];
  return [
    ...drawOneSide(path, before, REMOVED, room, column),
    ...drawOneSide(path, after, ADDED, room, column),
    ...unseen,
  ];
}

function heading(path: string): DrawnLine {
  return [...CHANGED, span(path, 'cyan')];
}

/** `~ name  "before" → "after"`; undefined if it does not fit, or if only a diff shows what changed. */
function onOneLine(path: string, before: Json, after: Json, room: Room, column: number): DrawnLine | undefined {
  const [old, fresh] = [inlineValue(before, 'red'), inlineValue(after, 'green')];
  if (!old || !fresh || hidesTheDifference(before, after)) return undefined;
  const line = [...padLine(heading(path), column + 2), span('  '), ...old, span(' → ', 'dim'), ...fresh];
  return lineWidth(line) <= room.width ? line : undefined;
}

/** True if two strings look the same, or differ only in white space. */
function hidesTheDifference(before: Json, after: Json): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  return before.replace(/\s/gu, '') === after.replace(/\s/gu, '') || looksTheSame(before, after);
}

function drawOneSide(path: string, value: Json, sign: DrawnLine, room: Room, column: number): DrawnLine[] {
  return drawEntries(entriesAt(path, value, room.width - 2, Math.max(USUAL_PATH, column)), room.width, column, sign);
}
