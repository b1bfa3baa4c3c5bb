import { isObject, type Json, type JsonObject, member } from '../../core/json.ts';
import type { BubbleButton, BubbleImage, BubbleItem, BubbleLink } from '../bubble.ts';

/** Contents of sends (message API 2.5 to 2.10) may have any form: a member of another type is not drawn. */

/** Returns the picture of an address, or of the key of an uploaded file. */
export type PictureAt = (address: string, alt: string) => BubbleImage;

/** The member as text, if it is a text or a number; else "". */
export function textAt(source: Json | undefined, name: string): string {
  const value = member(source, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function objectAt(source: JsonObject, name: string): JsonObject | undefined {
  const value = source[name];
  return isObject(value) ? value : undefined;
}

/** The objects of a list; [] if the member is no list. */
export function objectsAt(source: JsonObject, name: string): JsonObject[] {
  const value = source[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Every text in a value, in order. */
export function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

export function sentLink(part: JsonObject): BubbleLink {
  return {
    mobile: textAt(part, 'url_mobile'),
    pc: textAt(part, 'url_pc'),
    android: textAt(part, 'scheme_android'),
    ios: textAt(part, 'scheme_ios'),
  };
}

/** Members of a button, besides links. */
const DETAILS = [
  'tel_number',
  'map_address',
  'map_coordinates',
  'plugin_id',
  'biz_form_id',
  'biz_form_key',
  'chat_extra',
];

export function sentButton(button: JsonObject): BubbleButton {
  const detail = DETAILS.map((name) => textAt(button, name)).find((text) => text !== '') ?? '';
  return { type: textAt(button, 'type'), name: textAt(button, 'name'), link: sentLink(button), detail };
}

export function sentItem(item: JsonObject): BubbleItem {
  return { title: textAt(item, 'title'), description: textAt(item, 'description') };
}
