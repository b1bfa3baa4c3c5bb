import { compactObject, isObject, type Json, type JsonObject, own } from '../core/json.ts';
import { formatPath, type Path } from '../core/path.ts';

/**
 * The members of what the service holds that differ from the content decoded of it, each of them whole: a plan shows them
 * as they stand before an update. Both in manifest form.
 */
export function besideOf(content: JsonObject, held: JsonObject): JsonObject {
  const all = Object.entries(compactObject(held));
  return Object.fromEntries(all.filter(([key, value]) => lost([key], content[key], value).length > 0));
}

/** The words above an imported manifest about what it cannot say. */
export function cleared(content: JsonObject, beside: JsonObject): string {
  const paths = Object.entries(beside).flatMap(([key, value]) => lost([key], content[key], value));
  return `At the service it also has ${paths.map(formatPath).join(', ')}, which a manifest cannot say. An update clears that.`;
}

/** Where a held value has something that the content lacks. */
function lost(at: Path, content: Json | undefined, held: Json | undefined): Path[] {
  if (Array.isArray(held) && Array.isArray(content))
    return held.flatMap((element, index) => lost([...at, index], content[index], element));
  if (isObject(held) && isObject(content))
    return Object.entries(held).flatMap(([key, value]) => lost([...at, key], own(content, key), value));
  if (held === null || content === held) return [];
  return isObject(held) && content === undefined ? Object.keys(held).map((key) => [...at, key]) : [at];
}
