import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { columns } from '../../text/columns.ts';
import { type Shape, shapeOf } from './key-order.ts';
import { fittedText, inlineText, MAX_WIDTH } from './scalar.ts';

export interface Header {
  /** Lines about the manifest, above it. */
  comment?: string;
}

/**
 * Writes the YAML of one manifest, with a line break at the end: members in canonical order (schemas/), small values on one line in
 * braces, texts in a style that keeps them exact. Reading it back gives the same manifest.
 * @param manifest as it was declared; `kind` may be missing in it
 */
export function writeManifest(kind: string, manifest: JsonObject, header: Header = {}): string {
  const value = { kind, ...manifest };
  return [...headerLines(header), newMapping(value, shapeOf(kind, value)), ''].join('\n');
}

function headerLines({ comment }: Header): string[] {
  return comment === undefined ? [] : comment.split(/\r\n?|\n/).map((line) => `# ${line}`.trimEnd());
}

/** YAML allows no longer key without `?`. */
const LONGEST_KEY = 1024;

/** Writes a mapping that has no layout yet: members in canonical order, and small collections on one line. */
function newMapping(mapping: JsonObject, shape: Shape, indent = 0): string {
  const lines = shape.order(Object.keys(mapping)).map((name) => {
    const key = inlineText(name, false);
    const value = mapping[name] as Json;
    const text = newValue(value, () => shape.member(name, scalarsOf(value)), indent + 2, columns(key));
    if (key.length > LONGEST_KEY) return `? ${key}\n${' '.repeat(indent)}: ${text}`;
    return isBlock(value, text) ? `${key}:\n${' '.repeat(indent + 2)}${text}` : `${key}: ${text}`;
  });
  return lines.join(`\n${' '.repeat(indent)}`);
}

/** @param lead the columns before the value on its line, without its indentation */
function newValue(value: Json, shapeOf: () => Shape, indent: number, lead: number): string {
  if (typeof value === 'string') return fittedText(value, indent + lead, indent);
  if (typeof value !== 'object' || value === null) return String(value);
  const shape = shapeOf();
  const flow = mayFlow(value) ? flowText(value, shape) : undefined;
  if (flow !== undefined && (flow.length === 2 || indent + lead + columns(flow) <= MAX_WIDTH)) return flow;
  if (!Array.isArray(value)) return newMapping(value, shape, indent);
  const items = value.map((item) => `- ${newValue(item, () => shape.element(scalarsOf(item)), indent + 2, 0)}`);
  return items.join(`\n${' '.repeat(indent)}`);
}

/** True for a collection that is not on the line of its key. No key begins with a bracket. */
function isBlock(value: Json, text: string): boolean {
  return typeof value === 'object' && value !== null && !text.startsWith('{') && !text.startsWith('[');
}

/** True if a collection may be written on one line: it has texts of one line, and no lists of collections. */
function mayFlow(value: Json, inList = false): boolean {
  if (typeof value === 'string') return !value.includes('\n');
  if (typeof value !== 'object' || value === null) return true;
  if (inList) return false;
  return Object.values(value).every((member) => mayFlow(member, Array.isArray(value)));
}

/** Writes any value on one line. */
export function flowText(value: Json, shape: Shape): string {
  if (typeof value === 'string') return inlineText(value, true);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value))
    return `[${value.map((item) => flowText(item, shape.element(scalarsOf(item)))).join(', ')}]`;
  const parts = shape.order(Object.keys(value)).map((name) => {
    const member = value[name] as Json;
    return `${inlineText(name, true)}: ${flowText(member, shape.member(name, scalarsOf(member)))}`;
  });
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

/**
 * Returns the text of a new element without its hyphen, or of a new member with its key.
 * @param column of the hyphen or the key
 */
export function newItem(name: string | undefined, value: Json, shape: Shape, column: number): string {
  if (name === undefined) return ` ${newValue(value, () => shape, column + 2, 0)}`;
  return newMapping({ [name]: value }, { order: () => [name], member: () => shape, element: () => shape }, column);
}

/** The part of a value that decides the order of its members: a scalar, or the scalars of a mapping. */
function scalarsOf(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  const scalars: JsonObject = {};
  if (!isObject(value)) return scalars;
  for (const [name, member] of Object.entries(value))
    if (typeof member !== 'object' || member === null) scalars[name] = member;
  return scalars;
}
