import { type FileNode, isFileNode } from '../core/content.ts';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { EMPTY, indent, type Line, lineWidth, padLine, type Span, span, wrap } from './line.ts';
import { membersOf } from './order.ts';
import type { Tone } from './style.ts';
import { drawText } from './text-block.ts';

/** A value on one line, as flow YAML says it; undefined where it holds a text of several lines. */
export function inlineValue(value: Json, ...tones: readonly Tone[]): Line | undefined {
  if (value === null) return [span('none', 'dim')];
  if (typeof value === 'string') return value.includes('\n') ? undefined : [span(quoted(value), ...tones)];
  if (!isObject(value) && !Array.isArray(value)) return [span(String(value), ...tones)];
  if (Array.isArray(value)) return enclosed('[', ']', value, (item) => inlineValue(item, ...tones));
  if (isFileNode(value)) return drawFile(value, ...tones);
  if (isUnknown(value)) return [span(`(known after apply of ${String(value['of'])})`, 'dim')];
  return enclosed('{ ', ' }', membersOf(value), ([name, member]) => {
    const drawn = inlineValue(member, ...tones);
    return drawn && [span(`${name}: `, 'dim'), ...drawn];
  });
}

/** `{known: "after apply", of: ADDRESS, sha256}` (docs/cli.md, the plan's JSON). */
function isUnknown(value: JsonObject): boolean {
  return value['known'] === 'after apply' && typeof value['of'] === 'string';
}

function drawFile({ path, width, height, sha256 }: FileNode, ...tones: readonly Tone[]): Line {
  const size = width === undefined || height === undefined ? '' : `${width}×${height}, `;
  return [span(path, ...tones), span(` (${size}sha256 ${sha256.slice(0, 8)})`, 'dim')];
}

function enclosed<T>(
  open: string,
  close: string,
  items: readonly T[],
  draw: (item: T) => Line | undefined,
): Line | undefined {
  const drawn = items.map(draw);
  if (!drawn.every((line) => line !== undefined)) return undefined;
  if (drawn.length === 0) return [span(`${open}${close}`.replaceAll(' ', ''), 'dim')];
  const members = drawn.flatMap((line, index): Span[] => [...(index === 0 ? [] : [span(', ', 'dim')]), ...line]);
  return [span(open, 'dim'), ...members, span(close, 'dim')];
}

/** A text in quotation marks. Its own are escaped, and then backslashes too; else a backslash stands for itself. */
function quoted(text: string): string {
  return text.includes('"') ? `"${text.replace(/["\\]/gu, '\\$&')}"` : `"${text}"`;
}

/** A path and what stands there: on its line, or as a block below it. */
export interface Entry {
  path: string;
  inline?: Line;
  block?: Line[];
}

/** Paths up to this many columns are aligned; a longer one moves its own value alone. */
const WIDEST_PATH = 24;

/**
 * A content's members, one entry each where it fits on a line of `width` columns, else member by member; texts of several
 * lines, and of more than a line, as blocks.
 */
export function entriesOf(content: JsonObject, width: number): Entry[] {
  return membersOf(content).flatMap(([name, value]) => entriesAt(name, value, width));
}

export function entriesAt(path: string, value: Json, width: number): Entry[] {
  const inline = inlineValue(value);
  if (inline && lineWidth(inline) <= width - Math.max(WIDEST_PATH, path.length) - 2) return [{ path, inline }];
  if (typeof value === 'string') return [{ path, block: drawText(value, width - 2) }];
  if (Array.isArray(value)) return value.flatMap((item, index) => entriesAt(`${path}[${index}]`, item, width));
  if (!isObject(value) || isFileNode(value) || isUnknown(value)) return [{ path, inline: inline ?? EMPTY }];
  return membersOf(value).flatMap(([name, member]) => entriesAt(`${path}.${name}`, member, width));
}

/** Entries with their values aligned, in rows of `width` columns. `sign` stands before each path. */
export function drawEntries(entries: readonly Entry[], width: number, sign: Line = EMPTY): Line[] {
  const column = Math.min(WIDEST_PATH, Math.max(0, ...entries.map(({ path, inline }) => (inline ? path.length : 0))));
  return entries.flatMap(({ path, inline, block }) => {
    const head: Line = [...sign, span(path, 'cyan')];
    if (!inline) return [head, ...(block ?? []).map((row) => indent(row, 2 + lineWidth(sign)))];
    const label = [...padLine(head, column + lineWidth(sign)), span('  ')];
    const [first = EMPTY, ...rest] = wrap(inline, Math.max(8, width - lineWidth(label)));
    return [[...label, ...first], ...rest.map((row) => indent(row, lineWidth(label)))];
  });
}
