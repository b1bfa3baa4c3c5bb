import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Path } from '../../core/path.ts';

/** A text of a template and where it stands. */
export interface PlacedText {
  at: Path;
  text: string;
}

/** The members of a manifest whose texts reach a phone: variables may stand in them. */
const SHOWN: readonly string[] = [
  'content',
  'extra',
  'preview',
  'header',
  'emphasis',
  'highlight',
  'items',
  'itemSummary',
  'link',
  'buttons',
  'quickReplies',
];

/** Words of the language itself and of files, no texts. */
const NOT_SHOWN: readonly string[] = ['type', 'image', 'plugin'];

/** Every text that reaches a phone, in the order of the manifest language. */
export function shownTexts(manifest: JsonObject): PlacedText[] {
  return SHOWN.flatMap((key) => textsOf([key], manifest[key]));
}

function textsOf(at: Path, value: Json | undefined): PlacedText[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsOf([...at, index], item));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    NOT_SHOWN.includes(key) ? [] : textsOf([...at, key], member),
  );
}
