import { schemas, validators } from '../../../generated/validators.js';
import { elementsOf, isObject, type Json, type JsonObject, own } from '../../core/json.ts';
import { type Path, valueAt } from '../../core/path.ts';

export { validators };

/** The kinds that have a schema. */
export const knownKinds: readonly string[] = Object.keys(validators);

const rootSchemas = new Map(
  Object.values(schemas).flatMap((schema) => (isObject(schema['properties']) ? [[schema['title'], schema]] : [])),
);

/** Returns the schema of the field at a path. Follows references, and the branch of a union that `value` selects. */
export function fieldSchema(kind: string, path: Path, value: Json): JsonObject | undefined {
  let schema = rootSchemas.get(kind);
  let at: Json | undefined = value;
  for (const part of path) {
    schema = memberSchema(schema, part, at);
    at = memberOf(at, part);
  }
  return schema;
}

/** Returns the branches of a discriminated union. Empty for any other schema. */
export function branchesOf(schema: JsonObject | undefined): JsonObject[] {
  return elementsOf(schema?.['oneOf']).filter(isObject);
}

/** The member that picks a branch of a discriminated union: `type`, `bubble`. */
export function tagOf(schema: JsonObject | undefined): string {
  const discriminator = schema?.['discriminator'];
  return String(isObject(discriminator) ? discriminator['propertyName'] : 'type');
}

/** The value of the discriminator that picks a branch. */
export function branchName(branch: JsonObject, tag: string): string {
  return String(propertyOf(branch, tag)?.['const'] ?? '');
}

/** Returns the branch of a union that a value belongs to. Undefined if the value selects none, or the schema is not a union. */
export function branchOf(schema: JsonObject | undefined, value: unknown): JsonObject | undefined {
  const tag = tagOf(schema);
  return branchesOf(schema).find((branch) => isObject(value) && branchName(branch, tag) === value[tag]);
}

export function propertyOf(schema: JsonObject | undefined, name: string): JsonObject | undefined {
  const properties = schema?.['properties'];
  const found = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
  return isObject(found) ? resolved(found) : undefined;
}

export function propertyNames(schema: JsonObject | undefined): string[] {
  const properties = schema?.['properties'];
  return isObject(properties) ? Object.keys(properties) : [];
}

function memberSchema(schema: JsonObject | undefined, part: string | number, value: Json | undefined) {
  if (!schema) return undefined;
  if (typeof part === 'number') return isObject(schema['items']) ? resolved(schema['items']) : undefined;
  // A branch may only name a common field, so the description of the field is outside the branch.
  const found = propertyOf(branchOf(schema, value), part) ?? propertyOf(schema, part);
  if (found) return found;
  return isObject(schema['additionalProperties']) ? resolved(schema['additionalProperties']) : undefined;
}

function memberOf(value: Json | undefined, part: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof part === 'number' ? value[part] : undefined;
  return isObject(value) ? own(value, String(part)) : undefined;
}

/** Returns the schema with its `$ref` resolved. Its own members (a description) replace those of the reference. */
function resolved(schema: JsonObject): JsonObject {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return schema;
  const [file, at = ''] = ref.split('#/');
  const target = valueAt(schemas[file || 'common.schema.json'], at.split('/'));
  return isObject(target) ? { ...resolved(target), ...schema } : schema;
}
