import { schemas } from '../../../generated/validators.js';
import { elementsOf, isObject, type Json, type JsonObject } from '../../core/json.ts';

/** A schema, and the file that its references are relative to. */
export interface LocatedSchema {
  schema: JsonObject;
  file: string;
}

/**
 * The canonical order of the members of one value, as the schemas define it: the order of `properties` in a schema. No other place
 * defines an order.
 */
export interface Shape {
  /** Sorts names into canonical order: first the names of the schema, in its order, then the others in the given order. */
  order(names: readonly string[]): string[];
  member(name: string, value: Json | undefined): Shape;
  element(value: Json | undefined): Shape;
}

/** Returns the shape of a whole manifest. */
export function shapeOf(kind: string, value: JsonObject): Shape {
  return shape(rootsOf.get(kind) ?? [], value);
}

/** The schema of each kind. */
const rootsOf = new Map(
  Object.entries(schemas).flatMap(([file, schema]) =>
    isObject(schema['properties']) ? [[String(schema['title']), [{ schema, file }]] as const] : [],
  ),
);

function shape(roots: readonly LocatedSchema[], value: Json | undefined): Shape {
  const [first, ...others] = roots;
  const isOne = first !== undefined && others.length === 0;
  const all = isOne ? spread(first, value) : sharedParts(roots.flatMap((root) => spread(root, value)));
  const made = shapes.get(all) ?? shapeOfParts(all);
  shapes.set(all, made);
  return made;
}

/** The shapes of schemas with all their parts. */
const shapes = new WeakMap<readonly LocatedSchema[], Shape>();

function shapeOfParts(all: readonly LocatedSchema[]): Shape {
  let known: ReadonlySet<string> | undefined;
  let elements: readonly LocatedSchema[] | undefined;
  const members = new Map<string, readonly LocatedSchema[]>();
  return {
    order: (names) => {
      if (names.length < 2) return [...names];
      known ??= new Set(all.flatMap(({ schema }) => namesOf(schema['properties'])));
      const [defined, wanted] = [known, new Set(names)];
      return [...[...defined].filter((name) => wanted.has(name)), ...names.filter((name) => !defined.has(name))];
    },
    member: (name, member) => {
      const roots = members.get(name) ?? rootsOfMember(all, name);
      members.set(name, roots);
      return shape(roots, member);
    },
    element: (element) => {
      elements ??= all.flatMap((one) => part(one, one.schema['items']));
      return shape(elements, element);
    },
  };
}

function namesOf(properties: Json | undefined): string[] {
  return isObject(properties) ? Object.keys(properties) : [];
}

function rootsOfMember(all: readonly LocatedSchema[], name: string): readonly LocatedSchema[] {
  const own = all.flatMap((one) => part(one, memberOf(one.schema['properties'], name)));
  return own.length > 0 ? own : all.flatMap((one) => part(one, one.schema['additionalProperties']));
}

function part({ file }: LocatedSchema, schema: Json | undefined): LocatedSchema[] {
  return isObject(schema) ? [{ schema, file }] : [];
}

function memberOf(object: Json | undefined, name: string): Json | undefined {
  return isObject(object) && Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * Returns a schema with all its parts: references, the branches that may fit the value, and conditions. A referenced schema comes
 * before its siblings, and a branch, which lists all members, before the common part.
 */
function spread(located: LocatedSchema, value: Json | undefined): readonly LocatedSchema[] {
  const { schema } = located;
  const known = fixedParts.get(schema);
  if (known) return known;
  const parts = sharedParts(partsOf(located, value));
  if (known === undefined) fixedParts.set(schema, hasBranches(located) ? null : parts);
  return parts;
}

/** Returns the same list for the same schemas, because each list has one shape. */
function sharedParts(parts: readonly LocatedSchema[]): readonly LocatedSchema[] {
  let key = '';
  for (const { schema } of parts) {
    const number = numbers.get(schema) ?? numbers.size;
    numbers.set(schema, number);
    key += `${number} `;
  }
  const shared = sharedLists.get(key) ?? parts;
  sharedLists.set(key, shared);
  return shared;
}

const numbers = new Map<JsonObject, number>();
const sharedLists = new Map<string, readonly LocatedSchema[]>();

/** The parts of schemas that are the same for every value; null for the other schemas. */
const fixedParts = new WeakMap<JsonObject, readonly LocatedSchema[] | null>();

function hasBranches(located: LocatedSchema): boolean {
  const { schema, file } = located;
  if (listed(schema['oneOf']).length > 0 || listed(schema['anyOf']).length > 0) return true;
  return [...referred(located), ...conditionsOf(schema).map((one) => ({ schema: one, file }))].some(hasBranches);
}

function conditionsOf(schema: JsonObject): JsonObject[] {
  return [...listed(schema['allOf']), ...['if', 'then', 'else'].map((word) => schema[word]).filter(isObject)];
}

function partsOf(located: LocatedSchema, value: Json | undefined): LocatedSchema[] {
  const { schema } = located;
  const within = (schemas: readonly JsonObject[]) =>
    schemas.flatMap((schema) => spread({ schema, file: located.file }, value));
  return [
    ...referred(located).flatMap((one) => spread(one, value)),
    ...within(fitting([...listed(schema['oneOf']), ...listed(schema['anyOf'])], value)),
    located,
    ...within(conditionsOf(schema)),
  ];
}

function listed(schemas: Json | undefined): JsonObject[] {
  return elementsOf(schemas).filter(isObject);
}

/** Returns the branches whose constants (`type: WL`) the value has, or all branches if it has none of them. */
function fitting(branches: readonly JsonObject[], value: Json | undefined): readonly JsonObject[] {
  const fit = branches.filter((branch) => {
    const { properties } = branch;
    if (!isObject(properties) || !isObject(value)) return false;
    const constants = knownConstants.get(properties) ?? constantsIn(properties);
    knownConstants.set(properties, constants);
    return constants.every(([name, constant]) => !Object.hasOwn(value, name) || value[name] === constant);
  });
  return fit.length > 0 ? fit : branches;
}

/** The constants of branches. */
const knownConstants = new WeakMap<JsonObject, readonly (readonly [string, Json | undefined])[]>();

function constantsIn(properties: JsonObject): (readonly [string, Json | undefined])[] {
  return Object.entries(properties).flatMap(([name, one]) =>
    isObject(one) && Object.hasOwn(one, 'const') ? [[name, one['const']] as const] : [],
  );
}

/** `common.schema.json#/$defs/links`, or `#/$defs/card` in a file of its own. */
export function referred({ schema, file }: LocatedSchema): LocatedSchema[] {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return [];
  const [name = '', pointer = ''] = reference.split('#');
  const home = name === '' ? file : name;
  const target = pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((at, step) => memberOf(at, step), schemas[home]);
  return isObject(target) ? [{ schema: target, file: home }] : [];
}
