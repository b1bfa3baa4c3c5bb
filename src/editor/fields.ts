import { schemas } from '../../generated/validators.js';
import { isObject, type Json, type JsonObject, own } from '../core/json.ts';
import type { Path } from '../core/path.ts';
import { type LocatedSchema, referred } from '../manifest/writer/key-order.ts';

const CONFIG = 'config.schema.json';

/** The meaning and the limits of a field as Markdown, from the JSON schemas. `kind` is undefined in notiform.yaml. */
export function fieldText(kind: string | undefined, path: Path): string | undefined {
  const found = locatedAt(kind, path);
  const texts = textsOf(found);
  const name = path.findLast((part) => typeof part === 'string');
  if (texts.length === 0 || name === undefined) return undefined;
  const limits = [...new Set(found.flatMap(({ schema }) => limitsOf(schema).map((limit) => limit + caseOf(schema))))];
  return [`**${name}**`, ...texts.map(drawText), ...(limits.length > 0 ? [limits.join('; ')] : [])].join('\n\n');
}

/** What a field means in some of its forms. */
interface FieldText {
  /** `TEXT` and `IMAGE`: the bubbles, emphases or types of button with this meaning. Empty if all forms have it. */
  forms: readonly string[];
  description: string;
  limits: readonly string[];
}

/** The nearest description in each form. Forms with one meaning share it, and forms without effect come last. */
function textsOf(at: readonly FieldSchema[]): FieldText[] {
  const nearest = new Map<string, FieldSchema>();
  for (const one of at) {
    const key = one.forms.join(' ');
    if (typeof one.schema['description'] === 'string' && !nearest.has(key)) nearest.set(key, one);
  }
  const texts = new Map<string, { forms: Set<string>; description: string; limits: string[]; hasNoEffect: boolean }>();
  for (const { forms, schema } of nearest.values()) {
    // The form around another form describes the field for all forms in it.
    if (forms.some((_, depth) => nearest.has(forms.slice(0, depth).join(' ')))) continue;
    const description = String(schema['description']);
    const limits = at.filter((one) => one.forms.join(' ') === forms.join(' ')).flatMap((one) => lengthsOf(one.schema));
    const added = [...new Set(limits)].filter(
      (limit) => !description.replaceAll(',', '').toLowerCase().includes(limit),
    );
    const key = [description, ...added].join(' ');
    const text = texts.get(key);
    const form = forms.at(-1) ?? '';
    if (text !== undefined) text.forms.add(form);
    else
      texts.set(key, {
        forms: new Set([form]),
        description,
        limits: added,
        hasNoEffect: schema['deprecated'] === true,
      });
  }
  const sorted = [...texts.values()].sort((a, b) => Number(a.hasNoEffect) - Number(b.hasNoEffect));
  return sorted.map((text) => ({ ...text, forms: sorted.length === 1 ? [] : [...text.forms] }));
}

function drawText({ forms, description }: FieldText): string {
  return forms.length === 0 ? description : `${forms.map((form) => `\`${form}\``).join(', ')}: ${description}`;
}

/** A kind, or a field of a manifest or of notiform.yaml. */
export interface DocumentedField {
  /** `NotificationTemplate.buttons.link`, `environments.guard`: without the indexes of lists, and without names that a user chooses. */
  path: string;
  /** Its meaning and its limits: one text, or several that begin with the forms they belong to. */
  texts: string[];
  /** `string`, `list or object`; empty if every value is allowed. */
  type: string;
  /** The names of the fields in it, and of those that each of its forms requires. */
  fields: string[];
  required: string[];
}

/** Every kind and every field, from the JSON schemas. */
export function allFields(): DocumentedField[] {
  return Object.entries(schemas).flatMap(([id, schema]) => {
    const root = { file: id, schema, forms: [] };
    if (id === CONFIG) return fieldsIn('', expanded(root));
    const isKind = stepInto(root, 'kind').some((kind) => kind.schema['const'] !== undefined);
    return isKind ? fieldAt(String(schema['title']), expanded(root)) : [];
  });
}

/** A field, then the fields in it. A field with several forms has several schemas. */
function fieldAt(path: string, at: readonly FieldSchema[]): DocumentedField[] {
  const texts = textsOf(at).map((text) =>
    [
      drawText(text).replace(/\.$/, ''),
      ...text.limits.map((limit) => `${limit[0]?.toUpperCase()}${limit.slice(1)}`),
    ].join('. '),
  );
  const inside = unwrapped(at);
  // The words of an enumeration have no type of their own.
  const types = new Set(
    at.flatMap(({ schema }) =>
      [schema['type'] ?? ((schema['enum'] ?? schema['const']) ? 'string' : [])].flat().map(String),
    ),
  );
  const type = [...types].join(' or ').replace('array', 'list');
  return [{ path, texts, type, fields: namesIn(inside), required: requiredIn(inside) }, ...fieldsIn(`${path}.`, at)];
}

function fieldsIn(start: string, at: readonly FieldSchema[]): DocumentedField[] {
  const inside = unwrapped(at);
  return namesIn(inside).flatMap((name) =>
    fieldAt(start + name, distinct(inside.flatMap((one) => stepInto(one, name)).flatMap(expanded))),
  );
}

function namesIn(at: readonly FieldSchema[]): string[] {
  return [
    ...new Set(at.flatMap(({ schema: { properties } }) => (isObject(properties) ? Object.keys(properties) : []))),
  ];
}

/** The names that are required whatever form the value has: those of the schema around the forms, which comes first. */
function requiredIn(at: readonly FieldSchema[]): string[] {
  const names = at.find(({ schema }) => isObject(schema['properties']))?.schema['required'];
  return Array.isArray(names) ? names.map(String) : [];
}

/** Adds the schemas of the elements of lists, and of the members of mappings whose names a user chooses. */
function unwrapped(at: readonly FieldSchema[]): FieldSchema[] {
  const elements = at.flatMap((one) =>
    [one.schema['items'], one.schema['additionalProperties']].filter(isObject).map((schema) => ({ ...one, schema })),
  );
  return elements.length === 0 ? [...at] : distinct([...at, ...unwrapped(elements.flatMap(expanded))]);
}

/** A union repeats the schemas that its branches share. */
function distinct(at: readonly FieldSchema[]): FieldSchema[] {
  const seen = new Map<JsonObject, Set<string>>();
  return at.filter(({ schema, forms }) => {
    const known = seen.get(schema) ?? new Set();
    const isNew = !known.has(forms.join(' '));
    seen.set(schema, known.add(forms.join(' ')));
    return isNew;
  });
}

/** The schemas that say something about a field, the nearest first. */
function locatedAt(kind: string | undefined, path: Path): FieldSchema[] {
  const [id, root] = Object.entries(schemas).find(([id, { title }]) => (kind ? title === kind : id === CONFIG)) ?? [];
  if (id === undefined || root === undefined) return [];
  let at = expanded({ file: id, schema: root, forms: [] });
  for (const part of path) at = at.flatMap((one) => step(one, part)).flatMap(expanded);
  return at;
}

interface FieldSchema extends LocatedSchema {
  /** The forms that the schema belongs to, the outermost first: the bubble of a template, then the type of a button. */
  forms: readonly string[];
}

/** A schema, with those that it refers to and combines. */
function expanded(at: FieldSchema): FieldSchema[] {
  const combined = ['allOf', 'anyOf', 'oneOf', 'then', 'else'].flatMap((word) =>
    [at.schema[word] ?? []]
      .flat()
      .filter(isObject)
      .map((schema) => ({ ...at, schema, forms: word === 'oneOf' ? [...at.forms, ...formOf(schema)] : at.forms })),
  );
  return [at, ...referred(at).map((one) => ({ ...one, forms: at.forms })), ...combined].flatMap((one) =>
    one === at ? [one] : expanded(one),
  );
}

/** `TEXT` of the title `TEXT bubble`. */
function formOf({ title }: JsonObject): string[] {
  return typeof title === 'string' ? [title.replace(/ .*/, '')] : [];
}

function step(at: FieldSchema, part: string | number): FieldSchema[] {
  const named = typeof part === 'string' ? stepInto(at, part) : [];
  if (named.length > 0) return named;
  const next = at.schema[typeof part === 'number' ? 'items' : 'additionalProperties'];
  return isObject(next) ? [{ ...at, schema: next }] : [];
}

/** The schema of a field by its name. */
function stepInto(at: FieldSchema, name: string): FieldSchema[] {
  const { properties } = at.schema;
  const next = isObject(properties) ? own(properties, name) : undefined;
  return isObject(next) ? [{ ...at, schema: next }] : [];
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

/** When a limit applies, from `$comment`: ` in a TEXT bubble`. Empty if it always applies. */
function caseOf({ $comment }: JsonObject): string {
  return /^[\w.]*:( [^;{]+)/.exec(String($comment))?.[1] ?? '';
}

/** The limit of length, without one that applies only beside another field: the description names that one. */
function lengthsOf({ maxLength, $comment }: JsonObject): string[] {
  return maxLength === undefined || $comment !== undefined ? [] : limitsOf({ maxLength });
}
