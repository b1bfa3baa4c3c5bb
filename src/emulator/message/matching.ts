import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { findVariables, length } from '../../core/variables.ts';
import type { Position } from '../../text/source-text.ts';
import { firstOf, isNothing, type Rule, type Shape } from '../shape.ts';

/** Compares what was sent with a template, in the members of a send. */

/** Returns the known, non-empty members of a body, to compare a send with its template. */
export function pickBody(body: JsonObject, shape: Shape): JsonObject {
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, rule]) => {
      const value = Object.hasOwn(body, name) ? body[name] : undefined;
      const picked = isNothing(value) ? undefined : pickValue(value, rule);
      return picked === undefined ? [] : [[name, picked] as const];
    }),
  );
}

function pickValue(value: Json, rule: Rule): Json | undefined {
  if (rule.is === 'object' && isObject(value)) {
    const picked = pickBody(value, rule.members);
    return Object.keys(picked).length === 0 ? undefined : picked;
  }
  if (rule.is === 'list' && Array.isArray(value))
    return value.length === 0 ? undefined : value.map((element) => pickValue(element, rule.each) ?? {});
  return value;
}

/** Members that only a send has (resource API 2.2, 2.4). */
const OF_SEND = [
  ...['chat_extra', 'chat_event', 'relay_id', 'oneclick_id', 'product_id'],
  ...['biz_form_id', 'map_address', 'map_coordinates'],
];

/**
 * Returns every difference of two bodies that `pickBody` prepared (message API 2.9, 2.10). `isOpen` is true for a member whose
 * value in the template matches every value.
 */
export function differences(
  pattern: JsonObject,
  sent: JsonObject,
  isOpen: (name: string, pattern: Json | undefined) => boolean = () => false,
  path = '',
): string[] {
  const compare = (of: Json | undefined, given: Json | undefined, at: string): string[] => {
    if (of === undefined) return [`${at} is not registered`];
    if (given === undefined) return [`${at} is registered and was not sent`];
    if (typeof of === 'string' && typeof given === 'string') return textDifferences(of, given, at);
    if (isObject(of) && isObject(given)) return differences(of, given, isOpen, `${at}.`);
    if (!Array.isArray(of) || !Array.isArray(given)) return of === given ? [] : [`${at} differs from the template`];
    if (of.length !== given.length)
      return [`the number of elements in ${at} is ${given.length}, in the template ${of.length}`];
    return of.flatMap((element, index) => compare(element, given[index], `${at}[${index}]`));
  };
  const names = [...new Set([...Object.keys(pattern), ...Object.keys(sent)])];
  return names
    .filter((name) => !OF_SEND.includes(name) && !isOpen(name, pattern[name]))
    .flatMap((name) => compare(pattern[name], sent[name], path + name));
}

/** The difference of a text, with its place; none if the text is the template with filled variables. */
export function textDifferences(pattern: string, sent: string, path: string): string[] {
  if (findVariables(sent).length > 0) return [`${path} holds a variable that was not filled`];
  const place = mismatchIn(pattern, sent);
  return place ? [`${path} differs from the template at line ${place.line}, column ${place.column}`] : [];
}

/**
 * Returns where a text first differs from a template, or undefined if it is the template with every variable filled by at least
 * one character. If both have equally many lines, the first line that differs decides: an earlier variable could take it as a
 * part of its value.
 */
export function mismatchIn(template: string, text: string): Position | undefined {
  const offset = offsetOfMismatch(template, text);
  if (offset === undefined) return undefined;
  const [theirs, ours] = [template.split('\n'), text.split('\n')];
  const lines = theirs.length === ours.length ? ours : [];
  const inLine = firstOf(lines, (line, index) => {
    const at = offsetOfMismatch(theirs[index] ?? '', line);
    return at === undefined ? undefined : { ...placeOf(line, at), line: index + 1 };
  });
  return inLine ?? placeOf(text, offset);
}

/** Returns the offset of the first difference. Takes the earliest place of each part between variables, so it never goes back. */
function offsetOfMismatch(template: string, text: string): number | undefined {
  const [first = '', ...rest] = fixedParts(template);
  const last = rest.pop();
  const begun = sharedStart(first, text);
  if (begun < first.length) return begun;
  if (last === undefined) return text.length === begun ? undefined : begun;
  let from = begun;
  for (const part of rest) {
    const found = text.indexOf(part, from + 1);
    if (found < 0) return nearest(part, text, from);
    from = found + part.length;
  }
  if (text.endsWith(last) && text.length - last.length > from) return undefined;
  return nearest(last, text, from);
}

/** Returns the offset at which a text stops being like a part of the template that it lacks. A variable is before the part. */
function nearest(part: string, text: string, from: number): number {
  // The variable has no value.
  if (text.startsWith(part, from)) return from;
  let shared = 0;
  let at = from + 1;
  while (shared < part.length) {
    const found = text.indexOf(part.slice(0, shared + 1), at);
    if (found < 0) break;
    at = found;
    shared += 1;
  }
  if (shared > 0) return at + shared;
  for (let lacking = 1; lacking < part.length; lacking += 1) {
    const found = text.indexOf(part.slice(lacking), from + 1);
    if (found >= 0) return found;
  }
  return text.length;
}

function sharedStart(part: string, text: string): number {
  let shared = 0;
  while (shared < part.length && part[shared] === text[shared]) shared += 1;
  return shared;
}

function placeOf(text: string, offset: number): Position {
  // Two emoji may differ in the second half of their surrogate pairs.
  const before = text.slice(0, offset).replace(/[\ud800-\udbff]$/, '');
  const lines = before.split('\n');
  return { line: lines.length, column: length(lines.at(-1) ?? '') + 1 };
}

/** The texts between the variables of a template: one more than it has variables. */
function fixedParts(template: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of findVariables(template)) {
    parts.push(template.slice(from, start));
    from = end;
  }
  return [...parts, template.slice(from)];
}
