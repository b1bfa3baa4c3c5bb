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
  const all = roots.flatMap((root) => spread(root, value));
  return {
    order: (names) => {
      if (names.length < 2) return [...names];
      const known = new Set(all.flatMap(({ schema }) => namesOf(schema['properties'])));
      const wanted = new Set(names);
      return [...[...known].filter((name) => wanted.has(name)), ...names.filter((name) => !known.has(name))];
    },
    member: (name, member) => shape(rootsOfMember(all, name), member),
    element: (element) => {
      const items = all.flatMap((one) => part(one, one.schema['items']));
      return shape(items, element);
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
function spread(located: LocatedSchema, value: Json | undefined): LocatedSchema[] {
  const { schema, file } = located;
  const within = (schemas: readonly JsonObject[]) => schemas.flatMap((one) => spread({ schema: one, file }, value));
  return [
    ...referred(located).flatMap((one) => spread(one, value)),
    ...within(fitting([...listed(schema['oneOf']), ...listed(schema['anyOf'])], value)),
    located,
    ...within(conditionsOf(schema)),
  ];
}

function conditionsOf(schema: JsonObject): JsonObject[] {
  return [...listed(schema['allOf']), ...['if', 'then', 'else'].map((word) => schema[word]).filter(isObject)];
}

function listed(schemas: Json | undefined): JsonObject[] {
  return elementsOf(schemas).filter(isObject);
}

/** Returns the branches whose constants (`type: WL`) the value has, or all branches if it has none of them. */
function fitting(branches: readonly JsonObject[], value: Json | undefined): readonly JsonObject[] {
  const fit = branches.filter((branch) => {
    const { properties } = branch;
    if (!isObject(properties) || !isObject(value)) return false;
    const constants = constantsIn(properties);
    return constants.every(([name, constant]) => !Object.hasOwn(value, name) || value[name] === constant);
  });
  return fit.length > 0 ? fit : branches;
}

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
