import { schemas, validators } from '../../../generated/validators.js';
import { elementsOf, isObject, type Json, type JsonObject, mapObject, own } from '../../core/json.ts';
import { type Path, valueAt } from '../../core/path.ts';
import { compareText } from '../../core/problem.ts';

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

/** The schemas that editors are given. */
export const editorSchemas = { manifests: 'notiform.schema.json', config: 'config.schema.json' } as const;

/**
 * A schema in one piece: all that it refers to is in its `$defs`, so that an editor needs no other file.
 * @param name of a file in schemas/
 */
export function bundledSchema(name: string): JsonObject {
  const defs = new Map<string, JsonObject>();
  /** With references that lead into `$defs`: `common.schema.json#/$defs/id` is `#/$defs/common.schema.json/$defs/id`. */
  const insourced = (file: string): JsonObject => {
    const { $id: _id, ...schema } = schemas[file] ?? {};
    return mapObject(schema, (value, path) => {
      if (path.at(-1) !== '$ref' || typeof value !== 'string') return undefined;
      const [other = '', pointer = ''] = value.split('#');
      const target = other === '' ? file : other;
      if (target === name) return `#${pointer}`;
      if (!defs.has(target)) {
        defs.set(target, {});
        const { $schema: _schema, ...definition } = insourced(target);
        defs.set(target, definition);
      }
      return `#/$defs/${target}${pointer}`;
    });
  };
  const own = insourced(name);
  if (defs.size === 0) return own;
  return { ...own, $defs: Object.fromEntries([...defs].sort(([a], [b]) => compareText(a, b))) };
}
