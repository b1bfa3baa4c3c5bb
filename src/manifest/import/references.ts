import { isFileNode } from '../../core/content.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { isObject } from '../../core/json.ts';
import type { Resource } from '../../core/resource.ts';
import { declarations, referred } from '../../kinds/registry.ts';

/** What `{ref: id}` can take the place of. */
export interface ReferenceBook {
  add(resource: Resource): void;
  /** A document of a profile with a reference in the place of each value that another document stands for. */
  apply(profile: string, value: JsonObject): JsonObject;
}

export function openReferences(resources: readonly Resource[]): ReferenceBook {
  const ids = new Map<string, string>();
  const keyOf = (kind: string, profile: string, value: string): string => JSON.stringify([kind, profile, value]);

  const walk = (profile: string, name: string, member: Json): Json => {
    if (typeof member === 'string') {
      const kind = Object.hasOwn(referred, name) ? referred[name] : undefined;
      const id = kind === undefined ? undefined : ids.get(keyOf(kind, profile, member));
      return id === undefined ? member : { ref: id };
    }
    if (Array.isArray(member)) return member.map((item) => walk(profile, name, item));
    return isObject(member) && !isFileNode(member) ? apply(profile, member) : member;
  };
  const apply = (profile: string, value: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(profile, key, member)]));
  const add = (resource: Resource): void => {
    const { kind, profile, id } = resource;
    const value = declarations.get(kind)?.referred?.(resource);
    if (typeof value === 'string' && profile !== undefined) ids.set(keyOf(kind, profile, value), id);
  };

  for (const resource of resources) add(resource);
  return { add, apply };
}
