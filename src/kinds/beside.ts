import { compactObject, isObject, type Json, type JsonObject, own } from '../core/json.ts';
import { formatPath, type Path } from '../core/path.ts';

/**
 * Returns the live members that differ from the decoded content, each of them whole: a plan shows them before an update.
 * @param live everything that the service has, in manifest form
 */
export function besideOf(content: JsonObject, live: JsonObject): JsonObject {
  const all = Object.entries(compactObject(live));
  return Object.fromEntries(all.filter(([key, value]) => lost([key], content[key], value).length > 0));
}

/** Writes the comment of an imported manifest about live data that it cannot express. */
export function cleared(content: JsonObject, beside: JsonObject): string {
  const paths = Object.entries(beside).flatMap(([key, value]) => lost([key], content[key], value));
  return `At the service it also has ${paths.map(formatPath).join(', ')}, which a manifest cannot say. An update clears that.`;
}

/** Returns the places at which a live value has more than the content. */
function lost(at: Path, content: Json | undefined, live: Json | undefined): Path[] {
  if (Array.isArray(live) && Array.isArray(content))
    return live.flatMap((element, index) => lost([...at, index], content[index], element));
  if (isObject(live) && isObject(content))
    return Object.entries(live).flatMap(([key, value]) => lost([...at, key], own(content, key), value));
  if (live === null || content === live) return [];
  return isObject(live) && content === undefined ? Object.keys(live).map((key) => [...at, key]) : [at];
}
