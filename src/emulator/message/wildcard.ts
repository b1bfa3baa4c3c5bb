import { findVariables, length } from '../../core/variables.ts';
import type { Position } from '../../text/source-text.ts';
import { firstOf } from '../shape.ts';

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
