import { schemas } from '../../../generated/validators.js';
import { type JsonObject, mapObject } from '../../core/json.ts';
import { compareText } from '../../core/problem.ts';

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
