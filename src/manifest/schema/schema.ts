import { isObject, type Json, type JsonObject, own } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';
import { schemas, validators } from '../generated/validators.js';

export { validators };

/** The kinds that there are a schema for. */
export const knownKinds: readonly string[] = Object.keys(validators);

const rootSchemas = new Map(
  Object.values(schemas).flatMap((schema) => (isObject(schema['properties']) ? [[schema['title'], schema]] : [])),
);

/** The schema of the field at a path, followed through references and through the union's branch that `value` picks. */
export function fieldSchema(kind: string, path: Path, value: Json): JsonObject | undefined {
  let schema = rootSchemas.get(kind);
  let at: Json | undefined = value;
  for (const part of path) {
    schema = memberSchema(schema, part, at);
    at = memberOf(at, part);
  }
  return schema;
}

/** The branches of a discriminated union; none where it is no such schema. */
export function branchesOf(schema: JsonObject | undefined): JsonObject[] {
  const branches = schema?.['oneOf'];
  return Array.isArray(branches) ? branches.filter(isObject) : [];
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

/** The branch of a union that a value belongs to; undefined where it says none of them, or where it is no union. */
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
  // A branch names what is common to all without describing it again.
  const found = propertyOf(branchOf(schema, value), part) ?? propertyOf(schema, part);
  if (found) return found;
  return isObject(schema['additionalProperties']) ? resolved(schema['additionalProperties']) : undefined;
}

function memberOf(value: Json | undefined, part: string | number): Json | undefined {
  if (Array.isArray(value)) return typeof part === 'number' ? value[part] : undefined;
  return isObject(value) ? own(value, String(part)) : undefined;
}

/** The schema with what it refers to; its own members win (a description beside a `$ref`). */
function resolved(schema: JsonObject): JsonObject {
  const ref = schema['$ref'];
  if (typeof ref !== 'string') return schema;
  const [file, name = ''] = ref.split('#/$defs/');
  const shared = schemas[file || 'common.schema.json']?.['$defs'];
  const target = isObject(shared) ? own(shared, name) : undefined;
  return isObject(target) ? { ...resolved(target), ...schema } : schema;
}
