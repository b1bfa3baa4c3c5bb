import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { type Problem, problemAt } from '../../core/problem.ts';

/** A document whose texts have LF line breaks, and a warning for each text that had CR LF: `"\r\n"` in quotes. */
export function withLineFeeds(document: JsonObject): { value: JsonObject; warnings: Problem[] } {
  const warnings: Problem[] = [];
  const walk = (value: Json, path: Path): Json => {
    if (typeof value === 'string' && value.includes('\r\n')) {
      warnings.push(warning(path));
      return value.replaceAll('\r\n', '\n');
    }
    if (Array.isArray(value)) return value.map((item, index) => walk(item, [...path, index]));
    return isObject(value) ? walkObject(value, path) : value;
  };
  const walkObject = (value: JsonObject, path: Path): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(member, [...path, key])]));
  return { value: walkObject(document, []), warnings };
}

function warning(path: Path): Problem {
  return problemAt(path, {
    code: 'line-breaks',
    severity: 'warning',
    message: 'The text has CR LF line breaks; it is sent with LF',
    hint: 'Write `\\n` for `\\r\\n`',
  });
}
