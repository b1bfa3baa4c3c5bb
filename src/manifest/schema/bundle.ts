import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { schemas } from '../generated/validators.js';

/** The schemas that editors are given. */
export const editorSchemas = { manifests: 'notiform.schema.json', config: 'config.schema.json' } as const;

/**
 * A schema in one piece: all that it refers to is in its `$defs`, so that an editor needs no other file.
 * @param name of a file in schemas/
 */
export function bundledSchema(name: string): JsonObject {
  const { $id: _id, ...own } = insourced(schemas[name] ?? {}, '') as JsonObject;
  const others = [...referredFrom(name, new Set([name]))].filter((other) => other !== name).sort();
  const defs = others.map((other) => {
    const { $id: _other, $schema: _schema, ...definition } = insourced(schemas[other] ?? {}, other) as JsonObject;
    return [other, definition] as const;
  });
  return others.length === 0 ? own : { ...own, $defs: Object.fromEntries(defs) };
}

/** The files that one refers to, and those that they refer to. */
function referredFrom(name: string, seen: Set<string>): Set<string> {
  for (const reference of references(schemas[name] ?? {})) {
    const [file = ''] = reference.split('#');
    if (file === '' || seen.has(file)) continue;
    seen.add(file);
    referredFrom(file, seen);
  }
  return seen;
}

function references(schema: Json): string[] {
  if (Array.isArray(schema)) return schema.flatMap(references);
  if (!isObject(schema)) return [];
  const own = typeof schema['$ref'] === 'string' ? [schema['$ref']] : [];
  return [...own, ...Object.values(schema).flatMap(references)];
}

/** With references that lead into `$defs`: `common.schema.json#/$defs/id` is `#/$defs/common.schema.json/$defs/id`. */
function insourced(schema: Json, home: string): Json {
  if (Array.isArray(schema)) return schema.map((item) => insourced(item, home));
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string') return [key, insourced(value, home)];
      const [file = '', pointer = ''] = value.split('#');
      const target = file === '' ? home : file;
      return [key, target === '' ? value : `#/$defs/${target}${pointer}`];
    }),
  );
}
