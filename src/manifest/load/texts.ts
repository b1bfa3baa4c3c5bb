import { isObject, type Json, type JsonObject, mapObject } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { type Problem, problemAt } from '../../core/problem.ts';

/** Replaces CR LF by LF in all texts. Returns a warning for each text that had CR LF (`"\r\n"` in quotes). */
export function withLineFeeds(document: JsonObject): { value: JsonObject; warnings: Problem[] } {
  const warnings: Problem[] = [];
  const value = mapObject(document, (text, path) => {
    if (typeof text !== 'string' || !text.includes('\r\n')) return undefined;
    const message = 'The text has CR LF line breaks; it is sent with LF';
    warnings.push(
      problemAt(path, { code: 'line-breaks', severity: 'warning', message, hint: 'Write `\\n` for `\\r\\n`' }),
    );
    return text.replaceAll('\r\n', '\n');
  });
  return { value, warnings };
}

/** Conjoining jamo: decomposed Hangul (NFD). */
export const DECOMPOSED = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]+/u;

/** A file without these signs has values without placeholders, CR LF and decomposed Hangul: only an escape can hide them. */
export const SPECIAL = new RegExp(`\\\\|\\$\\{|${DECOMPOSED.source}`);

/** A file without these signs means the same in every environment. Escapes may hide a placeholder, as in `"\x24{var:host}"`. */
export const ENVIRONMENTAL = /\$[{\\]|\\[xuU]|environments/;

/**
 * Reports texts with decomposed Hangul. Such a text looks right, but has more characters and differs from the approved text. It is
 * sent unchanged.
 */
export function decomposedTexts(value: Json, path: Path = []): Problem[] {
  if (typeof value === 'string') return mistakeIn(value, path, 'value');
  if (Array.isArray(value)) return value.flatMap((item, index) => decomposedTexts(item, [...path, index]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    ...mistakeIn(key, [...path, key], 'key'),
    ...decomposedTexts(member, [...path, key]),
  ]);
}

function mistakeIn(text: string, path: Path, on: 'key' | 'value'): Problem[] {
  const [found] = DECOMPOSED.exec(text) ?? [];
  if (found === undefined) return [];
  return [
    problemAt(path, {
      code: 'decomposed-text',
      severity: 'warning',
      on,
      ...(on === 'value' ? { text: found } : {}),
      message: `\`${found.normalize('NFC')}\` is written in decomposed Hangul (NFD)`,
      hint: 'Type it again, or convert the file to NFC: the service treats NFD as a different text',
    }),
  ];
}
