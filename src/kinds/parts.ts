import { isFileNode } from '../core/content.ts';
import { compactObject, isObject, type Json, type JsonObject, mapElements, mapMembers, own } from '../core/json.ts';
import { formatPath, type Path } from '../core/path.ts';
import { text as nonEmpty } from '../wire/shape.ts';
import { also, answered, required, text, word } from './field-types.ts';

/** The fixed name of an AC button. The documents only paraphrase it (docs/manifests.md, fixed texts). */
export const CHANNEL_BUTTON_NAME = '채널 추가';

/** The type and the name of every button. The type is open: the service may know more types than its documents. */
export const buttonFields = {
  type: required(answered(word('linkType'), nonEmpty)),
  name: required(text('name')),
};

/** The addresses of a link. The names of the other API are known too, for hints about unknown keys. */
export function links(mobile: 'linkMo' | 'linkMobile', android: 'linkAnd' | 'linkAndroid') {
  return {
    mobile: also(text(mobile), 'url', 'url_mobile', 'linkMo', 'linkMobile'),
    pc: also(text('linkPc'), 'url_pc'),
    android: also(text(android), 'scheme_android', 'linkAnd', 'linkAndroid'),
    ios: also(text('linkIos'), 'scheme_ios'),
  };
}

/** The normal form of a content's parts: files in their shortest form, and channel-add buttons with their fixed name. */
export function normalParts(content: JsonObject): JsonObject {
  return mapMembers(content, normalPart);
}

function normalPart(value: Json, key: string): Json {
  if (Array.isArray(value)) return mapElements(value, (one) => normalPart(one, key));
  if (!isObject(value)) return value;
  if (key === 'video' && isFileNode(value)) return { file: value };
  if (key === 'buttons' && value['type'] === 'AC') return { ...value, name: value['name'] ?? CHANNEL_BUTTON_NAME };
  const isImage = key === 'image' || key === 'thumbnail';
  if (isImage && isFileNode(value['file']) && Object.keys(value).length === 1) return value['file'];
  return normalParts(value);
}

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
