import { isObject, type Json, type JsonObject, own } from '../core/json.ts';
import type { Path } from '../core/path.ts';
import { schemas } from '../manifest/generated/validators.js';

const CONFIG = 'config.schema.json';

/** The meaning and the limits of a field as Markdown, from the JSON schemas. `kind` is undefined in notiform.yaml. */
export function fieldText(kind: string | undefined, path: Path): string | undefined {
  const found = schemasAt(kind, path);
  const description = found.map((schema) => schema['description']).find((text) => typeof text === 'string');
  const name = path.findLast((part) => typeof part === 'string');
  if (description === undefined || name === undefined) return undefined;
  const limits = [...new Set(found.flatMap(limitsOf))];
  return [`**${name}**`, description, ...(limits.length > 0 ? [limits.join('; ')] : [])].join('\n\n');
}

/** The names of the fields that a mapping can have, from the JSON schemas. */
export function fieldNames(kind: string | undefined, path: Path): string[] {
  const found = schemasAt(kind, path).map(({ properties }) => (isObject(properties) ? Object.keys(properties) : []));
  return [...new Set(found.flat())];
}

/** The schemas that say something about a field, the nearest first. */
function schemasAt(kind: string | undefined, path: Path): JsonObject[] {
  const [id, root] = Object.entries(schemas).find(([id, { title }]) => (kind ? title === kind : id === CONFIG)) ?? [];
  if (id === undefined || root === undefined) return [];
  let at = expanded({ id, schema: root });
  for (const part of path) at = at.flatMap((one) => step(one, part)).flatMap(expanded);
  return at.map(({ schema }) => schema);
}

interface LocatedSchema {
  id: string;
  schema: JsonObject;
}

/** A schema, with those that it refers to and combines. */
function expanded(at: LocatedSchema): LocatedSchema[] {
  const { id, schema } = at;
  const combined = ['allOf', 'anyOf', 'oneOf', 'then', 'else'].flatMap((word) => schema[word] ?? []).filter(isObject);
  return [at, ...referred(at), ...combined.map((one) => ({ id, schema: one }))].flatMap((one) =>
    one === at ? [one] : expanded(one),
  );
}

function referred({ id, schema }: LocatedSchema): LocatedSchema[] {
  if (typeof schema['$ref'] !== 'string') return [];
  const [file = '', pointer = ''] = schema['$ref'].split('#');
  const target = file || id;
  let found: Json | undefined = schemas[target];
  for (const part of pointer.split('/').slice(1)) found = isObject(found) ? own(found, part) : undefined;
  return isObject(found) ? [{ id: target, schema: found }] : [];
}

function step({ id, schema }: LocatedSchema, part: string | number): LocatedSchema[] {
  const { properties, items, additionalProperties } = schema;
  const next =
    typeof part === 'number'
      ? items
      : ((isObject(properties) ? own(properties, part) : undefined) ?? additionalProperties);
  return isObject(next) ? [{ id, schema: next }] : [];
}

const LIMITS: readonly [keyword: string, words: (value: Json) => string][] = [
  ['maxLength', (value) => `at most ${String(value)} characters`],
  ['minLength', (value) => `at least ${String(value)} characters`],
  ['maxItems', (value) => `at most ${String(value)} entries`],
  ['minItems', (value) => `at least ${String(value)} entries`],
  ['maximum', (value) => `at most ${String(value)}`],
  ['minimum', (value) => `at least ${String(value)}`],
  ['enum', (value) => `one of ${(Array.isArray(value) ? value : []).map((word) => `\`${String(word)}\``).join(', ')}`],
];

function limitsOf(schema: JsonObject): string[] {
  return LIMITS.flatMap(([keyword, words]) => {
    const value = schema[keyword];
    return value === undefined ? [] : [words(value)];
  });
}
