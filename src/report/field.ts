import type { Json } from '../core/json.ts';
import type { FieldChange } from '../core/plan.ts';
import { indent, type Line, lineWidth, padLine, span } from './line.ts';
import { comparePaths } from './order.ts';
import { drawTextDiff } from './text-block.ts';
import { drawEntries, entriesAt, inlineValue } from './value.ts';

interface Room {
  color: boolean;
  /** Columns that may be used. */
  width: number;
  /** Equal lines shown around a changed one. */
  context: number;
}

/** Paths up to this many columns are aligned. */
const WIDEST_PATH = 24;

const ADDED: Line = [span('+ ', 'green', 'bold')];
const REMOVED: Line = [span('- ', 'red', 'bold')];
const CHANGED: Line = [span('~ ', 'yellow', 'bold')];

/** Fields with what they were and what they become: a line each, a diff by line and by word for texts. */
export function drawFields(fields: readonly FieldChange[], room: Room): Line[] {
  const sorted = [...fields].sort((a, b) => comparePaths(a.path, b.path));
  const column = Math.min(WIDEST_PATH, Math.max(0, ...sorted.map(({ path }) => path.length)));
  return sorted.flatMap((field) => drawField(field, room, column));
}

function drawField({ path, before, after, format }: FieldChange, room: Room, column: number): Line[] {
  if (before === null) return drawOneSide(path, after, ADDED, room);
  if (after === null) return drawOneSide(path, before, REMOVED, room);
  if (typeof before === 'string' && typeof after === 'string') {
    const line = format === 'text' ? undefined : onOneLine(path, before, after, room, column);
    return line ? [line] : [heading(path), ...textDiff(before, after, room)];
  }
  const line = onOneLine(path, before, after, room, column);
  return line ? [line] : [...drawOneSide(path, before, REMOVED, room), ...drawOneSide(path, after, ADDED, room)];
}

function heading(path: string): Line {
  return [...CHANGED, span(path, 'cyan')];
}

function textDiff(before: string, after: string, room: Room): Line[] {
  return drawTextDiff(before, after, { ...room, width: room.width - 2 }).map((row) => indent(row, 2));
}

/** `~ name  "before" → "after"`; undefined where it does not fit, or where only a diff would show what changed. */
function onOneLine(path: string, before: Json, after: Json, room: Room, column: number): Line | undefined {
  const [old, fresh] = [inlineValue(before, 'red'), inlineValue(after, 'green')];
  if (!old || !fresh || hidesTheDifference(before, after)) return undefined;
  const line = [...padLine(heading(path), column + 2), span('  '), ...old, span(' → ', 'dim'), ...fresh];
  return lineWidth(line) <= room.width ? line : undefined;
}

/** Two strings that a reader would take for the same: white space is all that differs. */
function hidesTheDifference(before: Json, after: Json): boolean {
  if (typeof before !== 'string' || typeof after !== 'string') return false;
  return before.replace(/\s/gu, '') === after.replace(/\s/gu, '');
}

function drawOneSide(path: string, value: Json, sign: Line, room: Room): Line[] {
  return drawEntries(entriesAt(path, value, room.width - 2), room.width, sign);
}
