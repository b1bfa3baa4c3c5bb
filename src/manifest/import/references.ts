import { isFileNode } from '../../core/content.ts';
import { type JsonObject, mapObject, own } from '../../core/json.ts';
import type { Resource } from '../../core/resource.ts';
import { declarations, referred } from '../../kinds/registry.ts';

/** Replaces values by references, such as `{ref: id}`. */
export interface ReferenceBook {
  add(resource: Resource): void;
  /** Returns a document of a profile in which each value that another document declares is a reference to that document. */
  apply(profile: string, value: JsonObject): JsonObject;
}

export function openReferences(resources: readonly Resource[]): ReferenceBook {
  const ids = new Map<string, string>();
  const keyOf = (kind: string, profile: string, value: string): string => JSON.stringify([kind, profile, value]);
  const add = (resource: Resource): void => {
    const { kind, profile, id } = resource;
    const value = declarations.get(kind)?.referred?.(resource);
    if (typeof value === 'string' && profile !== undefined) ids.set(keyOf(kind, profile, value), id);
  };
  for (const resource of resources) add(resource);
  return {
    add,
    apply: (profile, value) =>
      mapObject(value, (member, path) => {
        if (isFileNode(member)) return member;
        const kind = own(referred, String(path.findLast((part) => typeof part === 'string')));
        const id = kind && typeof member === 'string' && ids.get(keyOf(kind, profile, member));
        return id ? { ref: id } : undefined;
      }),
  };
}
