import { isObject, type Json, type JsonObject, mapObject } from '../../core/json.ts';
import { formatPath, type Path } from '../../core/path.ts';
import { asWarning, type Problem, problemAt } from '../../core/problem.ts';
import { declarations } from '../../kinds/registry.ts';

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

/** The fields that decide which resource a manifest is about, and what becomes of it. */
const FIELDS = 'kind|profiles?|protect|lifecycle|versions|renamedFrom';

/**
 * A document without this sign in its JSON has no text with a line that begins like one of the fields, and no `kind` in a mapping. Its
 * own `kind` nearly always comes first.
 */
export const FIELD_WITHIN = new RegExp(`(?:${FIELDS}):|.."kind":`);

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

/** Names a kind on a line of its own. A text whose lines YAML joins, such as one with an open quote, has it anywhere. */
const KIND_FIELD = /(?:^|[\s"'])(kind: *["']?(\w+))/gm;
const FIELD_LINE =
  /^ *((?:profile|renamedFrom): *[\w-]+|profiles: *\[.*\]|protect: *(?:true|false)|lifecycle: *[a-z]+|versions: *(?:true|false|\{.*\})) *$/m;

/**
 * Reports texts that contain fields of a manifest, and mappings that contain a manifest, because the lines below are indented as much.
 * A manifest is an error: `apply` would delete its resource. A field is a warning, because the text may be meant.
 */
export function swallowedFields(value: JsonObject): Problem[] {
  const found: Problem[] = [];
  const hint = 'Indent this line, and those below it, less';
  mapObject(value, (node, path) => {
    if (typeof node === 'string') {
      const kindLine = [...node.matchAll(KIND_FIELD)].find(([, , kind = '']) => declarations.has(kind));
      const text = (kindLine ?? FIELD_LINE.exec(node))?.[1];
      if (text === undefined) return undefined;
      const message = `\`${text}\` is in the text of \`${formatPath(path)}\`, not a field`;
      const problem = problemAt(path, { code: 'yaml-syntax', text, message, hint });
      found.push(kindLine ? problem : asWarning(problem));
    } else if (isObject(node) && declarations.has(String(node['kind'])) && node['id'] !== undefined) {
      const message = `A manifest is in \`${formatPath(path)}\``;
      const more = `${hint}, and write \`---\` above it`;
      found.push(problemAt([...path, 'kind'], { code: 'yaml-syntax', on: 'key', message, hint: more }));
    }
    return undefined;
  });
  return found;
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
