import { type Address, kindOf } from '../core/address.ts';
import { columns } from '../core/columns.ts';
import type { Json } from '../core/json.ts';
import type { FieldChange } from '../core/plan.ts';
import { comparePaths, inOrderAt } from '../kinds/words.ts';
import { type DrawnLine, indent, lineWidth, padLine, span } from './line.ts';

import { drawTextDiff, drawUnseen } from './text-block.ts';
import { looksTheSame } from './unseen.ts';
import { drawEntries, entriesAt, inlineValue, pathColumn } from './value.ts';

interface Room {
  color: boolean;
  /** Columns that may be used. */
  width: number;
  /** Equal lines shown around a changed one. */
  context: number;
}

/** Columns from which on a text is shown as a diff. */
const LONG = 24;

const ADDED: DrawnLine = [span('+ ', 'green', 'bold')];
const REMOVED: DrawnLine = [span('- ', 'red', 'bold')];
const CHANGED: DrawnLine = [span('~ ', 'yellow', 'bold')];

/** Fields of a resource with what they were and what they become: a line each, a diff by line and by word for texts. */
export function drawFields(address: Address, fields: readonly FieldChange[], room: Room): DrawnLine[] {
  const kind = kindOf(address);
  const sorted = [...fields]
    .sort((a, b) => comparePaths(kind, a.path, b.path))
    .map((field) => ({
      ...field,
      before: inOrderAt(kind, field.path, field.before),
      after: inOrderAt(kind, field.path, field.after),
    }));
  const narrow = pathColumn(sorted.map(({ path }) => path));
  const column = pathColumn(sorted.filter((field) => fits(field, room, narrow)).map(({ path }) => path));
  return sorted.flatMap((field) => drawField(field, room, column));
}

function fits(field: FieldChange, room: Room, column: number): boolean {
  return drawField(field, room, column).length === 1;
}

function drawField({ path, before, after, format }: FieldChange, room: Room, column: number): DrawnLine[] {
  if (before === null) return drawOneSide(path, after, ADDED, room, column);
  if (after === null) return drawOneSide(path, before, REMOVED, room, column);
  const line = format === 'text' && isLong(before, after) ? undefined : onOneLine(path, before, after, room, column);
  if (line) return [line, ...drawUnseen([[before, after]], room.width)];
  if (typeof before === 'string' && typeof after === 'string') return [heading(path), ...textDiff(before, after, room)];
  return [
    ...drawOneSide(path, before, REMOVED, room, column),
    ...drawOneSide(path, after, ADDED, room, column),
    ...drawUnseen([[before, after]], room.width),
  ];
}

function heading(path: string): DrawnLine {
  return [...CHANGED, span(path, 'cyan')];
}

function textDiff(before: string, after: string, room: Room): DrawnLine[] {
  return drawTextDiff(before, after, { ...room, width: room.width - 2 }).map((row) => indent(row, 2));
}

/** A text of which a reader wants to see the words that changed, not both wholes side by side. */
function isLong(before: Json, after: Json): boolean {
  return [before, after].some((value) => typeof value === 'string' && columns(value) > LONG);
}

/** `~ name  "before" → "after"`; undefined where it does not fit, or where only a diff would show what changed. */
function onOneLine(path: string, before: Json, after: Json, room: Room, column: number): DrawnLine | undefined {
  const [old, fresh] = [inlineValue(before, 'red'), inlineValue(after, 'green')];
  if (!old || !fresh || hidesTheDifference(before, after)) return undefined;
  const line = [...padLine(heading(path), column + 2), span('  '), ...old, span(' → ', 'dim'), ...fresh];
  return lineWidth(line) <= room.width ? line : undefined;
}

/** Two strings that a reader would take for the same: white space is all that differs, or nothing that is seen. */
function hidesTheDifference(before: Json, after: Json): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  return before.replace(/\s/gu, '') === after.replace(/\s/gu, '') || looksTheSame(before, after);
}

function drawOneSide(path: string, value: Json, sign: DrawnLine, room: Room, column: number): DrawnLine[] {
  return drawEntries(entriesAt(path, value, room.width - 2), room.width, column, sign);
}
