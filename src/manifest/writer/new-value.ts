import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { columns } from '../../text/columns.ts';
import type { Shape } from './key-order.ts';
import { fittedText, inlineText, MAX_WIDTH } from './scalar.ts';

/** YAML allows no longer key without `?`. */
const LONGEST_KEY = 1024;

/**
 * Writes a mapping that has no layout yet, with the result of `layOut` (tested) but without nodes: members in canonical order, and
 * small collections on one line.
 */
export function newMapping(mapping: JsonObject, shape: Shape, indent = 0): string {
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
  const flow = flowOf(value, shape, false);
  if (flow !== undefined && (flow.length === 2 || indent + lead + columns(flow) <= MAX_WIDTH)) return flow;
  if (!Array.isArray(value)) return newMapping(value, shape, indent);
  const items = value.map((item) => `- ${newValue(item, () => shape.element(scalarsOf(item)), indent + 2, 0)}`);
  return items.join(`\n${' '.repeat(indent)}`);
}

/** True for a collection that is not on the line of its key. No key begins with a bracket. */
function isBlock(value: Json, text: string): boolean {
  return typeof value === 'object' && value !== null && !text.startsWith('{') && !text.startsWith('[');
}

/** Writes a value on one line. Undefined for texts of several lines, and for lists of collections. */
function flowOf(value: Json, shape: Shape, inList: boolean): string | undefined {
  if (typeof value === 'string') return value.includes('\n') ? undefined : inlineText(value, true);
  if (typeof value !== 'object' || value === null) return String(value);
  if (inList) return undefined;
  const parts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      const text = flowOf(item, shape, true);
      if (text === undefined) return undefined;
      parts.push(text);
    }
    return `[${parts.join(', ')}]`;
  }
  for (const name of shape.order(Object.keys(value))) {
    const member = value[name] as Json;
    const text = flowOf(member, shape.member(name, scalarsOf(member)), false);
    if (text === undefined) return undefined;
    parts.push(`${inlineText(name, true)}: ${text}`);
  }
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
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
