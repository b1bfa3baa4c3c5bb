import { isObject, type Json, type JsonObject, own } from '../core/json.ts';
import type { Path } from '../core/path.ts';
import { schemas } from '../manifest/generated/validators.js';

const CONFIG = 'config.schema.json';

/** The meaning and the limits of a field as Markdown, from the JSON schemas. `kind` is undefined in notiform.yaml. */
export function fieldText(kind: string | undefined, path: Path): string | undefined {
  const found = schemasAt(kind, path);
  const description = descriptionIn(found);
  const name = path.findLast((part) => typeof part === 'string');
  if (description === undefined || name === undefined) return undefined;
  const limits = [...new Set(found.flatMap(limitsOf))];
  return [`**${name}**`, description, ...(limits.length > 0 ? [limits.join('; ')] : [])].join('\n\n');
}

/** The nearest description. */
function descriptionIn(found: readonly JsonObject[]): string | undefined {
  return found.map((schema) => schema['description']).find((text) => typeof text === 'string');
}

/** A kind, or a field of a manifest or of notiform.yaml. */
export interface DocumentedField {
  /** `NotificationTemplate.buttons.link`, `environments.guard`: without the indexes of lists, and without names that a user chooses. */
  path: string;
  description: string;
  /** The names of the fields in it. */
  fields: string[];
}

/** Every kind and every field, from the JSON schemas. */
export function allFields(): DocumentedField[] {
  return Object.entries(schemas).flatMap(([id, schema]) => {
    const root = { id, schema };
    if (id === CONFIG) return fieldsIn('', expanded(root));
    const isKind = stepInto(root, 'kind').some((kind) => kind.schema['const'] !== undefined);
    return isKind ? fieldAt(String(schema['title']), expanded(root)) : [];
  });
}

/** A field, then the fields in it. A field with several forms has several schemas. */
function fieldAt(path: string, at: readonly LocatedSchema[]): DocumentedField[] {
  const description = descriptionIn(at.map(({ schema }) => schema)) ?? '';
  return [{ path, description, fields: namesIn(unwrapped(at)) }, ...fieldsIn(`${path}.`, at)];
}

function fieldsIn(start: string, at: readonly LocatedSchema[]): DocumentedField[] {
  const inside = unwrapped(at);
  return namesIn(inside).flatMap((name) =>
    fieldAt(start + name, distinct(inside.flatMap((one) => stepInto(one, name)).flatMap(expanded))),
  );
}

function namesIn(at: readonly LocatedSchema[]): string[] {
  return [
    ...new Set(at.flatMap(({ schema: { properties } }) => (isObject(properties) ? Object.keys(properties) : []))),
  ];
}

/** Adds the schemas of the elements of lists, and of the members of mappings whose names a user chooses. */
function unwrapped(at: readonly LocatedSchema[]): LocatedSchema[] {
  const elements = at.flatMap(({ id, schema: { items, additionalProperties } }) =>
    [items, additionalProperties].filter(isObject).map((schema) => ({ id, schema })),
  );
  return elements.length === 0 ? [...at] : distinct([...at, ...unwrapped(elements.flatMap(expanded))]);
}

/** A union repeats the schemas that its branches share. */
function distinct(at: readonly LocatedSchema[]): LocatedSchema[] {
  return [...new Map(at.map((one) => [one.schema, one])).values()];
}

/** The names of the fields that a mapping can have, from the JSON schemas. */
export function fieldNames(kind: string | undefined, path: Path): string[] {
  return namesIn(locatedAt(kind, path));
}

/** The schemas that say something about a field, the nearest first. */
function schemasAt(kind: string | undefined, path: Path): JsonObject[] {
  return locatedAt(kind, path).map(({ schema }) => schema);
}

function locatedAt(kind: string | undefined, path: Path): LocatedSchema[] {
  const [id, root] = Object.entries(schemas).find(([id, { title }]) => (kind ? title === kind : id === CONFIG)) ?? [];
  if (id === undefined || root === undefined) return [];
  let at = expanded({ id, schema: root });
  for (const part of path) at = at.flatMap((one) => step(one, part)).flatMap(expanded);
  return at;
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

function step(at: LocatedSchema, part: string | number): LocatedSchema[] {
  const { id, schema } = at;
  const named = typeof part === 'string' ? stepInto(at, part) : [];
  if (named.length > 0) return named;
  const next = schema[typeof part === 'number' ? 'items' : 'additionalProperties'];
  return isObject(next) ? [{ id, schema: next }] : [];
}

/** The schema of a field by its name. */
function stepInto({ id, schema }: LocatedSchema, name: string): LocatedSchema[] {
  const { properties } = schema;
  const next = isObject(properties) ? own(properties, name) : undefined;
  return isObject(next) ? [{ id, schema: next }] : [];
}

const LIMITS: readonly [keyword: string, words: (value: Json) => string][] = [
  ['maxLength', (value) => `at most ${String(value)} characters`],
  ['minLength', (value) => (value === 1 ? 'not empty' : `at least ${String(value)} characters`)],
  ['maxItems', (value) => `at most ${String(value)} entries`],
  ['minItems', (value) => (value === 1 ? 'not empty' : `at least ${String(value)} entries`)],
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
