import { type FileNode, isFileNode } from '../core/content.ts';
import { isObject, type Json, type JsonObject } from '../core/json.ts';
import { columns } from '../text/columns.ts';
import { type DrawnLine, EMPTY, indented, joined, lineWidth, padLine, type Span, span, whole, wrap } from './line.ts';
import type { Tone } from './style.ts';
import { drawText } from './text-block.ts';

/** A value on one line, as in flow YAML; undefined if it contains a text of several lines. */
export function inlineValue(value: Json, ...tones: readonly Tone[]): DrawnLine | undefined {
  if (value === null) return [span('none', 'dim')];
  if (typeof value === 'string') return value.includes('\n') ? undefined : [textSpan(value, tones)];
  if (!isObject(value) && !Array.isArray(value)) return [span(String(value), ...tones)];
  if (Array.isArray(value)) return enclosed('[', ']', value, (item) => memberValue(item, tones));
  if (isUnknown(value)) return [span(`(known after apply of ${String(value['of'])})`, 'dim')];
  if (isFileNode(value)) return drawFile(value, ...tones);
  return enclosed('{ ', ' }', Object.entries(value), ([name, member]) => {
    const drawn = memberValue(member, tones);
    return drawn && [whole(`${name}: `, 'dim'), ...drawn];
  });
}

/** A value inside another one. An object is not broken over two rows: its members would look like those of the outer one. */
function memberValue(value: Json, tones: readonly Tone[]): DrawnLine | undefined {
  const drawn = inlineValue(value, ...tones);
  return isObject(value) && !isFileNode(value) ? drawn?.map((piece) => ({ ...piece, whole: true })) : drawn;
}

/** `{known: "after apply", of: ADDRESS, sha256}` (docs/json.md, the plan). */
function isUnknown(value: JsonObject): boolean {
  return value['known'] === 'after apply' && typeof value['of'] === 'string';
}

function drawFile({ path, width, height, sha256 }: FileNode, ...tones: readonly Tone[]): DrawnLine {
  const size = width === undefined || height === undefined ? '' : `${width}×${height}, `;
  return [span(path, ...tones), whole(` (${size}sha256 ${sha256.slice(0, 8)})`, 'dim')];
}

const SEPARATOR = span(', ', 'dim');

function enclosed<T>(
  open: string,
  close: string,
  items: readonly T[],
  draw: (item: T) => DrawnLine | undefined,
): DrawnLine | undefined {
  const drawn = items.map(draw);
  if (!drawn.every((line) => line !== undefined)) return undefined;
  if (drawn.length === 0) return [span(`${open}${close}`.replaceAll(' ', ''), 'dim')];
  return [whole(open, 'dim'), ...joined(drawn, SEPARATOR), whole(close, 'dim')];
}

/** Columns of a text that stays in one piece. */
const SHORT = 24;

/** A short text is not broken over two rows. */
function textSpan(value: string, tones: readonly Tone[]): Span {
  const text = quoted(value);
  return columns(text) <= SHORT ? whole(text, ...tones) : span(text, ...tones);
}

/** A text in quotation marks. Quotation marks in it are escaped, and then backslashes too. */
function quoted(text: string): string {
  return text.includes('"') ? `"${text.replace(/["\\]/gu, '\\$&')}"` : `"${text}"`;
}

/** A path and its value: beside it, or as a block below it. */
interface ValueEntry {
  path: string;
  inline?: DrawnLine;
  block?: DrawnLine[];
}

/** Paths up to this many columns are aligned; a longer one moves only its own value. */
const WIDEST_PATH = 28;
/** The columns that most paths need. */
export const USUAL_PATH = 24;
/** Rows that an object may take in flow form; a longer one is shown member by member. */
const MOST_ROWS = 3;

/**
 * A value in rows of `width` columns: short ones beside their paths, texts of more than a row as blocks.
 * @param column the columns of aligned paths
 */
export function entriesAt(path: string, value: Json, width: number, column = USUAL_PATH): ValueEntry[] {
  const elements = (list: readonly Json[]): ValueEntry[] =>
    list.flatMap((item, index) => entriesAt(`${path}[${index}]`, item, width, column));
  if (Array.isArray(value) && value.some(isObject)) return elements(value);
  const inline = inlineValue(value);
  const room = width - Math.max(column, path.length) - 2;
  if (inline && lineWidth(inline) <= room) return [{ path, inline }];
  if (typeof value === 'string') return [{ path, block: drawText(value, width - 2) }];
  if (Array.isArray(value)) return elements(value);
  if (!isObject(value) || isFileNode(value) || isUnknown(value)) return [{ path, inline: inline ?? EMPTY }];
  if (inline && wrap(inline, room, 2).length <= MOST_ROWS) return [{ path, inline }];
  return Object.entries(value).flatMap(([name, member]) => entriesAt(`${path}.${name}`, member, width, column));
}

/** The columns that aligned paths take. */
export function pathColumn(paths: readonly string[]): number {
  return Math.max(0, ...paths.map((path) => path.length).filter((length) => length <= WIDEST_PATH));
}

/** Entries with their values aligned at `column`, in rows of `width` columns. Each path begins with `sign`. */
export function drawEntries(
  entries: readonly ValueEntry[],
  width: number,
  column: number,
  sign: DrawnLine = EMPTY,
): DrawnLine[] {
  const lead = lineWidth(sign);
  return entries.flatMap(({ path, inline, block }) => {
    const head: DrawnLine = [...sign, span(path, 'cyan')];
    if (!inline) return [head, ...indented(block ?? [], 2 + lead)];
    const label = [...padLine(head, column + lead), span('  ')];
    const [first = EMPTY, ...rest] = wrap(inline, Math.max(8, width - lineWidth(label)), 2);
    return [[...label, ...first], ...indented(rest, lineWidth(label) + 2)];
  });
}

/** A whole content, its values aligned. */
export function drawWhole(content: JsonObject, width: number): DrawnLine[] {
  const entriesIn = (column?: number): ValueEntry[] =>
    Object.entries(content).flatMap(([name, value]) => entriesAt(name, value, width, column));
  const columnOf = (entries: readonly ValueEntry[]): number =>
    pathColumn(entries.flatMap(({ path, inline }) => (inline ? [path] : [])));
  const usual = entriesIn();
  // Wider paths leave their values less room.
  const entries = columnOf(usual) > USUAL_PATH ? entriesIn(WIDEST_PATH) : usual;
  return drawEntries(entries, width, columnOf(entries));
}
