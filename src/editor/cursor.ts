import type { Range } from 'vscode-languageserver/node.js';
import { isMap, isScalar, isSeq, type Node, Scalar, visit } from 'yaml';
import { isObject, type JsonObject } from '../core/json.ts';
import type { Path } from '../core/path.ts';
import type { Place } from '../core/problem.ts';
import { nodesIn } from '../yaml/located.ts';

/** What a position of a manifest is in. */
export interface Cursor {
  /** The path of the member in its document, or of the mapping around a gap. */
  path: Path;
  on: 'key' | 'value';
  /** The text of the key or of the value; "" if it is no text. */
  text: string;
  /** The document, as far as it can be read. */
  document: JsonObject;
}

/** Finds what is at an offset, in units of UTF-16. Undefined between documents, and in a document that is no mapping. */
export function cursorAt(text: string, offset: number): Cursor | undefined {
  const document = nodesIn(text).find(({ range }) => range[0] <= offset && offset <= range[2]);
  if (!document?.contents) return undefined;
  // Manifests have no aliases: `*` begins a text without quotes, such as `**bold**`.
  visit(document, { Alias: () => new Scalar(null) });
  const value: unknown = document.toJS();
  if (!isObject(value)) return undefined;
  return { ...find(document.contents, offset, []), document: value };
}

/** The deepest node at an offset. Between two members: the mapping or the list around them. */
function find(node: Node, offset: number, path: Path): Omit<Cursor, 'document'> {
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      if (!isScalar(key)) continue;
      const at = [...path, String(key.value)];
      if (holds(key, offset)) return { path: at, on: 'key', text: String(key.value) };
      if (isNode(value) && holds(value, offset)) return find(value, offset, at);
    }
    return { path, on: 'value', text: '' };
  }
  if (isSeq(node)) {
    const index = node.items.findIndex((item) => isNode(item) && holds(item, offset));
    const item = node.items[index];
    return isNode(item) ? find(item, offset, [...path, index]) : { path, on: 'value', text: '' };
  }
  return { path, on: 'value', text: isScalar(node) && typeof node.value === 'string' ? node.value : '' };
}

function isNode(value: unknown): value is Node {
  return isMap(value) || isSeq(value) || isScalar(value);
}

function holds({ range }: Node, offset: number): boolean {
  return range !== undefined && range !== null && range[0] <= offset && offset <= range[1];
}

/**
 * The range of a place. A place counts lines from 1 and columns in code points; the protocol counts from 0, in units of
 * UTF-16. A place without an end ends with its word.
 */
export function rangeOf(place: Place, lines: readonly string[]): Range {
  const { line, column, endLine = line, endColumn } = place;
  const start = { line: line - 1, character: unitsBefore(lines[line - 1], column) };
  if (endColumn !== undefined)
    return { start, end: { line: endLine - 1, character: unitsBefore(lines[endLine - 1], endColumn) } };
  const word = /^\S*/.exec((lines[line - 1] ?? '').slice(start.character))?.[0] ?? '';
  return { start, end: { line: line - 1, character: start.character + word.length } };
}

/** How many units of UTF-16 are before a column. */
function unitsBefore(line = '', column: number): number {
  return [...line].slice(0, column - 1).join('').length;
}
